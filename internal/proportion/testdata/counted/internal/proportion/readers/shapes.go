package main

import (
	"strconv"
	"strings"
)

// shapes are texts that can be made of any size. In each piece %d stands for a
// number that is another one each time.
type shapes struct {
	// openers are without their closers, and closers without their openers.
	openers, closers []string
	// nesting is an opener and its closer.
	nesting [][2]string
	// repetition is one construct many times, and alternation two in turn.
	repetition  []string
	alternation [][2]string
}

// shape is one text of many sizes.
type shape struct {
	kind, name string
	write      func(size int) string
}

// all are the shapes, in their order.
func (s shapes) all() (list []shape) {
	add := func(kind, name string, write func(size int) string) { list = append(list, shape{kind, name, write}) }
	repeat := func(kind string, pieces []string) {
		for _, piece := range pieces {
			add(kind, piece, func(size int) string { return repeated(piece, size) })
		}
	}
	repeat("openers", s.openers)
	repeat("closers", s.closers)
	for _, pair := range s.nesting {
		add("nesting", pair[0]+" … "+pair[1], func(size int) string {
			times := max(size/(len(pair[0])+len(pair[1])), 1)
			return strings.Repeat(pair[0], times) + strings.Repeat(pair[1], times)
		})
	}
	repeat("repetition", s.repetition)
	for _, pair := range s.alternation {
		add("alternation", pair[0]+" and "+pair[1], func(size int) string { return repeated(pair[0]+pair[1], size) })
		add("alternation", pair[0]+", then "+pair[1], func(size int) string {
			return repeated(pair[0], size/2) + repeated(pair[1], size/2)
		})
	}
	return list
}

// with is s and more.
func (s shapes) with(more shapes) shapes {
	return shapes{
		openers: join(s.openers, more.openers), closers: join(s.closers, more.closers), nesting: join(s.nesting, more.nesting),
		repetition: join(s.repetition, more.repetition), alternation: join(s.alternation, more.alternation),
	}
}

func join[T any](a, b []T) []T { return append(a[:len(a):len(a)], b...) }

// repeated is a piece as often as the size has room for it.
func repeated(piece string, size int) string {
	if !strings.Contains(piece, "%d") {
		return strings.Repeat(piece, max(size/len(piece), 1))
	}
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		// Numbers of one length, or larger texts would hold longer ones.
		b.WriteString(strings.ReplaceAll(piece, "%d", strconv.Itoa(100_000+i)))
	}
	return b.String()
}
