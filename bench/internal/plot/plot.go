// Package plot draws bars as SVG.
package plot

import (
	"encoding/xml"
	"fmt"
	"os"
	"strings"
)

// Chart is a chart of groups of bars, one below the other.
type Chart struct {
	// Title stands on top, with the unit and which way is better.
	Title string
	// Groups are drawn from the top down.
	Groups []Group
}

// Group is some bars that are compared. Each group has a scale of its own: its
// longest bar takes the whole width.
type Group struct {
	Name string
	Bars []Bar
}

// Bar is one value. Text is how it is written beside the bar.
type Bar struct {
	Name  string
	Value float64
	Text  string
	// Ours is true for the bar that stands out.
	Ours bool
}

// Sizes in the units of the drawing.
const (
	width     = 720
	nameWidth = 190
	textWidth = 130
	rowHeight = 22
	barHeight = 14
	groupGap  = 14
	titleRoom = 44
)

// style follows the reader's colours, light or dark.
const style = `text{font:13px system-ui,sans-serif;fill:#24292f}.t{font-weight:600;font-size:15px}.g{font-weight:600}.n{text-anchor:end}` +
	`.p{fill:#fff}.b{fill:#9aa4b0}.o{fill:#1f883d}` +
	`@media(prefers-color-scheme:dark){text{fill:#e6edf3}.p{fill:#0d1117}.b{fill:#57606a}.o{fill:#3fb950}}`

// Write draws c into a file.
func (c Chart) Write(path string) error {
	if err := os.WriteFile(path, []byte(c.SVG()), 0o644); err != nil {
		return fmt.Errorf("could not write plot: %w", err)
	}
	return nil
}

// SVG draws c.
func (c Chart) SVG() string {
	var body strings.Builder
	y := titleRoom
	for _, group := range c.Groups {
		y = group.draw(&body, y)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", width, y, escape(c.Title))
	fmt.Fprintf(&b, "<style>%s</style>\n<rect class=\"p\" width=\"100%%\" height=\"100%%\"/>\n", style)
	fmt.Fprintf(&b, "<text class=\"t\" x=\"16\" y=\"26\">%s</text>\n", escape(c.Title))
	return b.String() + body.String() + "</svg>\n"
}

// draw draws g from y down, and returns where the next one begins.
func (g Group) draw(b *strings.Builder, y int) int {
	var longest float64
	for _, bar := range g.Bars {
		longest = max(longest, bar.Value)
	}
	fmt.Fprintf(b, "<text class=\"g\" x=\"16\" y=\"%d\">%s</text>\n", y+barHeight, escape(g.Name))
	y += rowHeight
	for _, bar := range g.Bars {
		length := 1.0
		if longest > 0 {
			length = max(1, bar.Value/longest*(width-nameWidth-textWidth))
		}
		class := "b"
		if bar.Ours {
			class = "o"
		}
		fmt.Fprintf(b, "<text class=\"n\" x=\"%d\" y=\"%d\">%s</text>", nameWidth-8, y+12, escape(bar.Name))
		fmt.Fprintf(b, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>", class, nameWidth, y, length, barHeight)
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", nameWidth+length+8, y+12, escape(bar.Text))
		y += rowHeight
	}
	return y + groupGap
}

// escape makes s fit for text and attributes.
func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // A strings.Builder takes everything.
	return b.String()
}
