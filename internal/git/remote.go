package git

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/config"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Repository is where a repository is shown on the web, by a forge such as GitHub.
type Repository struct {
	// Scheme is "https", or "http" for a forge that has nothing else.
	Scheme string
	// Host has its port, unless that is the scheme's own.
	Host string
	// Path begins with a slash and does not end with one: "/owner/name".
	Path string
}

// parseRemote reads the URL of a remote of git's, in any of the forms that git-fetch documents for
// another machine. A user or password in it is left out.
func parseRemote(raw string) (r Repository, ok bool) {
	scheme, rest, ok := strings.Cut(raw, "://")
	host, path, _ := strings.Cut(rest, "/")
	if !ok {
		// user@host:path, which is not to be taken for C:\path.
		scheme = "ssh"
		if host, path, ok = strings.Cut(raw, ":"); !ok || strings.ContainsAny(host, `/\`) || len(host) < 2 {
			return r, false
		}
	}
	host = strings.ToLower(host[strings.LastIndexByte(host, '@')+1:])
	switch scheme {
	case "https", "http":
	case "ssh", "git", "git+ssh":
		// The port is that of another service.
		if scheme = "https"; !strings.HasSuffix(host, "]") {
			host, _, _ = strings.Cut(host, ":")
		}
	default:
		return r, false
	}
	u, err := weburl.Parse(scheme + "://" + host + "/" + strings.Trim(path, "/"))
	if err != nil || u.Host == "" || u.Query != "" || u.Fragment != "" {
		return r, false
	}
	name := strings.TrimSuffix(strings.TrimRight(u.Path, "/"), ".git")
	// SourceHut names its users with a tilde, and shows files at paths of another form.
	if strings.Count(name, "/") < 2 || strings.HasSuffix(name, "/") || strings.HasPrefix(name, "/~") {
		return r, false
	}
	return Repository{Scheme: u.Scheme, Host: u.Host, Path: name}, true
}

// name is the last segment of the path, in lower case: forks share it.
func (r Repository) name() string {
	return strings.ToLower(r.Path[strings.LastIndexByte(r.Path, '/')+1:])
}

// Repositories finds where the repository around dir is shown. What git knows of where it was
// cloned from comes first: a workflow may check out another repository than its own. What runners
// say of the run counts where git knows nothing, and for a fork, which bears the same name.
func Repositories(dir string, getenv func(string) string) (found []Repository) {
	// The URLs of the remotes by their names, as they are written: they may hold a password.
	remotes, settings := map[string]string{}, config.New()
	if p, err := find(dir); err == nil {
		// What is before a fault counts.
		_ = config.NewDecoder(strings.NewReader(readShort(filepath.Join(p.shared, "config")))).Decode(settings)
	}
	for _, remote := range settings.Section("remote").Subsections {
		// A remote is fetched from its first URL.
		if urls := remote.OptionAll("url"); len(urls) > 0 {
			remotes[remote.Name] = urls[0]
		}
	}
	run := ""
	if server, name := getenv("GITHUB_SERVER_URL"), getenv("GITHUB_REPOSITORY"); server != "" && name != "" {
		run = server + "/" + name
	}
	// What a fork was made from is called upstream by convention.
	for _, raw := range []string{remotes["origin"], run, getenv("CI_PROJECT_URL"), getenv("CI_MERGE_REQUEST_PROJECT_URL"), remotes["upstream"]} {
		r, ok := parseRemote(raw)
		if ok && !slices.Contains(found, r) && (len(found) == 0 || r.name() == found[0].name()) {
			found = append(found, r)
		}
	}
	return found
}

// shown is what a URL shows of a repository.
type shown struct {
	// kind is the word that is before the branch in the URL: "blob", "raw".
	kind string
	// rest are the branch and the path below the repository's top, with a slash between them,
	// percent-decoded.
	rest string
	// before is the URL up to where rest begins.
	before string
}

// shownKinds are the words by which forges tell what to show of a file or directory: GitHub and its
// Enterprise Server, GitLab and the forges that follow them.
var shownKinds = []string{"blob", "edit", "raw", "tree", "blame", "commits", "new"}

// read reads a URL; ok is false when it shows no file or directory of r.
func (r Repository) read(u weburl.URL) (s shown, ok bool) {
	rawHost := "raw." + r.Host // it serves files as they are
	if r.Host == "github.com" {
		rawHost = "raw.githubusercontent.com"
	}
	// The names of owners and repositories mind no case.
	if from := r.Path + "/"; u.Scheme != r.Scheme || u.User != "" || len(u.Path) < len(from) || !strings.EqualFold(u.Path[:len(from)], from) {
		return s, false
	}
	rest := u.Path[len(r.Path)+1:]
	switch u.Host {
	case r.Host:
		s.kind, rest, ok = strings.Cut(strings.TrimPrefix(rest, "-/"), "/")
		if !ok || !slices.Contains(shownKinds, s.kind) {
			return shown{}, false
		}
	case rawHost:
		s.kind = "raw"
	default:
		return s, false
	}
	s.before, s.rest = u.Origin()+u.Path[:len(u.Path)-len(rest)], weburl.Unescape(rest)
	return s, true
}

// branches are the names by which a URL may mean what is checked out here.
type branches struct {
	// checkedOut are those that the checkout stands for: the branch that is checked out, or the
	// two of a pull request where their merge is. What it lacks, they lack.
	checkedOut []string
	// near are those that have most of the same: what the checkout lacks they may have.
	near []string
}

// newBranches finds the branches of a checkout, from what git wrote there and from the variables of
// GitHub's and GitLab's runners. fallback is the default branch where the event that started the
// run tells it; else empty.
func newBranches(p place, getenv func(string) string, fallback string) (b branches) {
	add := func(to *[]string, names ...string) {
		for _, name := range names {
			if name != "" && !slices.Contains(b.checkedOut, name) && !slices.Contains(*to, name) {
				*to = append(*to, name)
			}
		}
	}
	base, head := getenv("GITHUB_BASE_REF"), getenv("GITHUB_HEAD_REF")
	// The commit of a run stands for its branch; for a pull request it is what both branches come
	// to when they are merged.
	ofRun := []string{getenv("GITHUB_REF_NAME"), getenv("CI_COMMIT_REF_NAME"), base}
	if getenv("GITHUB_EVENT_NAME") != "pull_request_target" { // where the pull request is not checked out
		ofRun = append(ofRun, head)
	}
	near := []string{base, head, getenv("CI_MERGE_REQUEST_TARGET_BRANCH_NAME")}
	commit := cmp.Or(getenv("GITHUB_SHA"), getenv("CI_COMMIT_SHA"))
	if branch, ok := strings.CutPrefix(p.reference("HEAD"), symbolic+"refs/heads/"); ok {
		add(&b.checkedOut, branch)
	} else if here := p.commit("HEAD"); commit == "" || here == "" || strings.EqualFold(commit, here) {
		add(&b.checkedOut, ofRun...)
	} else {
		near = append(near, ofRun...) // a workflow may check out another commit
	}
	origin, _ := strings.CutPrefix(p.reference("refs/remotes/origin/HEAD"), symbolic+"refs/remotes/origin/")
	defaults := slices.DeleteFunc([]string{fallback, getenv("CI_DEFAULT_BRANCH"), origin}, func(s string) bool { return s == "" })
	if len(defaults) == 0 {
		defaults = []string{"main", "master"}
	}
	// Forges call it HEAD too.
	if slices.ContainsFunc(defaults, func(s string) bool { return slices.Contains(b.checkedOut, s) }) {
		add(&b.checkedOut, "HEAD")
	}
	add(&b.near, append(append(near, defaults...), "HEAD")...)
	return b
}

// cut parts what is behind the kind of a page in a URL into a branch and a path. A branch may hold
// slashes, but git has no two of which one is the beginning of the other up to a slash. ok is false
// for another branch.
func (b branches) cut(rest string) (branch, path string, checkedOut, ok bool) {
	// A full name says whether it is a branch or a tag.
	bare := strings.TrimPrefix(rest, "refs/heads/")
	for i, names := range [][]string{b.checkedOut, b.near} {
		for _, name := range names {
			if path, ok := strings.CutPrefix(bare+"/", name+"/"); ok {
				return name, strings.TrimSuffix(path, "/"), i == 0, true
			}
		}
	}
	return "", "", false, false
}
