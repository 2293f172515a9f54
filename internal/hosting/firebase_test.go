package hosting_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/testutil/hostingtest"
)

func TestFirebasePlainly(t *testing.T) {
	t.Parallel()
	firebaseFile.CheckPlainly(t, `{"hosting": {"rewrites": [{"source": "**", "destination": "/index.html"}], "trailingSlash": true}}`,
		`{"hosting": {"ignore": ["**/.*"]}}`, `{"hosting": {"redirects": [{"source": "/a", "destination": "/b"}]}}`, `{"hosting": {"cleanUrls": true}}`, `{"hosting": {"trailingSlash": false}}`)
}

func TestFirebaseURLPath(t *testing.T) {
	t.Parallel()
	firebaseFile.CheckPaths(t, map[string]string{
		`{"hosting": {}}`:                                          " page.html dir/ style.css LICENSE",
		`{"hosting": {"cleanUrls": true}}`:                         " page dir/ style.css LICENSE",
		`{"hosting": {"trailingSlash": false}}`:                    " page.html dir style.css LICENSE",
		`{"hosting": {"trailingSlash": true}}`:                     " page.html dir/ style.css LICENSE",
		`{"hosting": {"cleanUrls": true, "trailingSlash": true}}`:  " page/ dir/ style.css LICENSE",
		`{"hosting": {"cleanUrls": true, "trailingSlash": false}}`: " page dir style.css LICENSE",
	})
}

// TestFirebaseUnknown expects the profile to believe links that a program, or a rule that linkvet
// cannot read, may make work.
func TestFirebaseUnknown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name       string
		repository hostingtest.Tree
		path, want string
	}{
		{name: "framework", repository: hostingtest.Tree{firebaseFile.Name: `{"hosting": {"source": "."}}`}, path: "/x", want: "404 or unknown"},
		{name: "negated group", repository: hostingtest.Tree{firebaseFile.Name: `{"hosting": {"rewrites": [{"source": "/!(a)", "destination": "/index.html"}]}}`}, path: "/x", want: "404 or 200 index.html"},
		{name: "captures of a glob", repository: hostingtest.Tree{firebaseFile.Name: `{"hosting": {"redirects": [{"source": "/{a,b}/*", "destination": "/:x"}]}}`}, path: "/a/x", want: "unknown"},
	} {
		p := hosting.New(hosting.Firebase, hostingtest.Tree{"index.html": ""}.Deployment(test.repository))
		if got := hostingtest.Ask(p, test.path); got != test.want {
			t.Errorf("%s: %s: got %q, want %q", test.name, test.path, got, test.want)
		}
	}
}

// TestSiteByOtherPath expects the site of a directory that is given by another way to it.
func TestSiteByOtherPath(t *testing.T) {
	t.Parallel()
	d := hostingtest.Tree{"index.html": ""}.Deployment(hostingtest.Tree{firebaseFile.Name: `{"hosting": [{"public": "dist/a"}, {"public": "./dist/b/", "cleanUrls": true}]}`})
	inside := d.Deployed
	d.Deployed = func(name string) *hosting.Source {
		source := inside(name)
		if source != nil {
			source.Name = "/home/site/dist/b/" + name
		}
		return source
	}
	if p := hosting.New(hosting.Firebase, d); p.URLPath("page.html") != "page" {
		t.Errorf("no site was found: %+v", p.Faults())
	}
}

// TestFirebaseSettings compares what rules answer that the tables of this package do not have.
func TestFirebaseSettings(t *testing.T) {
	t.Parallel()
	for settings, want := range map[string]map[string]string{
		`"redirects": [{"glob": "/old/*", "destination": "/new"}]`:                    {"/old/x": "301 /new", "/old/x/y": "404"},
		`"redirects": [{"source": "/old/:a", "destination": "/new/:a"}]`:              {"/old/x": "301 /new/x", "/OLD/x": "301 /new/x", "/old/x/y": "404"},
		`"redirects": [{"source": "/x/../old", "destination": "/new"}]`:               {"/old": "301 /new", "/x/../old": "404"},
		`"redirects": [{"source": "/aä/:b", "destination": "/new/:b"}]`:               {"/aä/x": "301 /new/x", "/AÄ/x": "301 /new/x", "/bä/y": "404"},
		`"redirects": [{"source": "/old", "destination": "https://example.com:80/"}]`: {"/old": "301 https://example.com:80/"},
		`"redirects": [{"source": "/old", "destination": "/a-:b"}]`:                   {"/old": "301 /a-:b"},
		`"redirects": [{"regex": "old", "destination": "/new"}]`:                      {"/x/older": "404 or 301 /new", "/new": "404"},
		`"rewrites": [{"source": "/x", "destination": "/a"}]`:                         {"/x": "200 a.html"},
		`"rewrites": [{"source": "/x", "destination": "/"}]`:                          {"/x": "200 index.html"},
		`"rewrites": [{"source": "/l/**", "dynamicLinks": true}]`:                     {"/l/x": "unknown", "/x": "404"},
		`"rewrites": [{"source": "!/docs/**", "destination": "/a.html"}]`:             {"/x": "200 a.html", "/docs/x": "404"},
	} {
		hostingtest.CheckAnswers(t, firebaseFile.With(`{"hosting": {`+settings+`}}`), want)
	}
}

