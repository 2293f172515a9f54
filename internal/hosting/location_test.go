package hosting

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
