package check_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// writeFiles writes the files of a directory.
func writeFiles(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestBaselineOfTheOtherMode holds that a baseline of a directory knows all findings of the
// live site, and the other way round, as a report baseline and as a JSON report.
func TestBaselineOfTheOtherMode(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	writeFiles(t, root, map[string]string{
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
			writeFiles(t, "", map[string]string{file: header + strings.Join(slices.Concat(test.kept, test.fixed), "\n")})
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

// TestExcludedPagesKeepTheirPlaces is the same for a directory.
func TestExcludedPagesKeepTheirPlaces(t *testing.T) {
	t.Parallel()
	root, file := t.TempDir(), filepath.Join(t.TempDir(), "known.txt")
	writeFiles(t, root, map[string]string{"index.html": "", "drafts/a b.html": `<a href="/x">x</a>`})
	writeFiles(t, "", map[string]string{file: "# linkvet.baseline/1\nnot-found /x /\nnot-found /x /drafts/a%20b.html\nnot-found /x /gone/\n"})
	r := livetest.Check(t, "--baseline="+file, "--report=baseline="+file, "--exclude-pages=/drafts/**", "--external=false", root)
	if got := linesOf(t, file); r.Status != livetest.Clean || r.Report.Fixed != 2 || !slices.Equal(got, []string{"not-found /x /drafts/a%20b.html"}) {
		t.Errorf("exit status %d, %d fixed, the baseline has %q\n%s", r.Status, r.Report.Fixed, got, r.Text)
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
	writeFiles(t, "", map[string]string{file: "# linkvet.baseline/1\nnot-found /x /a/\n" + strings.Join(lines, "\n")})
	r := livetest.Check(t, "--baseline="+file, "--report=baseline="+file, "--max-unread=1", "--retries=0", site.URL+"/")
	if got := linesOf(t, file); r.Status != livetest.Clean || r.Report.Fixed != 1 || !slices.Equal(got, lines) {
		t.Errorf("exit status %d, %d fixed, the baseline has %q\n%s", r.Status, r.Report.Fixed, got, r.Text)
	}
}
