package scan

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/ascii"
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
	value := s.tag.value(a)
	switch kind {
	case oneURL:
	case urlList:
		s.urlList(a, value)
	case srcsetList:
		for _, c := range srcset.Parse(value) {
			s.addPart(a, c.URL, c.Index)
		}
	case resourceURL:
		if !ascii.IsBlank(value) {
			s.add(a, value, a.start, false)
			s.last().Holds, s.last().Identity = s.tag.held(), s.tag.identity()
		}
	case baseURL:
		// The first counts. One in a <noscript> does not, as browsers run scripts.
		if !s.page.HasBase && !s.script {
			s.page.Base, s.page.HasBase = strings.Clone(value), true
		}
	case metaContent:
		s.meta(a, value)
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
		return t.namesResource()
	case isImageInput:
		kind, _ := t.get(attrType)
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
	for i := ascii.SkipSpace(value, 0); i < len(value); {
		end := i
		for end < len(value) && !ascii.IsSpace(value[end]) {
			end++
		}
		s.addPart(a, value[i:end], i)
		i = ascii.SkipSpace(value, end)
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
	s.marks.record(len(s.page.Links), &s.tag)
	if !s.page.hasRoom() {
		// The caller needs a link to write to, so it overwrites the last one.
		s.page.Links = s.page.Links[:len(s.page.Links)-1]
	}
	if n := len(s.page.Links); n == cap(s.page.Links) && n > 0 {
		s.page.Links = slices.Grow(s.page.Links, min(s.moreLinks(n), MaxLinks-n))
	}
	s.page.Links = append(s.page.Links, link.Link{})
	next := s.last()
	next.Ignored = s.marks.onTag
	return next
}

// moreLinks guesses how many links follow the first n, from how much of the document
// these took: a list that grows in small steps is copied many times. The bounds are for
// documents that begin with all their links.
func (s *scanner) moreLinks(n int) int {
	read := max(s.tag.nameEnd, 1)
	rest := n * max(len(s.src)-read, 0) / read
	return min(max(rest+rest/16, n/4, 8), 3*n)
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
