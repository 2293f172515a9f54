package scan

import (
	"regexp"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil"
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
// or MathML, with further end tags in them: on one document of 32, and nightly on all.
func TestStrayEndTagsAgainstTree(t *testing.T) {
	t.Parallel()
	t.Run("some", func(t *testing.T) { strayEndTagsAgainstTree(t, 32) })
	t.Run("all", func(t *testing.T) {
		testutil.Nightly(t)
		strayEndTagsAgainstTree(t, 1)
	})
}

func strayEndTagsAgainstTree(t *testing.T, every int) {
	names, documents := html5libDocuments(t)
	var seeded counts
	for i, document := range documents {
		if i%every != 0 {
			continue
		}
		for _, src := range withStrayEnds(document) {
			seeded.count(t, names[i], src)
		}
	}
	t.Logf("with stray end tags: %s", &seeded)
}
