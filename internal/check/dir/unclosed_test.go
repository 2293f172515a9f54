package dir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// unclosed are pieces of pages whose links continue to the end of the document, as far as each
// by itself can tell: what they read is not looked for from each of them to there.
var unclosed = []string{
	`<a href=x>`, `<a href=x>one two `, `<a href=#x>one`, `<div><a href=x>one<b>`, `<noscript><a href=x>`, `<a href=x><template>`,
	`<svg><a href=x><title>`, `<a href=x><!--`, `<svg><a xlink:href=x>one`,
}

func TestPagesOfLinksWithoutAnEnd(t *testing.T) {
	t.Parallel()
	for _, piece := range unclosed {
		job, dir := checktest.OpenPages(t, map[string]string{"index.html": strings.Repeat(piece, 2000)})
		r := Check(t.Context(), job, dir)
		if !r.Complete || r.Stats.Broken != 1 {
			t.Errorf("%s: complete is %v, and %d are broken: %q", piece, r.Complete, r.Stats.Broken, r.Problems)
		}
	}
}

func BenchmarkLinearUnclosedLinks(b *testing.B) {
	for _, piece := range unclosed {
		b.Run(piece, func(b *testing.B) {
			lineartest.Time(b, 20_000, func(n int) func() {
				job, dir := checktest.OpenPages(b, map[string]string{"index.html": strings.Repeat(piece, n)})
				return func() { Check(b.Context(), job, dir) }
			})
		})
	}
}

// TestTextsAreTheSameHoweverManyAreRead holds that each link of a page is quoted with
// what it reads itself.
func TestTextsAreTheSameHoweverManyAreRead(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 32, 100} {
		var page strings.Builder
		for i := range n {
			fmt.Fprintf(&page, "<p><a href=lost-%d>read <b>number</b>\n%d</a><a href=.>", i, i)
		}
		job, dir := checktest.OpenPages(t, map[string]string{"index.html": page.String()})
		r := Check(t.Context(), job, dir)
		if len(r.Findings) != n {
			t.Fatalf("%d findings, want %d", len(r.Findings), n)
		}
		for _, f := range r.Findings {
			want := "read number " + strings.TrimPrefix(f.Target, "/lost-")
			if got := f.Occurrences[0].Text; got != want {
				t.Errorf("of %d links, that to %s reads %q, want %q", n, f.Target, got, want)
			}
		}
	}
}