// TestIgnoredFiles expects files that are not deployed to be missing.
func TestIgnoredFiles(t *testing.T) {
	t.Parallel()
	p := hosting.New(hosting.Firebase, hostingtest.Tree{"index.html": "", "a.html": "", "notes/a.html": "", ".hidden/a.html": ""}.Deployment(hostingtest.Tree{
		firebaseFile.Name: `{"hosting": {"ignore": ["notes/**", "**/.*/**"]}}`,
	}))
	hostingtest.CheckAnswers(t, p, map[string]string{"/": "200 index.html", "/a.html": "200 a.html", "/notes/a.html": "404", "/.hidden/a.html": "404"})
}

func FuzzFirebaseSettings(f *testing.F) {
	hostingtest.FuzzSettings(f, firebaseFile,
		`{"hosting": {"cleanUrls": true, "trailingSlash": false, "ignore": ["**/.*"], "redirects": [{"source": "/a/:b*", "destination": "/c/:b*", "type": 302}]}}`,
		`{"hosting": [{"public": "public", "rewrites": [{"source": "!/@(a|b)/**", "destination": "/page.html"}, {"source": "/f", "function": "f"}]}, {}]}`,
		`{"hosting": {"redirects": [{"regex": "/a/(?P<b>.+)", "destination": "https://example.com/:b"}, {"source": "/x{,/**}/[a-z]?", "destination": "y"}]} /* c */,}`)
}

func BenchmarkLinearFirebase(b *testing.B) { hostingtest.BenchmarkFiles(b, firebaseFile) }

// TestFirebaseOtherRulesCostLittle asks for a path that no rule is for. Rules that begin in another
// way cost little, and rules that hold another text cost little.
func TestFirebaseOtherRulesCostLittle(t *testing.T) {
	t.Parallel()
	firebaseFile.CheckEffort(t, hostingtest.List(`{"hosting":{"redirects":[`, `{"source":"/x%d/**/{a,b}*","destination":"/y","type":301},`), 10)
	firebaseFile.CheckEffort(t, hostingtest.List(`{"hosting":{"redirects":[`, `{"source":"/**/x%d/*","destination":"/y","type":301},`), 20)
}

// TestFirebaseAlikeRulesSpendTheEffort has rules without a text that a path must contain.
func TestFirebaseAlikeRulesSpendTheEffort(t *testing.T) {
	t.Parallel()
	firebaseFile.CheckSpent(t, `{"hosting":{"redirects":[`+strings.Repeat(`{"source":"/**/{x,y}*/**/{x,y}*","destination":"/y","type":301},`, 3000)+`{"source":"/c","destination":"/d","type":301}]}}`)
}

var firebaseFile = hostingtest.HostFile{Host: hosting.Firebase, Name: "firebase.json"}

// TestFirebaseFaults compares what the profile says about its file, and the destinations of its
// rules.
// TestFirebaseBounds expects what would take much memory or time to be left out, and files and links then to count.
func TestFirebaseBounds(t *testing.T) {
	t.Parallel()
	site := hostingtest.Tree{"index.html": "", "a.html": ""}
	p := hosting.New(hosting.Firebase, site.Deployment(hostingtest.Tree{"firebase.json": `{"hosting":{` +
		`"ignore":[` + strings.Repeat(`"x",`, 1000) + `"a.html"],"rewrites":[{"regex":"` + strings.Repeat("/b{1000}", 100) + `","destination":"/index.html"}]}}`}))
	if got := hostingtest.Ask(p, "/a.html"); got != "200 a.html" {
		t.Errorf("a file that is perhaps ignored: %s", got)
	}
	if got := hostingtest.Ask(p, "/b"); got != "404 or 200 index.html" {
		t.Errorf("a link that a rule may be for: %s", got)
	}
	if got := hostingtest.Faults(p); len(got) != 2 {
		t.Errorf("faults: %q", got)
	}
}

func TestFirebaseFaults(t *testing.T) {
	t.Parallel()
	for _, test := range []hostingtest.FaultTest{
		{Name: "other sites", Repository: hostingtest.Tree{"firebase.json": "{\"hosting\":\n[{\"public\": \"a\"}, {\"public\": \"b\"}]}"}, Faults: []string{"firebase.json:2 no entry"}},
		{Name: "rules", Repository: hostingtest.Tree{"firebase.json": "{\"hosting\": {\"ignore\": \"!(a)/!(b)\", \"i18n\": {\"root\": \"/x\"}, \"source\": \".\",\n\"redirects\": [{\"source\": \"/a\"},\n{\"destination\": \"/b\"},\n{\"source\": \"/a\", \"regex\": \"/a\", \"destination\": \"/b\"},\n{\"regex\": \"/(?!a)\", \"destination\": \"/b\"},\n{\"regex\": \"/(\", \"destination\": \"/b\"},\n{\"source\": \"/a\", \"destination\": \"/b\", \"type\": 200},\n{\"source\": \"/x!(a)\", \"destination\": \"/b\"},\n{\"source\": \"/:a\", \"destination\": \"/:b\"}],\n\"rewrites\": [{\"source\": \"/a\"}, {\"source\": \"/a\", \"destination\": \"/index.html\"}, {\"source\": \"/a\", \"destination\": \"/no\"}]}}"}, Faults: []string{
			"firebase.json:1 cannot read the pattern \"!(a)/!(b)\"",
			"firebase.json:1 i18n",
			"firebase.json:1 framework",
			"firebase.json:8 cannot read the pattern",
		}, Rules: []string{"firebase.json:8:38 /b literal", "firebase.json:10:65 /index.html", "firebase.json:10:113 /no literal"}},
	} {
		test.Check(t, hosting.Firebase)
	}
}
