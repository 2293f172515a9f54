package config

import (
	"regexp/syntax"
	"unicode"
)

// overlaps reports whether some text matches the whole of both programs. It walks
// the states of both at once, so that the answer needs no example. When there are
// more than maxStates of them it reports true: a pattern is refused only when it is
// known that nothing matches it.
func overlaps(a, b *syntax.Prog) bool {
	w := walk{a: newAlphabets(a), b: newAlphabets(b), seen: map[state]struct{}{}}
	for next := range endOfText + 1 {
		w.visit(state{a: uint32(a.Start), b: uint32(b.Start), prev: beginOfText, next: next})
	}
	for len(w.todo) > 0 {
		if len(w.seen) > maxStates {
			return true
		}
		s := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		if w.step(s) {
			return true
		}
	}
	return false
}

// maxStates bounds the work for one pattern to some milliseconds. Patterns of a
// usual length need a hundredth of it.
const maxStates = 20_000

// kind is the kind of character next to a position in the text, as far as "^", "$" and "\b"
// look at it.
type kind uint8

const (
	wordChar kind = iota
	otherChar
	endOfText
	beginOfText
)

// state is one position in both programs. The character before it is known, the
// kind of the one after it is assumed.
type state struct {
	a, b       uint32
	prev, next kind
}

// alphabet is a set of characters, one bit each. The last one stands for all that
// are not ASCII.
type alphabet [2]uint64

const notASCII = 127

// words are the characters that are part of a word to "\b".
var words = func() alphabet {
	var set alphabet
	for c := range rune(notASCII) {
		if syntax.IsWordChar(c) {
			set.add(c)
		}
	}
	return set
}()

func (set *alphabet) add(c rune) { set[c>>6] |= 1 << (c & 63) }

// alphabets are a program and which characters each of its instructions takes,
// found when they are first asked for.
type alphabets struct {
	*syntax.Prog
	sets  []alphabet
	known []bool
}

func newAlphabets(p *syntax.Prog) alphabets {
	return alphabets{p, make([]alphabet, len(p.Inst)), make([]bool, len(p.Inst))}
}

// of returns the characters that an instruction takes; none when it is of another
// sort.
func (p *alphabets) of(pc uint32) alphabet {
	if !p.known[pc] {
		p.known[pc] = true
		p.sets[pc] = takes(&p.Inst[pc])
	}
	return p.sets[pc]
}

func takes(inst *syntax.Inst) alphabet {
	switch inst.Op {
	case syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return alphabet{^uint64(0), ^uint64(0)}
	case syntax.InstRune, syntax.InstRune1:
	default:
		return alphabet{}
	}
	var set alphabet
	for c := range rune(notASCII) {
		if inst.MatchRune(c) {
			set.add(c)
		}
	}
	if last := inst.Rune[len(inst.Rune)-1]; last >= notASCII || last == unicode.MaxRune {
		set.add(notASCII)
	}
	return set
}

// walk is the search for a text that two programs match.
type walk struct {
	a, b alphabets
	seen map[state]struct{}
	todo []state
}

func (w *walk) visit(s state) {
	if _, ok := w.seen[s]; !ok {
		w.seen[s] = struct{}{}
		w.todo = append(w.todo, s)
	}
}

// step continues from a state in every way, and reports whether both programs end
// there.
func (w *walk) step(s state) bool {
	a, b := &w.a.Inst[s.a], &w.b.Inst[s.b]
	for _, pc := range free(a, s) {
		w.visit(state{pc, s.b, s.prev, s.next})
	}
	for _, pc := range free(b, s) {
		w.visit(state{s.a, pc, s.prev, s.next})
	}
	if s.next == endOfText {
		return a.Op == syntax.InstMatch && b.Op == syntax.InstMatch
	}
	both, other := w.a.of(s.a), w.b.of(s.b)
	for i := range both {
		both[i] &= other[i]
		if s.next == wordChar {
			both[i] &= words[i]
		} else {
			both[i] &^= words[i]
		}
	}
	if both != (alphabet{}) {
		for next := range endOfText + 1 {
			w.visit(state{a.Out, b.Out, s.next, next})
		}
	}
	return false
}

// free returns where an instruction leads that takes no character.
func free(inst *syntax.Inst, s state) []uint32 {
	switch inst.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		return []uint32{inst.Out, inst.Arg}
	case syntax.InstCapture, syntax.InstNop:
		return []uint32{inst.Out}
	case syntax.InstEmptyWidth:
		if holds := conditions(s); syntax.EmptyOp(inst.Arg)&^holds == 0 {
			return []uint32{inst.Out}
		}
	}
	return nil
}

// conditions are the empty-width assertions that hold in a state. There are no
// newlines in what patterns are matched with.
func conditions(s state) syntax.EmptyOp {
	var holds syntax.EmptyOp
	if s.prev == beginOfText {
		holds |= syntax.EmptyBeginText | syntax.EmptyBeginLine
	}
	if s.next == endOfText {
		holds |= syntax.EmptyEndText | syntax.EmptyEndLine
	}
	if (s.prev == wordChar) != (s.next == wordChar) {
		return holds | syntax.EmptyWordBoundary
	}
	return holds | syntax.EmptyNoWordBoundary
}
