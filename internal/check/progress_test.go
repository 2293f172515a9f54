package check

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestProgress(t *testing.T) {
	t.Parallel()
	var p Progress
	holds := func(when string, foundHost bool, broken, unverified int64) {
		t.Helper()
		if b, u := p.Found(foundHost); b != broken || u != unverified {
			t.Errorf("%s: %d broken, %d unverified; want %d and %d", when, b, u, broken, unverified)
		}
	}
	gone := &Outcome{Verdict: link.Broken, Reason: link.Gone}
	noDomain := &Outcome{Verdict: link.Broken, Reason: link.DNSNotFound}
	slow := &Outcome{Verdict: link.Unverified, Reason: link.Timeout}
	p.Record(NotJudged, okOutcome)
	p.Record(NotJudged, gone)
	p.Record(NotJudged, noDomain)
	p.Record(NotJudged, slow)
	holds("before a host is found", false, 1, 2)
	holds("when a host is found", true, 2, 1)
	p.Record(noDomain, slow)
	holds("when the domain turns out to be unverified", true, 1, 2)
	p.Record(gone, okOutcome)
	holds("when a target turns out to be ok", true, 0, 2)
	p.Pages.Add(1)
	p.Links.Add(2)
	p.Reset()
	holds("in a run that begins again", true, 0, 0)
	if n := p.Pages.Load() + p.Links.Load(); n != 0 {
		t.Errorf("a run that begins again has %d pages and links", n)
	}
}
