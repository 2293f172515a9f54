package soft404

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
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
		"by its name alone":         {path: "/docs/lost", text: nav + `<h1>Not found</h1><p>“lost”<a href="/in?to=/docs/lost">in</a><small>1:2:3</small>`, same: true},
		"a page":                    {path: "/docs/intro", text: nav + `<h1>Intro</h1><p>Welcome<small>12:00:01</small>`, same: false},
		"a page of little text":     {path: "/docs/intro", text: nav + `<h1>Intro</h1>`, same: false},
		"with a word more":          {path: "/docs/lost", text: nav + `<h1>Not found</h1><p>“” soon<a href="/in?to=">in</a><small>1</small>`, same: false},
		"with a picture more":       {path: "/docs/lost", text: nav + `<h1>Not found</h1><p>“”<a href="/in?to=">in</a><small>1</small><img src=/x>`, same: false},
		"with a number less":        {path: "/docs/lost", text: nav + `<h1>Not found</h1><p>“”<a href="/in?to=">in</a><small></small>`, same: false},
		"nothing":                   {path: "/docs/lost", text: "", same: false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newFingerprint([]byte(missing), mustParse(t, "https://example.com/docs/linkvet-01ab"))
			b := newFingerprint([]byte(test.text), mustParse(t, "https://example.com"+test.path))
			if a.equals(b) != test.same || b.equals(a) != test.same {
				t.Errorf("equals is %v, want %v: beyond each other %d and %d", a.equals(b), test.same, a.beyond(b), b.beyond(a))
			}
		})
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

// TestWithoutPathIsLinear has a piece that is nothing but the path many times.
func TestWithoutPathIsLinear(t *testing.T) {
	proportion.Allocated(t, 1<<13, func(size int) func() {
		piece := strings.Repeat("/a/b?", size/5)
		return func() { withoutPath(piece, "/a/b") }
	})
}

func mustParse(t *testing.T, raw string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
