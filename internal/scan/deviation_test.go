package scan

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// difference is how the scanner's word on a document differs from the oracle's.
type difference struct {
	name string // of the document
	src  []byte
	tree *oracle
	// missed is what the scanner lacks, extra what it alone has.
	missed, extra []string
}

// compare holds HTML against the oracle; an error means that src nests too deep
// for a tree.
func compare(name string, src []byte) (*difference, error) {
	tree, err := ask(src)
	if err != nil {
		return nil, err
	}
	found := scanned(src)
	return &difference{name, src, tree, tree.found.without(found), found.without(tree.found)}, nil
}

// none reports whether there is no difference.
func (d *difference) none() bool { return len(d.missed) == 0 && len(d.extra) == 0 }

// excuse returns the reason for which the scanner may differ, if there is one.
func (d *difference) excuse() (reason string, ok bool) {
	for _, known := range deviations {
		if known.excuses(d) {
			return known.reason, true
		}
	}
	return "", false
}

// deviations are the reasons for which the scanner may differ from the tree.
var deviations = []deviation{
	{reason: "a page of frames has no body: browsers drop what it holds besides", excuses: func(d *difference) bool {
		return d.tree.frames && (len(d.missed) == 0 || templateTag.Match(d.src))
	}},
	{reason: "browsers drop a tag from where its element may not stand", excuses: func(d *difference) bool {
		droppable := droppable(d.src)
		return len(d.missed) == 0 && !slices.ContainsFunc(d.extra, func(r string) bool { return !droppable[r] })
	}},
	{reason: "behind a col in a shadow root browsers drop all but columns", excuses: func(d *difference) bool {
		return len(d.missed) == 0 && colTag.Match(d.src) && bytes.Contains(bytes.ToLower(d.src), []byte("shadowrootmode"))
	}},
	{reason: "which HTML elements are open in a picture only the tree tells", excuses: func(d *difference) bool {
		return d.name == "go/in_body_end.dat/0" || d.name == "tree-construction/tests10.dat/30"
	}},
	{reason: "mglyph and malignmark are MathML where all else is HTML, and no page has links in them", excuses: func(d *difference) bool {
		return glyphTag.Match(d.src)
	}},
	{reason: "html.Parse takes a template in MathML for one of HTML", excuses: func(d *difference) bool {
		return d.name == "go/template.dat/2"
	}},
}

// deviation is one of them.
type deviation struct {
	reason  string
	excuses func(*difference) bool
}

// droppedTag matches the start of a tag that has no effect in the wrong place:
// the parts of tables without a table, frames without their set, and what a
// document has once or does not nest.
var droppedTag = regexp.MustCompile(`(?i)<(select|head)[\s/>]`)

// droppable returns the references that the tags of src make which browsers may
// drop, in any context.
func droppable(src []byte) references {
	o := &oracle{found: references{}}
	for _, span := range droppedTag.FindAllIndex(src, -1) {
		z := html.NewTokenizer(bytes.NewReader(src[span[0]:]))
		z.Next()
		t := z.Token()
		o.element(&html.Node{Type: html.ElementNode, Data: t.Data, Attr: t.Attr})
	}
	return o.found
}

// unsure reports whether src has SVG or MathML of which the scanner, which knows
// no open elements of HTML, may be wrong where they end: it has HTML in it, or
// end tags that may be those of elements around it.
func unsure(src []byte) bool {
	low := strings.ToLower(string(src))
	return foreignTag.MatchString(low) && hardTag.MatchString(low)
}

var (
	glyphTag    = regexp.MustCompile(`(?i)<(mglyph|malignmark)[\s/>]`)
	templateTag = regexp.MustCompile(`(?i)<template[\s/>]`)
	colTag      = regexp.MustCompile(`(?i)<col[\s/>]`)
	foreignTag  = regexp.MustCompile(`<(svg|math)[\s/>]`)
	hardTag     = regexp.MustCompile(`<(foreignobject|desc|title|m[ions]|mtext|annotation-xml)|</([^sm]|s[^v]|m[^a])`)
)
