package githubpages

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/hostingtest"
)

// TestRunsJekyll holds that nothing is called unpublished unless it is certain.
func TestRunsJekyll(t *testing.T) {
	t.Parallel()
	const workflow = ".github/workflows/site.yml"
	for name, test := range map[string]struct {
		place              string
		public, repository hostingtest.Tree
		want               jekyllUse
	}{
		"the folder docs":                     {"docs", hostingtest.Tree{}, hostingtest.Tree{}, jekyllRuns},
		"the top":                             {".", hostingtest.Tree{}, hostingtest.Tree{}, jekyllRuns},
		"another folder":                      {"public", hostingtest.Tree{}, hostingtest.Tree{}, jekyllPerhaps},
		"a folder docs further down":          {"web/docs", hostingtest.Tree{}, hostingtest.Tree{}, jekyllPerhaps},
		"no repository":                       {"", hostingtest.Tree{}, hostingtest.Tree{}, jekyllPerhaps},
		"a folder docs that is built":         {"docs", hostingtest.Tree{}, hostingtest.Tree{".gitignore": "/node_modules\n/docs/\n"}, jekyllPerhaps},
		".gitignore with other folders":       {"docs", hostingtest.Tree{}, hostingtest.Tree{".gitignore": "docs/_build\n"}, jekyllRuns},
		".nojekyll":                           {"docs", hostingtest.Tree{".nojekyll": ""}, hostingtest.Tree{}, jekyllNever},
		"an artifact":                         {"docs", hostingtest.Tree{}, hostingtest.Tree{workflow: "- uses: actions/upload-pages-artifact@v3\n"}, jekyllNever},
		"an artifact in another folder":       {"public", hostingtest.Tree{}, hostingtest.Tree{workflow: "- uses: actions/deploy-pages@v4\n"}, jekyllNever},
		"an action that adds .nojekyll":       {"docs", hostingtest.Tree{}, hostingtest.Tree{workflow: "- uses: peaceiris/actions-gh-pages@v4\n"}, jekyllNever},
		"an action that is told not to":       {"docs", hostingtest.Tree{}, hostingtest.Tree{workflow: "- uses: peaceiris/actions-gh-pages@v4\n  with: {enable_jekyll: true}\n"}, jekyllPerhaps},
		"an action of unknown ways":           {"docs", hostingtest.Tree{}, hostingtest.Tree{workflow: "- uses: someone/publish-to-gh-pages@v1\n"}, jekyllPerhaps},
		"Jekyll in a workflow":                {"docs", hostingtest.Tree{}, hostingtest.Tree{workflow: "- uses: actions/jekyll-build-pages@v1\n- uses: actions/deploy-pages@v4\n"}, jekyllPerhaps},
		"a workflow about something else":     {"docs", hostingtest.Tree{}, hostingtest.Tree{workflow: "- run: go test ./...\n"}, jekyllRuns},
		"a script that publishes":             {"docs", hostingtest.Tree{}, hostingtest.Tree{"package.json": `{"scripts": {"deploy": "gh-pages -d docs"}}`}, jekyllPerhaps},
		"a script that adds .nojekyll":        {".", hostingtest.Tree{"Makefile": "\ttouch docs/.nojekyll\n"}, hostingtest.Tree{}, jekyllPerhaps},
		"a configuration that cannot be read": {"docs", hostingtest.Tree{"_config.yml": "include: {"}, hostingtest.Tree{}, jekyllPerhaps},
		"a configuration of other types":      {"docs", hostingtest.Tree{"_config.yml": "include: [[a]]"}, hostingtest.Tree{}, jekyllPerhaps},
		"a pattern that is none":              {"docs", hostingtest.Tree{"_config.yml": "exclude: ['[']"}, hostingtest.Tree{}, jekyllPerhaps},
		"a pattern of everything":             {"docs", hostingtest.Tree{"_config.yml": "exclude: ['/']"}, hostingtest.Tree{}, jekyllPerhaps},
		"a configuration of other things":     {"docs", hostingtest.Tree{"_config.yml": "title: x\nplugins: [a]\n"}, hostingtest.Tree{}, jekyllRuns},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := test.public.Deployment(test.repository)
			d.BuildPath = test.place
			if got := newJekyll(d).runs; got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
			if got := New(d).Plainly(); got != (test.want != jekyllRuns) {
				t.Errorf("plainly is %t", got)
			}
		})
	}
}

func TestJekyllSaysWhatToDo(t *testing.T) {
	t.Parallel()
	d := hostingtest.Tree{"guide/_images/a.png": "", "_section/index.html": ""}.Deployment(hostingtest.Tree{})
	d.BuildPath = "docs"
	p := New(d)
	for path, dropped := range map[string]string{
		"/guide/_images/a.png": "guide/_images", "/_section/": "_section", "/_section": "_section", "/nothing": "",
	} {
		want := ""
		if dropped != "" {
			want = `Jekyll, which GitHub Pages runs, does not publish "` + dropped + `": add an empty file .nojekyll at the top of the site`
		}
		if diff := cmp.Diff(hosting.Answer{Why: want}, p.Answer(hosting.Request{Path: path})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func FuzzJekyllConfiguration(f *testing.F) {
	f.Add("include: [_a, '.b*']\nexclude: [c/]\n", "_a/b/c")
	f.Add("include:\n- '['\n", "~a")
	f.Fuzz(func(t *testing.T, config, name string) {
		j := jekyll{}
		if !j.configure(&hosting.Source{Data: []byte(config)}) || !validName(name) {
			return
		}
		if dropped := j.drops(name); dropped != "" && dropped != name && !hasPrefixPath(name, dropped) {
			t.Errorf("%q is not on the path of %q", dropped, name)
		}
	})
}

// validName reports whether name is one that Files can have.
func validName(name string) bool { return name != "." && fs.ValidPath(name) }

// hasPrefixPath reports whether dir is a directory on the path of name.
func hasPrefixPath(name, dir string) bool { return strings.HasPrefix(name, dir+"/") }
