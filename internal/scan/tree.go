package scan

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/markup"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Most pages are read without the tree of their elements. Where it decides, html.Parse
// builds it: which links are inside an element that the author marked to be ignored, what is
// left of a tag that browsers drop in some places, and which namespace a tag is in behind an
// end tag that SVG does not have.

// tree says what becomes of each start tag of a document.
type tree struct {
	// starts are the offsets of the names of all that looks like a start tag, wherever it
	// is, and fates what becomes of each.
	starts []int
	fates  []fate
	// number begins the name of the attribute by which the tags are found in the tree. The
	// author of a page cannot predict it.
	number string
	// hosts are the elements with a shadow root.
	hosts map[*html.Node]bool
}

// fate is what becomes of a start tag.
type fate struct {
	kept bool // it makes an element
	ns   namespace
	// template, shadow and noscript report whether the element is in a <template>, in a
	// shadow root and in a <noscript>.
	template, shadow, noscript bool
	// marked and free report whether an element of the tag is inside one that is marked to
	// be ignored, and whether one is not. Broken nesting turns one tag into several
	// elements.
	marked, free bool
}

// isIgnored reports whether all elements of the tag are inside marked ones.
func (f *fate) isIgnored() bool { return f.marked && !f.free }

// startTag matches what may be a start tag up to the end of its name. A name that ends as a
// comment or a CDATA section does is left out, because nothing can be put behind it.
var startTag = regexp.MustCompile(`<[a-zA-Z](?:[^\s/>]*[^\s/>\-!\]])?`)

// rawEnd matches what is behind the "<" of an end tag of text, before which a name is left out, too:
// {"a": "<b"}</script>
var rawEnd = regexp.MustCompile(`^(?i)/(?:script|style|title|textarea|xmp|iframe|noembed|noframes|noscript)`)

// newTree returns the tree of a document; nil when it nests too deep for one.
func newTree(src []byte) *tree {
	// The attribute needs neither space nor quotes, so that it changes nothing where a
	// document only quotes a tag.
	t := &tree{number: "linkvet-" + strconv.FormatUint(rand.Uint64(), 36) + "-", hosts: map[*html.Node]bool{}}
	numbered := make([]byte, 0, len(src)+len(src)/2)
	last := 0
	for _, span := range startTag.FindAllIndex(src, -1) {
		end := span[1]
		if end == len(src) || src[end-1] == '<' && rawEnd.Match(src[end:]) {
			continue
		}
		if ascii.IsSpace(src[end]) || src[end] == '/' || src[end] == '>' {
			numbered = append(append(numbered, src[last:end]...), "/"+t.number...)
			numbered = strconv.AppendInt(numbered, int64(len(t.starts)), 10)
			if ascii.IsSpace(src[end]) {
				numbered = append(numbered, '/') // a "=" that comes first is no value of the number
			}
			t.starts = append(t.starts, span[0]+1)
			last = end
		}
	}
	doc, err := html.Parse(bytes.NewReader(append(numbered, src[last:]...)))
	if err != nil {
		return nil
	}
	t.fates = make([]fate, len(t.starts))
	t.walk(doc, fate{})
	return t
}

// walk records the elements below n; in is what they are in. It goes no deeper than the
// parser does, which is some hundred levels.
func (t *tree) walk(n *html.Node, in fate) {
	switch n.Namespace {
	case "svg":
		in.ns = inSVG
	case "math":
		in.ns = inMathML
	default:
		in.ns = inHTML
	}
	for _, a := range n.Attr {
		in.marked = in.marked || a.Key == attrIgnore.String() || a.Key == attrProoferIgnore.String()
	}
	isTemplate := in.ns == inHTML && n.DataAtom == atom.Template
	isRoot := isTemplate && t.isShadowRoot(n)
	in.shadow = in.shadow || isRoot
	// Where the tag has no number, the name of an attribute may hold what looks like a tag.
	isNumbered := strings.TrimRight(n.Data, "-!]<") == n.Data || len(n.Attr) > 0 && strings.HasPrefix(n.Attr[0].Key, t.number)
	for _, a := range n.Attr { // a second <html> or <body> adds its number to that of the first
		if digits, ok := strings.CutPrefix(a.Key, t.number); ok && isNumbered {
			t.record(digits, in)
		}
	}
	in.template = in.template || isTemplate && !isRoot
	if in.ns == inHTML && n.DataAtom == atom.Noscript && !in.noscript {
		in.noscript = true
		t.walkNoscript(n, in)
		return
	}
	for c := range n.ChildNodes() {
		t.walk(c, in)
	}
}

