// Package github looks up pages of private repositories, for which github.com answers 404
// to visitors without a login.
package github

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Access says how to look pages up. The zero value looks nothing up.
type Access struct {
	// Token is sent to Web and API alone. Empty means none.
	Token string
	// Web is the origin of the pages. Empty means "https://github.com".
	Web string
	// API is the origin of the REST interface. Empty means "https://api.github.com".
	API string
}

// WithDefaults returns a with the empty origins replaced.
func (a Access) WithDefaults() Access {
	a.Web = cmp.Or(a.Web, "https://github.com")
	a.API = cmp.Or(a.API, "https://api.github.com")
	return a
}

// Finding is what is known of a page for which github.com answers 404.
type Finding int

const (
	// Absent is a page that does not exist.
	Absent Finding = iota
	// Present is a page of a repository that the token can read.
	Present
	// Hidden is a page that may exist: the token does not show it.
	Hidden
)

// Get requests u, and returns the status and the body of the answer. ok is false when
// there was none.
type Get func(ctx context.Context, u weburl.URL) (status int, body []byte, ok bool)

// Lookup looks pages up by the REST interface, each repository once.
type Lookup struct {
	access Access

	mu    sync.Mutex
	known map[string]*repository // by "owner/name"
}

// repository is the result for one repository: Present only when it is private.
type repository struct {
	once  sync.Once
	found Finding
}

// NewLookup returns a Lookup.
func NewLookup(access Access) *Lookup {
	return &Lookup{access: access, known: map[string]*repository{}}
}

// Find looks up a page for which its host answered 404, by requests that get sends.
func (l *Lookup) Find(ctx context.Context, page weburl.URL, get Get) Finding {
	if l.access.Token == "" || page.Origin() != l.access.Web {
		return Absent
	}
	owner, rest, _ := strings.Cut(strings.Trim(page.Path, "/"), "/")
	name, rest, _ := strings.Cut(rest, "/")
	name = strings.TrimSuffix(name, ".git")
	if owner == "" || name == "" {
		return Absent
	}
	// ask requests a path below that of the repository.
	ask := func(path string) ([]byte, Finding) {
		return ask(ctx, l.access.API+"/repos/"+owner+"/"+name+path, get)
	}
	found := l.repository(owner+"/"+name, ask)
	if found == Present && rest != "" {
		found = findPage(rest, ask)
	}
	return found
}

// repository looks up a repository, once.
func (l *Lookup) repository(name string, ask func(path string) ([]byte, Finding)) Finding {
	l.mu.Lock()
	r := l.known[name]
	if r == nil {
		r = &repository{}
		l.known[name] = r
	}
	l.mu.Unlock()
	r.once.Do(func() {
		body, found := ask("")
		var answer struct {
			Private bool `json:"private"`
		}
		// For a public repository the 404 is true.
		if found == Present && json.Unmarshal(body, &answer) == nil && !answer.Private {
			found = Absent
		}
		r.found = found
	})
	return r.found
}

// maxRefSegments bounds how many segments of a path are tried as the name of a branch,
// which may contain slashes.
const maxRefSegments = 4

// findPage looks up a page of a private repository, at a path below that of the repository.
func findPage(page string, ask func(path string) ([]byte, Finding)) Finding {
	kind, rest, _ := strings.Cut(page, "/")
	switch kind {
	case "blob", "tree", "raw", "blame", "edit":
		if rest != "" {
			return findFile(strings.Split(rest, "/"), ask)
		}
	}
	return Hidden // such as its wiki, which it may not have
}

// findFile looks up a file or directory at a branch, tag or commit. The path does not show
// where that name ends.
func findFile(segments []string, ask func(path string) ([]byte, Finding)) Finding {
	for n := 1; n <= min(len(segments), maxRefSegments); n++ {
		ref, path := strings.Join(segments[:n], "/"), strings.Join(segments[n:], "/")
		if _, found := ask("/contents/" + path + "?ref=" + url.QueryEscape(weburl.Unescape(ref))); found != Absent {
			return found
		}
	}
	return Absent
}

// ask requests a URL of the REST interface. An answer that is neither yes nor no leaves
// the page hidden; a token that GitHub does not accept finds nothing.
func ask(ctx context.Context, raw string, get Get) ([]byte, Finding) {
	u, err := weburl.Parse(raw)
	if err != nil {
		return nil, Absent
	}
	status, body, ok := get(ctx, u)
	if !ok {
		return nil, Hidden
	}
	switch status {
	case http.StatusOK:
		return body, Present
	case http.StatusNotFound, http.StatusUnauthorized, http.StatusGone, http.StatusUnprocessableEntity:
		return nil, Absent
	}
	return nil, Hidden
}
