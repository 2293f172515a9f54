package source

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// manyOf is a report about n links of one page, and what it was made of.
func manyOf(t testing.TB, n int, text func(i int) string) (*link.Report, string) {
	t.Helper()
	var page strings.Builder
	on := make([]link.Occurrence, n)
	for i := range n {
		fmt.Fprintf(&page, "[%s](/no/)\n", text(i))
		on[i] = anchor("/a/", "/no/", text(i))
	}
	dir := sourcetest.Write(t, map[string]string{"content/a.md": page.String()})
	return &link.Report{Mode: link.Live, Findings: []link.Finding{internal("/no/", on...)}}, dir
}

// TestMappingIsBounded maps more equal links than are compared, and expects that it is said.
func TestMappingIsBounded(t *testing.T) {
	t.Parallel()
	r, dir := manyOf(t, 4800, func(i int) string { return fmt.Sprintf("text %d", i) })
	if err := Map(t.Context(), r, Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "too many similar links") {
		t.Errorf("the error is %v", err)
	}
}

// TestMapEndsWithItsContext maps with a context that is over.
func TestMapEndsWithItsContext(t *testing.T) {
	t.Parallel()
	r, dir := manyOf(t, 10, func(int) string { return "x" })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Map(ctx, r, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	if got := told(dir, r); strings.Join(got, "") != strings.Repeat("none", 10) {
		t.Errorf("told %q", got)
	}
}

// TestMappingOfEqualLinks maps a page that holds the same link very often, as often as its
// source.
func TestMappingOfEqualLinks(t *testing.T) {
	t.Parallel()
	const n = 500
	r, dir := manyOf(t, n, func(int) string { return "x" })
	if err := Map(t.Context(), r, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	for i, o := range r.Findings[0].Occurrences {
		if o.Source == nil || o.Source.Line != i+1 {
			t.Fatalf("number %d has the source %v", i, o.Source)
		}
	}
}

// TestMappingOfALinkOfManyPages maps the same link of more pages than there are comparisons of
// each page with each source.
func TestMappingOfALinkOfManyPages(t *testing.T) {
	t.Parallel()
	const n = 3300
	files, on := map[string]string{}, make([]link.Occurrence, n)
	for i := range n {
		files[fmt.Sprintf("content/p%d.md", i)] = "# Page\n\n[gone](/no/)\n"
		on[i] = anchor(fmt.Sprintf("/p%d/", i), "/no/", "gone")
	}
	dir := sourcetest.Write(t, files)
	r := &link.Report{Mode: link.Live, Findings: []link.Finding{internal("/no/", on...)}}
	if err := Map(t.Context(), r, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	for i, o := range r.Findings[0].Occurrences {
		if want := fmt.Sprintf("/p%d.md", i); o.Source == nil || !strings.HasSuffix(o.Source.File, want) || o.Source.Line != 3 {
			t.Fatalf("the link of page %d has the source %v", i, o.Source)
		}
	}
}
