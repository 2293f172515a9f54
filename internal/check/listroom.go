package check

import (
	"context"
	"fmt"
	"math"

	"github.com/linkvet/linkvet/internal/link"
)

// mostAfterEnd is how many places are listed by a run that was ended: as many as can
// be put in order and written in the second that is left. Few sites have so many
// places that are wrong, but one page may be made of millions.
const mostAfterEnd = 200_000

// room is how many places the report of a run may still list, and what it had none
// for.
type room struct {
	left int
	// findings and places are what is counted and not listed.
	findings, places int
}

// newRoom is the room of a run. One that goes to its end lists all that it found.
func newRoom(ctx context.Context) room {
	if ctx.Err() != nil {
		return room{left: mostAfterEnd}
	}
	return room{left: math.MaxInt}
}

func (r *room) full() bool { return r.left == 0 }

// take returns those of the places of a finding that there is room for.
func (r *room) take(mentions []mention) []mention {
	n := min(len(mentions), r.left)
	r.left -= n
	r.places += len(mentions) - n
	return mentions[:n]
}

// problem says what is not listed; it is empty when all is.
func (r *room) problem() string {
	switch {
	case r.places == 0 && r.findings == 0:
		return ""
	case r.findings == 0:
		return fmt.Sprintf("the run ended early and found more than can be written at once: %d places of findings are not listed", r.places)
	}
	return fmt.Sprintf("the run ended early and found more than can be written at once: %d findings in %d places are counted, but not listed",
		r.findings, r.places)
}

// omit notes a finding that there is no room for. It may be what makes the run fail.
func (b *builder) omit(name string, internal bool, o outcome) {
	b.room.findings++
	f := link.Finding{Verdict: o.verdict, Internal: internal}
	if len(b.job.Known) > 0 {
		f.Known = b.job.Known[link.FindingID(name, o.reason)]
	}
	b.report.Failed = b.report.Failed || b.job.fails(&f)
}
