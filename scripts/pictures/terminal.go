package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// What of a run the picture shows: the first findings with some of their places, and how
// the run ended. What is left out in between is counted.
const (
	shownFindings = 3
	shownPlaces   = 2 // below the first, which is quoted
)

// drawTerminal draws a run in the window of a terminal.
func drawTerminal(t theme, lines []line) string {
	lines = slices.Concat([]line{{{text: "$ ", colour: muted}, {text: "linkvet " + demo, bold: true}}}, shorten(lines))
	c := &canvas{theme: t, width: narrow}
	for _, l := range lines {
		c.width = max(c.width, 2*inset+math.Ceil(advance*float64(utf8.RuneCountInString(l.String()))))
	}
	top := 36.0
	h := top + inset + leading*float64(len(lines)) + inset/2
	c.frame(0.5, 0.5, c.width-1, h-1, page)
	for i := range 3 {
		fmt.Fprintf(&c.b, `<circle cx="%d" cy="18" r="5.5" fill="%s"/>`+"\n", 20+18*i, c.fill(border))
	}
	c.y = top + inset
	for _, l := range lines {
		x := inset
		for _, s := range l {
			c.code(x, c.y, s)
			x += advance * float64(utf8.RuneCountInString(s.text))
		}
		c.y += leading
	}
	return c.picture(h, "linkvet at a terminal", "The output of: linkvet "+demo)
}

// shorten leaves out most places of the findings, and most findings.
func shorten(lines []line) []line {
	ends := slices.IndexFunc(lines, func(l line) bool { return len(l) == 0 })
	if ends < 0 {
		ends = len(lines)
	}
	var short []line
	findings, places, hidden, quoted := 0, 0, 0, 0
	for _, l := range lines[:ends] {
		text := l.String()
		switch {
		case strings.HasPrefix(text, "✗"):
			findings++
			places, quoted = 0, 0
		case strings.HasPrefix(text, "        "):
			quoted++
		case strings.HasPrefix(text, "    ") && quoted > 0:
			places++
		}
		if findings > shownFindings || places > shownPlaces {
			hidden++
			continue
		}
		short = append(short, left(hidden, "    ")...)
		hidden = 0
		short = append(short, l)
	}
	short = append(short, left(hidden, "")...)
	return append(short, lines[ends:]...)
}

// left says how many lines are left out.
func left(n int, indent string) []line {
	switch n {
	case 0:
		return nil
	case 1:
		return []line{{{text: indent + "⋮ 1 line", colour: muted}}}
	}
	return []line{{{text: fmt.Sprintf("%s⋮ %d lines", indent, n), colour: muted}}}
}
