package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseTable(t *testing.T) {
	t.Parallel()
	got, err := parseTable([]byte(`# A table.
/ => 200 index.html
/a b?q=1 => 301 /c or 200 d.html

# differs: the emulator
# is wrong
/x => 404
# not about a difference
/y => 404
# differs: forgotten behind an empty line

/z => 404
-- public/index.html --
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []row{
		{2, "/", []string{"200 index.html"}, ""},
		{3, "/a b?q=1", []string{"301 /c", "200 d.html"}, ""},
		{7, "/x", []string{"404"}, "the emulator is wrong"},
		{9, "/y", []string{"404"}, ""},
		{12, "/z", []string{"404"}, ""},
	}
	if diff := cmp.Diff(want, got.rows, cmp.AllowUnexported(row{})); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	if len(got.files) != 1 {
		t.Errorf("%d files, want 1", len(got.files))
	}
	if _, err := parseTable([]byte("/ -> 404\n")); err == nil {
		t.Error("took a line for a row that is none")
	}
}

func TestUnpack(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table, err := parseTable([]byte("-- public/a/index.html --\n-- public/_redirects --\n-- public/b.txt --\nhello\n-- rules.toml --\nx = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	names, err := table.unpack(dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"a/index.html": "a/index.html", "": "_redirects", "hello": "b.txt"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	for name, want := range map[string]string{
		"public/a/index.html": "a/index.html", "public/_redirects": "", "public/b.txt": "hello\n", "rules.toml": "x = 1\n",
	} {
		if got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name))); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
		}
	}
	table, err = parseTable([]byte("-- public/a --\nsame\n-- public/b --\nsame\n"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.unpack(t.TempDir()); err == nil {
		t.Error("took two files that cannot be told from another")
	}
}

func TestGet(t *testing.T) {
	t.Parallel()
	names := map[string]string{"a b.html": "a b.html"}
	var origin, asked string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.RequestURI
		switch r.URL.Path {
		case "/a b.html":
			_, _ = w.Write([]byte("a b.html\n"))
		case "/unknown":
			_, _ = w.Write([]byte("<p>"))
		case "/own":
			w.Header().Set("Location", origin+"/x?q#f")
			w.WriteHeader(http.StatusFound)
		case "/local":
			w.Header().Set("Location", strings.Replace(origin, "127.0.0.1", "localhost", 1))
			w.WriteHeader(http.StatusMovedPermanently)
		case "/away":
			w.Header().Set("Location", "https://example.com/")
			w.WriteHeader(http.StatusMovedPermanently)
		case "/proxied":
			w.Header().Set("Hosting-Diff-Proxy", "https://api.example.com/")
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	origin = server.URL
	for target, want := range map[string]string{
		"/a b.html":   "200 a b.html",
		"/unknown":    `200 with "<p>"`,
		"/own":        "302 /x?q#f",
		"/local":      "301 /",
		"/away":       "301 https://example.com/",
		"/proxied":    "proxy https://api.example.com/",
		"/nothing":    "404",
		"/nothing?q":  "404",
		"//evil.com/": "404",
	} {
		got, err := get(t.Context(), origin, target, names)
		if err != nil || got != want {
			t.Errorf("%s: %q (%v), want %q", target, got, err, want)
		}
	}
	if _, err := get(t.Context(), origin, "//a b?q=%20", names); err != nil || asked != "//a%20b?q=%20" {
		t.Errorf("asked for %q (%v)", asked, err)
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	r := &result{profile: "plain", implementation: "nginx 1"}
	r.add("files", row{1, "/a", []string{"404", "200 a"}, ""}, "200 a")
	r.add("files", row{2, "/b", []string{"404"}, "the host is right"}, "403")
	r.add("files", row{3, "/c", []string{"200 c"}, "the host is right"}, "404")
	var b strings.Builder
	if !write(&b, []*result{r}) {
		t.Error("a difference that is known is not")
	}
	want := `| profile | implementation | rows | equal | differ |
| --- | --- | ---: | ---: | ---: |
| plain | nginx 1 | 3 | 1 | 2 |

| profile | why they differ | expected, and answered |
| --- | --- | --- |
| plain | the host is right | files ` + "`/b`: `404`, `403`<br>files `/c`: `200 c`, `404`" + ` |
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	for name, row := range map[string]row{"unknown": {3, "/c", []string{"200 c"}, ""}, "stale": {4, "/d", []string{"404"}, "no more"}} {
		r := &result{}
		r.add("files", row, "404")
		if write(&b, []*result{r}) {
			t.Errorf("%s: all is said to be known", name)
		}
	}
}

func TestCell(t *testing.T) {
	t.Parallel()
	if got, want := cell("a|b\xe4"), "a\\|b\uFFFD"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPackages(t *testing.T) {
	t.Parallel()
	got := packagesOf("// npm: a@1 @b/c@2\nimport 'a'\n// npm: d@3\n")
	if diff := cmp.Diff([]string{"a@1", "@b/c@2", "d@3"}, got); diff != "" {
		t.Errorf("packages (-want +got):\n%s", diff)
	}
}

// TestTables reads all tables, and starts nothing.
func TestTables(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(hostFolders), "*", "testdata", "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no tables (%v)", err)
	}
	for _, path := range paths {
		table, err := readTable(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := table.unpack(t.TempDir()); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	if !slices.Contains(implemented(), "plain") {
		t.Errorf("plain is not among %q", implemented())
	}
}

func TestCommentOf(t *testing.T) {
	t.Parallel()
	conf := "# before: echo a: b\n# about: this\nevents {}\n"
	if got := commentOf(conf, "before"); got != "echo a: b" {
		t.Errorf("got %q", got)
	}
	if got := commentOf(conf, "version"); got != "" {
		t.Errorf("got %q for none", got)
	}
}

// TestAskLeavesOutWhatNobodyKnows holds that a server of files is not asked for
// what only programs know.
func TestAskLeavesOutWhatNobodyKnows(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(server.Close)
	tab := &table{name: "t", rows: []row{{1, "/a", []string{"404"}, ""}, {2, "/b", []string{"404", "unknown"}, ""}}}
	for _, says := range []bool{false, true} {
		r := &result{}
		if err := r.askAll(t.Context(), server.URL, tab, nil, says); err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{false: 1, true: 2}[says]; r.rows != want {
			t.Errorf("says %t: %d rows, want %d", says, r.rows, want)
		}
	}
}
