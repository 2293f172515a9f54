package hosting

import (
	"io/fs"
	"path"
	"strings"
	"testing"
)

// TestRoutesOfFiles compares which paths a file of code below functions answers.
func TestRoutesOfFiles(t *testing.T) {
	t.Parallel()
	for file, test := range map[string]struct{ match, other string }{
		"a.js":             {match: "/a /a/", other: "/ /a/b /ab"},
		"index.ts":         {match: "/", other: "/index /a"},
		"a/index.jsx":      {match: "/a /a/", other: "/ /a/index"},
		"a/[id].mts":       {match: "/a/x /a/x/", other: "/a /a/x/y"},
		"[id]/b.js":        {match: "/x/b", other: "/b /x/y/b"},
		"a/[[rest]].tsx":   {match: "/a /a/x /a/x/y", other: "/ /ab"},
		"_middleware.js":   {match: "/ /a /a/b"},
		"a/_middleware.js": {match: "/a /a/b", other: "/ /b"},
		"a.b.js":           {match: "/a.b", other: "/axb"},
		"a.json":           {other: "/a /"},
	} {
		var f cloudflare
		f.addFile(strings.Split(file, "/"))
		compare(t, file, f.mayCompute, test.match, test.other)
	}
}

// compare expects some paths to match, and others not.
func compare(t *testing.T, name string, match func(path string) bool, matching, other string) {
	t.Helper()
	for want, paths := range map[bool]string{true: matching, false: other} {
		for path := range strings.FieldsSeq(paths) {
			if match(path) != want {
				t.Errorf("%s matches %s: %t", name, path, !want)
			}
		}
	}
}

func TestWildcards(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, match, other string }{
		{text: "/a", match: "/a", other: "/a/ /A /a/b /"},
		{text: "a", match: "/a", other: "a"},
		{text: "/a/index.html", match: "/a/index.html /a /a/", other: "/ /a/b"},
		{text: "/a/*", match: "/a/ /a/b /a/b/c", other: "/a /ab"},
		{text: "/a*", match: "/a /ab /a/b", other: "/b"},
		{text: "*", match: "/ /a/b"},
		{text: "/a/*.png", match: "/a/b.png /a/b/c.png", other: "/a/b.jpg /b.png /a/png"},
		{text: "/a/*.{png, jpg}", match: "/a/b.png /a/b.jpg", other: "/a/b.gif /a/b"},
		{text: "*.css", match: "/a.css /a/b.css", other: "/a.css/"},
	} {
		p, ok := azureSource(test.text)
		if !ok {
			t.Fatal(test.text)
		}
		for want, paths := range map[bool]string{true: test.match, false: test.other} {
			for path := range strings.FieldsSeq(paths) {
				if _, sure := p.match(path, nil); (sure == always) != want {
					t.Errorf("%s matches %s: %t", test.text, path, !want)
				}
			}
		}
	}
	for _, text := range []string{"", "/a*b", "/*/b", "/*/b/*", "/a*.", "/a*.{png", "/a*.{png,}", "/a*.{p/g}", "/a*.png/", "/a*.{{a},b}"} {
		if _, ok := azureSource(text); ok {
			t.Errorf("%q was read", text)
		}
	}
	if _, ok := azureSource("/a/*.tar.gz"); !ok {
		t.Error("an extension of two parts was not read")
	}
}

