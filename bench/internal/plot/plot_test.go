package plot

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestSVGIsWellFormed(t *testing.T) {
	t.Parallel()
	svg := Chart{Title: `a < b & "c"`, Groups: []Group{
		{Name: "<site>", Bars: []Bar{{Name: "ours", Value: 1, Text: "1 s", Ours: true}, {Name: "a&b", Value: 4, Text: "4 s"}}},
		{Name: "nothing", Bars: []Bar{{Name: "zero", Text: "0 s"}}},
		{Name: "empty"},
	}}.SVG()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	for _, want := range []string{`class="o" x="190" y="66" width="100.0"`, `class="b" x="190" y="88" width="400.0"`, `width="1.0"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in\n%s", want, svg)
		}
	}
}
