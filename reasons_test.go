package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// reasonsFile shows what the program says of each reason.
const reasonsFile = "docs/reasons.md"

// reasonCase provokes one message, which stands in the reasons' file between
// marks with the name of the case.
type reasonCase struct {
	// name is the reason, and what tells several cases of it apart.
	name string
	// body is that of the one page, in which $OTHER is the origin of another site
	// and $TLS that of one with a certificate that nobody knows.
	body string
	// live is whether the page is served, rather than read from a directory.
	live bool
	args []string
	// limited is whether the run ends by its time limit, after it has asked the other site.
	limited bool
	// files are further ones of the directory.
	files map[string]string
}

// reasonCases are in the order of the file. What needs a name server of its own,
// or a fault of the network that loopback does not have, is in untold.
func reasonCases() []reasonCase {
	page := func(href string) string { return fmt.Sprintf(`<a href="%s">a link</a>`, href) }
	return []reasonCase{
		{name: "not-found", body: `<img src="/assets/logo.png">`},
		{name: "not-found, elsewhere", body: page("$OTHER/status/404")},
		{name: "gone", body: page("$OTHER/status/410")},
		{name: "fragment-not-found", body: page("guide.html#linux"), files: map[string]string{"guide.html": `<h2 id="on-linux">`}},
		{name: "fragment-not-found, scripts", body: page("$OTHER/app#install"), args: []string{"--fragments=all"}},
		{name: "directory-without-index", body: page("downloads/"), files: map[string]string{"downloads/a.zip": ""}},
		{name: "case-mismatch", body: page("Guide.html"), files: map[string]string{"guide.html": ""}},
		{name: "invalid-url", body: page("http://localhost:74200/metrics")},
		{name: "redirect-loop", body: page("$OTHER/loop")},
		{name: "too-many-redirects", body: page("$OTHER/hops/0")},
		{name: "tls-invalid", body: page("$TLS/")},
		{name: "http-error", body: page("/status/418"), live: true},
		{name: "http-error, elsewhere", body: page("$OTHER/status/418")},
		{name: "server-error", body: page("/status/500"), live: true},
		{name: "server-error, elsewhere", body: page("$OTHER/status/503")},
		{name: "url-lost", body: page("guide.html"), args: []string{"--compare=old"}, files: map[string]string{"guide.html": "", "../old/index.html": "", "../old/install.html": ""}},
		{
			name: "fragment-lost", body: page("guide.html"), args: []string{"--compare=old", "--compare-fragments"},
			files: map[string]string{"guide.html": `<h2 id="on-linux">`, "../old/index.html": page("guide.html#linux"), "../old/guide.html": `<h2 id="linux">`},
		},
		{name: "connection-refused, elsewhere", body: page("http://127.0.0.1:1/")},
		{name: "rate-limited", body: page("$OTHER/status/429")},
		{name: "rate-limited, tomorrow", body: page("$OTHER/tomorrow")},
		{name: "blocked", body: page("$OTHER/status/403")},
		{name: "blocked, wall", body: page("$OTHER/wall")},
		{name: "timeout", body: page("$OTHER/never"), args: []string{"--timeout=1s"}},
		{name: "connection-failed", body: page("$OTHER/cut")},
		{name: "not-reached", body: page("$OTHER/never"), limited: true},
		{name: "moved-permanently", body: page("$OTHER/status/301")},
		{name: "moved-temporarily", body: page("$OTHER/status/302"), args: []string{"--redirects=all"}},
		{name: "excluded", body: page("/drafts/a.html"), args: []string{"--exclude=/drafts/**"}},
	}
}

// untold are the reasons that no case provokes: they need a name server, or are only counted.
var untold = []string{"dns-not-found", "dns-temporary", "unsupported-scheme", "private-address", "external-off", "ignored"}

// faulty is a site with what can be wrong with one.
func faulty() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/status/{status}", func(w http.ResponseWriter, r *http.Request) {
		status, err := strconv.Atoi(r.PathValue("status"))
		if err != nil {
			status = http.StatusNotFound
		}
		if status >= 300 && status < 400 {
			w.Header().Set("Location", "/new")
		}
		w.WriteHeader(status)
	})
	mux.HandleFunc("/new", func(w http.ResponseWriter, _ *http.Request) { page(w, "moved") })
	mux.HandleFunc("/app", func(w http.ResponseWriter, _ *http.Request) {
		page(w, `<div id="root"></div><script src="/app.js"></script>`)
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/loop", http.StatusFound) })
	mux.HandleFunc("/hops/{n}", func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(r.PathValue("n"))
		http.Redirect(w, r, "/hops/"+strconv.Itoa(n+1), http.StatusFound)
	})
	mux.HandleFunc("/tomorrow", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "86400")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	mux.HandleFunc("/wall", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cf-Mitigated", "challenge")
		w.WriteHeader(http.StatusForbidden)
	})
	mux.HandleFunc("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/cut", func(w http.ResponseWriter, _ *http.Request) {
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			// A reset, and not the end of what was said.
			_ = conn.(*net.TCPConn).SetLinger(0)
			_ = conn.Close()
		}
	})
	return mux
}

// reasonStage is where the cases are played.
type reasonStage struct {
	other, tls *httptest.Server
	// asked counts the requests to the other site.
	asked atomic.Int64
}

