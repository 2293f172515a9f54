package asciidoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestAttributesThatStandForOneAnother reads AsciiDoc whose attributes would be very
// long, were each put in the place of its name wherever that is.
func TestAttributesThatStandForOneAnother(t *testing.T) {
	t.Parallel()
	var src strings.Builder
	src.WriteString(":a0: xxxxxxxxxx\n")
	for i := range 60 {
		fmt.Fprintf(&src, ":a%d: {a%d}{a%d}{a%d}\n", i+1, i, i, i)
	}
	src.WriteString(":base: /docs\n:guide: {base}/guide\n{a60}/never[x]\nlink:{guide}/a[y] link:{none}/b[z]\n")
	got := markuptest.Lines("x.adoc", src.String())
	want := []string{`65:6-15 /docs/guide/a "y"`, `65:24-32 */b "z"`}
	if n := len(got); n < 2 || !cmp.Equal(want, got[n-2:]) {
		t.Errorf("read %.500q, want %q at the end", got, want)
	}
	for _, line := range got {
		if len(line) > 8192 {
			t.Errorf("a destination is %d bytes long", len(line))
		}
	}
}
