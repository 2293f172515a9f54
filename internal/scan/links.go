package scan

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
	"github.com/linkvet/linkvet/internal/scan/css"
	"github.com/linkvet/linkvet/internal/scan/markup"
	"github.com/linkvet/linkvet/internal/scan/srcset"
	"github.com/linkvet/linkvet/internal/weburl"
)

// collect records the links and anchors of the start tag of an element in that
// namespace.
func (s *scanner) collect(in namespace) {
	t := &s.tag
	var rules []rule
	switch in {
	case inHTML:
		rules = t.element.html
	case inSVG:
		rules = t.element.svg
	case inMathML:
	}
	for i := range t.attrs {
		a := &t.attrs[i]
		switch a.name {
		case attrID:
			s.anchor(a)
			s.mapName(a, in)
		case attrName:
			if t.element.name == "a" && in == inHTML {
				s.anchor(a)
			}
			s.mapName(a, in)
		case attrStyle:
			s.styleAttribute(a)
		case attrSrcdoc:
			if t.element.name == "iframe" && in == inHTML {
				s.srcdoc(a)
			}
		}
		for j := range rules {
			if rules[j].attribute == a.name {
				t.origin = rules[j].origin
				s.apply(&rules[j], a)
			}
		}
	}
}

// apply records the links of an attribute that r is about.
func (s *scanner) apply(r *rule, a *attr) {
	if r.when != always && !s.meets(r.when) {
		return
	}
	if r.value != oneURL {
		s.applySpecial(r.value, a)
		return
	}
	if value := s.tag.value(a); r.empty || !ascii.IsBlank(value) {
		s.add(a, value, a.start, r.follow)
	}
}

// applySpecial is apply for a value that is not just a URL. It is a separate function
// because most values are URLs, and a large function costs time at each call.
func (s *scanner) applySpecial(kind valueKind, a *attr) {
	if kind == metaContent {
		s.meta(a)
		return
	}
	value := s.tag.value(a)
	switch kind {
	case oneURL, metaContent:
	case urlList:
		s.urlList(a, value)
	case srcsetList:
		for _, c := range srcset.Parse(value) {
			s.addPart(a, c.URL, c.Index)
		}
	case resourceURL:
		if r, ok := s.tag.relation(); ok && !ascii.IsBlank(value) {
			s.add(a, value, a.start, false)
			s.last().Holds, s.last().Identity = r.holds, r.says
		}
	case baseURL:
		// The first counts. One in a <noscript> does not, as browsers run scripts.
		if !s.page.HasBase && !s.script {
			s.page.Base, s.page.HasBase = strings.Clone(value), true
		}
	case mapReference:
		// Browsers ignore a usemap that names no map.
		if _, ok := MapName(value); ok {
			s.add(a, value, a.start, false)
			s.last().Map = true
		}
	case pictureURL:
		if !ascii.IsBlank(value) {
			s.add(a, value, a.start, false)
			s.picture(value)
		}
	case shapeURL:
		if !ascii.IsBlank(value) && !weburl.IsFragment(value) {
			s.add(a, value, a.start, false)
		}
	}
}

// meets reports whether the current tag meets the condition.
func (s *scanner) meets(c condition) bool {
	t := &s.tag
	switch c {
	case always:
	case hasNoHref:
		return !t.have.has(attrHref)
	case isResource:
		_, ok := t.relation()
		return ok
	case isImageInput:
		kind, _ := t.get("type")
		return ascii.EqualFold(kind, "image")
	case isGetForm:
		return t.formMethod() == getForm
	case submitsByGet:
		return t.submitsByGet(s.form)
	}
	return true
}

// urlList records each URL of a list.
func (s *scanner) urlList(a *attr, value string) {
	for i, url := range words(value) {
		s.addPart(a, url, i)
	}
}

// add records one link of the tag. Raw is its URL, which is at the offset.
func (s *scanner) add(a *attr, raw string, offset int, follow bool) {
	l := s.next()
	l.Origin, l.Raw, l.Offset, l.Follow = s.tag.origin, raw, offset, follow
	if s.opt.Text && !s.once && s.tag.element.name == "a" && (a.name == attrHref || a.name == attrXlinkHref) {
		s.text.start(len(s.page.Links) - 1)
	}
}

// put records one link of the content of the tag.
func (s *scanner) put(l link.Link) {
	next := s.next()
	l.Ignored = l.Ignored || next.Ignored
	*next = l
}

