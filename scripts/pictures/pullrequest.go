package main

import (
	"fmt"
	"strconv"
	"strings"
)

// workflow and job name what an annotation is of. They are those of the README's example.
const (
	workflow = "links"
	job      = "check"
)

// noteWidth is the most characters in a line of an annotation.
const noteWidth = 126

// drawPullRequest draws the diff of a file with its annotations.
func drawPullRequest(t theme, file string, excerpts []excerpt) string {
	c := &canvas{theme: t, width: narrow, y: 44}
	for _, e := range excerpts {
		c.skip()
		for i, text := range e.lines {
			c.add(e.first+i, text)
		}
		c.note(e.note)
	}
	c.skip()
	body := c.b.String()
	h := c.y + 1
	c.b.Reset()
	c.frame(0.5, 0.5, c.width-1, h-1, page)
	fmt.Fprintf(&c.b, `<path d="M1 44V6.5a6 6 0 0 1 6-5.5H%ga6 6 0 0 1 6 5.5V44z" fill="%s"/>`+"\n", c.width-7, c.fill(bar))
	c.code(inset, 27, span{text: file, bold: true})
	c.b.WriteString(body)
	return c.picture(h, "Annotations of linkvet in a pull request", "The file "+file+" in a diff, with "+strconv.Itoa(len(excerpts))+" annotations of broken links")
}

// gutter is the width of the line numbers.
const gutter = 56.0

// skip stands for the lines that are not shown.
func (c *canvas) skip() {
	c.box(1, c.y, c.width-2, leading, bar)
	c.code(gutter+10, c.y+13, span{text: "⋯", colour: muted})
	c.y += leading
}

// add draws a line that the diff adds.
func (c *canvas) add(number int, text string) {
	c.box(1, c.y, c.width-2, leading+2, added)
	c.box(1, c.y, gutter, leading+2, margin)
	digits := strconv.Itoa(number)
	c.code(gutter-8-advance*float64(len(digits)), c.y+14, span{text: digits})
	c.code(gutter+10, c.y+14, span{text: "+"})
	c.code(gutter+10+2*advance, c.y+14, span{text: text})
	c.y += leading + 2
}

// note draws an annotation below its line.
func (c *canvas) note(a annotation) {
	rows := wrap(a.message, noteWidth)
	h := 88 + leading*float64(len(rows))
	x := 12.0
	c.frame(x, c.y+8, c.width-x-12, h, page)
	c.cross(x+20, c.y+30)
	c.prose(x+38, c.y+34, span{text: fmt.Sprintf("Check failure on line %d in %s", a.line, a.file), bold: true})
	c.prose(x+38, c.y+53, span{text: "GitHub Actions / " + workflow + " / " + job, colour: muted})
	c.code(x+12, c.y+78, span{text: a.title, bold: true})
	for i, row := range rows {
		c.code(x+12, c.y+98+leading*float64(i), span{text: row})
	}
	c.y += h + 16
}

// wrap splits a text into lines of at most n characters, at spaces where it can.
func wrap(text string, n int) []string {
	var rows []string
	for paragraph := range strings.SplitSeq(text, "\n") {
		row := ""
		for word := range strings.SplitSeq(paragraph, " ") {
			if row != "" && len([]rune(row))+1+len([]rune(word)) > n {
				rows = append(rows, row)
				row = word
				continue
			}
			row = strings.TrimPrefix(row+" "+word, " ")
		}
		rows = append(rows, row)
	}
	return rows
}