// TestRunsJekyll expects Jekyll to be assumed only where it is certain.
func TestRunsJekyll(t *testing.T) {
	t.Parallel()
	const workflow = ".github/workflows/site.yml"
	for name, test := range map[string]struct {
		place              string
		public, repository map[string]string
		want               jekyllUse
	}{
		"the folder docs":                     {place: "docs", public: map[string]string{}, repository: map[string]string{}, want: jekyllRuns},
		"the top":                             {place: ".", public: map[string]string{}, repository: map[string]string{}, want: jekyllRuns},
		"another folder":                      {place: "public", public: map[string]string{}, repository: map[string]string{}, want: jekyllPerhaps},
		"a folder docs further down":          {place: "web/docs", public: map[string]string{}, repository: map[string]string{}, want: jekyllPerhaps},
		"no repository":                       {place: "", public: map[string]string{}, repository: map[string]string{}, want: jekyllPerhaps},
		"a folder docs that is built":         {place: "docs", public: map[string]string{}, repository: map[string]string{".gitignore": "/node_modules\n/docs/\n"}, want: jekyllPerhaps},
		".gitignore with other folders":       {place: "docs", public: map[string]string{}, repository: map[string]string{".gitignore": "docs/_build\n"}, want: jekyllRuns},
		".nojekyll":                           {place: "docs", public: map[string]string{".nojekyll": ""}, repository: map[string]string{}, want: jekyllNever},
		"an artifact":                         {place: "docs", public: map[string]string{}, repository: map[string]string{workflow: "- uses: actions/upload-pages-artifact@v3\n"}, want: jekyllNever},
		"an artifact in another folder":       {place: "public", public: map[string]string{}, repository: map[string]string{workflow: "- uses: actions/deploy-pages@v4\n"}, want: jekyllNever},
		"an action that adds .nojekyll":       {place: "docs", public: map[string]string{}, repository: map[string]string{workflow: "- uses: peaceiris/actions-gh-pages@v4\n"}, want: jekyllNever},
		"an action that is told not to":       {place: "docs", public: map[string]string{}, repository: map[string]string{workflow: "- uses: peaceiris/actions-gh-pages@v4\n  with: {enable_jekyll: true}\n"}, want: jekyllPerhaps},
		"an action of unknown ways":           {place: "docs", public: map[string]string{}, repository: map[string]string{workflow: "- uses: someone/publish-to-gh-pages@v1\n"}, want: jekyllPerhaps},
		"Jekyll in a workflow":                {place: "docs", public: map[string]string{}, repository: map[string]string{workflow: "- uses: actions/jekyll-build-pages@v1\n- uses: actions/deploy-pages@v4\n"}, want: jekyllPerhaps},
		"a workflow about something else":     {place: "docs", public: map[string]string{}, repository: map[string]string{workflow: "- run: go test ./...\n"}, want: jekyllRuns},
		"a script that publishes":             {place: "docs", public: map[string]string{}, repository: map[string]string{"package.json": `{"scripts": {"deploy": "gh-pages -d docs"}}`}, want: jekyllPerhaps},
		"a script that adds .nojekyll":        {place: ".", public: map[string]string{"Makefile": "\ttouch docs/.nojekyll\n"}, repository: map[string]string{}, want: jekyllPerhaps},
		"a configuration that cannot be read": {place: "docs", public: map[string]string{"_config.yml": "include: {"}, repository: map[string]string{}, want: jekyllPerhaps},
		"a configuration of other types":      {place: "docs", public: map[string]string{"_config.yml": "include: [[a]]"}, repository: map[string]string{}, want: jekyllPerhaps},
		"a pattern that is none":              {place: "docs", public: map[string]string{"_config.yml": "exclude: ['[']"}, repository: map[string]string{}, want: jekyllPerhaps},
		"a pattern of everything":             {place: "docs", public: map[string]string{"_config.yml": "exclude: ['/']"}, repository: map[string]string{}, want: jekyllPerhaps},
		"a configuration of other things":     {place: "docs", public: map[string]string{"_config.yml": "title: x\nplugins: [a]\n"}, repository: map[string]string{}, want: jekyllRuns},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := deploymentOf(test.public, test.repository)
			d.BuildPath = test.place
			p, got := newGitHubPages(d), jekyllPerhaps
			switch {
			case p.missing == nil:
				got = jekyllNever
			case !p.Plainly():
				got = jekyllRuns
			}
			if got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
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

// validName reports whether name is one that Files can have.
func validName(name string) bool { return name != "." && fs.ValidPath(name) }

// hasPrefixPath reports whether dir is a directory on the path of name.
func hasPrefixPath(name, dir string) bool { return strings.HasPrefix(name, dir+"/") }

// deploymentOf returns a deployment of files by name, as hostingtest does, which cannot be
// imported here.
func deploymentOf(public, repository map[string]string) Deployment {
	read := func(files map[string]string, name string) *Source {
		if text, ok := files[name]; ok {
			return &Source{Name: name, Data: []byte(text)}
		}
		return nil
	}
	return Deployment{
		Deployed: func(name string) *Source { return read(public, name) },
		InRepository: func(pattern string) (sources []*Source) {
			for name := range repository {
				if ok, _ := path.Match(pattern, name); ok {
					sources = append(sources, read(repository, name))
				}
			}
			return sources
		},
	}
}
