package scan

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// marks finds the links that the author marked to be ignored. Many elements end without
// an end tag, so only the tree of the document shows which of them are inside a marked
// one. In a page with marks record notes the links from the first mark on, and apply looks
// for them in the tree.
type marks struct {
	onTag bool // on the current tag
	any   bool // on that tag or one before it
	// first is the index of the first link that was noted. All later ones are.
	first int
	// tags holds for each noted link the index of its tag in ends.
	tags []int
	// ends holds where in the document the names of those tags end, sorted.
	ends []int
}

// enter reads a start tag.
func (m *marks) enter(t *tag) {
	m.onTag = t.isMarked()
	m.any = m.any || m.onTag
}

// isMarked reports whether the author marked the tag's element to be ignored.
func (t *tag) isMarked() bool { return t.have.has(attrIgnore) || t.have.has(attrProoferIgnore) }

// record notes a link of the current tag.
func (m *marks) record(index, nameEnd int) {
	if !m.any {
		return
	}
	if len(m.tags) == 0 {
		m.first = index
	}
	if n := len(m.ends); n == 0 || m.ends[n-1] != nameEnd {
		m.ends = append(m.ends, nameEnd)
	}
	m.tags = append(m.tags, len(m.ends)-1)
}

// numberAttr is the attribute by which apply finds tags in the tree. It
// comes first in its tag, so that one that the page holds cannot displace it.
const numberAttr = "linkvet-number"

// apply marks the links that are inside a marked element. In a page
// whose tree cannot be built (it nests too deep) only those count that are
// marked themselves: to check a link too many is better than to skip one
// that is not marked.
func (m *marks) apply(src []byte, links []link.Link) {
	if len(m.tags) == 0 {
		return
	}
	doc, err := html.Parse(bytes.NewReader(number(src, m.ends)))
	if err != nil {
		return
	}
	seen := make([]nesting, len(m.ends))
	walkMarks(doc, false, seen, true)
	links = links[m.first:]
	for i := range links {
		if seen[m.tags[i]] == (nesting{marked: true}) {
			links[i].Ignored = true
		}
	}
}

// number returns src with the attribute numberAttr in each of the tags whose
// names end at the given offsets: the index of the tag.
func number(src []byte, ends []int) []byte {
	out := make([]byte, 0, len(src)+len(ends)*(len(numberAttr)+10))
	last := 0
	for i, end := range ends {
		out = append(out, src[last:end]...)
		out = append(out, " "+numberAttr+`="`...)
		out = strconv.AppendInt(out, int64(i), 10)
		out = append(out, '"')
		last = end
	}
	return append(out, src[last:]...)
}

// nesting says where in the tree the elements of one tag are. Broken nesting turns one tag
// into several elements, and a page may itself use the attribute that numbers tags. So a
// tag is ignored only if all its elements are inside marked ones.
type nesting struct {
	marked, free bool
}

// walkMarks notes for each numbered tag where it is. It goes no deeper than
// the parser does, which is some hundred levels. Scripts reports whether n is in
// a tree in which a <noscript> is one text.
func walkMarks(n *html.Node, marked bool, seen []nesting, scripts bool) {
	for _, a := range n.Attr {
		switch a.Key {
		case "data-linkvet-ignore", "data-proofer-ignore":
			marked = true
		}
	}
	for _, a := range n.Attr {
		if a.Key != numberAttr {
			continue
		}
		if i, err := strconv.Atoi(a.Val); err == nil && 0 <= i && i < len(seen) {
			seen[i].marked = seen[i].marked || marked
			seen[i].free = seen[i].free || !marked
		}
	}
	for c := range n.ChildNodes() {
		walkMarks(c, marked, seen, scripts)
	}
	if scripts && n.DataAtom == atom.Noscript && n.FirstChild != nil {
		// What the text of a <noscript> leaves open cannot reach past its end.
		text := strings.NewReader(n.FirstChild.Data)
		if inner, err := html.ParseWithOptions(text, html.ParseOptionEnableScripting(false)); err == nil {
			walkMarks(inner, marked, seen, false)
		}
	}
}
