package hosting

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRunsJekyll holds that nothing is called unpublished unless it is certain.
func TestRunsJekyll(t *testing.T) {
	t.Parallel()
	const workflow = ".github/workflows/site.yml"
	for name, test := range map[string]struct {
		place          string
		public, beside tree
		want           jekyllUse
	}{
		"the folder docs":                     {"docs", tree{}, tree{}, jekyllRuns},
		"the top":                             {".", tree{}, tree{}, jekyllRuns},
		"another folder":                      {"public", tree{}, tree{}, jekyllPerhaps},
		"a folder docs further down":          {"web/docs", tree{}, tree{}, jekyllPerhaps},
		"no repository":                       {"", tree{}, tree{}, jekyllPerhaps},
		"a folder docs that is built":         {"docs", tree{}, tree{".gitignore": "/node_modules\n/docs/\n"}, jekyllPerhaps},
		".gitignore with other folders":       {"docs", tree{}, tree{".gitignore": "docs/_build\n"}, jekyllRuns},
		".nojekyll":                           {"docs", tree{".nojekyll": ""}, tree{}, jekyllNever},
		"an artifact":                         {"docs", tree{}, tree{workflow: "- uses: actions/upload-pages-artifact@v3\n"}, jekyllNever},
		"an artifact in another folder":       {"public", tree{}, tree{workflow: "- uses: actions/deploy-pages@v4\n"}, jekyllNever},
		"an action that adds .nojekyll":       {"docs", tree{}, tree{workflow: "- uses: peaceiris/actions-gh-pages@v4\n"}, jekyllNever},
		"an action that is told not to":       {"docs", tree{}, tree{workflow: "- uses: peaceiris/actions-gh-pages@v4\n  with: {enable_jekyll: true}\n"}, jekyllPerhaps},
		"an action of unknown ways":           {"docs", tree{}, tree{workflow: "- uses: someone/publish-to-gh-pages@v1\n"}, jekyllPerhaps},
		"Jekyll in a workflow":                {"docs", tree{}, tree{workflow: "- uses: actions/jekyll-build-pages@v1\n- uses: actions/deploy-pages@v4\n"}, jekyllPerhaps},
		"a workflow about something else":     {"docs", tree{}, tree{workflow: "- run: go test ./...\n"}, jekyllRuns},
		"a script that publishes":             {"docs", tree{}, tree{"package.json": `{"scripts": {"deploy": "gh-pages -d docs"}}`}, jekyllPerhaps},
		"a script that adds .nojekyll":        {".", tree{"Makefile": "\ttouch docs/.nojekyll\n"}, tree{}, jekyllPerhaps},
		"a configuration that cannot be read": {"docs", tree{"_config.yml": "include: {"}, tree{}, jekyllPerhaps},
		"a configuration of other types":      {"docs", tree{"_config.yml": "include: [[a]]"}, tree{}, jekyllPerhaps},
		"a pattern that is none":              {"docs", tree{"_config.yml": "exclude: ['[']"}, tree{}, jekyllPerhaps},
		"a pattern of everything":             {"docs", tree{"_config.yml": "exclude: ['/']"}, tree{}, jekyllPerhaps},
		"a configuration of other things":     {"docs", tree{"_config.yml": "title: x\nplugins: [a]\n"}, tree{}, jekyllRuns},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := test.public.deployment(test.beside)
			d.Place = test.place
			if got := newJekyll(d).runs; got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
			if got := NewGitHubPages(d).Plainly(); got != (test.want != jekyllRuns) {
				t.Errorf("plainly is %t", got)
			}
		})
	}
}

func TestJekyllSaysWhatToDo(t *testing.T) {
	t.Parallel()
	d := tree{"guide/_images/a.png": "", "_section/index.html": ""}.deployment(tree{})
	d.Place = "docs"
	p := NewGitHubPages(d)
	for path, dropped := range map[string]string{
		"/guide/_images/a.png": "guide/_images", "/_section/": "_section", "/_section": "_section", "/nothing": "",
	} {
		want := ""
		if dropped != "" {
			want = `Jekyll, which GitHub Pages runs, does not publish "` + dropped + `": add an empty file .nojekyll at the top of the site`
		}
		if diff := cmp.Diff(Answer{Why: want}, p.Answer(Request{Path: path})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
}

func FuzzJekyllConfiguration(f *testing.F) {
	f.Add("include: [_a, '.b*']\nexclude: [c/]\n", "_a/b/c")
	f.Add("include:\n- '['\n", "~a")
	f.Fuzz(func(t *testing.T, config, name string) {
		j := jekyll{}
		if !j.configure(&Source{Data: []byte(config)}) || !validName(name) {
			return
		}
		if dropped := j.drops(name); dropped != "" && dropped != name && !hasPrefixPath(name, dropped) {
			t.Errorf("%q is not on the path of %q", dropped, name)
		}
	})
}

// validName tells whether name is one that Files can have.
func validName(name string) bool { return name != "." && fs.ValidPath(name) }

// hasPrefixPath tells whether dir is a directory on the path of name.
func hasPrefixPath(name, dir string) bool { return strings.HasPrefix(name, dir+"/") }
