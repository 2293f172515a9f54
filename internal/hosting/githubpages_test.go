package hosting_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestGitHubPagesURLPath(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.GitHubPages, hostingtest.Tree{"index.html": "", "page.html": "", "dir/index.html": "", ".nojekyll": ""}.Deployment(nil))
	hostingtest.CheckURLPaths(t, p, map[string]string{"index.html": "", "page.html": "page.html", "dir/index.html": "dir/"})
}

func BenchmarkLinearJekyll(b *testing.B) {
	hostingtest.BenchmarkFiles(b, hostingtest.HostFile{Host: hosting.GitHubPages, Name: "_config.yml"})
}

func TestJekyllSaysWhatToDo(t *testing.T) {
	t.Parallel()
	d := hostingtest.Tree{"guide/_images/a.png": "", "_section/index.html": ""}.Deployment(hostingtest.Tree{})
	d.BuildPath = "docs"
	p := hosting.New(hosting.GitHubPages, d)
	for path, dropped := range map[string]string{
		"/guide/_images/a.png": "guide/_images", "/_section/": "_section", "/_section": "_section", "/nothing": "",
	} {
		want := ""
		if dropped != "" {
			want = `GitHub Pages runs Jekyll, which does not publish "` + dropped + `": add an empty file .nojekyll to the root of the site`
		}
		if diff := cmp.Diff(hosting.Answer{Why: want}, p.Answer(hosting.Request{Path: path})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}
