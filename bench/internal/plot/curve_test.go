package plot

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestCurvesAreWellFormed(t *testing.T) {
	t.Parallel()
	svg := Curves{Title: "a < b", X: "minutes", Curves: []Curve{
		{Name: "<memory>", Unit: "MB", Points: []Point{{0, 0}, {1, 50}, {2, 100}}},
		{Name: "zero", Points: []Point{{2, 0}}},
		{Name: "empty"},
	}}.SVG()
	for decoder := xml.NewDecoder(strings.NewReader(svg)); ; {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	for _, want := range []string{`points="16.0,176.0 360.0,121.0 704.0,66.0"`, "at most 100 MB", "2 minutes"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in\n%s", want, svg)
		}
	}
}
