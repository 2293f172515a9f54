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
	id     string
	folded string
	joined string
	plain  string
}

// NewAnchors returns the anchors of a page with those ids.
func NewAnchors(ids []string) *Anchors {
	a := &Anchors{list: make([]anchor, 0, min(len(ids), maxAnchors)), work: maxCompared}
	for _, id := range ids {
		if len(a.list) == maxAnchors {
			break
		}
		if id != "" && len(id) <= maxFragment {
			a.list = append(a.list, newAnchor(id, id))
		}
	}
	return a
}

// newAnchor returns the forms of an id that a page or a fragment spells so.
func newAnchor(id, spelt string) anchor {
	folded := fold(strings.TrimPrefix(spelt, userContent))
	return anchor{id: id, folded: folded, joined: joined(folded), plain: plain(folded)}
}

// userContent is put before the ids of what users wrote by GitHub and others.
const userContent = "user-content-"

// Nearest returns the id that a fragment, as a URL writes it, was perhaps meant
// for; "" when none stands out. The closest match decides, and
// the id must be the only one that has it:
//
//   - the same but for case and for how words are parted, and then but for where,
//   - the same but for what generators add: numbers of sections, "-1" after what
//     is there twice, and words such as "the",
//   - near, which means as much as for names of files, where the next one is at
//     least twice as far; but what looks like code is near only to the same with two
//     letters swapped.
func (a *Anchors) Nearest(fragment string) string {
	if len(fragment) > maxFragment || a.work < len(a.list) {
		return ""
	}
	a.work -= len(a.list)
	spelt := weburl.Unescape(fragment)
	// "##usage" and "#$usage" are "#usage" with what a template should have removed.
	wrong := newAnchor(fragment, strings.TrimLeft(spelt, "#$"))
	if wrong.folded == "" {
		return ""
	}
	for _, alike := range [...]func(b *anchor) bool{
		func(b *anchor) bool { return b.folded == wrong.folded },
		func(b *anchor) bool { return b.joined == wrong.joined && sameNumbers(b.folded, wrong.folded) },
		func(b *anchor) bool { return isRepeated(wrong.folded, b.folded) || isRepeated(b.folded, wrong.folded) },
		func(b *anchor) bool { return b.plain == wrong.plain && letters(b.plain) >= 3 },
	} {
		if id, some := a.only(alike); some {
			return id
		}
	}
	if strings.ContainsAny(spelt, ".:(") {
		id, _ := a.only(func(b *anchor) bool { return isSwapped(b.folded, wrong.folded) })
		return id
	}
	return a.near(wrong.folded)
}

// only returns the one id that is alike, and reports whether any is.
func (a *Anchors) only(alike func(*anchor) bool) (id string, some bool) {
	for i := range a.list {
		b := &a.list[i]
		if b.folded == "" || b.id == id || !alike(b) {
			continue
		}
		if some {
			return "", true
		}
		id, some = b.id, true
	}
	return id, some
}

// near returns the id that is near, if the next one is at least twice as far.
func (a *Anchors) near(folded string) (id string) {
	first, second := tooFar, tooFar
	for i := range a.list {
		b := &a.list[i]
		if b.id == id || b.folded == "" {
			continue
		}
		n, ok := near(folded, b.folded)
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

// plain is a folded id without numbers of sections before it, and without words
// that say little, unless nothing else is left.
func plain(folded string) string {
	var kept []string
	list := words(folded)
	for len(list) > 1 && len(list[0]) <= 2 && strings.Trim(list[0], digits) == "" {
		list = list[1:]
	}
	for _, word := range list {
		if !isSmall(word) {
			kept = append(kept, word)
		}
	}
	if len(kept) == 0 {
		return folded
	}
	return strings.Join(kept, "-")
}

// isSmall reports whether a word can be added to a heading without changing what it
// is about. Only English has some here: of other languages nothing is guessed.
func isSmall(word string) bool {
	switch word {
	case "a", "an", "the", "on", "in", "of", "to", "for", "and", "with", "your", "our", "using", "how":
		return true
	}
	return false
}
