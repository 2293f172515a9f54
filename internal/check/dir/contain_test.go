package dir

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/forge"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// faulty is a Checkout that fails by a mistake of ours for one host.
type faulty struct{ host string }

func (f faulty) Look(u weburl.URL, _ bool) (forge.Answer, bool) {
	if u.Host == f.host {
		panic("a mistake of ours")
	}
	return forge.Answer{}, false
}

// TestAMistakeOfOursCostsOnePage checks a directory of which one page makes a step
// fail: all others are checked to their ends, and the run says which it was.
func TestAMistakeOfOursCostsOnePage(t *testing.T) {
	t.Parallel()
	files := map[string]string{"index.html": "", "bad.html": `<a href="lost-0.html">x</a><a href="https://fault.test/">x</a><a href="never.html">x</a>`}
	for i := range 200 {
		files["index.html"] += fmt.Sprintf(`<a href="%d.html#here">x</a>`, i)
		files[fmt.Sprintf("%d.html", i)] = fmt.Sprintf(`<p id=here><a href="lost-%d.html">x</a><a href="https://other.test/">x</a><a href="bad.html#none">x</a>`, i)
	}
	job, dir := checktest.OpenPages(t, files, "--jobs=3", "--site-url=https://site.test/")
	job.Checkout = faulty{"fault.test"}
	r := Check(t.Context(), job, dir)
	if r.Complete || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], `bad.html": internal error (a mistake of ours at dir/contain_test.go`) {
		t.Errorf("complete is %v, and the problems are %q", r.Complete, r.Problems)
	}
	lost := 0
	for _, f := range r.Findings {
		if f.Reason == link.NotFound && strings.HasPrefix(f.Target, "/lost-") {
			lost++
		}
	}
	if lost != 200 {
		t.Errorf("%d of 200 links to what does not exist are found", lost)
	}
}

// TestTheEndOfTheRunEndsEachStep checks directories with a context that ends while
// they are read: what is behind that does no more than it has to.
func TestTheEndOfTheRunEndsEachStep(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&page, `<a href="https://a%d.test/">x</a><a href="lost-%d.html">x</a><a href="#none-%d">x</a>`, i, i, i)
	}
	job, dir := checktest.OpenPages(t, map[string]string{"index.html": page.String(), "lost-1-x.html": "", "none.html": `<p id="none">`}, "--jobs=1", "--report=pages=none")
	ctx, cancel := context.WithCancelCause(t.Context())
	job.Checkout = ending{cancel}
	r := Check(ctx, job, dir)
	if r.Complete || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], "the run ended early (enough)") {
		t.Errorf("complete is %v, and the problems are %q", r.Complete, r.Problems)
	}
	lost := 0
	for _, f := range r.Findings {
		if f.Reason == link.NotFound {
			lost++
			if f.Occurrences[0].File == "" || f.Occurrences[0].Page == "" {
				t.Fatalf("%s stands nowhere", f.Target)
			}
		}
	}
	if lost == 0 || lost > 1000 {
		t.Errorf("%d links were judged, want some", lost)
	}
}

// ending is a Checkout that ends the run with the first link that it is shown.
type ending struct{ cancel context.CancelCauseFunc }

func (e ending) Look(weburl.URL, bool) (forge.Answer, bool) {
	e.cancel(fmt.Errorf("enough"))
	return forge.Answer{}, false
}
