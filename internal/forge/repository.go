// Package forge tells which links are to files of the repository that is checked
// out here, on the site where that repository is developed, and whether the files
// are there. A page that a change adds is on the forge only when the change is
// merged, and in the checkout at once.
package forge

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Repository is where a repository is shown on the web.
type Repository struct {
	// Scheme is "https", or "http" for a forge that has nothing else.
	Scheme string
	// Host has its port, unless that is the scheme's own.
	Host string
	// Path begins with a slash and does not end with one: "/owner/name".
	Path string
}

// sshHosts are names under which forges take SSH alone, and those of their pages.
var sshHosts = map[string]string{"ssh.github.com": "github.com", "altssh.gitlab.com": "gitlab.com"}

// ParseRemote reads the URL of a remote of git's, in any of the forms that
// git-fetch documents for another machine. A user or password in it is left out.
func ParseRemote(raw string) (Repository, bool) {
	scheme, rest, ok := strings.Cut(raw, "://")
	if !ok {
		// user@host:path, which is not to be taken for C:\path.
		host, path, ok := strings.Cut(raw, ":")
		if !ok || strings.ContainsAny(host, `/\`) || len(host) < 2 {
			return Repository{}, false
		}
		return newRepository("https", host, path)
	}
	host, path, _ := strings.Cut(rest, "/")
	switch scheme {
	case "https", "http":
		return newRepository(scheme, host, path)
	case "ssh", "git", "git+ssh":
		// The port is that of another service.
		name := host[strings.LastIndexByte(host, '@')+1:]
		if !strings.HasSuffix(name, "]") {
			name, _, _ = strings.Cut(name, ":")
		}
		return newRepository("https", name, path)
	}
	return Repository{}, false
}

func newRepository(scheme, host, path string) (Repository, bool) {
	host = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:])
	if web, ok := sshHosts[host]; ok {
		host = web
	}
	u, err := weburl.Parse(scheme + "://" + host + "/" + strings.Trim(path, "/"))
	if err != nil || u.Host == "" || u.Query != "" || u.Fragment != "" {
		return Repository{}, false
	}
	name := strings.TrimSuffix(strings.TrimRight(u.Path, "/"), ".git")
	if strings.Count(name, "/") < 2 || strings.HasSuffix(name, "/") {
		return Repository{}, false
	}
	if strings.HasPrefix(name, "/~") {
		// SourceHut names its users so, and shows files at paths of another form.
		return Repository{}, false
	}
	return Repository{Scheme: u.Scheme, Host: u.Host, Path: name}, true
}

// name is the last segment of the path, in lower case: forks share it.
func (r Repository) name() string {
	return strings.ToLower(r.Path[strings.LastIndexByte(r.Path, '/')+1:])
}

// isOwnersSite reports whether GitHub Pages serves the repository at the top of its
// owner's domain, and the owner's other repositories below it.
func (r Repository) isOwnersSite() bool { return strings.HasSuffix(r.name(), ".github.io") }

// rawHost is the host that serves the files of GitHub's repositories as they are.
func (r Repository) rawHost() string {
	if r.Host == "github.com" {
		return "raw.githubusercontent.com"
	}
	return "raw." + r.Host
}

// page is what a URL shows of the repository.
type page struct {
	// kind is the word that is before the branch in the URL: "blob", "raw".
	kind string
	// rest are the branch and the path below the repository's top, with a slash
	// between them, percent-decoded.
	rest string
	// before is the URL up to where rest begins.
	before string
}

// kinds are the words by which forges tell what to show of a file or directory:
// GitHub and its Enterprise Server, GitLab and the forges that follow them.
var kinds = map[string]bool{
	"blob": true, "edit": true, "raw": true, "tree": true, "blame": true, "commits": true, "new": true,
}

// page reads a URL; ok is false when it shows no file or directory of r.
func (r Repository) page(u weburl.URL) (p page, ok bool) {
	if u.Scheme != r.Scheme || u.User != "" {
		return page{}, false
	}
	var rest string
	switch u.Host {
	case r.Host:
		if rest, ok = cutFold(u.Path, r.Path+"/"); !ok {
			return page{}, false
		}
		rest = strings.TrimPrefix(rest, "-/")
		if p.kind, rest, ok = strings.Cut(rest, "/"); !ok || !kinds[p.kind] {
			return page{}, false
		}
	case r.rawHost():
		p.kind = "raw"
		if rest, ok = cutFold(u.Path, r.Path+"/"); !ok {
			return page{}, false
		}
	default:
		return page{}, false
	}
	p.before = u.Origin() + u.Path[:len(u.Path)-len(rest)]
	p.rest = weburl.Unescape(rest)
	return p, true
}

// cutFold is strings.CutPrefix in any case: the names of owners and repositories
// mind none.
func cutFold(s, prefix string) (rest string, ok bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return "", false
	}
	return s[len(prefix):], true
}

// Repositories finds the pages at which the repository that is checked out is
// shown. What git knows of where it was cloned from comes first: a workflow may
// check out another repository than its own. What runners say of the run counts
// where git knows nothing, and for a fork, which bears the same name.
func Repositories(clone git.Clone, getenv func(string) string) []Repository {
	var found []Repository
	add := func(raw string) {
		r, ok := ParseRemote(raw)
		if ok && !slices.Contains(found, r) && (len(found) == 0 || r.name() == found[0].name()) {
			found = append(found, r)
		}
	}
	add(clone.Remotes["origin"])
	if server, name := getenv("GITHUB_SERVER_URL"), getenv("GITHUB_REPOSITORY"); server != "" && name != "" {
		add(server + "/" + name)
	}
	add(getenv("CI_PROJECT_URL"))
	add(getenv("CI_MERGE_REQUEST_PROJECT_URL"))
	// What a fork was made from is called so by convention.
	add(clone.Remotes["upstream"])
	return found
}

// PagesURL returns where GitHub Pages serves the site of the repository unless its owner
// gave it a domain, such as https://owner.github.io/name/; empty for other forges.
func (c *Checkout) PagesURL() string {
	for _, r := range c.repositories {
		owner, name, ok := strings.Cut(strings.TrimPrefix(r.Path, "/"), "/")
		if r.Host != "github.com" || !ok || strings.Contains(name, "/") {
			continue
		}
		site := "https://" + strings.ToLower(owner) + ".github.io/"
		if r.isOwnersSite() {
			return site
		}
		return site + name + "/"
	}
	return ""
}
