package check_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/leaktest"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// TestBaselineOfTheOtherMode holds that a baseline of a directory knows all findings of the
// live site, and the other way round, as a report baseline and as a JSON report.
func TestBaselineOfTheOtherMode(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	sourcetest.WriteTo(t, root, map[string]string{
		"docs/index.html":        `<link rel="stylesheet" href="style.css"><a href="guide/">g</a> <a href="a%20b/">a</a> <a href="é.html">e</a> <a href="gone">x</a>`,
		"docs/guide/index.html":  `<h1 id="top">Top</h1><a href="../gone">x</a> <a href="#bottom">y</a> <a href="/docs/gone?q=1">z</a> <a href="https://[">no URL</a>`,
		"docs/a b/index.html":    `<a href="../guide/#bottom">y</a> <img src="lost picture.png">`,
		"docs/é.html":            `<a href="/docs/gone">x</a>`,
		"docs/style.css":         `body { background: url(lost.png) }`,
		"docs/unlinked/new.html": ``,
	})
	server := plainHost(t, root)
	dir := []string{"--hosting=plain", "--external=false", "--site-url=" + server.URL + "/docs/", filepath.Join(root, "docs")}
	live := []string{"--external=false", server.URL + "/docs/"}
	for from, runs := range map[string][2][]string{"directory": {dir, live}, "live": {live, dir}} {
		known, report := filepath.Join(t.TempDir(), "known.txt"), filepath.Join(t.TempDir(), "known.json")
		if r := livetest.Check(t, append([]string{"--report=baseline=" + known, "--report=json=" + report}, runs[0]...)...); r.Status != livetest.Failed {
			t.Errorf("%s: exit status %d\n%s", from, r.Status, r.Text)
		}
		for _, baseline := range []string{known, report} {
			r := livetest.Check(t, append([]string{"--baseline=" + baseline}, runs[1]...)...)
			if r.Status != livetest.Clean || r.Report.Fixed != 0 {
				t.Errorf("a baseline of the %s site: exit status %d, %d fixed\n%s", from, r.Status, r.Report.Fixed, r.Text)
			}
		}
	}
}

// linesOf returns the lines of a file, without the first.
func linesOf(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
}

// TestUnsettledPlacesStay holds that a place counts as fixed, and is removed from a baseline,
// only when the run could have found it again: the host answered, and the page was read.
func TestUnsettledPlacesStay(t *testing.T) {
	t.Parallel()
	const header = "# linkvet.baseline/1\n"
	host := livetest.Serve(t, livetest.Site{"/busy": livetest.Status(http.StatusServiceUnavailable)})
	site := livetest.Serve(t, livetest.Site{
		"/":         livetest.Page(livetest.Links("/a/", "/deep/", host.URL+"/busy")),
		"/a/":       livetest.Page("<p>Nothing is missing here.</p>"),
		"/deep/":    livetest.Page(livetest.Links("/deep/er/")),
		"/deep/er/": livetest.Page("<p>Nor here.</p>"),
	})
	tests := map[string]struct {
		args, kept, fixed []string
	}{
		"all is read": {
			kept:  []string{"not-found " + host.URL + "/busy /"},
			fixed: []string{"not-found /x /a/", "not-found /x /deep/er/", "not-found /x /renamed/", "not-found /x /"},
		},
		"max-depth": {
			args:  []string{"--max-depth=1"},
			kept:  []string{"not-found /x /deep/er/", "not-found /x /unseen/", "not-found " + host.URL + "/busy /"},
			fixed: []string{"not-found /x /a/", "not-found /x /"},
		},
		"exclude-pages": {
			args:  []string{"--exclude-pages=/a/**"},
			kept:  []string{"not-found /x /a/"},
			fixed: []string{"not-found /x /deep/er/", "not-found /x /renamed/"},
		},
		"external": {
			args:  []string{"--external=false"},
			kept:  []string{"gone https://a.example/ /", "not-found " + host.URL + "/busy /"},
			fixed: []string{"not-found /x /"},
		},
		"fragments and redirects": {
			args:  []string{"--redirects=none"},
			kept:  []string{"fragment-not-found https://a.example/#x /", "moved-permanently /m /", "moved-temporarily /m /"},
			fixed: []string{"fragment-not-found /a/#x /"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "known.txt")
			sourcetest.WriteTo(t, "", map[string]string{file: header + strings.Join(slices.Concat(test.kept, test.fixed), "\n")})
			args := append([]string{"--baseline=" + file, "--report=baseline=" + file, "--allow-private", "--retries=0"}, test.args...)
			r := livetest.Check(t, append(args, site.URL+"/")...)
			if r.Status != livetest.Clean || r.Report.Fixed != len(test.fixed) {
				t.Errorf("exit status %d, %d fixed, want %d\n%s", r.Status, r.Report.Fixed, len(test.fixed), r.Text)
			}
			if got := linesOf(t, file); !slices.Equal(got, test.kept) {
				t.Errorf("the baseline has %q, want %q", got, test.kept)
			}
		})
	}
}