// next adds an empty link of the tag or of its content.
func (s *scanner) next() *link.Link {
	if !s.page.hasRoom() {
		// The caller needs a link to write to, so it overwrites the last one.
		s.page.Links = s.page.Links[:len(s.page.Links)-1]
	}
	if len(s.page.Links) == cap(s.page.Links) {
		s.grow()
	}
	s.page.Links = append(s.page.Links, link.Link{})
	next := s.last()
	next.Ignored = s.isIgnored
	return next
}

// grow makes room for as many more links as the rest of the document has at the rate so far: to
// double what a page of 12,000 links has takes four times its memory.
func (s *scanner) grow() {
	n, read := len(s.page.Links), max(s.tag.nameEnd, 1)
	more := n * max(len(s.src)-read, 0) / read
	s.page.Links = slices.Grow(s.page.Links, min(max(more+more/16, n/4, 8), 3*n+8))
}

// last returns the link that was recorded last.
func (s *scanner) last() *link.Link { return &s.page.Links[len(s.page.Links)-1] }

// addPart records a link that starts at index of the attribute's decoded value. Where
// decoding moved the bytes, the link's place is the value's.
func (s *scanner) addPart(a *attr, raw string, index int) {
	offset := a.start
	if a.plain {
		offset += index
	}
	s.add(a, raw, offset, false)
}

// anchor records an id or a name that a fragment finds.
func (s *scanner) anchor(a *attr) {
	if a.start == a.end || s.shadow {
		return // a fragment finds nothing in a shadow root
	}
	s.page.Anchors = append(s.page.Anchors, s.tag.hash(a))
	if s.opt.IDs {
		s.page.IDs = append(s.page.IDs, s.tag.value(a))
	}
}

// mapName records the name of a <map>, or its id, which images find as well.
func (s *scanner) mapName(a *attr, in namespace) {
	if s.tag.element.name == "map" && in == inHTML && a.start < a.end {
		s.page.Maps = append(s.page.Maps, s.tag.hash(a))
	}
}

// picture completes the link that was recorded last, which is to an image of that URL.
func (s *scanner) picture(url string) {
	if weburl.IsFragment(url) {
		s.page.Uses = s.page.Uses || s.tag.element.name == "use"
	} else if NamesSVG(url) {
		s.last().Holds = link.SVGKind
	}
}

// NamesSVG reports whether a URL has the name of an SVG file.
func NamesSVG(url string) bool {
	if end := strings.IndexAny(url, "?#"); end >= 0 {
		url = url[:end]
	}
	return ascii.EqualFold(path.Ext(strings.TrimRight(url, ascii.Space)), ".svg")
}

// isScript reports whether the current <script> holds code and not data.
func (t *tag) isScript() bool {
	value, _ := t.get("type")
	value = strings.ToLower(value)
	return strings.Trim(value, ascii.Space) == "" || strings.Contains(value, "module") || strings.Contains(value, "javascript") || strings.Contains(value, "ecmascript")
}

// MapName returns the name of the <map> that a usemap refers to: the text after its
// first "#", as it is written. It is false when the usemap names no map.
func MapName(usemap string) (name string, ok bool) {
	_, name, _ = strings.Cut(usemap, "#")
	return name, name != ""
}

// maxNested is how deeply nested a srcdoc may be to be read. Each level
// takes time linear in its length, which is less than that of the outer document.
const maxNested = 4

// srcdoc records the links of the document in the srcdoc of an <iframe>. Its
// anchors are not anchors of the page, so links to them are left out.
func (s *scanner) srcdoc(a *attr) {
	if s.nested == maxNested {
		return
	}
	src := s.src[a.start:a.end]
	if !a.plain {
		src = []byte(s.tag.value(a))
	}
	s.page.Nested = true
	var page Page
	inner := scanner{src: src, opt: s.opt, page: &page, nested: s.nested + 1}
	inner.document()
	for _, l := range page.Links {
		if !weburl.IsFragment(l.Raw) {
			s.put(a.inOuter(l, &page))
		}
	}
}

// inOuter returns the link l of the page in the attribute as a link of the outer document.
func (a *attr) inOuter(l link.Link, page *Page) link.Link {
	l.Offset += a.start
	if !a.plain {
		l.Offset = a.start
	}
	if page.HasBase {
		l.Origin = &link.Origin{
			Element: l.Element, Attribute: l.Attribute, Base: append([]string{page.Base}, l.Base...),
		}
	}
	return l
}

