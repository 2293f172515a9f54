package page_test

import (
	"fmt"
	"testing"

	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// TestKeptReferences resolves the same references from pages of several folders, with what was
// kept of earlier ones: each leads where it leads by itself.
func TestKeptReferences(t *testing.T) {
	t.Parallel()
	refs := []string{
		"", "#a", "?q", "x.html", "x.html#a", "./x.html", "../x.html", "../../x.html#b", "/x.html", "/d/x.html", "/d/../x.html", "..", ".", "//h.test/x",
		"https://site.test/x.html", "https:x.html", "https:/x.html", "http://h.test/", "a:/b", "a/b:/c", "mailto:x", " x.html", "d/x%20y.html", "x y.html#a b", `..\x.html`, "http://[",
	}
	job, _ := checktest.OpenPages(t, map[string]string{"index.html": ""})
	for _, patterned := range []string{"", "--exclude=**#b"} {
		if patterned != "" {
			job, _ = checktest.OpenPages(t, map[string]string{"index.html": ""}, patterned)
		}
		links, known := page.NewLinks[string](job), 0
		for _, served := range []string{"https://site.test/", "https://site.test/d/", "https://site.test/d/p.html", "https://site.test/d/e/", "http://other.test/d/", "https://site.test/d/"} {
			for _, html := range []string{"<p>", "<base href=/d/>", "<base href=https://h.test/>"} {
				var doc page.Document
				_ = doc.Read(link.HTMLKind, []byte(html), "", scan.Options{})
				from := page.NewBase(checktest.MustParse(t, served), doc.Encoding, &doc.Page)
				links.Enter(&doc, from, "p.html", nil)
				for _, raw := range refs {
					l := &link.Link{Origin: &link.Origin{Element: "a", Attribute: "href"}, Raw: raw}
					d := page.Resolve(job, from, l)
					want := fmt.Sprint(d.URL, d.Reason)
					var ref page.Reference[string]
					links.Resolve(l, &ref)
					if ref.Class != page.Known {
						links.Keep(&ref, want)
						continue
					}
					known++
					if ref.Target != want || ref.Fragment != d.Fragment {
						t.Errorf("%s on %s with %s leads to %s#%s, want %s#%s", raw, served, html, ref.Target, ref.Fragment, want, d.Fragment)
					}
				}
				links.Leave()
			}
		}
		if known < 50 {
			t.Errorf("%d references were known", known)
		}
	}
}

// TestManyReferences holds that what is kept of many references is bounded, and right.
func TestManyReferences(t *testing.T) {
	t.Parallel()
	job, _ := checktest.OpenPages(t, map[string]string{"index.html": ""})
	links := page.NewLinks[int](job)
	var doc page.Document
	_ = doc.Read(link.HTMLKind, nil, "", scan.Options{})
	links.Enter(&doc, page.Base{URL: checktest.MustParse(t, "https://site.test/")}, "index.html", nil)
	known := 0
	for i := range 200_000 {
		for range 2 {
			l := &link.Link{Origin: &link.Origin{Element: "a", Attribute: "href"}, Raw: fmt.Sprintf("%d.html", i)}
			var ref page.Reference[int]
			if links.Resolve(l, &ref); ref.Class != page.Known {
				links.Keep(&ref, i)
			} else if known++; ref.Target != i {
				t.Fatalf("%s leads to %d", l.Raw, ref.Target)
			}
		}
	}
	if known != 200_000 {
		t.Errorf("%d references were known at once", known)
	}
}
