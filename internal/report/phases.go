package report

import (
	"strconv"
	"time"
)

// phases writes how long each phase of the run took.
func (t *text) phases() {
	if !t.opt.Verbose {
		return
	}
	for _, p := range t.opt.Phases {
		t.out.add(t.paint.bold("phase:"), " ", p.Phase.String(), ": ", phaseTime(p.Took))
	}
}

// phaseTime is elapsed, with tenths of a millisecond where these matter.
func phaseTime(d time.Duration) string {
	if d < 10*time.Millisecond {
		return strconv.FormatFloat(float64(d.Microseconds()/100)/10, 'f', 1, 64) + " ms"
	}
	return elapsed(d.Milliseconds())
}
