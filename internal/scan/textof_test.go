package scan

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestTextOfIsTheTextOfHTML holds the two ways to a link's text against each
// other, on the pages of the demo site and on what is hard.
func TestTextOfIsTheTextOfHTML(t *testing.T) {
	t.Parallel()
	var docs [][]byte
	for _, pattern := range []string{"*.html", "*/*.html"} {
		names, err := filepath.Glob(filepath.Join("..", "..", "testdata", "sites", "demo", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			doc, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			docs = append(docs, doc)
		}
	}
	docs = append(docs, documentation(), []byte(strings.Join([]string{
		`<a href>none</a><a href=x>x</a><a href='x' title="a > b">y</a><a title=z href="">q</a>`,
		`<a href=x>a <b>b</b><img alt=c><br>d<script>e</script><!-- f --> g&amp;h<p>i<a href=y>j</div>k</a>`,
		`<svg><a xlink:href=x>l<desc>m</desc></a></svg><a href="x>m"`,
	}, "\n")))
	var texts Texts
	seen := 0
	for _, doc := range docs {
		var page Page
		HTML(doc, Options{Text: true}, &page)
		for _, l := range page.Links {
			if l.Element != "a" {
				continue
			}
			seen++
			if got := texts.Of(link.HTMLKind, doc, l.Offset); got != l.Text {
				t.Errorf("the text of %s at %d of %q is %q, want %q", l.Raw, l.Offset, bytes.TrimSpace(doc[:min(40, len(doc))]), got, l.Text)
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d links were seen", seen)
	}
}

// TestTextOfEndsWithItsLink counts what is collected on the way to the end of a link
// that has none: the next link ends it, and is not begun.
func TestTextOfEndsWithItsLink(t *testing.T) {
	t.Parallel()
	var texts Texts
	for _, kind := range []link.Kind{link.HTMLKind, link.XHTMLKind} {
		src := []byte(strings.Repeat(`<a href="x">one `, 1000))
		for i := range 1000 {
			offset := i*len(`<a href="x">one `) + len(`<a href="`)
			if got := texts.Of(kind, src, offset); got != "one" || len(texts.page.Links) > 2 {
				t.Fatalf("link %d reads %q, and %d links were collected", i, got, len(texts.page.Links))
			}
		}
	}
}
