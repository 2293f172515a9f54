package moved_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/moved"
)

// TestAnotherPage has pages with much of the same text, which are still different pages.
func TestAnotherPage(t *testing.T) {
	t.Parallel()
	titled := func(path, title, subject string, n int) moved.Page {
		return moved.Page{Path: path, Title: title, Text: text(subject, n)}
	}
	stub := func(path, title string) moved.Page { return titled(path, title, "soon", 60) }
	// alike has a little of a first text, and most of a second one.
	alike := func(path, title, first, second string) moved.Page {
		var b strings.Builder
		for i := range 66 {
			fmt.Fprintf(&b, "<p>This is what %s%d has to do with %s%d and others.</p>", map[bool]string{true: first, false: second}[i < 6], i, map[bool]string{true: first, false: second}[i < 6], i*i+1)
		}
		return moved.Page{Path: path, Title: title, Text: moved.NewText([]byte(b.String()))}
	}
	for _, test := range []struct {
		name  string
		sites moved.Sites
		// there is a new page that the old site had.
		there string
		want  []moved.Move
	}{
		{
			name: "the notes on another release",
			sites: moved.Sites{
				Lost: []moved.Page{titled("/release-15-10.html", "E.11. Release 15.10", "fixes", 60)},
				New:  []moved.Page{titled("/release-17-2.html", "E.5. Release 17.2", "fixes", 62)},
			},
		},
		{
			name: "one of several pages with a text that says nothing",
			sites: moved.Sites{
				Lost: []moved.Page{stub("/whales/", "Whales"), stub("/rocks/", "Rocks")},
				New:  []moved.Page{stub("/clouds/", "Clouds")},
			},
		},
		{
			name:  "a page that was there before",
			sites: moved.Sites{Lost: []moved.Page{stub("/whales/", "Whales")}, New: []moved.Page{stub("/clouds/", "Clouds")}},
			there: "/clouds/",
		},
		{
			name: "a page that took in another one",
			sites: moved.Sites{
				Lost: []moved.Page{titled("/gist-extensibility/", "Extensibility", "trees", 60)},
				New:  []moved.Page{titled("/gist/", "GiST Indexes", "trees", 62)},
			},
			there: "/gist/",
			want:  []moved.Move{{From: "/gist-extensibility/", To: "/gist/", Why: "97% of the text is the same"}},
		},
		{
			name: "a page of the same name in the folder to which the others moved",
			sites: moved.Sites{
				Lost: []moved.Page{titled("/old/one/", "One", "whales", 60), titled("/old/two/", "Two", "rocks", 60), titled("/old/faq/", "Questions on the old", "clouds", 60)},
				New:  []moved.Page{titled("/new/one/", "One", "whales", 60), titled("/new/two/", "Two", "rocks", 60), alike("/new/faq/", "Questions on the new", "clouds", "rivers")},
			},
			there: "/new/faq/",
			want: []moved.Move{
				{From: "/old/one/", To: "/new/one/", Why: "the same title and text", IsSure: true},
				{From: "/old/two/", To: "/new/two/", Why: "the same title and text", IsSure: true},
			},
		},
		{
			name: "another version, where no link is certain",
			sites: moved.Sites{
				Lost: []moved.Page{titled("/v1/whales/", "Whales", "whales", 60)},
				New:  []moved.Page{titled("/v2/whales/", "Whales", "whales", 60)},
			},
			there: "/v2/whales/",
			want:  []moved.Move{{From: "/v1/whales/", To: "/v2/whales/", Why: "the same title and text"}},
		},
	} {
		test.sites.WasThere = func(path string) bool { return path == test.there }
		if diff := cmp.Diff(test.want, find(t, test.sites)); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}

// TestTitlesOfSite compares titles without what all of them have: the name of a site often has
// that of a version.
func TestTitlesOfSite(t *testing.T) {
	t.Parallel()
	var s moved.Sites
	for i, subject := range []string{"whales", "rocks", "clouds", "rivers"} {
		s.New = append(s.New, moved.Page{Path: fmt.Sprintf("/new/x%d/", i), Title: subject + " — Nature 2.0 documentation", Text: text(subject, 60)})
	}
	s.Lost = []moved.Page{{Path: "/old/sea/", Title: "whales — Nature 1.9.2 documentation", Text: text("whales", 60)}}
	want := []moved.Move{{From: "/old/sea/", To: "/new/x0/", Why: "the same title and text", IsSure: true}}
	if diff := cmp.Diff(want, find(t, s)); diff != "" {
		t.Error(diff)
	}
}
