package scan

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/css"
	"github.com/linkvet/linkvet/internal/scan/markup"
	"github.com/linkvet/linkvet/internal/scan/srcset"
	"github.com/linkvet/linkvet/internal/weburl"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// references is a set of links, written "element@attribute value", and of
// anchors, written "#" and their hash. It is a set since one tag may make
// several elements of the tree, when formatting elements nest badly.
type references map[string]bool

func (r references) link(element, attribute, value string) {
	r[element+"@"+attribute+" "+value] = true
}

func (r references) anchor(id string) { r.hash(HashAnchor(id)) }

func (r references) hash(anchor uint64) { r[fmt.Sprintf("#%x", anchor)] = true }

// without returns what r has and other lacks, sorted.
func (r references) without(other references) []string {
	var rest []string
	for _, reference := range slices.Sorted(maps.Keys(r)) {
		if !other[reference] {
			rest = append(rest, reference)
		}
	}
	return rest
}

// scanned returns what HTML finds in src. Which form a button belongs to, the
// tree does not tell, so the formactions of buttons are left out.
func scanned(src []byte) references {
	var page Page
	HTML(src, Options{}, &page)
	found := references{}
	for _, l := range page.Links {
		if l.Attribute != "formaction" {
			found.link(l.Element, l.Attribute, l.Raw)
		}
	}
	for _, anchor := range page.Anchors {
		found.hash(anchor)
	}
	return found
}

// oracle is what finds the links and anchors of a document in the tree that
// html.Parse builds of it. It shares nothing with the scanner but what takes
// one value apart (a srcset, a refresh, a style sheet), which has tests of its
// own.
type oracle struct {
	found references
	// nested is how many srcdocs the document is in.
	nested int
	// hosts are the elements with a shadow root, and shadows is how many of these are
	// around what is walked.
	hosts   map[*html.Node]bool
	shadows int
}

// ask returns the oracle's word on src; an error means that the document nests
// too deep for a tree.
func ask(src []byte) (*oracle, error) {
	doc, err := html.Parse(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	o := &oracle{found: references{}}
	return o, o.walk(doc, true)
}

// walk records the tree below n. With scripts a <noscript> holds one text,
// which is read as those see it who have no scripts: as part of a body.
func (o *oracle) walk(n *html.Node, scripts bool) error {
	isHTML := n.Type == html.ElementNode && n.Namespace == ""
	isShadowRoot := isHTML && n.Data == "template" && o.isShadowRoot(n)
	if isShadowRoot {
		o.shadows++
		defer func() { o.shadows-- }()
	}
	if n.Type == html.ElementNode {
		o.element(n)
		if err := o.inner(n); err != nil {
			return err
		}
	}
	if isHTML && n.Data == "template" && !isShadowRoot {
		return nil
	}
	if isHTML && n.Data == "noscript" && scripts {
		return o.noscript(n)
	}
	for c := range n.ChildNodes() {
		if err := o.walk(c, scripts); err != nil {
			return err
		}
	}
	return nil
}

// noscript records the text of a <noscript>.
func (o *oracle) noscript(n *html.Node) error {
	if n.FirstChild == nil {
		return nil
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(n.FirstChild.Data), body, html.ParseOptionEnableScripting(false))
	for _, inner := range nodes {
		if err == nil {
			err = o.walk(inner, false)
		}
	}
	return err
}

// isShadowRoot reports whether the content of a <template> is shown. The elements that
// may have a shadow root are those of which Chromium says so.
func (o *oracle) isShadowRoot(n *html.Node) bool {
	host := n.Parent
	mode, _ := valueOf(n, "shadowrootmode")
	if !foldsTo(mode, "open", "closed") || host == nil || host.Namespace != "" || o.hosts[host] {
		return false
	}
	isCustom := strings.Contains(host.Data, "-") && ascii.IsLetter(host.Data[0]) && !strings.HasPrefix(host.Data, "font-face")
	known := strings.Fields("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span")
	if !isCustom && !slices.Contains(known, host.Data) {
		return false
	}
	if o.hosts == nil {
		o.hosts = map[*html.Node]bool{}
	}
	o.hosts[host] = true
	return true
}

// valueOf returns the value of an attribute, which in SVG may be "xlink:href".
func valueOf(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		key := a.Key
		if a.Namespace != "" {
			key = a.Namespace + ":" + key
		}
		if key == name {
			return a.Val, true
		}
	}
	return "", false
}

