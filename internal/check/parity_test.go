package check_test

import (
	"cmp"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// plainHost serves a directory as the host profile "plain" says that hosts do: the exact
// file, the index.html of a folder with a slash, and a redirect to that slash.
func plainHost(t *testing.T, root string) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := filepath.Join(root, filepath.FromSlash(r.URL.Path))
		info, err := os.Stat(name)
		switch {
		case err == nil && info.IsDir() && !strings.HasSuffix(r.URL.Path, "/"):
			http.Redirect(w, r, r.URL.Path+"/", http.StatusFound)
			return
		case err == nil && info.IsDir():
			name = filepath.Join(name, "index.html")
		case err == nil && strings.HasSuffix(r.URL.Path, "/"):
			name = ""
		}
		body, err := os.ReadFile(name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", cmp.Or(mediaTypes[filepath.Ext(name)], "application/octet-stream"))
		_, _ = w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s
}

var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css", ".xml": "application/xml", ".svg": "image/svg+xml",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".xhtml": "application/xhtml+xml",
}

// places are the findings of a report by target and reason, each with where its links
// are, in words that both modes share.
func places(r livetest.Result) map[string][]string {
	// A server says of neither that there is something else.
	like := map[link.Reason]link.Reason{link.CaseMismatch: link.NotFound, link.DirectoryWithoutIndex: link.NotFound}
	found := map[string][]string{}
	for i := range r.Report.Findings {
		f := &r.Report.Findings[i]
		reason := f.Reason
		if to := like[reason]; to != "" {
			reason = to
		}
		for _, o := range f.Occurrences {
			if strings.HasPrefix(o.Page, "/sitemap") {
				// Live mode looks for sitemaps besides, and calls all that they list <loc>.
				o.Element, o.Attribute = "", ""
			}
			// A page may be served at several URLs, each of which live mode reads.
			page, _, _ := strings.Cut(o.Page, "?")
			place := strings.Join([]string{strings.TrimSuffix(page, "index.html"), o.Element, o.Attribute, o.Link, o.Text}, "|")
			if key := f.Target + " " + string(reason); !slices.Contains(found[key], place) {
				found[key] = append(found[key], place)
			}
		}
	}
	for _, all := range found {
		slices.Sort(all)
	}
	return found
}

// TestBothModesFindTheSame checks sites as directories, and again over HTTP: the findings
// are the same, at the same places.
func TestBothModesFindTheSame(t *testing.T) {
	t.Parallel()
	for _, site := range []string{"demo", "everything-broken", "everything-fixed"} {
		t.Run(site, func(t *testing.T) {
			t.Parallel()
			if site == "demo" && (runtime.GOOS == "windows" || runtime.GOOS == "darwin") {
				t.Skip("the server of the test would find a file in another case")
			}
			root := filepath.Join("..", "..", "testdata", "sites", site)
			directory := livetest.Check(t, "--external=false", "--hosting=plain", root)
			live := livetest.Check(t, "--external=false", "--allow-private", plainHost(t, root).URL+"/")
			if directory.Report.Mode != link.Directory || live.Report.Mode != link.Live {
				t.Errorf("modes %q and %q", directory.Report.Mode, live.Report.Mode)
			}
			if diff := gocmp.Diff(places(directory), places(live)); diff != "" {
				t.Errorf("findings (-directory +live):\n%s", diff)
			}
		})
	}
}
