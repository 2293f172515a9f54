package git

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/weburl"
)

func TestParseRemote(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://github.com/owner/name.git":                   "https://github.com/owner/name",
		"https://x-access-token:secret@GitHub.com/owner/name": "https://github.com/owner/name",
		"git@github.com:owner/name.git":                       "https://github.com/owner/name",
		"ssh://git@github.com/owner/name.git":                 "https://github.com/owner/name",
		"ssh://git@git.example.com:2222/group/sub/name.git/":  "https://git.example.com/group/sub/name",
		"git@git.sr.ht:~user/name":                            "",
		"http://127.0.0.1:3000/a/b.git":                       "http://127.0.0.1:3000/a/b",
		"https://example.com/name.git":                        "",
		"/srv/git/name.git":                                   "",
		`C:\git\name`:                                         "",
		"file:///srv/git/name":                                "",
		"ssh://[::1]:22/a/b":                                  "",
		"":                                                    "",
	} {
		r, ok := parseRemote(raw)
		got := ""
		if ok {
			got = r.Scheme + "://" + r.Host + r.Path
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		remote string
		urls   map[string]string
	}{
		"GitHub": {remote: "git@github.com:o/r.git", urls: map[string]string{
			"https://github.com/o/r/blob/main/docs/a.md":                   "blob main/docs/a.md",
			"https://github.com/O/R/edit/main/a.md?x#y":                    "edit main/a.md",
			"https://raw.githubusercontent.com/o/r/refs/heads/main/a.md":   "raw refs/heads/main/a.md",
			"http://github.com/o/r/blob/main/a.md":                         "",
			"https://www.github.com/o/r/blob/main/a.md":                    "",
			"https://me:pw@github.com/o/r/blob/main/a.md":                  "",
			"https://github.com.evil.test/o/r/blob/main/a.md":              "",
			"https://raw.githubusercontent.com.evil.test/o/r/main/a.md":    "",
			"https://github.com/o/r/blob/feature/x/docs/a.md#L10-L20":      "blob feature/x/docs/a.md",
			"https://github.com/o/r/releases/download/v1/blob/main/a.html": "",
		}},
		"Enterprise Server": {remote: "https://git.corp.example/o/r", urls: map[string]string{
			"https://git.corp.example/o/r/blob/main/a.md": "blob main/a.md",
			"https://raw.git.corp.example/o/r/main/a.md":  "raw main/a.md",
			"https://github.com/o/r/blob/main/a.md":       "",
		}},
		"GitLab": {remote: "https://gitlab.com/g/s/r.git", urls: map[string]string{
			"https://gitlab.com/g/s/r/-/blob/main/a.md": "blob main/a.md",
			"https://gitlab.com/g/s/r/-/raw/main/a.md":  "raw main/a.md",
			"https://gitlab.com/g/s/r/edit/main/a.md":   "edit main/a.md",
			"https://gitlab.com/g/s/-/blob/main/a.md":   "",
		}},
	} {
		r, ok := parseRemote(test.remote)
		if !ok {
			t.Fatalf("%q is no remote", test.remote)
		}
		for raw, want := range test.urls {
			u, err := weburl.Parse(raw)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if p, ok := r.read(u.Document()); ok {
				got = p.kind + " " + p.rest
			}
			if got != want {
				t.Errorf("%s: %s: got %q, want %q", name, raw, got, want)
			}
		}
	}
}

// variables is an environment of the given pairs.
func variables(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

// gitDirectory writes a git directory with these files, and returns the directory around it.
func gitDirectory(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, ".git", filepath.FromSlash(name)), []byte(text))
	}
	return dir
}

