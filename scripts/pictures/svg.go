package main

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// The sizes of text, in pixels. Each text is given its width, so that columns stay in
// line whatever font a machine has.
const (
	advance = 7.2 // of one character of the fixed font, at 12 px
	leading = 18.0
	inset   = 16.0
	narrow  = 960.0 // the least width of a picture
)

// canvas collects the shapes of one picture.
type canvas struct {
	theme theme
	width float64
	b     strings.Builder
	y     float64 // where the next shape begins
}

func (c *canvas) fill(k colour) string { return c.theme.colours[k] }

// box draws a rectangle from the top y on.
func (c *canvas) box(x, y, w, h float64, fill colour) {
	fmt.Fprintf(&c.b, `<rect x="%g" y="%g" width="%g" height="%g" fill="%s"/>`+"\n", x, y, w, h, c.fill(fill))
}

// frame draws a rectangle with round corners and a line around it.
func (c *canvas) frame(x, y, w, h float64, fill colour) {
	fmt.Fprintf(&c.b, `<rect x="%g" y="%g" width="%g" height="%g" rx="6" fill="%s" stroke="%s"/>`+"\n", x, y, w, h, c.fill(fill), c.fill(border))
}

// code writes a text in the fixed font, with its base line at y.
func (c *canvas) code(x, y float64, s span) {
	text := strings.TrimLeft(s.text, " ")
	x += advance * float64(len(s.text)-len(text))
	text = strings.TrimRight(text, " ")
	if text == "" {
		return
	}
	fmt.Fprintf(&c.b, `<text class="%s" x="%.1f" y="%g" textLength="%.1f" lengthAdjust="spacingAndGlyphs" fill="%s" xml:space="preserve">%s</text>`+"\n",
		s.class("code"), x, y, advance*float64(utf8.RuneCountInString(text)), c.fill(s.colour), html.EscapeString(text))
}

// prose writes a text in the font of pages, with its base line at y.
func (c *canvas) prose(x, y float64, s span) {
	fmt.Fprintf(&c.b, `<text class="%s" x="%g" y="%g" fill="%s">%s</text>`+"\n", s.class("prose"), x, y, c.fill(s.colour), html.EscapeString(s.text))
}

// class returns the classes of a text in a font.
func (s span) class(font string) string {
	if s.bold {
		return font + " bold"
	}
	return font
}

// cross draws the sign of a failure around a point.
func (c *canvas) cross(x, y float64) {
	fmt.Fprintf(&c.b, `<circle cx="%g" cy="%g" r="8" fill="%s"/><path d="M%g %gl6 6m0 -6l-6 6" stroke="%s" stroke-width="1.6" stroke-linecap="round"/>`+"\n",
		x, y, c.fill(red), x-3, y-3, c.fill(page))
}

// picture returns the whole of it, h high. what says in words what there is to see.
func (c *canvas) picture(h float64, title, what string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" aria-labelledby="title what">`+"\n", c.width, h, c.width, h)
	fmt.Fprintf(&b, "<title id=\"title\">%s</title>\n<desc id=\"what\">%s</desc>\n", html.EscapeString(title), html.EscapeString(what))
	b.WriteString(`<style>.code{font:12px ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono","DejaVu Sans Mono",monospace}` +
		`.prose{font:13px -apple-system,BlinkMacSystemFont,"Segoe UI","Noto Sans",Helvetica,Arial,sans-serif}.bold{font-weight:600}</style>` + "\n")
	b.WriteString(c.b.String())
	b.WriteString("</svg>\n")
	return b.String()
}
