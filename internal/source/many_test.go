package source

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// manyOf is a report about n links of one page, and what it was made of.
func manyOf(t *testing.T, n int, text func(i int) string) (*link.Report, index.Listing) {
	t.Helper()
	var page strings.Builder
	on := make([]link.Occurrence, n)
	for i := range n {
		fmt.Fprintf(&page, "[%s](/no/)\n", text(i))
		on[i] = anchor("/a/", "/no/", text(i))
	}
	dir := sourcetest.Write(t, map[string]string{"content/a.md": page.String()})
	list, err := index.List(t.Context(), index.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return &link.Report{Mode: link.Live, Findings: []link.Finding{internal("/no/", on...)}}, list
}

// TestMappingOfEqualLinksIsLinear counts what is compared for a page that holds the
// same link very often, as often as its source.
func TestMappingOfEqualLinksIsLinear(t *testing.T) {
	t.Parallel()
	var works []int
	for _, n := range []int{2000, 4000, 8000} {
		r, list := manyOf(t, n, func(int) string { return "x" })
		x := index.Read(t.Context(), list, wantedLinks(r).want, index.Options{})
		a := newAttributor(t.Context(), x, r, wantedLinks(r), Options{})
		a.finding(&r.Findings[0])
		works = append(works, index.MaxComparisons-x.Left)
		for i, o := range r.Findings[0].Occurrences {
			if o.Source == nil || o.Source.Line != i+1 {
				t.Fatalf("of %d links, number %d has the source %v", n, i, o.Source)
			}
		}
	}
	for i := 1; i < len(works); i++ {
		if float64(works[i]) > 2.6*float64(works[i-1]) {
			t.Errorf("twice the links take %v comparisons", works)
		}
	}
}

// TestMappingIsBounded maps links of which each reads something else, and so has to
// be compared with each of the source: some seconds' work is done, and then it is
// said that not all was.
func TestMappingIsBounded(t *testing.T) {
	t.Parallel()
	const n = 6000
	r, list := manyOf(t, n, func(i int) string { return fmt.Sprintf("text %d", i) })
	x := index.Read(t.Context(), list, wantedLinks(r).want, index.Options{})
	x.Left = n * n / 2
	a := newAttributor(t.Context(), x, r, wantedLinks(r), Options{})
	a.finding(&r.Findings[0])
	if !x.IsExhausted() || x.Left < 0 {
		t.Errorf("exhausted is %v with %d left", x.IsExhausted(), x.Left)
	}
	for _, o := range r.Findings[0].Occurrences {
		if o.Source != nil || o.Candidates != nil {
			t.Fatalf("a link has the source %v of what was compared with some alone", o.Source)
		}
	}
}

// TestMapEndsWithItsContext maps with a context that is over.
func TestMapEndsWithItsContext(t *testing.T) {
	t.Parallel()
	r, list := manyOf(t, 10, func(int) string { return "x" })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Map(ctx, r, Options{Dir: list.Root}); err != nil {
		t.Fatal(err)
	}
	if got := told(list.Root, r); strings.Join(got, "") != strings.Repeat("none", 10) {
		t.Errorf("told %q", got)
	}
}
