package hosting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLocation(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ destination, path, want string }{
		"absolute":             {destination: "https://example.com/ä", path: "/a", want: "https://example.com/%C3%A4"},
		"of a host":            {destination: "//example.com/a", path: "/a", want: "//example.com/a"},
		"from the root":        {destination: "/b?c=d#e", path: "/a/x", want: "/b?c=d#e"},
		"encoded":              {destination: "/ä b%20", path: "/a", want: "/%C3%A4%20b%20"},
		"relative":             {destination: "b", path: "/a/x", want: "/a/b"},
		"relative to a folder": {destination: "b", path: "/a/", want: "/a/b"},
		"upwards":              {destination: "../b", path: "/a/x/y", want: "/a/b"},
		"no URL":               {destination: "%zz", path: "/", want: "/%zz"},
	} {
		if got := location(test.destination, Request{Path: test.path}); got != test.want {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestNamesHost(t *testing.T) {
	t.Parallel()
	for destination, want := range map[string]bool{
		"https://example.com": true, "//example.com": true, "x-y+z.1://host": true, "/a": false, "://b": false, "/a://b": false, "mailto:a@b": false, "": false,
	} {
		if got := NamesHost(destination); got != want {
			t.Errorf("%q: got %t", destination, got)
		}
	}
}

func TestWithQuery(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ location, query, want string }{
		{location: "/a", want: "/a"},
		{location: "/a?x", query: "b=c", want: "/a?x&b=c"},
		{location: "/a#d", query: "b=c", want: "/a?b=c#d"},
		{location: "/a?x#d", query: "b=c", want: "/a?x&b=c#d"},
	} {
		if got := withQuery(test.location, test.query, false); got != test.want {
			t.Errorf("%s with %q: got %q, want %q", test.location, test.query, got, test.want)
		}
	}
}

func TestSitePath(t *testing.T) {
	t.Parallel()
	for destination, want := range map[string]string{
		"a/b.html?": "/a/b.html", "": "/", "/a?b#c": "/a", "/a#b?c": "/a", "/%C3%A4": "/ä", "/100%": "/100%", "/a%2Fb": "/a/b",
	} {
		if got := sitePath(destination); got != want {
			t.Errorf("%q: got %q, want %q", destination, got, want)
		}
	}
}

// TestFileName expects no name to lead out of the site.
func TestFileName(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/": "", "//": "", "/..": "", "a": "a", "/a/": "a/", "/a//b": "a/b", "/a/./b/": "a/b/", "/a/../b": "b", "/../../etc": "etc", "/\x00/ä b": "\x00/ä b",
	} {
		name, slash := FileName(path)
		if slash {
			name += "/"
		}
		if name != want {
			t.Errorf("%q: got %q, want %q", path, name, want)
		}
	}
}

func TestEscapes(t *testing.T) {
	t.Parallel()
	if got := EscapePath("/a-b_c.~/a?b#c%d\x7f \xff"); got != "/a-b_c.~/a%3Fb%23c%25d%7F%20%FF" {
		t.Errorf("a path is %q", got)
	}
	if got := EscapeURL("https://example.com/a?b#c%20d e<f>\""); got != "https://example.com/a?b#c%20d%20e%3Cf%3E%22" {
		t.Errorf("a URL is %q", got)
	}
}

func TestEffortIsBounded(t *testing.T) {
	t.Parallel()
	effort := NewEffort()
	if !effort.spend(maxEffort) || effort.Spent() || effort.spend(1) || !effort.Spent() {
		t.Errorf("%d of the effort was used, spent: %t", effort.Used(), effort.Spent())
	}
}

// TestAnyOf keeps each answer that a request may get once, and not more than some.
func TestAnyOf(t *testing.T) {
	t.Parallel()
	moved, unknown := Answer{Kind: Redirect, Status: 301, Location: "/page"}, Answer{Kind: Unknown}
	want := Answer{Or: []Answer{moved, unknown}}
	if diff := cmp.Diff(want, anyOf(Answer{}, moved, Answer{Kind: Unknown, Or: []Answer{moved}}, moved)); diff != "" {
		t.Errorf("any of four (-want +got):\n%s", diff)
	}
	var many []Answer
	for status := range 2 * MaxChoices {
		many = append(many, Answer{Kind: Redirect, Status: 300 + status, Location: "/"})
	}
	if got := len(anyOf(many...).Or); got != MaxChoices-1 {
		t.Errorf("kept %d further answers, want %d", got, MaxChoices-1)
	}
}
