package forge

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestParseRemote(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"https://github.com/owner/name.git":                   "https://github.com/owner/name",
		"https://x-access-token:secret@GitHub.com/owner/name": "https://github.com/owner/name",
		"git@github.com:owner/name.git":                       "https://github.com/owner/name",
		"ssh://git@github.com/owner/name.git":                 "https://github.com/owner/name",
		"ssh://git@ssh.github.com:443/owner/name.git":         "https://github.com/owner/name",
		"ssh://git@git.example.com:2222/group/sub/name.git/":  "https://git.example.com/group/sub/name",
		"git@altssh.gitlab.com:group/name.git":                "https://gitlab.com/group/name",
		"git@git.sr.ht:~user/name":                            "",
		"http://127.0.0.1:3000/a/b.git":                       "http://127.0.0.1:3000/a/b",
		"https://example.com/name.git":                        "",
		"/srv/git/name.git":                                   "",
		`C:\git\name`:                                         "",
		"file:///srv/git/name":                                "",
		"ssh://[::1]:22/a/b":                                  "",
		"":                                                    "",
	} {
		r, ok := ParseRemote(raw)
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
		r, ok := ParseRemote(test.remote)
		if !ok {
			t.Fatalf("%q is no remote", test.remote)
		}
		for raw, want := range test.urls {
			u, err := weburl.Parse(raw)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if p, ok := r.page(u.Document()); ok {
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

func TestRepositories(t *testing.T) {
	t.Parallel()
	github := map[string]string{"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "up/site"}
	for name, test := range map[string]struct {
		remotes, environ map[string]string
		want             []string
	}{
		"a run":              {remotes: nil, environ: github, want: []string{"/up/site"}},
		"a run for a fork":   {remotes: map[string]string{"origin": "https://github.com/me/Site"}, environ: github, want: []string{"/me/Site", "/up/site"}},
		"another repository": {remotes: map[string]string{"origin": "https://github.com/up/theme"}, environ: github, want: []string{"/up/theme"}},
		"a fork here":        {remotes: map[string]string{"origin": "git@github.com:me/site", "upstream": "https://github.com/up/site", "x": "https://github.com/x/site"}, environ: nil, want: []string{"/me/site", "/up/site"}},
		"a run of GitLab":    {remotes: nil, environ: map[string]string{"CI_PROJECT_URL": "https://gitlab.com/g/site", "CI_MERGE_REQUEST_PROJECT_URL": "https://gitlab.com/up/site"}, want: []string{"/g/site", "/up/site"}},
	} {
		var got []string
		for _, r := range Repositories(git.Clone{Remotes: test.remotes}, variables(test.environ)) {
			got = append(got, r.Path)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestBranches(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		clone    git.Clone
		environ  map[string]string
		fallback string
		want     Branches
	}{
		"on the default branch": {clone: git.Clone{Branch: "main", DefaultBranch: "main"}, environ: nil, fallback: "", want: Branches{CheckedOut: []string{"main", "HEAD"}}},
		"on another":            {clone: git.Clone{Branch: "x", DefaultBranch: "trunk"}, environ: nil, fallback: "", want: Branches{CheckedOut: []string{"x"}, Near: []string{"trunk", "HEAD"}}},
		"on none":               {clone: git.Clone{}, environ: nil, fallback: "", want: Branches{Near: []string{"main", "master", "HEAD"}}},
		"a pull request": {
			clone:    git.Clone{},
			environ:  map[string]string{"GITHUB_REF_NAME": "7/merge", "GITHUB_HEAD_REF": "fix/x", "GITHUB_BASE_REF": "main", "GITHUB_EVENT_NAME": "pull_request"},
			fallback: "main",
			want:     Branches{CheckedOut: []string{"7/merge", "main", "fix/x", "HEAD"}},
		},
		"its target": {
			clone:    git.Clone{Branch: "main"},
			environ:  map[string]string{"GITHUB_REF_NAME": "main", "GITHUB_HEAD_REF": "x", "GITHUB_BASE_REF": "main", "GITHUB_EVENT_NAME": "pull_request_target"},
			fallback: "main",
			want:     Branches{CheckedOut: []string{"main", "HEAD"}, Near: []string{"x"}},
		},
		"a pull request whose last commit is checked out": {
			clone:    git.Clone{Commit: "c0ffee1"},
			environ:  map[string]string{"GITHUB_REF_NAME": "7/merge", "GITHUB_SHA": "decade1", "GITHUB_HEAD_REF": "x", "GITHUB_BASE_REF": "main", "GITHUB_EVENT_NAME": "pull_request"},
			fallback: "main",
			want:     Branches{Near: []string{"main", "x", "7/merge", "HEAD"}},
		},
		"the commit of the run": {
			clone:    git.Clone{Commit: "decade1"},
			environ:  map[string]string{"GITHUB_REF_NAME": "v1.0", "GITHUB_SHA": "decade1"},
			fallback: "main",
			want:     Branches{CheckedOut: []string{"v1.0"}, Near: []string{"main", "HEAD"}},
		},
		"what it comes to when it is merged": {
			clone:    git.Clone{},
			environ:  map[string]string{"CI_COMMIT_REF_NAME": "x", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "x", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "trunk", "CI_DEFAULT_BRANCH": "trunk", "CI_MERGE_REQUEST_EVENT_TYPE": "merged_result"},
			fallback: "",
			want:     Branches{CheckedOut: []string{"x", "trunk", "HEAD"}},
		},
		"a merge request on GitLab": {
			clone:    git.Clone{},
			environ:  map[string]string{"CI_COMMIT_REF_NAME": "x", "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": "x", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "trunk", "CI_DEFAULT_BRANCH": "trunk", "CI_MERGE_REQUEST_EVENT_TYPE": "detached"},
			fallback: "",
			want:     Branches{CheckedOut: []string{"x"}, Near: []string{"trunk", "HEAD"}},
		},
		"GitLab": {
			clone:    git.Clone{},
			environ:  map[string]string{"CI_COMMIT_REF_NAME": "x", "CI_DEFAULT_BRANCH": "trunk"},
			fallback: "",
			want:     Branches{CheckedOut: []string{"x"}, Near: []string{"trunk", "HEAD"}},
		},
	} {
		if diff := cmp.Diff(test.want, NewBranches(test.clone, variables(test.environ), test.fallback)); diff != "" {
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
		r, ok := ParseRemote(remote)
		if !ok {
			t.Fatal(remote)
		}
		if got := (&Checkout{repositories: []Repository{r}}).PagesURL(); got != want {
			t.Errorf("%s: got %q, want %q", remote, got, want)
		}
	}
}
