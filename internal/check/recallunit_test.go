package check

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

// What is known and cannot be asked for more keeps no link waiting.
const cachedURL = "https://other.test/X"

func TestWhatIsKnownIsSettledAtOnce(t *testing.T) {
	t.Parallel()
	for fragments, want := range map[string]level{"internal": links, "all": unasked} {
		job := newJobWith(t, "fragments: "+fragments)
		u := mustParse(t, cachedURL)
		job.Cache = notebook{cachedURL: {URL: cachedURL, Status: 200}}
		a := newAsker(job, new(mishaps), newBounds(job), newPageBudget(1))
		known := a.target(u, false)
		a.mention(known, mention{}, answer)
		if known.done != want || (len(known.unsettled().waiting) == 0) != (want == links) {
			t.Errorf("fragments %s: level %d with %d bytes of links that wait", fragments, known.done, len(known.unsettled().waiting))
		}
		a.judgePending()
		if known.outcome.verdict != link.OK || len(known.unsettled().waiting) > 0 {
			t.Errorf("fragments %s: %s at the end", fragments, known.outcome.verdict)
		}
	}
}

// A host may send a tag of a megabyte for each link. The cache would not keep it.
func TestLongEntityTagsAreNotKept(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]int{cache.MaxETag: 1, cache.MaxETag + 1: 0} {
		job := newJobWith(t, "")
		job.Cache = notebook{}
		a := newAsker(job, new(mishaps), newBounds(job), newPageBudget(1))
		a.recall.note(a.target(mustParse(t, cachedURL), false), &fetch.Response{ETag: strings.Repeat("x", length)})
		if got := len(a.recall.tags); got != want {
			t.Errorf("of %d bytes %d tags are kept, want %d", length, got, want)
		}
	}
}
