package moved_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/moved"
)

// page is a page with a title and a text of its words, made of the words of its subject.
func page(path, subject string) moved.Page {
	return moved.Page{Path: path, Title: subject, Text: text(subject, 60)}
}

// text is that of a page with n sentences on a subject, below navigation that all pages share.
func text(subject string, n int) moved.Text {
	var b strings.Builder
	b.WriteString("<title>" + subject + "</title><nav>" + strings.Repeat("one two three four five six ", 50) + "</nav>")
	first, _, _ := strings.Cut(subject, " ")
	for i := range n {
		fmt.Fprintf(&b, "<p>This is what %s%d has to do with %s%d and others.</p>", first, i, first, i*i+1)
	}
	return moved.NewText([]byte(b.String()))
}

func find(t *testing.T, s moved.Sites) []moved.Move {
	t.Helper()
	if s.TextBefore == nil {
		s.TextBefore = func(string) moved.Text { return moved.Text{} }
	}
	if s.WasThere == nil {
		s.WasThere = func(string) bool { return false }
	}
	return moved.Find(context.Background(), s)
}

func TestFind(t *testing.T) {
	named := func(paths ...string) (pages []moved.Page) {
		for _, path := range paths {
			pages = append(pages, moved.Page{Path: path})
		}
		return pages
	}
	for name, test := range map[string]struct {
		lost, site []moved.Page
		renames    []moved.Rename
		was        string
		want       []moved.Move
	}{
		"the source was renamed": {
			lost: named("/guide/install/", "/other/"), site: named("/start/setup/", "/zebra/"),
			renames: []moved.Rename{{"docs/guide/02-install.md", "docs/start/01-setup.md"}, {"README.md", "docs/zebra.md"}},
			want:    []moved.Move{{"/guide/install/", "/start/setup/", "git renamed its source", true}},
		},
		"renames into two places": {
			lost: named("/install/"), site: named("/x-first/", "/y-second/"),
			renames: []moved.Rename{{"docs/install.md", "docs/x-first.md"}, {"blog/install.md", "blog/y-second.md"}},
		},
		"the same title and text": {
			lost: []moved.Page{page("/a/", "whales"), page("/b/", "mountains")}, site: []moved.Page{page("/sea/", "whales"), page("/rivers/", "rivers")},
			want: []moved.Move{{"/a/", "/sea/", "the same title and text", true}},
		},
		"the same text under another title": {
			lost: []moved.Page{page("/a/", "whales")}, site: []moved.Page{{Path: "/sea/", Title: "All about whales", Text: text("whales", 60)}},
			want: []moved.Move{{"/a/", "/sea/", "the same text", true}},
		},
		"one text on two pages, one of them with the title": {
			lost: []moved.Page{page("/a/", "whales")}, site: []moved.Page{{Path: "/print/", Title: "Print", Text: text("whales", 60)}, page("/sea/", "whales")},
			want: []moved.Move{{"/a/", "/sea/", "the same title and text", true}},
		},
		"one page in two versions": {lost: []moved.Page{page("/a/", "whales")}, site: []moved.Page{page("/v1/x/", "whales"), page("/v2/x/", "whales")}},
		"a similar name alone":     {lost: named("/guide/instalation.html"), site: named("/guide/installation/", "/guide/upgrade/")},
		"the name, where the texts hardly agree": {
			lost: []moved.Page{page("/guide/terminal/", "consoles")}, site: []moved.Page{page("/travel/terminal/", "airports")},
			renames: []moved.Rename{{"docs/guide/terminal.md", "docs/travel/terminal.md"}},
		},
		"a folder of pages whose texts are not known": {
			lost: named("/old/one.html", "/old/deep/two.html", "/old/gone.html"), site: named("/new/one/", "/new/deep/two/", "/other/"),
			want: []moved.Move{
				{"/old/deep/two.html", "/new/deep/two/", "the other pages of its folder moved there", false},
				{"/old/one.html", "/new/one/", "the other pages of its folder moved there", false},
			},
		},
		"nothing is known": {lost: named("/a/"), site: named("/zebra/")},
		"no pages":         {},
	} {
		sites := moved.Sites{Lost: test.lost, New: test.site, Renames: test.renames, WasThere: func(path string) bool { return path == test.was }}
		if diff := cmp.Diff(test.want, find(t, sites)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A page that was edited while it moved keeps most of its text.
func TestEditedText(t *testing.T) {
	lost := []moved.Page{page("/a/", "whales"), page("/b/", "mountains")}
	site := []moved.Page{
		{Path: "/sea/", Title: "whales", Text: text("whales", 75)},
		{Path: "/land/", Title: "valleys", Text: text("valleys", 60)},
	}
	moves := find(t, moved.Sites{Lost: lost, New: site})
	if len(moves) != 1 || moves[0].To != "/sea/" || !strings.Contains(moves[0].Why, "% of the text is the same") {
		t.Errorf("got %v", moves)
	}
}

// A page without a text follows the other pages of its folder.
func TestFolderMoved(t *testing.T) {
	s := moved.Sites{
		Lost: []moved.Page{page("/old/one/", "whales"), page("/old/two/", "mountains"), {Path: "/old/deep/xyz/"}, {Path: "/old/gone/"}},
		New:  []moved.Page{page("/far/away/one/", "whales"), page("/far/away/two/", "mountains"), {Path: "/far/away/deep/xyz/"}},
	}
	moves := find(t, s)
	i := slices.IndexFunc(moves, func(m moved.Move) bool { return m.From == "/old/deep/xyz/" })
	if i < 0 || moves[i].To != "/far/away/deep/xyz/" || moves[i].Why != "the other pages of its folder moved there" {
		t.Errorf("got %v", moves)
	}
	if len(moves) != 3 {
		t.Errorf("got %v, want 3 moves", moves)
	}
}

// What all pages of a site show makes no two of them alike.
func TestSharedText(t *testing.T) {
	shared := strings.Repeat("<p>this website uses cookies and tells you so at some length every time</p>", 3)
	make := func(path, title, words string) moved.Page {
		return moved.Page{Path: path, Title: title, Text: moved.NewText([]byte("<title>" + title + "</title>" + shared + words))}
	}
	var s moved.Sites
	for i := range 40 {
		words := strings.Repeat(fmt.Sprintf("<p>w%d v%d u%d t%d s%d</p>", i, 2*i, 3*i, 5*i, 7*i), 4)
		s.New = append(s.New, make(fmt.Sprintf("/page-%d-of-the-new/", i), "New", words))
	}
	s.Lost = []moved.Page{make("/lost/", "Old", "<p>it has words of its words, which are on no other page of the site</p>")}
	if moves := find(t, s); len(moves) > 0 {
		t.Errorf("got %v, want none", moves)
	}
}

func TestShortTextIsUnknown(t *testing.T) {
	for _, src := range []string{"", "<p>Moved.</p>", "<script>" + strings.Repeat("a b c ", 50) + "</script>"} {
		if text := moved.NewText([]byte(src)); text.IsKnown() {
			t.Errorf("the text of %q is known", src)
		}
	}
}

func TestFindEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := moved.Sites{Lost: []moved.Page{page("/a/", "whales")}, New: []moved.Page{page("/b/", "whales")}}
	if moves := moved.Find(ctx, s); moves != nil {
		t.Errorf("got %v after the end", moves)
	}
}

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
		there  string
		before moved.Text
		want   []moved.Move
	}{
		{
			name: "the notes on another release",
			sites: moved.Sites{
				Lost: []moved.Page{titled("/release-15-10.html", "E.11. Release 15.10", "fixes", 60)},
				New:  []moved.Page{titled("/release-17-2.html", "E.5. Release 17.2", "fixes", 62), titled("/release-17-1.html", "E.6. Release 17.1", "fixes", 40)},
			},
		},
		{
			name: "the notes on a release of the same day, which were there before",
			sites: moved.Sites{
				Lost: []moved.Page{titled("/1.9.10.html", "Release 1.9.10", "fixes", 60)},
				New:  []moved.Page{titled("/1.8.15.html", "Release 1.8.15", "fixes", 60)},
			},
			there:  "/1.8.15.html",
			before: text("fixes", 60),
		},
		{
			name: "a chapter with another number",
			sites: moved.Sites{
				Lost: []moved.Page{titled("/ch22.html", "Chapter 22. Whales", "whales", 60)},
				New:  []moved.Page{titled("/ch21.html", "Chapter 21. Whales", "whales", 62), titled("/ch20.html", "Chapter 20. Rocks", "rocks", 62)},
			},
			there:  "/ch21.html",
			before: text("rocks", 60),
			want:   []moved.Move{{From: "/ch22.html", To: "/ch21.html", Why: "97% of the text is the same"}},
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
		test.sites.TextBefore = func(string) moved.Text { return test.before }
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
