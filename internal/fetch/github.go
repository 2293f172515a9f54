package fetch

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

// GitHub says how to look up what github.com answers with 404 to who has not
// logged in: the pages of private repositories. The zero value is not to.
type GitHub struct {
	// Token is sent to Web and API alone. Empty means none.
	Token string
	// Web is the origin of the pages. Empty means "https://github.com".
	Web string
	// API is the origin of the REST interface. Empty means "https://api.github.com".
	API string
}

func (g GitHub) withDefaults() GitHub {
	g.Web = cmp.Or(g.Web, "https://github.com")
	g.API = cmp.Or(g.API, "https://api.github.com")
	return g
}

// takes tells whether the token goes to an origin.
func (g GitHub) takes(origin string) bool {
	return g.Token != "" && (origin == g.Web || origin == g.API)
}

// finding is what is known of a page that github.com says is not there.
type finding int

const (
	absent  finding = iota
	present         // in a repository that the token can read
	hidden          // it may be there, and there is no way to tell
)

// repositories are those that were looked up, by "owner/name".
type repositories struct {
	mu    sync.Mutex
	known map[string]*repository
}

type repository struct {
	once  sync.Once
	found finding // present only when it is private
}

// unhide asks the REST interface about an answer of 404 from github.com, which
// is what it answers for a private repository as well, and mends resp.
func (c *Client) unhide(ctx context.Context, resp *Response) {
	if c.github.Token == "" || resp.Status != http.StatusNotFound || resp.URL.Origin() != c.github.Web {
		return
	}
	owner, rest, _ := strings.Cut(strings.Trim(resp.URL.Path, "/"), "/")
	name, rest, _ := strings.Cut(rest, "/")
	name = strings.TrimSuffix(name, ".git")
	if owner == "" || name == "" {
		return
	}
	found := c.repository(ctx, owner+"/"+name)
	if found == present && rest != "" {
		found = c.lookUp(ctx, "/repos/"+owner+"/"+name, rest)
	}
	switch found {
	case present:
		resp.Release()
		resp.Status, resp.HTML = http.StatusOK, false
	case hidden:
		resp.Hidden = true
	}
}

// repository looks up a repository, once.
func (c *Client) repository(ctx context.Context, name string) finding {
	c.repositories.mu.Lock()
	r := c.repositories.known[name]
	if r == nil {
		r = &repository{}
		if c.repositories.known == nil {
			c.repositories.known = map[string]*repository{}
		}
		c.repositories.known[name] = r
	}
	c.repositories.mu.Unlock()
	r.once.Do(func() {
		body, found := c.askGitHub(ctx, "/repos/"+name)
		var facts struct {
			Private bool `json:"private"`
		}
		// The pages of a public one are as absent as they seem.
		if found == present && json.Unmarshal(body, &facts) == nil && !facts.Private {
			found = absent
		}
		r.found = found
	})
	return r.found
}

// maxRefSegments bounds how many segments of a path are tried as the name of a
// branch, which may hold slashes.
const maxRefSegments = 4

// lookUp looks up a page of a private repository, at a path below its own.
func (c *Client) lookUp(ctx context.Context, repo, page string) finding {
	kind, rest, _ := strings.Cut(page, "/")
	first, _, _ := strings.Cut(rest, "/")
	switch {
	case rest == "":
		return hidden // such as its wiki, which it may not have
	case kind == "blob", kind == "tree", kind == "raw", kind == "blame", kind == "edit":
		return c.lookUpFile(ctx, repo, strings.Split(rest, "/"))
	case kind == "issues", kind == "pull":
		_, found := c.askGitHub(ctx, repo+"/issues/"+first)
		return found
	case kind == "commit":
		_, found := c.askGitHub(ctx, repo+"/commits/"+first)
		return found
	case kind == "releases" && first == "tag":
		_, found := c.askGitHub(ctx, repo+"/releases/tags/"+strings.TrimPrefix(rest, "tag/"))
		return found
	}
	return hidden
}

// lookUpFile looks up a file or directory at a branch, tag or commit. Nothing in
// the path tells where the one ends and the other begins.
func (c *Client) lookUpFile(ctx context.Context, repo string, segments []string) finding {
	for n := 1; n <= min(len(segments), maxRefSegments); n++ {
		ref, path := strings.Join(segments[:n], "/"), strings.Join(segments[n:], "/")
		ask := repo + "/contents/" + path + "?ref=" + url.QueryEscape(weburl.Unescape(ref))
		if _, found := c.askGitHub(ctx, ask); found != absent {
			return found
		}
	}
	return absent
}

// askGitHub asks the REST interface for a path. What it does not say yes or no
// to stays hidden; a token that it does not take opens nothing.
func (c *Client) askGitHub(ctx context.Context, path string) ([]byte, finding) {
	u, err := weburl.Parse(c.github.API + path)
	if err != nil {
		return nil, absent
	}
	chain := chase{client: c, want: Body}
	resp, failed := chain.follow(ctx, u)
	if failed != nil {
		return nil, hidden
	}
	defer resp.Release()
	switch resp.Status {
	case http.StatusOK:
		return append([]byte(nil), resp.Body...), present
	case http.StatusNotFound, http.StatusUnauthorized, http.StatusGone, http.StatusUnprocessableEntity:
		return nil, absent
	}
	return nil, hidden
}
