package destination_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

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
		{raw: `{{ pathto("a") ~ "#x" }}`, want: root("/a#x")},
		{raw: "{{ pathto('a') }}#x", want: root("/a#x")},
		{raw: "{{- pathto('_static/a.png', 1) -}}", want: root("/_static/a.png")},
		{raw: "{{ pathto('_static/a.css', resource=True) }}", want: root("/_static/a.css")},
		{raw: "{{ pathto(master_doc) }}", want: wild},
		{raw: "{{ pathto('guide-' ~ name) }}", want: wild},
		{raw: "{{ pathto('a') + suffix }}", want: wild},
		{raw: "{{ pathto('a' }}", want: wild},
		{raw: "{filename}b.md#x", want: destination.Destination{Pattern: "b.md#x", Names: true}},
		{raw: "|filename|/b.md", want: root("/b.md")},
		{raw: "{static}/a.png", want: root("/a.png")},
		{raw: "{attach}a.pdf", want: destination.Destination{Pattern: "a.pdf", Names: true}},
		{raw: "{tag}news", want: root("/tag/news")},
		{raw: "{index}", want: root("/")},
		{raw: "$relpath^a.html", want: root("/a.html")},
		{raw: "$relpath/a.html", want: destination.Destination{Pattern: "$relpath/a.html"}},
		{raw: "{base}a.pdf", want: destination.Destination{Pattern: destination.Wild + "a.pdf"}},
		{raw: "x{static}a.pdf", want: destination.Destination{Pattern: "x" + destination.Wild + "a.pdf"}},
	} {
		if got := destination.Read(tt.raw); got != tt.want {
			t.Errorf("Read(%q) = %+v, want %+v", tt.raw, got, tt.want)
		}
	}
}
