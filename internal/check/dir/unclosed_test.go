package dir

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// TestPagesOfLinksWithoutAnEnd checks pages whose links continue to the end of the
// document, as far as each by itself can tell: what they read is not looked for from
// each of them to there, which would take hours.
func TestPagesOfLinksWithoutAnEnd(t *testing.T) {
	t.Parallel()
	const n = 200_000
	for name, unit := range map[string]string{
		"links":                 `<a href=x>`,
		"links with texts":      `<a href=x>one two `,
		"fragments":             `<a href=#x>one`,
		"links in elements":     `<div><a href=x>one<b>`,
		"links behind noscript": `<noscript><a href=x>`,
		"links and templates":   `<a href=x><template>`,
		"links and titles":      `<svg><a href=x><title>`,
		"links and comments":    `<a href=x><!--`,
		"links and pictures":    `<svg><a xlink:href=x>one`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job, dir := checktest.OpenPages(t, map[string]string{"index.html": strings.Repeat(unit, n)})
			r := Check(t.Context(), job, dir)
			if !r.Complete || r.Stats.Broken != 1 {
				t.Errorf("complete is %v, and %d are broken: %q", r.Complete, r.Stats.Broken, r.Problems)
			}
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
