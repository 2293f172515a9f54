package scan

import (
	"testing"

	"github.com/linkvet/linkvet/internal/position"
)

func TestPositionOfLinks(t *testing.T) {
	t.Parallel()
	src := "<p>日本</p>\r\n<a\r\n\tclass='é' href=\"x\">\r<img srcset='a 1x,\n b 2x'>"
	want := [][2]int{{3, 18}, {4, 14}, {5, 2}}
	var page Page
	HTML([]byte(src), Options{}, &page)
	if len(page.Links) != len(want) {
		t.Fatalf("%d links, want %d", len(page.Links), len(want))
	}
	for i, l := range page.Links {
		if line, column := position.Of([]byte(src), l.Offset); [2]int{line, column} != want[i] {
			t.Errorf("%q is at %d:%d, want %d:%d", l.Raw, line, column, want[i][0], want[i][1])
		}
	}
}
