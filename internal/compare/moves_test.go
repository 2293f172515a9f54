package compare_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// textOf is a page about something of its own.
func textOf(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<title>About %s</title><main><h1>About %s</h1><p>", name, name)
	for i := range 120 {
		fmt.Fprintf(&b, "%s%d of %d ", name, i, i*i)
	}
	b.WriteString("</p></main>")
	return b.String()
}

// writeSite writes a site into a new directory.
func writeSite(t *testing.T, pages map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range pages {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestMoves proposes redirects to where the content of lost pages is now, by any way of
// reading both sites, and none where that is not clear.
func TestMoves(t *testing.T) {
	t.Parallel()
	home := "<title>Home</title><h1>Home</h1>"
	oldPages := map[string]string{"index.html": home, "a/apples.html": textOf("apples"), "a/pears.html": textOf("pears"), "a/gone.html": textOf("gone")}
	newPages := map[string]string{
		"index.html":       home + livetest.Links("fruit/red.html", "fruit/green.html", "unlike.html"),
		"fruit/red.html":   textOf("apples"),
		"fruit/green.html": strings.Replace(textOf("pears"), "</p>", " and a little more</p>", 1),
		"unlike.html":      textOf("unlike"),
	}
	oldSite, newSite := livetest.Site{}, livetest.Site{}
	for name, text := range oldPages {
		oldSite["/"+strings.TrimSuffix(name, "index.html")] = livetest.Page(text + livetest.Links("/a/apples.html", "/a/pears.html", "/a/gone.html"))
	}
	for name, text := range newPages {
		newSite["/"+strings.TrimSuffix(name, "index.html")] = livetest.Page(text)
	}
	oldServer := livetest.Serve(t, oldSite)
	for name, test := range map[string]struct{ old, now string }{
		"directories":      {writeSite(t, oldPages), writeSite(t, newPages)},
		"an old live site": {oldServer.URL, writeSite(t, newPages)},
		"live sites":       {oldServer.URL, livetest.Serve(t, newSite).URL},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := livetest.Check(t, "--hosting=plain", "--compare="+test.old, test.now)
			r.Found(t, livetest.Failed, lostURLs("/a/apples.html", "/a/pears.html", "/a/gone.html"))
			for from, want := range map[string][2]string{
				"/a/apples.html": {"/fruit/red.html", "the same"}, "/a/pears.html": {"/fruit/green.html", "of the text is the same"}, "/a/gone.html": {},
			} {
				f := r.Finding(t, from)
				if f.Suggestion != want[0] || !strings.Contains(f.Message, want[1]) {
					t.Errorf("%s: got %q, %s; want %q", from, f.Suggestion, f.Message, want)
				}
			}
			if want := "3 URLs would be lost; 2 have a proposed redirect\n"; !strings.HasPrefix(r.Text, want) {
				t.Errorf("got %s\nwant %s first", r.Text, want)
			}
		})
	}
}