// embedded says what language the text behind a start tag is in.
type embedded uint8

const (
	// noLinks is the text of the page, or other text without links.
	noLinks embedded = iota
	styleSheet
	linkedDataText
)

// embeds returns what the text of the element of a start tag is.
func (t *tag) embeds(in namespace) embedded {
	switch {
	case t.element.name == "style" && in != inMathML && !(t.closed && in == inSVG) && t.isTyped("", "text/css"):
		return styleSheet
	case t.element.name == "script" && in == inHTML && t.isTyped("application/ld+json"):
		return linkedDataText
	}
	return noLinks
}

// isTyped reports whether the type of the element is one of the given ones, its
// parameters aside. The type of an element without one is "".
func (t *tag) isTyped(types ...string) bool {
	value, _ := t.get("type")
	value, _, _ = strings.Cut(value, ";")
	for _, known := range types {
		if ascii.EqualFold(strings.Trim(value, ascii.Space), known) {
			return true
		}
	}
	return false
}

// readEmbedded records the links of the text that follows a tag that has some.
func (s *scanner) readEmbedded(data markup.CharData) {
	switch s.embedded {
	case styleSheet:
		s.styleElement(&data)
	case linkedDataText:
		s.linkedData(&data)
	case noLinks:
	}
}

// styleElement records the links in the text of a <style>.
func (s *scanner) styleElement(data *markup.CharData) {
	css.Sheet(data.Text, func(l css.Link) { s.put(cssLink(l, "style", data.Offset(l.Index))) })
}

// styleAttribute records the links of a style attribute. Most have no bracket,
// and so no link.
func (s *scanner) styleAttribute(a *attr) {
	if a.plain && bytes.IndexByte(s.src[a.start:a.end], '(') < 0 {
		return
	}
	value := s.src[a.start:a.end]
	if !a.plain {
		value = []byte(s.tag.value(a))
	}
	s.tag.origin = &link.Origin{Element: s.tag.elementName(), Attribute: a.name.String()}
	css.Declarations(value, func(l css.Link) { s.addPart(a, l.URL, l.Index) })
}

// The keys of JSON-LD, in the words of schema.org, whose values are URLs of
// documents. Those of the second kind may be names as well, and are links when
// they look like URLs.
var (
	urlKeys   = []string{"url", "image", "logo", "contentUrl", "thumbnailUrl"}
	namedKeys = []string{"@id", "item", "mainEntityOfPage"}
)

// linkedData records the links in the JSON-LD of a <script>. Their attribute is the key.
// A name in such data need not be the URL of a document, so the links have OnSite set. An
// @context defines the meaning of names and holds no links.
func (s *scanner) linkedData(data *markup.CharData) {
	// Programs that read such data skip what is not well formed, so the error does not
	// matter: the values before it count.
	_ = jsonStrings(data.Text, func(path []string, value string, index int) {
		if len(path) == 0 || ascii.IsBlank(value) || slices.Contains(path, "@context") {
			return
		}
		key := path[len(path)-1]
		if slices.Contains(urlKeys, key) || slices.Contains(namedKeys, key) && weburl.LooksLikeURL(value) {
			s.put(link.Link{
				Origin: &link.Origin{Element: "script", Attribute: key}, Raw: value, Offset: data.Offset(index), OnSite: true,
			})
		}
	})
}

// form says what the tag that submits a form would do.
type form uint8

const (
	noForm form = iota
	getForm
	otherForm // posts, or closes a dialog
)

// formMethod returns what a <form> does when it is submitted.
func (t *tag) formMethod() form {
	method, _ := t.get("method")
	return methodForm(method)
}

// methodForm reads a method or formmethod attribute. Unknown methods are GET.
func methodForm(method string) form {
	if ascii.EqualFold(method, "post") || ascii.EqualFold(method, "dialog") {
		return otherForm
	}
	return getForm
}

// submitsByGet reports whether a button requests its formaction by GET; f is the form
// that it is in. A button that belongs to another form of the page does so only when
// it says so itself.
func (t *tag) submitsByGet(f form) bool {
	kind, _ := t.get("type")
	if t.element.name == "input" && !ascii.EqualFold(kind, "submit") && !ascii.EqualFold(kind, "image") {
		return false
	}
	if ascii.EqualFold(kind, "button") || ascii.EqualFold(kind, "reset") {
		return false
	}
	if method, ok := t.get("formmethod"); ok {
		return methodForm(method) == getForm
	}
	return !t.has("form") && f == getForm
}
