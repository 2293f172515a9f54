package source

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// manyOf is a report about n links of one page, and what it was made of.
func manyOf(t testing.TB, n int, text func(i int) string) (*link.Report, index.Listing) {
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

// TestMappingIsBounded maps links of which each reads something else, and so has to
// be compared with each of the source: some of the work is
// done, and then it is said that not all was.
func TestMappingIsBounded(t *testing.T) {
	t.Parallel()
	const n = 300
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

// TestMappingOfEqualLinks maps a page that holds the same link very often, as often as its
// source.
func TestMappingOfEqualLinks(t *testing.T) {
	t.Parallel()
	const n = 500
	r, list := manyOf(t, n, func(int) string { return "x" })
	if err := Map(t.Context(), r, Options{Dir: list.Root}); err != nil {
		t.Fatal(err)
	}
	for i, o := range r.Findings[0].Occurrences {
		if o.Source == nil || o.Source.Line != i+1 {
			t.Fatalf("number %d has the source %v", i, o.Source)
		}
	}
}

// BenchmarkLinearEqualLinks does so with more and more of them.
func BenchmarkLinearEqualLinks(b *testing.B) {
	lineartest.Time(b, 1<<14, func(n int) func() {
		r, list := manyOf(b, n, func(int) string { return "x" })
		x := index.Read(b.Context(), list, wantedLinks(r).want, index.Options{})
		return func() {
			for i := range n {
				r.Findings[0].Occurrences[i].Source = nil
			}
			newAttributor(b.Context(), x, r, wantedLinks(r), Options{}).finding(&r.Findings[0])
			for i, o := range r.Findings[0].Occurrences {
				if o.Source == nil || o.Source.Line != i+1 {
					b.Fatalf("of %d links, number %d has the source %v", n, i, o.Source)
				}
			}
		}
	})
}
