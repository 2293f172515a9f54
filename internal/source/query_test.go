package source

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/source/pagesource"
	"github.com/linkvet/linkvet/internal/weburl"
)

func TestMatchDest(t *testing.T) {
	t.Parallel()
	content := pagesource.Source{Root: "content", Exact: true}
	for _, tt := range []struct {
		name, file, raw string
		page, written   string
		target          string
		siteURL         string
		source          pagesource.Source
		want            destMatch
	}{
		{name: "the same text", raw: "../no/", page: "/a/", written: "../no/", target: "/no/", want: destIdentical},
		{name: "a slash at the end", raw: "../no", page: "/a/", written: "../no/", target: "/no/", want: destEquivalent},
		{name: "another escape", raw: "/n%6f/", page: "/a/", written: "/no/", target: "/no/", want: destEquivalent},
		{name: "the same target", raw: "/no/", page: "/a/", written: "../no/", target: "/no/", want: destEquivalent},
		{name: "another target", raw: "/other/", page: "/a/", written: "/no/", target: "/no/", want: destDiffers},
		{name: "the fragment", raw: "/no/#b", page: "/a/", written: "../no/#b", target: "/no/#b", want: destEquivalent},
		{name: "another fragment", raw: "/no/#c", page: "/a/", written: "../no/#b", target: "/no/#b", want: destDiffers},
		{name: "another query", raw: "/no?x=2", page: "/a/", written: "../no?x=1", target: "/no?x=1", want: destDiffers},
		{name: "the extension of a page", raw: "/no.html", page: "/a/", written: "../no/", target: "/no/", want: destEquivalent},
		{name: "below the base path", raw: "/base/no/", page: "/a/", written: "../no/", target: "/no/", siteURL: "https://a.example/base/", want: destEquivalent},
		{name: "the whole URL", raw: "https://a.example/no/", page: "/a/", written: "/no/", target: "/no/", siteURL: "https://a.example/", want: destEquivalent},
		{name: "the whole URL of another site", raw: "https://b.example/no/", page: "/a/", written: "/no/", target: "/no/", siteURL: "https://a.example/", want: destDiffers},
		{name: "an external target", raw: "https://gone.example", page: "/a/", written: "HTTPS://gone.example/", target: "https://gone.example/", want: destEquivalent},
		{name: "an external target without a scheme", raw: "www.gone.example/", page: "/a/", written: "http://www.gone.example/", target: "http://www.gone.example/", want: destEquivalent},
		{name: "a relative URL of an external target", raw: "//gone.example/", page: "/a/", written: "https://gone.example/", target: "https://gone.example/", want: destEquivalent},
		{name: "a file beside the page's", file: "content/a.md", raw: "no.md", page: "/a/", written: "../no/", target: "/no/", source: content, want: destResolved},
		{name: "a file that browsers find", file: "content/x/a.md", raw: "../no.md", page: "/x/a/", written: "../../no/", target: "/no/", source: content, want: destResolved},
		{name: "paths that end alike", file: "docs/x/a.md", raw: "y/no.md", page: "/1.0/a/", written: "../x/y/no/", target: "/1.0/x/y/no/", want: destSimilar},
		{name: "paths that end alike, elsewhere", file: "docs/x/a.md", raw: "y/no.md", page: "/2.0/a/", written: "/1.0/x/y/no/", target: "/1.0/x/y/no/", want: destDiffers},
		{name: "a name from the root", file: "a.md", raw: `{{< ref "/x/no.md" >}}`, page: "/a/", written: "../x/no/", target: "/x/no/", want: destResolved},
		{name: "a post", file: "a.md", raw: "{% post_url 2024-01-02-no %}", page: "/a/", written: "/2024/01/02/no/", target: "/2024/01/02/no/", want: destDiffers},
		{name: "an expression before", raw: "{{ base }}/guide/no/", page: "/a/", written: "/guide/no/", target: "/guide/no/", want: destResolved},
		{name: "an expression within", raw: "/guide/{{ x }}/no/", page: "/a/", written: "/guide/1/no/", target: "/guide/1/no/", want: destResolved},
		{name: "several expressions", raw: "/guide/{{ x }}/{{ y }}/", page: "/a/", written: "/guide/1/no/", target: "/guide/1/no/", want: destSimilar},
		{name: "little text besides an expression", raw: "{{ base }}/x", page: "/a/", written: "/x", target: "/x", want: destDiffers},
		{name: "an expression that cannot match", raw: "/other/{{ x }}", page: "/a/", written: "/guide/no/", target: "/guide/no/", want: destDiffers},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := &link.Finding{Target: tt.target, Internal: tt.target[0] == '/'}
			q := newQuery(f, &link.Occurrence{Page: tt.page, Link: tt.written})
			name := tt.file
			if name == "" {
				name = "layout.html"
			}
			a := &attributor{index: &index.Index{Files: []index.File{{Name: name, Content: markup.File{IsPage: tt.file != ""}}}}}
			if site, err := weburl.Parse(tt.siteURL); err == nil && tt.siteURL != "" {
				a.site = site
			}
			l := &document.Link{Raw: tt.raw, Dest: destination.Read(tt.raw)}
			if got := a.matchDest(&q, l, tt.source); got != tt.want {
				t.Errorf("matchDest(%q) = %d, want %d", tt.raw, got, tt.want)
			}
		})
	}
}

func TestMatchText(t *testing.T) {
	t.Parallel()
	long := "A text that is so long that whoever read the page cut it somewhere, perhaps in the middle of a word, or so"
	for _, tt := range []struct {
		name         string
		text         string
		loose        bool
		shown, plain string
		want         textMatch
	}{
		{name: "the same", text: "theguide", shown: "The guide", plain: "theguide", want: textExact},
		{name: "another one", text: "theguide", shown: "Install", plain: "install", want: textDiffers},
		{name: "another one beside an expression", text: "theguide", loose: true, shown: "Install", plain: "install", want: textUnknown},
		{name: "none shown", text: "theguide", want: textUnknown},
		{name: "none written", shown: "The guide", plain: "theguide", want: textUnknown},
		{name: "more around it", text: "guide", shown: "The guide", plain: "theguide", want: textPartial},
		{name: "less of it", text: "theguide", shown: "guide", plain: "guide", want: textPartial},
		{name: "a part by chance", text: "theguide", shown: "gu", plain: "gu", want: textDiffers},
		{name: "cut", text: "longtextandmore", shown: long, plain: "longtext", want: textExact},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := matchText(&document.Link{Text: tt.text, Loose: tt.loose}, tt.shown, tt.plain); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func TestWantedLinks(t *testing.T) {
	t.Parallel()
	r := &link.Report{Findings: []link.Finding{
		internal("/x/no/#part", anchor("/a/", "../no.html#part", "x"), anchor("/b/", "../no.html#part", "x")),
		{Target: "/rule/", Occurrences: []link.Occurrence{{Element: link.RuleElement, Link: "/rule/"}}},
	}}
	w := wantedLinks(r)
	if diff := cmp.Diff(wanted{"no": true, "#part": true}, w); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, tt := range []struct {
		raw  string
		want bool
	}{
		{raw: "/y/no/", want: true},
		{raw: "#part", want: true},
		{raw: "/x/{{ page }}", want: true},
		{raw: "/x/other/", want: false},
	} {
		if got := w.want(destination.Read(tt.raw)); got != tt.want {
			t.Errorf("want(%q) = %v", tt.raw, got)
		}
	}
}