// foldsTo reports whether value is one of the names in any case.
func foldsTo(value string, names ...string) bool {
	for _, name := range names {
		if len(value) == len(name) && strings.EqualFold(value, name) {
			return true
		}
	}
	return false
}

// spaces is white space as HTML has it.
const spaces = " \t\n\f\r"

// oracleHTML lists for each attribute that holds one URL, and no more, the HTML
// elements whose URL is a link with any other attributes.
var oracleHTML = map[string]string{
	"href":       "a area",
	"src":        "iframe frame img source video audio track embed script",
	"longdesc":   "img",
	"poster":     "video",
	"data":       "object",
	"cite":       "blockquote q ins del",
	"background": "body table td th",
	"manifest":   "html",
	"data-src":   "img source iframe",
}

// element records the links and anchors of one element.
func (o *oracle) element(n *html.Node) {
	if id, _ := valueOf(n, "id"); id != "" && o.shadows == 0 {
		o.found.anchor(id)
	}
	switch n.Namespace {
	case "svg":
		o.svgElement(n)
		return
	case "math":
		return
	}
	if name, _ := valueOf(n, "name"); n.Data == "a" && name != "" && o.shadows == 0 {
		o.found.anchor(name)
	}
	for attribute, elements := range oracleHTML {
		if slices.Contains(strings.Fields(elements), n.Data) {
			o.url(n, attribute)
		}
	}
	if usemap, _ := valueOf(n, "usemap"); n.Data == "img" || n.Data == "object" {
		if _, name, _ := strings.Cut(usemap, "#"); name != "" {
			o.url(n, "usemap")
		}
	}
	switch n.Data {
	case "img", "source":
		o.srcset(n, "srcset")
		o.srcset(n, "data-srcset")
	case "a", "area":
		ping, _ := valueOf(n, "ping")
		for _, url := range strings.FieldsFunc(ping, func(r rune) bool { return strings.ContainsRune(spaces, r) }) {
			o.found.link(n.Data, "ping", url)
		}
	case "link":
		if rel, _ := valueOf(n, "rel"); namesDocument(rel) {
			o.url(n, "href")
			o.srcset(n, "imagesrcset")
		}
	case "input":
		if kind, _ := valueOf(n, "type"); foldsTo(kind, "image") {
			o.url(n, "src")
		}
	case "form":
		if method, _ := valueOf(n, "method"); !foldsTo(method, "post", "dialog") {
			o.url(n, "action")
		}
	case "meta":
		o.meta(n)
	}
}

// svgElement records the links of an SVG element. Some point to shapes that
// are mostly in their own document, which makes no link.
func (o *oracle) svgElement(n *html.Node) {
	attribute := "href"
	if _, ok := valueOf(n, attribute); !ok {
		attribute = "xlink:href"
	}
	switch value, _ := valueOf(n, attribute); strings.ToLower(n.Data) {
	case "a", "image", "use", "feimage", "script":
		o.url(n, attribute)
	case "textpath", "mpath", "lineargradient", "radialgradient", "pattern", "filter":
		if !strings.HasPrefix(strings.TrimLeft(value, spaces), "#") {
			o.url(n, attribute)
		}
	}
}

// url records the link of an attribute, when the element has one. An empty one
// is a link only where a reader can click on it.
func (o *oracle) url(n *html.Node, attribute string) {
	value, ok := valueOf(n, attribute)
	if ok && (n.Data == "a" || n.Data == "area" || strings.Trim(value, spaces) != "") {
		o.found.link(strings.ToLower(n.Data), attribute, value)
	}
}

// srcset records the candidates of an attribute.
func (o *oracle) srcset(n *html.Node, attribute string) {
	value, _ := valueOf(n, attribute)
	for _, c := range srcset.Parse(value) {
		o.found.link(n.Data, attribute, c.URL)
	}
}

// meta records the link of a <meta>.
func (o *oracle) meta(n *html.Node) {
	content, _ := valueOf(n, "content")
	if kind, _ := valueOf(n, "http-equiv"); foldsTo(kind, "refresh") {
		if url, _ := parseRefresh(content); strings.Trim(url, spaces) != "" {
			o.found.link("meta", "content", url)
		}
		return
	}
	property, _ := valueOf(n, "property")
	name, _ := valueOf(n, "name")
	shared := []string{
		"og:url", "og:image", "og:image:url", "og:image:secure_url", "og:video", "og:video:url", "og:video:secure_url",
		"og:audio", "og:audio:url", "og:audio:secure_url", "twitter:image",
	}
	if foldsTo(strings.Trim(property, spaces), shared...) || foldsTo(strings.Trim(name, spaces), shared...) {
		o.url(n, "content")
	}
}