func TestRepositories(t *testing.T) {
	t.Parallel()
	github := map[string]string{"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "up/site"}
	for name, test := range map[string]struct {
		config  string
		environ map[string]string
		want    []string
	}{
		"a run":              {config: "", environ: github, want: []string{"/up/site"}},
		"a run for a fork":   {config: "[remote \"origin\"]\n\tpushurl = https://github.com/x/push\n\turl = https://github.com/me/Site\n\turl = https://github.com/x/second", environ: github, want: []string{"/me/Site", "/up/site"}},
		"another repository": {config: "[remote \"origin\"]\n\turl = https://github.com/up/theme", environ: github, want: []string{"/up/theme"}},
		"a fork here": {
			config:  "[remote \"up\\\"stream\"]\n\turl = https://github.com/x/site\n[remote \"upstream\"]\n\turl = https://github.com/up/site\n[remote \"origin\"]\n\turl = git@github.com:me/site",
			environ: nil, want: []string{"/me/site", "/up/site"},
		},
		"a run of GitLab": {config: "", environ: map[string]string{"CI_PROJECT_URL": "https://gitlab.com/g/site", "CI_MERGE_REQUEST_PROJECT_URL": "https://gitlab.com/up/site"}, want: []string{"/g/site", "/up/site"}},
	} {
		var got []string
		for _, r := range Repositories(gitDirectory(t, map[string]string{"config": test.config}), variables(test.environ)) {
			got = append(got, r.Path)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestBranches(t *testing.T) {
	t.Parallel()
	commit, other := strings.Repeat("1", 40), strings.Repeat("2", 40)
	pull := func(head, base string, more ...string) map[string]string {
		all := map[string]string{"GITHUB_REF_NAME": "7/merge", "GITHUB_HEAD_REF": head, "GITHUB_BASE_REF": base, "GITHUB_EVENT_NAME": "pull_request"}
		for i := 0; i < len(more); i += 2 {
			all[more[i]] = more[i+1]
		}
		return all
	}
	for name, test := range map[string]struct {
		head, origin string
		environ      map[string]string
		fallback     string
		want         branches
	}{
		"on the default branch": {head: "ref: refs/heads/main", origin: "main", want: branches{checkedOut: []string{"main", "HEAD"}}},
		"on another":            {head: "ref: refs/heads/a/x", origin: "trunk", want: branches{checkedOut: []string{"a/x"}, near: []string{"trunk", "HEAD"}}},
		"on none":               {head: commit, want: branches{near: []string{"main", "master", "HEAD"}}},
		"a pull request":        {head: commit, environ: pull("fix/x", "main"), fallback: "main", want: branches{checkedOut: []string{"7/merge", "main", "fix/x", "HEAD"}}},
		"its target": {
			head: "ref: refs/heads/main", environ: pull("x", "main", "GITHUB_EVENT_NAME", "pull_request_target"), fallback: "main",
			want: branches{checkedOut: []string{"main", "HEAD"}, near: []string{"x"}},
		},
		"a pull request whose last commit is checked out": {
			head: commit, environ: pull("x", "main", "GITHUB_SHA", other), fallback: "main",
			want: branches{near: []string{"main", "x", "7/merge", "HEAD"}},
		},
		"the commit of the run": {
			head: commit, environ: map[string]string{"GITHUB_REF_NAME": "v1.0", "GITHUB_SHA": commit}, fallback: "main",
			want: branches{checkedOut: []string{"v1.0"}, near: []string{"main", "HEAD"}},
		},
		"a merge request on GitLab": {
			head: commit, environ: map[string]string{"CI_COMMIT_REF_NAME": "x", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "next", "CI_DEFAULT_BRANCH": "trunk"},
			want: branches{checkedOut: []string{"x"}, near: []string{"next", "trunk", "HEAD"}},
		},
	} {
		files := map[string]string{"HEAD": test.head + "\n"}
		if test.origin != "" {
			files["refs/remotes/origin/HEAD"] = "ref: refs/remotes/origin/" + test.origin + "\n"
		}
		p, err := find(gitDirectory(t, files))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, newBranches(p, variables(test.environ), test.fallback), cmp.AllowUnexported(branches{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestPagesURL(t *testing.T) {
	t.Parallel()
	for remote, want := range map[string]string{
		"git@github.com:Owner/Name.git":          "https://owner.github.io/Name/",
		"git@github.com:owner/owner.github.io":   "https://owner.github.io/",
		"https://gitlab.com/owner/name.git":      "",
		"https://git.example.com/group/sub/name": "",
	} {
		r, ok := parseRemote(remote)
		if !ok {
			t.Fatal(remote)
		}
		if got := (&Checkout{repositories: []Repository{r}}).PagesURL(); got != want {
			t.Errorf("%s: got %q, want %q", remote, got, want)
		}
	}
}

// FuzzRead holds any remote and any URL to what is true of all.
func FuzzRead(f *testing.F) {
	f.Add("git@github.com:o/r.git", "https://github.com/o/r/blob/main/docs/a.md#L1")
	f.Add("https://gitlab.com/g/s/r", "https://gitlab.com/g/s/r/-/raw/feature%2Fx/%2e%2e/a")
	f.Add("ssh://git@[::1]:22/a/b", "https://raw.githubusercontent.com/o/r/refs/heads/main/")
	names := branches{checkedOut: []string{"main", "feature/x"}, near: []string{"HEAD"}}
	f.Fuzz(func(t *testing.T, remote, raw string) {
		r, ok := parseRemote(remote)
		if !ok {
			return
		}
		if strings.ContainsAny(r.Host, "@/\\") || !strings.HasPrefix(r.Path, "/") || strings.HasSuffix(r.Path, "/") {
			t.Errorf("%q is %+v", remote, r)
		}
		u, err := weburl.Parse(raw)
		if err != nil {
			return
		}
		p, ok := r.read(u)
		if !ok {
			return
		}
		if !strings.HasPrefix(u.String(), p.before) || u.Scheme != r.Scheme {
			t.Errorf("%q is said to begin with %q", raw, p.before)
		}
		branch, name, _, ok := names.cut(p.rest)
		if ok && (!strings.HasSuffix(p.rest, name) || !strings.Contains(p.rest, branch)) {
			t.Errorf("%q is cut into %q and %q", p.rest, branch, name)
		}
		if ok && fs.ValidPath(name) && strings.Contains("/"+name+"/", "/../") {
			t.Errorf("%q leads out of the checkout", name)
		}
	})
}