func newReasonStage(t *testing.T) *reasonStage {
	t.Helper()
	s := &reasonStage{tls: httptest.NewUnstartedServer(faulty())}
	other := faulty()
	s.other = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		other.ServeHTTP(w, r)
	}))
	s.tls.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that fail
	s.tls.StartTLS()
	t.Cleanup(s.other.Close)
	t.Cleanup(s.tls.Close)
	return s
}

// play returns what the program says of a case: the finding, or what it counts
// as skipped.
func (s *reasonStage) play(t *testing.T, c reasonCase) string {
	t.Helper()
	body := strings.NewReplacer("$OTHER", s.other.URL, "$TLS", s.tls.URL).Replace(c.body)
	dir, target := t.TempDir(), "public"
	put(t, dir, "public/index.html", "<!doctype html>\n"+body+"\n")
	for name, content := range c.files {
		put(t, dir, "public/"+name, content)
	}
	siteURL := ""
	if c.live {
		mux := http.NewServeMux()
		mux.Handle("/status/", faulty())
		mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) { page(w, body) })
		server := httptest.NewServer(mux)
		t.Cleanup(server.Close)
		siteURL, target = server.URL, server.URL+"/"
	}
	text := s.print(t, c, dir, target)
	for _, origin := range []struct{ found, shown string }{
		{found: s.other.URL, shown: "https://other.example"},
		{found: s.tls.URL, shown: "https://other.example"},
		{found: "http://127.0.0.1:1", shown: "https://other.example"},
		{found: siteURL, shown: "https://www.example"},
		{found: hostOf(s.tls), shown: "other.example"},
	} {
		if origin.found != "" {
			text = strings.ReplaceAll(text, origin.found, origin.shown)
		}
	}
	reason, _, _ := strings.Cut(c.name, ",")
	said := regexp.MustCompile(`(?m)^[✗?→] ` + reason + `  .*\n(?:    .*\n)*|\d+ skipped \(.*\b` + reason + `\b.*\)`).FindString(text)
	if said == "" {
		t.Fatalf("%s: the program says nothing of it:\n%s", c.name, text)
	}
	return strings.TrimSuffix(said, "\n") + "\n"
}

// print runs the program for a case and returns what it prints.
func (s *reasonStage) print(t *testing.T, c reasonCase, dir, target string) (text string) {
	t.Helper()
	livetest.Within(t, time.Second, func(limit time.Duration) (inTime bool) {
		args := slices.Concat([]string{"--allow-private", "--retries=0"}, c.args, []string{target})
		if c.limited {
			args = append(args, "--time-limit="+limit.String())
		}
		asked := s.asked.Load()
		cmd := exec.CommandContext(t.Context(), "linkvet", args...)
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		text = string(out)
		return !c.limited || s.asked.Load() > asked
	})
	return text
}

// hostOf is the host and port of a server, as a message may name it.
func hostOf(s *httptest.Server) string {
	_, host, _ := strings.Cut(s.URL, "://")
	return host
}

// put writes a file, with the directories above it.
func put(t *testing.T, dir, name, content string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// exampleBlock is what stands between the marks for one case.
var exampleBlock = regexp.MustCompile("(?s)<!-- example: ([^>]*) -->\n(.*?)<!-- /example -->\n")

// TestReasonsAreShownAsTheProgramSaysThem holds docs/reasons.md to what the
// program prints when each reason is provoked.
func TestReasonsAreShownAsTheProgramSaysThem(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(reasonsFile)
	if err != nil {
		t.Fatal(err)
	}
	stage := newReasonStage(t)
	want := map[string]string{}
	for _, c := range reasonCases() {
		want[c.name] = "```text\n" + stage.play(t, c) + "```\n"
	}
	got := map[string]string{}
	for _, block := range exampleBlock.FindAllSubmatch(source, -1) {
		got[string(block[1])] = string(block[2])
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))); diff != "" {
		t.Fatalf("examples of %s (-want +got):\n%s", reasonsFile, diff)
	}
	diff := cmp.Diff(want, got)
	if diff != "" && !*update {
		t.Errorf("%s, run this test with -update (-want +got):\n%s", reasonsFile, diff)
	}
	if diff != "" && *update {
		fresh := exampleBlock.ReplaceAllFunc(source, func(block []byte) []byte {
			name := string(exampleBlock.FindSubmatch(block)[1])
			return fmt.Appendf(nil, "<!-- example: %s -->\n%s<!-- /example -->\n", name, want[name])
		})
		if err := os.WriteFile(reasonsFile, fresh, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEveryReasonIsExplained holds docs/reasons.md, and the cases above, to the
// reasons that there are.
func TestEveryReasonIsExplained(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(reasonsFile)
	if err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, c := range reasonCases() {
		reason, _, _ := strings.Cut(c.name, ",")
		told[reason] = true
	}
	for _, reason := range allReasons(t) {
		if !bytes.Contains(source, []byte("\n### `"+reason+"`\n")) {
			t.Errorf("%s does not explain %s", reasonsFile, reason)
		}
		if told[reason] == slices.Contains(untold, reason) {
			t.Errorf("%s needs either a case or a place in untold", reason)
		}
	}
}

// allReasons are the values of all constants of the type link.Reason.
func allReasons(t *testing.T) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "internal/link/verdict.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Reason" {
			reason, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			reasons = append(reasons, reason)
		}
		return true
	})
	if len(reasons) < 20 {
		t.Fatalf("found only the reasons %q", reasons)
	}
	return reasons
}