// namesDocument reports whether a <link> of that rel is to a document.
func namesDocument(rel string) bool {
	isSpace := func(r rune) bool { return strings.ContainsRune(spaces, r) }
	return slices.ContainsFunc(strings.FieldsFunc(rel, isSpace), func(token string) bool {
		return foldsTo(token, strings.Fields(`stylesheet icon shortcut-icon apple-touch-icon mask-icon canonical alternate next
			prev preload modulepreload prefetch manifest license search author help`)...)
	})
}

// inner records the links of what an element holds that is no HTML of its own
// tree: style sheets, JSON-LD, and the document in a srcdoc. What takes those
// apart is the scanner's, and has tests of its own; where they begin and end is
// the tree's word.
func (o *oracle) inner(n *html.Node) error {
	if style, ok := valueOf(n, "style"); ok {
		css.Declarations([]byte(style), func(l css.Link) { o.found.link(lowerName(n.Data), "style", l.URL) })
	}
	kind, _ := valueOf(n, "type")
	kind, _, _ = strings.Cut(kind, ";")
	kind = strings.Trim(kind, spaces)
	switch {
	case n.Data == "style" && n.Namespace != "math" && (kind == "" || foldsTo(kind, "text/css")):
		css.Sheet([]byte(textOf(n)), func(l css.Link) {
			found := cssLink(l, "style", 0)
			o.found.link(found.Element, found.Attribute, found.Raw)
		})
	case n.Data == "script" && n.Namespace == "" && foldsTo(kind, "application/ld+json"):
		var page Page
		s := scanner{page: &page}
		s.linkedData(&markup.CharData{Text: []byte(textOf(n))})
		for _, l := range page.Links {
			o.found.link(l.Element, l.Attribute, l.Raw)
		}
	case n.Data == "iframe" && n.Namespace == "":
		return o.srcdoc(n)
	}
	return nil
}

// lowerName is the name of an element in lower case: the tree writes some of SVG's
// in both. The functions of strings would mend what is no UTF-8.
func lowerName(name string) string {
	lowered := []byte(strings.TrimSuffix(name, wrongCase))
	for i, c := range lowered {
		lowered[i] = ascii.Lower(c)
	}
	return string(lowered)
}

// textOf returns the text of an element up to the first element in it: no style
// sheet has one, and the scanner does not look behind it.
func textOf(n *html.Node) string {
	var text strings.Builder
	for c := range n.ChildNodes() {
		switch c.Type {
		case html.ElementNode:
			return text.String()
		case html.TextNode:
			text.WriteString(c.Data)
		}
	}
	return text.String()
}

// srcdoc records the links of the document in a srcdoc, but for those to its own
// places.
func (o *oracle) srcdoc(n *html.Node) error {
	src, ok := valueOf(n, "srcdoc")
	if !ok || o.nested == maxNested {
		return nil
	}
	inner := &oracle{found: references{}, nested: o.nested + 1}
	doc, err := html.Parse(strings.NewReader(src))
	if err != nil {
		return err
	}
	if err := inner.walk(doc, true); err != nil {
		return err
	}
	for reference := range inner.found {
		if _, value, ok := strings.Cut(reference, " "); ok && !weburl.IsFragment(value) {
			o.found[reference] = true
		}
	}
	return nil
}

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
	{reason: "browsers drop a tag from where its element may not stand", excuses: func(d *difference) bool {
		droppable := droppable(d.src)
		return len(d.missed) == 0 && !slices.ContainsFunc(d.extra, func(r string) bool { return !droppable[r] })
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
// end tags that may be those of elements around it. JSON with a NUL is none.
func unsure(src []byte) bool {
	low := strings.ToLower(string(src))
	return strings.Contains(low, "\x00") && strings.Contains(low, "ld+json") || foreignTag.MatchString(low) && hardTag.MatchString(low)
}

var (
	glyphTag   = regexp.MustCompile(`(?i)<(mglyph|malignmark)[\s/>]`)
	foreignTag = regexp.MustCompile(`<(svg|math)[\s/>]`)
	hardTag    = regexp.MustCompile(`<(foreignobject|desc|title|m[ions]|mtext|annotation-xml)|</([^sm]|s[^v]|m[^a])`)
)
