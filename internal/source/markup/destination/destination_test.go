package destination_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// star shows expressions as "*".
func star(s string) string { return strings.ReplaceAll(s, destination.Wild, "*") }

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, raw, pattern string
		names, root        bool
		unknown            bool
	}{
		{name: "a path", raw: "/a/b", pattern: "/a/b"},
		{name: "entities", raw: "/a?b=1&amp;c=2", pattern: "/a?b=1&c=2"},
		{name: "a shortcode of Hugo", raw: `{{< ref "a.md#b" >}}`, pattern: "a.md#b", names: true},
		{name: "a link of Jekyll", raw: "{{ site.baseurl }}{% link a/b.md %}", pattern: "/a/b.md", names: true, root: true},
		{name: "a filter", raw: `{{ "/x/" | relative_url }}`, pattern: "/x/", names: true},
		{name: "a variable in the middle", raw: "/a/${n}/b", pattern: "/a/*/b", unknown: true},
		{name: "an alias", raw: "@/a.md", pattern: "/a.md", names: true, root: true},
		{name: "pathname", raw: "pathname:///a.pdf", pattern: "/a.pdf"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := destination.Read(tt.raw)
			if star(got.Pattern) != tt.pattern || got.Names != tt.names || got.Root != tt.root {
				t.Errorf("Read(%q) = %q, names %v, root %v", tt.raw, star(got.Pattern), got.Names, got.Root)
			}
			if got.IsKnown() == tt.unknown {
				t.Errorf("IsKnown() = %v", got.IsKnown())
			}
		})
	}
}

// TestReadNamesNoPassword reads a URL with a user.
func TestReadNamesNoPassword(t *testing.T) {
	t.Parallel()
	if got := destination.Read("https://user:secret@a.example/x").Pattern; strings.Contains(got, "secret") {
		t.Errorf("got %q", got)
	}
}

// TestReadCalls reads the calls and marks that name a file of the sources.
func TestReadCalls(t *testing.T) {
	t.Parallel()
	wild := destination.Destination{Pattern: destination.Wild}
	root := func(pattern string) destination.Destination {
		return destination.Destination{Pattern: pattern, Names: true, Root: true}
	}
	for _, tt := range []struct {
		raw  string
		want destination.Destination
	}{
		{raw: "{{ pathto('guide/a') }}", want: root("/guide/a")},
		{raw: "{{ pathto('a') + '#x' }}", want: root("/a#x")},
		{raw: "{{- pathto('_static/a.png', 1) -}}", want: root("/_static/a.png")},
		{raw: "{{ pathto(master_doc) }}", want: wild},
		{raw: "{{ pathto('a' }}", want: wild},
		{raw: "{filename}b.md#x", want: destination.Destination{Pattern: "b.md#x", Names: true}},
		{raw: "{tag}news", want: root("/tag/news")},
		{raw: "{index}", want: root("/")},
		{raw: "$relpath^a.html", want: root("/a.html")},
		{raw: "{base}a.pdf", want: destination.Destination{Pattern: destination.Wild + "a.pdf"}},
	} {
		if got := destination.Read(tt.raw); got != tt.want {
			t.Errorf("Read(%q) = %+v, want %+v", tt.raw, got, tt.want)
		}
	}
}