// record records an element of the tag of that number.
func (t *tree) record(digits string, in fate) {
	i, err := strconv.Atoi(digits)
	if err != nil {
		return
	}
	f := &t.fates[i]
	if !f.kept {
		f.kept, f.ns, f.template, f.shadow, f.noscript = true, in.ns, in.template, in.shadow, in.noscript
	}
	f.marked = f.marked || in.marked
	f.free = f.free || !in.marked
}

// walkNoscript walks what is in a <noscript>, which the tree has as one text: readers
// without scripts see it as a part of the body. What it leaves open does not reach past its
// end.
func (t *tree) walkNoscript(n *html.Node, in fate) {
	if n.FirstChild == nil {
		return
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(n.FirstChild.Data), body, html.ParseOptionEnableScripting(false))
	if err != nil {
		return
	}
	for _, inner := range nodes {
		t.walk(inner, in)
	}
}

// shadowHosts are the elements that may have a shadow root, besides custom ones.
var shadowHosts = strings.Fields("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span")

// isShadowRoot reports whether a <template> is a declarative shadow root, whose content is
// part of what the page shows (DOM standard, section 4.9, "attach a shadow root"). The
// content of any other is inert until a script copies it.
func (t *tree) isShadowRoot(n *html.Node) bool {
	host := n.Parent
	isOpen := slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "shadowrootmode" && (ascii.EqualFold(a.Val, "open") || ascii.EqualFold(a.Val, "closed"))
	})
	if !isOpen || host == nil || host.Namespace != "" || t.hosts[host] {
		return false
	}
	isCustom := strings.Contains(host.Data, "-") && !strings.HasPrefix(host.Data, "font-face")
	if !isCustom && !slices.Contains(shadowHosts, host.Data) {
		return false
	}
	t.hosts[host] = true
	return true
}

// isMarked reports whether the author marked the tag's element to be ignored.
func (t *tag) isMarked() bool { return t.have.has(attrIgnore) || t.have.has(attrProoferIgnore) }

// fromTree reads the links and anchors of the document by what its tree says of each tag.
func (s *scanner) fromTree(tree *tree) {
	var texts Texts
	var html, body attributes // a second <html> or <body> adds only what the first lacks
	last, at, limit := 0, 0, len(s.src)
	for i, start := range tree.starts {
		f := &tree.fates[i]
		if !f.kept || start < at { // the name of an attribute may hold what looks like a tag
			continue
		}
		if at = s.tag.parse(s.src, start); at < 0 {
			return
		}
		if bytes.Contains(bytes.ToLower(s.src[last:start]), []byte("</form")) {
			s.form = noForm
		}
		last = start
		name := s.tag.element.name
		switch {
		case f.ns != inHTML:
		case name == "html":
			s.tag.addTo(&html)
		case name == "body":
			s.tag.addTo(&body)
		case name == "image":
			s.tag.element = imgElement // as in every browser
		case name == "noscript":
			limit = markup.RawTextEnd(s.src, at, name)
		}
		if f.template {
			continue
		}
		s.script, s.shadow, s.isIgnored = f.noscript, f.shadow, f.isIgnored()
		found := len(s.page.Links)
		s.enter(f.ns)
		for i := found; i < len(s.page.Links) && s.opt.Text && name == "a"; i++ {
			if l := &s.page.Links[i]; l.Attribute == attrHref.String() || l.Attribute == attrXlinkHref.String() {
				l.Text = texts.Of(link.HTMLKind, s.src, l.Offset)
			}
		}
		s.text.open = false // the next link must not end a text that was not collected
		if s.embedded != noLinks {
			m := markup.Reader{Src: s.src, At: at, Foreign: f.ns != inHTML}
			if f.noscript {
				m.Src = m.Src[:limit]
			}
			s.readEmbedded(s.content(&m))
		}
	}
}

// addTo leaves out the attributes that an element has already.
func (t *tag) addTo(have *attributes) {
	t.attrs = slices.DeleteFunc(t.attrs, func(a attr) bool { return have.has(a.name) })
	*have |= t.have
}

// content returns the text of the element of the current tag, behind which m is.
func (s *scanner) content(m *markup.Reader) markup.CharData {
	if m.Foreign {
		return m.CharData()
	}
	m.Raw = s.tag.element.raw
	if kind, start := m.Next(); kind == markup.Text {
		return markup.CharData{Text: m.Src[start:m.At], Start: start}
	}
	return markup.CharData{}
}
