package scan

import (
	"bytes"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// marks keeps what the author marked to be ignored. Which elements stand inside
// a marked one only the document's tree tells, since many end without an end
// tag; so in a page with marks the links behind the first are noted, and
// markIgnored asks the tree about them.
type marks struct {
	own bool // on the tag at hand
	any bool // on that tag or one before it
	// first is the index of the first link that was noted. All later ones are.
	first int
	// tags holds for each noted link the index of its tag in ends.
	tags []int
	// ends holds where in the document the names of those tags end, sorted.
	ends []int
}

// enter takes in a start tag.
func (m *marks) enter(t *tag) {
	m.own = t.isMarked()
	m.any = m.any || m.own
}

// isMarked tells whether the author marked the tag's element to be ignored.
func (t *tag) isMarked() bool { return t.have.has(attrIgnore) || t.have.has(attrProoferIgnore) }

// note takes in a link of the tag at hand.
func (m *marks) note(index, nameEnd int) {
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

// numberAttr is the attribute by which markIgnored finds tags in the tree. It
// comes first in its tag, so that one that the page holds cannot displace it.
const numberAttr = "linkvet-number"

// markIgnored marks the links that stand inside a marked element. In a page
// whose tree cannot be built (it nests too deep) only those count that are
// marked themselves: to check a link too many is better than to pass over one
// that nobody marked.
func (s *scanner) markIgnored() {
	m := &s.marks
	if len(m.tags) == 0 {
		return
	}
	doc, err := html.Parse(bytes.NewReader(number(s.src, m.ends)))
	if err != nil {
		return
	}
	seen := make([]places, len(m.ends))
	walkMarks(doc, false, seen, true)
	noted := s.page.Links[m.first:]
	for i := range noted {
		if seen[m.tags[i]] == (places{marked: true}) {
			noted[i].Ignored = true
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

// places says where in the tree the elements of one tag stand. Broken nesting
// makes several of one tag, and a page may hold numbers that are not ours: only
// a tag that stands nowhere else than inside marked elements is ignored.
type places struct {
	marked, free bool
}

// walkMarks notes for each numbered tag where it stands. It goes no deeper than
// the parser does, which is some hundred levels. With scripts tells that n is of
// a tree in which a <noscript> is one text.
func walkMarks(n *html.Node, marked bool, seen []places, scripts bool) {
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
