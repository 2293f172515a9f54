package target

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/cache"
	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// What is known and cannot be asked for more keeps no link waiting.
const cachedURL = "https://other.test/X"

func TestWhatIsKnownIsSettledAtOnce(t *testing.T) {
	t.Parallel()
	for fragments, want := range map[string]Level{"internal": LevelLinks, "all": NoLevel} {
		job := checktest.NewJobWith(t, "fragments: "+fragments)
		u := checktest.MustParse(t, cachedURL)
		job.Cache = checktest.Notebook{cachedURL: {URL: cachedURL, Status: 200}}
		a := New(job, new(check.Steps), check.NewBounds(job), check.NewPageBudget(1))
		known := a.TargetLocked(u, false)
		a.addLocked(known, check.OccurrenceRef{}, LevelAnswer)
		if known.answered != want || (len(known.unsettled().Waiting) == 0) != (want == LevelLinks) {
			t.Errorf("fragments %s: level %d with %d bytes of links that wait", fragments, known.answered, len(known.unsettled().Waiting))
		}
		a.JudgePending()
		if known.Outcome.Verdict != link.OK || len(known.unsettled().Waiting) > 0 {
			t.Errorf("fragments %s: %s at the end", fragments, known.Outcome.Verdict)
		}
	}
}

// A host may send a tag of a megabyte for each link. The cache would not keep it.
func TestLongEntityTagsAreNotKept(t *testing.T) {
	t.Parallel()
	for length, want := range map[int]int{cache.MaxETag: 1, cache.MaxETag + 1: 0} {
		job := checktest.NewJobWith(t, "")
		job.Cache = checktest.Notebook{}
		a := New(job, new(check.Steps), check.NewBounds(job), check.NewPageBudget(1))
		a.results.note(a.TargetLocked(checktest.MustParse(t, cachedURL), false), &fetch.Response{ETag: strings.Repeat("x", length)})
		if got := len(a.results.tags); got != want {
			t.Errorf("of %d bytes %d tags are kept, want %d", length, got, want)
		}
	}
}
