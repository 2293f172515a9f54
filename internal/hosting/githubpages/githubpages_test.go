package githubpages

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestURLPath(t *testing.T) {
	t.Parallel()
	p := New(hostingtest.Tree{"index.html": "", "page.html": "", "dir/index.html": "", ".nojekyll": ""}.Deployment(nil))
	hostingtest.CheckURLPaths(t, p, map[string]string{"index.html": "", "page.html": "page.html", "dir/index.html": "dir/"})
}

func TestTables(t *testing.T) {
	t.Parallel()
	hostingtest.Tables(t, Name, New)
}

func BenchmarkLinearFiles(b *testing.B) {
	hostingtest.BenchmarkFiles(b, hostingtest.HostFile{Name: "_config.yml", New: New})
}

// TestRunsJekyll expects Jekyll to be assumed only where it is certain.
func TestRunsJekyll(t *testing.T) {
	t.Parallel()
	const workflow = ".github/workflows/site.yml"
	for name, test := range map[string]struct {
		place              string
		public, repository hostingtest.Tree
		want               jekyllUse
	}{
		"the folder docs":                     {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{}, want: jekyllRuns},
		"the top":                             {place: ".", public: hostingtest.Tree{}, repository: hostingtest.Tree{}, want: jekyllRuns},
		"another folder":                      {place: "public", public: hostingtest.Tree{}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"a folder docs further down":          {place: "web/docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"no repository":                       {place: "", public: hostingtest.Tree{}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"a folder docs that is built":         {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{".gitignore": "/node_modules\n/docs/\n"}, want: jekyllPerhaps},
		".gitignore with other folders":       {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{".gitignore": "docs/_build\n"}, want: jekyllRuns},
		".nojekyll":                           {place: "docs", public: hostingtest.Tree{".nojekyll": ""}, repository: hostingtest.Tree{}, want: jekyllNever},
		"an artifact":                         {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{workflow: "- uses: actions/upload-pages-artifact@v3\n"}, want: jekyllNever},
		"an artifact in another folder":       {place: "public", public: hostingtest.Tree{}, repository: hostingtest.Tree{workflow: "- uses: actions/deploy-pages@v4\n"}, want: jekyllNever},
		"an action that adds .nojekyll":       {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{workflow: "- uses: peaceiris/actions-gh-pages@v4\n"}, want: jekyllNever},
		"an action that is told not to":       {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{workflow: "- uses: peaceiris/actions-gh-pages@v4\n  with: {enable_jekyll: true}\n"}, want: jekyllPerhaps},
		"an action of unknown ways":           {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{workflow: "- uses: someone/publish-to-gh-pages@v1\n"}, want: jekyllPerhaps},
		"Jekyll in a workflow":                {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{workflow: "- uses: actions/jekyll-build-pages@v1\n- uses: actions/deploy-pages@v4\n"}, want: jekyllPerhaps},
		"a workflow about something else":     {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{workflow: "- run: go test ./...\n"}, want: jekyllRuns},
		"a script that publishes":             {place: "docs", public: hostingtest.Tree{}, repository: hostingtest.Tree{"package.json": `{"scripts": {"deploy": "gh-pages -d docs"}}`}, want: jekyllPerhaps},
		"a script that adds .nojekyll":        {place: ".", public: hostingtest.Tree{"Makefile": "\ttouch docs/.nojekyll\n"}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"a configuration that cannot be read": {place: "docs", public: hostingtest.Tree{"_config.yml": "include: {"}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"a configuration of other types":      {place: "docs", public: hostingtest.Tree{"_config.yml": "include: [[a]]"}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"a pattern that is none":              {place: "docs", public: hostingtest.Tree{"_config.yml": "exclude: ['[']"}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"a pattern of everything":             {place: "docs", public: hostingtest.Tree{"_config.yml": "exclude: ['/']"}, repository: hostingtest.Tree{}, want: jekyllPerhaps},
		"a configuration of other things":     {place: "docs", public: hostingtest.Tree{"_config.yml": "title: x\nplugins: [a]\n"}, repository: hostingtest.Tree{}, want: jekyllRuns},
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
			want = `GitHub Pages runs Jekyll, which does not publish "` + dropped + `": add an empty file .nojekyll to the root of the site`
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