// TestSharesKeepThePlacesOfOthers holds that each place is fixed for one of the shares alone,
// and stays in the baselines of the others.
func TestSharesKeepThePlacesOfOthers(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	sourcetest.WriteTo(t, root, map[string]string{"index.html": ""})
	places := []string{"invalid-url https://[ /", "not-found /x /"}
	for i := range 20 {
		places = append(places, fmt.Sprintf("not-found https://%d.example/ /", i))
	}
	left := map[string]int{}
	for i := range 3 {
		file := filepath.Join(t.TempDir(), "known.txt")
		sourcetest.WriteTo(t, "", map[string]string{file: "# linkvet.baseline/1\n" + strings.Join(places, "\n") + "\n"})
		r := livetest.Check(t, "--baseline="+file, "--report=baseline="+file, fmt.Sprintf("--shard=%d/3", i+1), root)
		lines := linesOf(t, file)
		for _, line := range lines {
			left[line]++
		}
		if r.Report.Fixed != len(places)-len(lines) || slices.Contains(lines, places[1]) != (i > 0) {
			t.Errorf("share %d: %d fixed, left are %q", i+1, r.Report.Fixed, lines)
		}
	}
	for _, place := range places {
		if left[place] != 2 {
			t.Errorf("%q stays in %d of 3 baselines, want 2", place, left[place])
		}
	}
}

// TestSharesBlameNoSettings holds that no setting about another share is said to have matched
// nothing.
func TestSharesBlameNoSettings(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	sourcetest.WriteTo(t, root, map[string]string{
		"index.html":   `<a href="/a">a</a> <a href="http://127.0.0.1:1/">b</a> <a href="http://127.0.0.2:1/">c</a>`,
		"settings.yml": "exclude: /a\naccept: http://127.0.0.*:1/=403\nrules:\n- {match: http://127.0.0.1:1/, verdict: warn}\n- {match: http://127.0.0.2:1/, verdict: warn}\n",
	})
	for i := range 3 {
		r := livetest.Check(t, "--config="+filepath.Join(root, "settings.yml"), fmt.Sprintf("--shard=%d/3", i+1), root)
		for _, note := range r.Notes {
			if strings.Contains(note, "matched no") {
				t.Errorf("share %d: %s", i+1, note)
			}
		}
	}
}

// TestUnreadPagesKeepTheirPlaces holds that a page which did not answer, within max-unread,
// leaves the places of the pages behind it, too.
func TestUnreadPagesKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	site := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(livetest.Links("/a/", "/down/")), "/a/": livetest.Page("<p>Read.</p>"), "/down/": livetest.Reset,
	})
	file := filepath.Join(t.TempDir(), "known.txt")
	lines := []string{"not-found /x /behind/", "not-found /x /down/"}
	sourcetest.WriteTo(t, "", map[string]string{file: "# linkvet.baseline/1\nnot-found /x /a/\n" + strings.Join(lines, "\n")})
	r := livetest.Check(t, "--baseline="+file, "--report=baseline="+file, "--max-unread=1", "--retries=0", site.URL+"/")
	if got := linesOf(t, file); r.Status != livetest.Clean || r.Report.Fixed != 1 || !slices.Equal(got, lines) {
		t.Errorf("exit status %d, %d fixed, the baseline has %q\n%s", r.Status, r.Report.Fixed, got, r.Text)
	}
}

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

// clock is what a JSON report says of the time of its run.
var clock = regexp.MustCompile(`"(started|duration_ms)": [^\n]*`)

func TestLiveReportIsTheSameTwice(t *testing.T) {
	t.Parallel()
	shuffled := func(answer http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(rand.N(5 * time.Millisecond))
			answer(w, r)
		}
	}
	other := livetest.Serve(t, livetest.Site{"/a": shuffled(livetest.Page("a"))})
	content := livetest.Site{
		"/old":         shuffled(livetest.Redirect(http.StatusMovedPermanently, "/p/0")),
		"/403":         shuffled(livetest.Status(http.StatusForbidden)),
		"/sitemap.xml": livetest.XML(livetest.Sitemap("/p/1", "/lost/sitemap", "https://example.invalid/")),
	}
	body := livetest.Links("/old", "/403", other.URL+"/a", other.URL+"/lost", "mailto:me", "http://[x/") + `<img src="/lost.png">`
	for i := range 40 {
		body += livetest.Links(fmt.Sprintf("/p/%d#nowhere", i), fmt.Sprintf("/p/%d#here", i))
	}
	for i := range 40 {
		content[fmt.Sprintf("/p/%d", i)] = shuffled(livetest.Page(body + fmt.Sprintf(`<p id="here"><a href="/lost/%d">x</a>`, i%7)))
	}
	content["/"] = livetest.Page(body)
	s := livetest.Serve(t, content)
	var reports [2]string
	for i := range reports {
		r := livetest.Check(t, "--allow-private", s.URL+"/")
		r.Pages(t, 41)
		reports[i] = clock.ReplaceAllString(r.JSON, `"$1": 0`)
	}
	if diff := gocmp.Diff(reports[0], reports[1]); diff != "" {
		t.Errorf("the second run says something else (-first +second):\n%s", diff)
	}
}

func TestMain(m *testing.M) { leaktest.Main(m) }
