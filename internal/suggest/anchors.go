package suggest

import (
	"strings"

	"github.com/linkvet/linkvet/internal/weburl"
)

// Bounds on what is compared of a page: no author wrote more.
const (
	maxAnchors  = 20_000
	maxFragment = 256 // bytes
	// maxCompared is how often an anchor is compared with a fragment, for all the
	// fragments that are missing on one page.
	maxCompared = 4 << 20
)

// Anchors are those of one page, to find the one that a fragment was meant for.
// They are not safe for concurrent use.
type Anchors struct {
	list []anchor
	work int
}

// anchor is one of them, in the forms in which it is compared.
type anchor struct {
	id, folded, joined, plain string
	name                      name
}

// NewAnchors returns the anchors of a page with those ids.
func NewAnchors(ids []string) *Anchors {
	a := &Anchors{list: make([]anchor, 0, min(len(ids), maxAnchors)), work: maxCompared}
	for _, id := range ids {
		if len(a.list) == maxAnchors {
			break
		}
		if b := newAnchor(id, id); len(id) <= maxFragment && b.folded != "" {
			a.list = append(a.list, b)
		}
	}
	return a
}

// newAnchor returns the forms of an id that a page or a fragment spells so.
func newAnchor(id, spelt string) anchor {
	if len(id) > maxFragment {
		return anchor{}
	}
	folded := fold(strings.TrimPrefix(spelt, userContent))
	return anchor{id: id, folded: folded, joined: joined(folded), plain: plain(folded), name: nameOf(folded)}
}

// userContent is put before the ids of what users wrote by GitHub and others.
const userContent = "user-content-"

// Nearest returns the id that a fragment, as a URL writes it, was perhaps meant for; "" when none
// stands out. The closest match decides, and the id must be the only one that has it:
//
//   - the same but for case and for how words are parted, and then but for where,
//   - the same but for what generators add: numbers of sections, "-1" after what
//     is there twice, and words such as "the",
//   - near, where the next one is at least twice as far.
func (a *Anchors) Nearest(fragment string) string {
	if len(fragment) > maxFragment || a.work < len(a.list) {
		return ""
	}
	a.work -= len(a.list)
	// "##usage" and "#$usage" are "#usage" with what a template should have removed.
	wrong := newAnchor(fragment, strings.TrimLeft(weburl.Unescape(fragment), "#$"))
	if wrong.folded == "" {
		return ""
	}
	for _, alike := range [...]func(b *anchor) bool{
		func(b *anchor) bool { return b.folded == wrong.folded },
		func(b *anchor) bool { return b.joined == wrong.joined && b.name.marks == wrong.name.marks },
		func(b *anchor) bool { return isRepeated(wrong.folded, b.folded) || isRepeated(b.folded, wrong.folded) },
		func(b *anchor) bool { return b.plain == wrong.plain && letters(b.plain) >= 3 },
	} {
		id, some := "", false
		for i := range a.list {
			if b := &a.list[i]; b.id != id && alike(b) {
				if some {
					return ""
				}
				id, some = b.id, true
			}
		}
		if some {
			return id
		}
	}
	isCode := func() bool { return strings.ContainsAny(wrong.id, ".:(") }
	id, first, second := "", tooFar, tooFar
	for i := range a.list {
		b := &a.list[i]
		if b.id == id {
			continue
		}
		n, ok := near(wrong.name, b.name, isCode)
		switch {
		case !ok:
		case n < first:
			id, first, second = b.id, n, first
		case n < second:
			second = n
		}
	}
	if second < 2*first {
		return ""
	}
	return id
}

// isRepeated reports whether long is short with what generators add after an id
// that is there already: "-1", "_2".
func isRepeated(short, long string) bool {
	rest, ok := strings.CutPrefix(long, short)
	return ok && len(rest) > 1 && len(rest) <= 3 && rest[0] == '-' && strings.Trim(rest[1:], digits) == "" &&
		letters(short) >= 4 && !strings.ContainsAny(short, digits)
}

// Variant returns the first other spelling of a fragment for which has reports that the page has an
// anchor of that id; "" when it has none. It is for pages of which nothing but
// hashes is known, and finds less than Anchors.
func Variant(fragment string, has func(id string) bool) string {
	spelt := weburl.Unescape(fragment)
	folded, lower := fold(spelt), strings.ToLower(spelt)
	if len(fragment) > maxFragment || folded == "" {
		return ""
	}
	variants := []string{
		lower, folded, strings.TrimPrefix(spelt, userContent), strings.ReplaceAll(spelt, "-", "_"), strings.ReplaceAll(lower, "-", "_"),
		strings.ReplaceAll(spelt, "_", "-"), strings.ReplaceAll(folded, ".", ""), strings.ReplaceAll(folded, ".", "-"), joined(folded),
		strings.ReplaceAll(folded, "-s-", "s-"), capital(folded), capital(strings.ReplaceAll(folded, "-", "_")),
	}
	for _, id := range variants {
		if id != "" && id != fragment && id != spelt && has(id) {
			return id
		}
	}
	return ""
}

// capital is a folded name with a capital at its beginning, as MediaWiki writes them.
func capital(folded string) string { return strings.ToUpper(folded[:1]) + folded[1:] }
