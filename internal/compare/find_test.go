package compare

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/git"
)

// about is the text of a page with n sentences on a subject, the first few of them on another one,
// below navigation that all pages share.
func about(subject string, n int, other ...string) text {
	var b strings.Builder
	b.WriteString("<nav>" + strings.Repeat("one two three four five six ", 50) + "</nav>")
	for i := range n {
		of := subject
		if len(other) > 0 && i < 6 {
			of = other[0]
		}
		fmt.Fprintf(&b, "<p>This is what %s%d has to do with %s%d and others.</p>", of, i, of, i*i+1)
	}
	return newText([]byte(b.String()))
}

// on is a page with a title and a text on a subject.
func on(path, title, subject string, n int, other ...string) found {
	return found{path, title, about(subject, n, other...)}
}

func named(paths ...string) (pages []found) {
	for _, path := range paths {
		pages = append(pages, found{path: path})
	}
	return pages
}

func TestFind(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		lost, now []found
		renames   []git.Change
		// there is a new page that the old site had, too, with the text before.
		there  string
		before text
		want   map[string]move
	}{
		"the source was renamed": {
			lost: named("/guide/install/", "/other/"), now: named("/start/setup/", "/zebra/"),
			renames: []git.Change{{From: "docs/guide/02-install.md", To: "docs/start/01-setup.md"}, {From: "README.md", To: "docs/zebra.md"}},
			want:    map[string]move{"/guide/install/": {"/start/setup/", "git renamed its source", true}},
		},
		"renames into two places": {
			lost: named("/install/"), now: named("/x-first/", "/y-second/"),
			renames: []git.Change{{From: "docs/install.md", To: "docs/x-first.md"}, {From: "blog/install.md", To: "blog/y-second.md"}},
		},
		"a renamed source, where the texts hardly agree": {
			lost: []found{on("/guide/terminal/", "x", "consoles", 60)}, now: []found{on("/travel/terminal/", "x", "airports", 60)},
			renames: []git.Change{{From: "docs/guide/terminal.md", To: "docs/travel/terminal.md"}},
		},
		"the same title and text": {
			lost: []found{on("/a/", "Whales", "whales", 60), on("/b/", "Mountains", "mountains", 60)},
			now:  []found{on("/sea/", "Whales", "whales", 60), on("/rivers/", "Rivers", "rivers", 60)},
			want: map[string]move{"/a/": {"/sea/", "the same title and text", true}},
		},
		"the same text under another title": {
			lost: []found{on("/a/", "Whales", "whales", 60)}, now: []found{on("/sea/", "All about whales", "whales", 60)},
			want: map[string]move{"/a/": {"/sea/", "the same text", true}},
		},
		"titles with the version of the site": {
			lost: []found{on("/sea/", "Whales — Nature 1.9.2 documentation", "whales", 60)},
			now:  []found{on("/x/", "Whales — Nature 2.0 documentation", "whales", 60)},
			want: map[string]move{"/sea/": {"/x/", "the same title and text", true}},
		},
		"an edited text": {
			lost: []found{on("/a/", "Whales", "whales", 60)}, now: []found{on("/sea/", "Whales", "whales", 75), on("/land/", "Valleys", "valleys", 60)},
			want: map[string]move{"/a/": {"/sea/", "81% of the text is the same", true}},
		},
		"one text on two pages, one of them with the title": {
			lost: []found{on("/a/", "Whales", "whales", 60)}, now: []found{on("/print/", "Print", "whales", 60), on("/sea/", "Whales", "whales", 60)},
			want: map[string]move{"/a/": {"/sea/", "the same title and text", true}},
		},
		"one page in two versions": {lost: []found{on("/a/", "x", "whales", 60)}, now: []found{on("/v1/x/", "x", "whales", 60), on("/v2/x/", "x", "whales", 60)}},
		"another form of the path": {
			lost: named("/faq.html"), now: named("/FAQ/", "/other/"),
			want: map[string]move{"/faq.html": {"/FAQ/", "it has the same path in another form", false}},
		},
		"a similar name alone": {lost: named("/guide/instalation.html"), now: named("/guide/installation/", "/guide/upgrade/")},
		"a folder of pages whose texts are not known": {
			lost: named("/old/one.html", "/old/deep/two.html", "/old/gone.html"), now: named("/new/one/", "/new/deep/two/", "/other/"),
			want: map[string]move{
				"/old/deep/two.html": {"/new/deep/two/", "the other pages of its folder moved there", false},
				"/old/one.html":      {"/new/one/", "the other pages of its folder moved there", false},
			},
		},
		"a folder by the texts of some of its pages": {
			lost: []found{on("/old/one/", "1", "whales", 60), on("/old/two/", "2", "mountains", 60), {path: "/old/deep/xyz/"}, {path: "/old/gone/"}},
			now:  []found{on("/far/away/one/", "1", "whales", 60), on("/far/away/two/", "2", "mountains", 60), {path: "/far/away/deep/xyz/"}},
			want: map[string]move{
				"/old/one/": {"/far/away/one/", "the same title and text", true}, "/old/two/": {"/far/away/two/", "the same title and text", true},
				"/old/deep/xyz/": {"/far/away/deep/xyz/", "the other pages of its folder moved there", false},
			},
		},
		"a page of the same name that was in that folder before": {
			lost:  []found{on("/old/one/", "1", "whales", 60), on("/old/two/", "2", "rocks", 60), on("/old/faq/", "Old", "clouds", 20)},
			now:   []found{on("/new/one/", "1", "whales", 60), on("/new/two/", "2", "rocks", 60), on("/new/faq/", "New", "rivers", 20, "clouds")},
			there: "/new/faq/",
			want:  map[string]move{"/old/one/": {"/new/one/", "the same title and text", true}, "/old/two/": {"/new/two/", "the same title and text", true}},
		},
		"the notes on another release": {
			lost: []found{on("/release-15-10.html", "E.11. Release 15.10", "fixes", 60)},
			now:  []found{on("/release-17-2.html", "E.5. Release 17.2", "fixes", 62), on("/release-17-1.html", "E.6. Release 17.1", "fixes", 40)},
		},
		"the same text with another number, of which others have a part": {
			lost: []found{on("/a12.html", "x", "fixes", 60)}, now: []found{on("/a13.html", "y", "fixes", 60), on("/a14.html", "z", "fixes", 40)},
			want: map[string]move{"/a12.html": {"/a13.html", "the same text", false}},
		},
		"another number, and a title that only one page has": {
			lost: []found{on("/a12.html", "Whales", "fixes", 60)}, now: []found{on("/a13.html", "Whales", "fixes", 62), on("/a14.html", "Rocks", "fixes", 40)},
			want: map[string]move{"/a12.html": {"/a13.html", "the same title and text", false}},
		},
		"the notes on a release of the same day, which were there before": {
			lost: []found{on("/1.9.10.html", "Release 1.9.10", "fixes", 60)}, now: []found{on("/1.8.15.html", "Release 1.8.15", "fixes", 60)},
			there: "/1.8.15.html", before: about("fixes", 60),
		},
		"a chapter with another number": {
			lost:  []found{on("/ch22.html", "Chapter 22. Whales", "whales", 60)},
			now:   []found{on("/ch21.html", "Chapter 21. Whales", "whales", 62), on("/ch20.html", "Chapter 20. Rocks", "rocks", 62)},
			there: "/ch21.html", before: about("rocks", 60),
			want: map[string]move{"/ch22.html": {"/ch21.html", "the same title and text", false}},
		},
		"another version": {
			lost: []found{on("/v1/whales/", "Whales", "whales", 60)}, now: []found{on("/v2/whales/", "Whales", "whales", 60)}, there: "/v2/whales/",
			want: map[string]move{"/v1/whales/": {"/v2/whales/", "the same title and text", false}},
		},
		"nothing is known": {lost: named("/a/"), now: named("/zebra/")},
		"no pages":         {},
	} {
		f := finder{
			lost: test.lost, now: test.now, renames: test.renames,
			wasThere: func(path string) bool { return path == test.there }, before: func(string) text { return test.before },
		}
		if test.want == nil {
			test.want = map[string]move{}
		}
		if diff := cmp.Diff(test.want, f.find(t.Context()), cmp.AllowUnexported(move{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// What all pages of a site show makes no two of them alike.
func TestSharedText(t *testing.T) {
	t.Parallel()
	shared := strings.Repeat("<p>this website uses cookies and tells you so at some length every time</p>", 3)
	page := func(path, words string) found { return found{path: path, text: newText([]byte(shared + words))} }
	f := finder{wasThere: func(string) bool { return false }}
	for i := range 40 {
		words := strings.Repeat(fmt.Sprintf("<p>w%d v%d u%d t%d s%d</p>", i, 2*i, 3*i, 5*i, 7*i), 4)
		f.now = append(f.now, page(fmt.Sprintf("/page-%d-of-the-new/", i), words))
	}
	f.lost = []found{page("/lost/", "<p>it has words of its words, which are on no other page of the site</p>")}
	if moves := f.find(t.Context()); len(moves) > 0 {
		t.Errorf("got %v, want none", moves)
	}
}

func TestShortTextIsUnknown(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", "<p>Moved.</p>", "<script>" + strings.Repeat("a b c ", 50) + "</script>"} {
		if text := newText([]byte(src)); text.n > 0 {
			t.Errorf("the text of %q is known", src)
		}
	}
}

func TestFindEnds(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := finder{lost: []found{on("/a/", "x", "whales", 60)}, now: []found{on("/b/", "x", "whales", 60)}}
	if moves := f.find(ctx); len(moves) > 0 {
		t.Errorf("got %v after the end", moves)
	}
}

// FuzzList reads any bytes as each kind of file: nothing panics, and each URL is a part of its
// line.
func FuzzList(f *testing.F) {
	for _, seed := range []string{
		"https://example.com/a\n# b\n  /c \r\n", "HTTP://example.com/a?b#c\n/a b\n", "a\n/b", "/a\t1\n\x00",
		"{\"page\":\"/a\"}\n{\"schema\":\"x\"}\n", "/" + strings.Repeat("a", 1<<17), "\xef\xbb\xbf# c\n\n/\xff\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		list, pages := &oldSite{}, &oldSite{isBelow: true}
		list.readLines(string(src))
		pages.readLines(string(src))
		lines := strings.Split(string(src), "\n")
		for _, u := range list.urls {
			if u.line < 1 || int(u.line) > len(lines) || u.column < 1 || !isURL(u.raw) {
				t.Errorf("got %+v", u)
			}
			if line := lines[u.line-1]; !strings.Contains(line, u.raw) {
				t.Errorf("line %d %q has no %q", u.line, line, u.raw)
			}
		}
		for _, u := range pages.urls {
			if !strings.HasPrefix(u.raw, "/") {
				t.Errorf("got %+v", u)
			}
		}
		for _, problem := range append(list.problems, pages.problems...) {
			if strings.ContainsAny(problem, "\r\n\x00") {
				t.Errorf("a problem is not one plain line: %q", problem)
			}
		}
	})
}
