package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docExample is a run whose output a page of docs shows, between marks with its name.
type docExample struct {
	page, name string
	// files are those of the working directory. In them and in args $OTHER is the origin
	// of an external host, and $SITE that of the served site.
	files map[string]string
	// site is what is served; nil for a directory.
	site http.Handler
	args []string
	// shown is what the page shows for $OTHER.
	shown string
	// only selects the part of the output that the page shows; nil for all of it.
	only *regexp.Regexp
	// status is the exit status of the run.
	status int
}

// docExamples are in the order of the pages.
func docExamples() []docExample {
	first := map[string]string{
		"public/index.html": "<!doctype html>\n<title>Home</title>\n<h1>Welcome</h1>\n<a href=\"guide.html#instal\">Install it</a>\n<a href=\"/about.html\">About us</a>\n",
		"public/guide.html": "<!doctype html>\n<title>Guide</title>\n<h2 id=\"install\">Installation</h2>\n",
	}
	with := func(name, content string) map[string]string {
		files := map[string]string{name: content}
		for name, content := range first {
			files[name] = content
		}
		return files
	}
	const rule = "rules:\n  - match: /about.html # another job deploys this page\n    verdict: ok\n"
	finding := regexp.MustCompile(`(?m)^[✗?→] [a-z-]+  .*\n(?:    .*\n)*`)
	notes := regexp.MustCompile(`(?m)^note: .*\n`)
	return []docExample{
		{page: "getting-started", name: "first run", files: first, args: []string{"public"}, status: 1},
		{page: "getting-started", name: "rule", files: with(".linkvet.yml", rule), args: []string{"public"}, status: 1},
		{
			page: "getting-started", name: "unverified", only: finding, shown: "https://other.example", args: []string{"--allow-private", "public"},
			files: map[string]string{"public/index.html": "<!doctype html>\n<a href=\"$OTHER/status/403\">Members</a>\n"},
		},
		{
			page: "suggestions", name: "page", only: finding, args: []string{"public"}, status: 1,
			files: map[string]string{
				"public/index.html":              "<!doctype html>\n<a href=\"/guide/instalation.html\">Install it</a>\n",
				"public/guide/installation.html": "<!doctype html>\n<title>Installation</title>\n",
			},
		},
		{
			page: "soft-404", name: "same answer", only: finding, args: []string{"$SITE/"}, status: 1,
			site: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/":
					page(w, `<h1>Welcome</h1> <p>We sell tea.</p> <a href="/tea">Tea</a> <a href="/coffee">Coffee</a>`)
				case "/tea":
					page(w, "<h1>Tea</h1> <p>Green, black and white.</p>")
				default:
					page(w, "<h1>Sorry</h1> <p>This page is not here any more.</p>")
				}
			}),
		},
		{
			page: "hosting", name: "auto", only: notes, args: []string{"public"},
			files: map[string]string{"public/index.html": "<h1>Home</h1>", "netlify.toml": ""},
		},
		{
			page: "hosting", name: "equal signs", only: notes, args: []string{"public"},
			files: map[string]string{"public/index.html": "<h1>Home</h1>", "netlify.toml": "", "vercel.json": "{}"},
		},
		{
			page: "site-url", name: "above the base path", shown: "https://example.com", only: finding, args: []string{"--allow-private", "--site-url=$OTHER/docs/", "public"}, status: 1,
			files: map[string]string{"public/index.html": "<a href=\"/guide/\">Guide</a>\n", "public/guide/index.html": "<h1>Guide</h1>"},
		},
		{
			page: "site-url", name: "inferred", only: notes, args: []string{"--external=false", "public"},
			files: map[string]string{
				"public/index.html":       `<link rel="canonical" href="https://owner.github.io/docs/"><a href="guide/">Guide</a>`,
				"public/guide/index.html": `<link rel="canonical" href="https://owner.github.io/docs/guide/"><a href="../">Home</a>`,
			},
		},
	}
}

// play returns what the program prints on standard output.
func (e docExample) play(t *testing.T, other string) string {
	t.Helper()
	dir, site := t.TempDir(), ""
	if e.site != nil {
		server := httptest.NewServer(e.site)
		t.Cleanup(server.Close)
		site = server.URL
	}
	fill := strings.NewReplacer("$OTHER", other, "$SITE", site).Replace
	for name, content := range e.files {
		put(t, dir, name, fill(content))
	}
	var args []string
	for _, arg := range e.args {
		args = append(args, fill(arg))
	}
	cmd := exec.CommandContext(t.Context(), "linkvet", args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != e.status {
		t.Errorf("%s, %s: exit status %d, want %d:\n%s", e.page, e.name, got, e.status, out)
	}
	text := string(out)
	if e.only != nil {
		text = strings.Join(e.only.FindAllString(text, -1), "")
	}
	if text == "" {
		t.Fatalf("%s, %s: the program prints nothing to show:\n%s", e.page, e.name, out)
	}
	text = strings.ReplaceAll(text, other, e.shown)
	if site != "" {
		text = strings.ReplaceAll(text, site, "https://www.example.com")
	}
	return text
}

// TestDocsShowWhatTheProgramPrints holds the examples of docs to what the program prints,
// but for the time that it takes.
func TestDocsShowWhatTheProgramPrints(t *testing.T) {
	t.Parallel()
	other := httptest.NewServer(faulty())
	t.Cleanup(other.Close)
	want := map[string]map[string]string{}
	for _, e := range docExamples() {
		if want[e.page] == nil {
			want[e.page] = map[string]string{}
		}
		want[e.page][e.name] = "```text\n" + e.play(t, other.URL) + "```\n"
	}
	for page, examples := range want {
		file := filepath.Join("docs", page+".md")
		source := read(t, file)
		var names []string
		fresh := exampleBlock.ReplaceAllStringFunc(source, func(block string) string {
			m := exampleBlock.FindStringSubmatch(block)
			names = append(names, m[1])
			if settled(m[2]) == settled(examples[m[1]]) {
				return block
			}
			return fmt.Sprintf("<!-- example: %s -->\n%s<!-- /example -->\n", m[1], examples[m[1]])
		})
		var all []string
		for name := range examples {
			all = append(all, name)
		}
		slices.Sort(all)
		slices.Sort(names)
		if diff := cmp.Diff(all, names); diff != "" {
			t.Errorf("examples of %s (-want +got):\n%s", file, diff)
			continue
		}
		if fresh == source {
			continue
		}
		if !*update {
			t.Errorf("%s, run this test with -update (-want +got):\n%s", file, cmp.Diff(fresh, source))
			continue
		}
		if err := os.WriteFile(file, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
