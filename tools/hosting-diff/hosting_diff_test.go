package main

import (
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAnswersAreCompared asks a server on loopback the rows of a table, which tell what differs,
// and why.
func TestAnswersAreCompared(t *testing.T) {
	t.Parallel()
	tab, err := parseTable([]byte(`# A table.
/a%20b?q=1 => 200 a b.html
/own => 301 /x?q#f or 404
/away => 301 https://example.com/
/proxied => proxy https://api.example.com/

# differs: the host
# is right
/b => 404
# not about a difference
/c => 404
# differs: no more
/d => 404
-- public/a b.html --
`))
	if err != nil {
		t.Fatal(err)
	}
	names, err := tab.unpack(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var origin string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/a%20b":
			_, _ = w.Write([]byte("a b.html\n"))
		case "/own":
			http.Redirect(w, r, strings.Replace(origin, "127.0.0.1", "localhost", 1)+"/x?q#f", http.StatusMovedPermanently)
		case "/away":
			http.Redirect(w, r, "https://example.com/", http.StatusMovedPermanently)
		case "/proxied":
			w.Header().Set("Hosting-Diff-Proxy", "https://api.example.com/")
		case "/b":
			_, _ = w.Write([]byte("a|b"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(server.Close)
	origin = server.URL
	r := &result{profile: "plain", implementation: "nginx 1"}
	for _, row := range tab.rows {
		got, err := get(t.Context(), origin, row.url, names)
		if err != nil {
			t.Fatal(err)
		}
		r.add("files", row, got)
	}
	var b strings.Builder
	if write(&b, []*result{r}) {
		t.Error("a reason that is given for no difference was not told")
	}
	want := `| profile | implementation | rows | equal | differ |
| --- | --- | ---: | ---: | ---: |
| plain | nginx 1 | 7 | 6 | 1 |

| profile | why they differ | expected, and answered |
| --- | --- | --- |
| plain | the host is right | files ` + "`/b`: `404`, `200 with \"a\\|b\"`" + ` |

plain: files.txtar:13 gives a reason, but is equal.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
}

// TestNginxRedirectsMovedPages has nginx read the rules for the list of moves, and expects all of
// them to arrive.
func TestNginxRedirectsMovedPages(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("nginx"); err != nil {
		t.Skip("nginx is not installed")
	}
	var out strings.Builder
	ok, err := askMoves(t.Context(), &out, filepath.Join("../..", movesFile), []string{"nginx"})
	if err != nil || !ok {
		t.Errorf("%v\n%s", err, out.String())
	}
}
