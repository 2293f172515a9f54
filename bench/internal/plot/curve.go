package plot

import (
	"fmt"
	"os"
	"strings"
)

// Curves are curves over one axis, one below the other, each with a scale of its own
// that begins at zero.
type Curves struct {
	// Title stands on top, X below: the unit of the axis.
	Title, X string
	Curves   []Curve
}

// Curve is one measure.
type Curve struct {
	Name string
	// Unit follows the highest value; empty for a number.
	Unit   string
	Points []Point
}

// Point is one value. Those of a curve are in the order of X.
type Point struct{ X, Y float64 }

// Sizes in the units of the drawing.
const (
	curveHeight = 110
	curveLeft   = 16
	curveWidth  = width - 2*curveLeft
)

// curveStyle adds to style.
const curveStyle = `.c{fill:none;stroke:#1f883d;stroke-width:1.5}.a{stroke:#9aa4b0;stroke-width:1}.e{text-anchor:end}`

// Write draws c into a file.
func (c Curves) Write(path string) error {
	if err := os.WriteFile(path, []byte(c.SVG()), 0o644); err != nil {
		return fmt.Errorf("could not write plot: %w", err)
	}
	return nil
}

// SVG draws c.
func (c Curves) SVG() string {
	var last float64
	for _, curve := range c.Curves {
		for _, p := range curve.Points {
			last = max(last, p.X)
		}
	}
	var body strings.Builder
	y := titleRoom
	for _, curve := range c.Curves {
		y = curve.draw(&body, y, last)
	}
	fmt.Fprintf(&body, "<text x=\"%d\" y=\"%d\">0</text><text class=\"e\" x=\"%d\" y=\"%d\">%.3g %s</text>\n", curveLeft, y, curveLeft+curveWidth, y, last, escape(c.X))
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", width, y+16, escape(c.Title))
	fmt.Fprintf(&b, "<style>%s%s</style>\n<rect class=\"p\" width=\"100%%\" height=\"100%%\"/>\n", style, curveStyle)
	fmt.Fprintf(&b, "<text class=\"t\" x=\"16\" y=\"26\">%s</text>\n", escape(c.Title))
	return b.String() + body.String() + "</svg>\n"
}

// draw draws c from y down over an axis that ends at last, and returns where the
// next one begins.
func (c Curve) draw(b *strings.Builder, y int, last float64) int {
	var most float64
	for _, p := range c.Points {
		most = max(most, p.Y)
	}
	fmt.Fprintf(b, "<text class=\"g\" x=\"%d\" y=\"%d\">%s</text><text class=\"e\" x=\"%d\" y=\"%d\">at most %.6g %s</text>\n",
		curveLeft, y+barHeight, escape(c.Name), curveLeft+curveWidth, y+barHeight, most, escape(c.Unit))
	y += rowHeight
	fmt.Fprintf(b, "<line class=\"a\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\"/>\n", curveLeft, y+curveHeight, curveLeft+curveWidth, y+curveHeight)
	b.WriteString(`<polyline class="c" points="`)
	for i, p := range c.Points {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(b, "%.1f,%.1f", curveLeft+fraction(p.X, last)*curveWidth, float64(y)+(1-fraction(p.Y, most))*curveHeight)
	}
	b.WriteString("\"/>\n")
	return y + curveHeight + groupGap
}

// fraction returns which part of a whole x is; 0 of none.
func fraction(x, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return x / whole
}
