package scan

import (
	"regexp"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

// strayEnds are end tags of each kind that the HTML standard tells apart.
var strayEnds = []string{"div", "section", "span", "x-y", "a", "b", "li", "h2", "p", "br", "td", "table", "body", "g", "desc", "mi"}

// strayProbe is an image of HTML or of SVG, depending on its place, and a title that swallows
// what follows in HTML alone.
const strayProbe = `<image src=probe href=probe /><title/><a id=probe href=probe>`

// withStrayEnds returns document with each of these end tags in each place behind the start
// of foreign content where a tag starts, and with elements around it that they may close.
func withStrayEnds(document string) []string {
	start := foreignTag.FindStringIndex(strings.ToLower(document))
	if start == nil || pointWithElements.MatchString(document) || selectTag.MatchString(document) {
		return nil
	}
	var all []string
	for i := start[0] + 1; i <= len(document); i++ {
		if i < len(document) && document[i] != '<' {
			continue
		}
		for _, name := range strayEnds {
			src := document[:i] + "</" + name + ">" + strayProbe + document[i:]
			all = append(all, src, "<div><section><li><span><x-y>"+src, "<h1><a><b>"+src, "<table><td>"+src)
		}
	}
	return all
}

// pointWithElements matches where HTML is in SVG or MathML: the scanner knows its open
// elements only behind a stray end tag.
// Of what is in a <select>, html.Parse drops more than browsers do today.
var (
	selectTag         = regexp.MustCompile(`(?i)<select\b`)
	pointWithElements = regexp.MustCompile(`(?i)<(foreignobject|desc|title|m[ions]|mtext)\b[^>]*>[^<]*<[^/]`)
)

// TestStrayEndTagsAgainstTree holds HTML against the oracle on html5lib's documents with SVG
// or MathML, with further end tags in them.
func TestStrayEndTagsAgainstTree(t *testing.T) {
	t.Parallel()
	names, documents := html5libDocuments(t)
	var seeded counts
	for i, document := range documents {
		if proportion.Raced && i%8 != 0 {
			continue
		}
		for _, src := range withStrayEnds(document) {
			seeded.count(t, names[i], src)
		}
	}
	t.Logf("with stray end tags: %s", &seeded)
}

// TestStrayEndTagsTakeTimeInProportion is that of HTML for what needs the open elements.
func TestStrayEndTagsTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	for name, write := range map[string]func(fill func(string) string) string{
		"end tags":          func(fill func(string) string) string { return "<svg>" + fill("</div>") },
		"end tags in depth": func(fill func(string) string) string { return fill("<b>") + "<svg>" + fill("</x-y>") },
		"foreign elements":  func(fill func(string) string) string { return "<math>" + fill("<mrow>") + fill("</div>") },
		"blocks":            func(fill func(string) string) string { return "<svg></div></svg>" + fill("<i><div>") + fill("</i>") },
		"pictures":          func(fill func(string) string) string { return fill("<div><svg></div>") },
		"points":            func(fill func(string) string) string { return fill("<svg></div><desc><p>") },
		"rows":              func(fill func(string) string) string { return "<tr id=a>" + fill("<table><tr id=a><td id=b>") },
		"shadow roots":      func(fill func(string) string) string { return fill("<p><template shadowrootmode=open>") },
		"framesets":         func(fill func(string) string) string { return fill("<frameset><frame src=a>") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			takesTimeInProportion(t, write, func(src []byte) { HTML(src, Options{Text: true}, new(Page)) })
		})
	}
}
