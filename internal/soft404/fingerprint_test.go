package soft404

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/weburl"
)

func TestFingerprint(t *testing.T) {
	t.Parallel()
	const nav = `<nav><a href="/docs/">Docs</a><a href="/docs/intro">Intro</a></nav>`
	missing := nav + `<h1>Not found</h1><p>“/docs/linkvet-01ab”<a href="/in?to=%2Fdocs%2Flinkvet-01ab">in</a><small>12:00:01</small>`
	for name, test := range map[string]struct {
		path, text string
		same       bool
	}{
		"another that is not there": {path: "/docs/lost/page", text: nav + `<h1>Not found</h1><p>“/docs/lost/page”<a href="/in?to=%2Fdocs%2Flost%2Fpage">in</a><small>12:00:59</small>`, same: true},
		"one that the menu names":   {path: "/docs/intro", text: nav + `<h1>Not found</h1><p>“/docs/intro”<a href="/in?to=%2Fdocs%2Fintro">in</a><small>1:2:3</small>`, same: true},
		"a page":                    {path: "/docs/intro", text: nav + `<h1>Intro</h1><p>Welcome<small>12:00:01</small>`, same: false},
		"with a word more":          {path: "/docs/lost", text: nav + `<h1>Not found</h1><p>“” soon<a href="/in?to=">in</a><small>1</small>`, same: false},
		"nothing":                   {path: "/docs/lost", text: "", same: false},
	} {
		a := newFingerprint([]byte(missing), mustParse(t, "https://example.com/docs/linkvet-01ab"))
		b := newFingerprint([]byte(test.text), mustParse(t, "https://example.com"+test.path))
		if a.equals(b) != test.same || b.equals(a) != test.same {
			t.Errorf("%s: equals is %v, want %v: beyond each other %d and %d", name, a.equals(b), test.same, a.beyond(b), b.beyond(a))
		}
	}
}

func TestWithoutPath(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ piece, path, want string }{
		{piece: "/a/b", path: "/a/b", want: ""},
		{piece: "“/a/b”", path: "/a/b", want: "“”"},
		{piece: "/in?to=/a/b&x", path: "/a/b", want: "/in?to=&x"},
		{piece: "/a/b-more /a/b", path: "/a/b", want: "/a/b-more "},
		{piece: "/a/b/c", path: "/a/b", want: "/a/b/c"},
		{piece: "/a/b/a/b", path: "/a/b", want: "/a/b"},
		{piece: "/a/b?/a/b-c/a/b", path: "/a/b", want: "?/a/b-c"},
		{piece: "/a/a/b?/b", path: "/a/b", want: "/a?/b"},
		{piece: "a/b", path: "/", want: "a/b"},
		{piece: "x", path: "", want: "x"},
	} {
		if got := withoutPath(test.piece, test.path); got != test.want {
			t.Errorf("%q without %q is %q, want %q", test.piece, test.path, got, test.want)
		}
	}
}

func mustParse(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestSpeaksOfMissing(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]bool{
		`<title>404</title><p>x`:                                 true,
		`<title>Error 404: no page</title>`:                      true,
		`<title>Oops</title><h1 class="big">Page not found</h1>`: true,
		`<H2>Diese Seite wurde nicht gefunden</H2>`:              true,
		`<h1>Menu</h1><h2>We couldn’t find that page</h2>`:       true,
		`<html><head></head><header>` + strings.Repeat(`<a href="x">A menu entry</a>`, 400) + `<hr><h1>Not found</h1>`: true,
		`<H1>Menu</H1><h2>Guide</h2>` + strings.Repeat("<p>plain ", 2000):                                              false,
		`<p>このページは見つかりません`:                                                                                             true,
		`<h1>Guide</h1><p>When a page is not found, do this.`:                                                          false,
		`<h1>Guide</h1><a href="/404">about errors</a>`:                                                                false,
		`<p><a href="404.html">errors</a> <img src="/404">`:                                                            false,
		`<title>Room 4041</title>`:                                                                                     false,
		`<h1>Down for maintenance</h1>`:                                                                                false,
		strings.Repeat("<p>plain ", 2000) + "not found":                                                                false,
		strings.Repeat("<p>plain ", 20) + "not found":                                                                  true,
		`<h1>` + strings.Repeat("words ", 60) + `not found</h1>`:                                                       false,
		`<title>x</title><h1>a</h1><h1>b</h1><h1>not found at all</h1>`:                                                false,
	} {
		if got := speaksOfMissing([]byte(page)); got != want {
			t.Errorf("%.80q: got %v", page, got)
		}
	}
}

// FuzzPhrases holds the search for all phrases at once to one search for each.
func FuzzPhrases(f *testing.F) {
	for _, seed := range []string{"", "Error 404", "error 404", "“404”", "(404): gone", "room 4041", "c404 404c", "4041, then 404", "4044 404.", "page could not be found", "не найден", "please sign in to continue"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, list := range [][]string{admissions[:], gatePhrases[:]} {
			want := false
			for _, phrase := range list {
				isWord := phrase[0] > '9'
				for _, word := range strings.Fields(text) {
					isWord = isWord || strings.Trim(word, marks) == phrase
				}
				want = want || isWord && strings.Contains(text, phrase)
			}
			if got := newPhrases(list).in(text); got != want {
				t.Errorf("%q: got %v", text, got)
			}
		}
	})
}

// What varies from answer to answer is allowed for, and no more than that.
func TestSample(t *testing.T) {
	t.Parallel()
	at := func(path, text string) *fingerprint {
		return newFingerprint([]byte("<title>Nothing here</title><p>there is nothing here, look in the menu or use the search on the page above</p>"+text),
			mustParse(t, "https://example.com"+path))
	}
	s, ok := newSample(at("/linkvet-1", "<i>to be</i>"), at("/linkvet-2", "<i>or not</i>"))
	if !ok {
		t.Fatal("two answers that differ by two words are not alike")
	}
	for text, want := range map[string]bool{
		"<i>that is the question</i>": true, "<i></i>": true, "<i>whether tis nobler in the mind</i>": false, "": false,
	} {
		if got := s.shows(at("/lost", text)); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
	other := newFingerprint([]byte("<title>Another</title><p>there is nothing here, look in the menu or use the search on the page above</p><i>to be</i>"),
		mustParse(t, "https://example.com/lost"))
	if s.shows(other) {
		t.Error("a page of another title is taken for the one that varies")
	}
	if _, ok := newSample(at("/linkvet-1", ""), newFingerprint([]byte("<title>Nothing here</title><p>quite another"), mustParse(t, "https://example.com/x"))); ok {
		t.Error("two pages that share nothing are taken for one")
	}
}
