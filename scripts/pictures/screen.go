package main

import (
	"fmt"
	"regexp"
	"strings"
)

// line is one line of a terminal, as texts of one style each.
type line []span

// span is text of one style.
type span struct {
	text   string
	colour colour
	bold   bool
}

// sequence matches the escape sequence that sets a style.
var sequence = regexp.MustCompile("\x1b\\[([0-9]*)m")

// duration is what differs from run to run.
var duration = regexp.MustCompile(` in (\d+ ms|\d+\.\d s|\d+ min \d+ s)`)

// parseScreen splits what a terminal received into lines. It knows the styles that linkvet
// uses: any other is an error, so that a new one is drawn, too.
func parseScreen(screen []byte) ([]line, error) {
	text := strings.TrimRight(strings.ReplaceAll(string(screen), "\r\n", "\n"), "\n")
	text = duration.ReplaceAllString(text, "")
	var lines []line
	for row := range strings.SplitSeq(text, "\n") {
		var l line
		style, from := span{}, 0
		for _, m := range sequence.FindAllStringSubmatchIndex(row, -1) {
			l = l.with(style, row[from:m[0]])
			from = m[1]
			switch code := row[m[2]:m[3]]; code {
			case "0":
				style = span{}
			case "1":
				style.bold = true
			case "2":
				style.colour = muted
			case "31":
				style.colour = red
			case "32":
				style.colour = green
			default:
				return nil, fmt.Errorf("could not draw the style %q of a terminal: add it to this program", code)
			}
		}
		l = l.with(style, row[from:])
		if strings.ContainsAny(row[from:], "\x1b\r\t") {
			return nil, fmt.Errorf("could not draw the line %q", row)
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// with adds text in a style, unless it is empty.
func (l line) with(style span, text string) line {
	if text == "" {
		return l
	}
	style.text = text
	return append(l, style)
}

// String returns the text of a line.
func (l line) String() string {
	var b strings.Builder
	for _, s := range l {
		b.WriteString(s.text)
	}
	return b.String()
}
