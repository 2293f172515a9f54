package scan

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/srcset"
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
	// frames tells that the document has frames in place of a body.
	frames bool
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
	o.frames = o.frames || n.Namespace == "" && n.Data == "frameset"
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
