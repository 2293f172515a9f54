package source

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
)

// TestAsk: what is kept of the link that was asked for last is that of its page and its
// finding.
func TestAsk(t *testing.T) {
	t.Parallel()
	a := &attributor{index: &index.Index{}}
	one, other := &link.Finding{Target: "/no/", Internal: true}, &link.Finding{Target: "/b/no/", Internal: true}
	for _, tt := range []struct {
		finding    *link.Finding
		occurrence link.Occurrence
		from, key  string
	}{
		{one, link.Occurrence{Page: "/a/", Link: "../no/"}, "/a/", "no"},
		{one, link.Occurrence{Page: "/c/", Link: "../no/"}, "/c/", "no"},
		{one, link.Occurrence{Page: "/c/", Link: "/no/"}, "/c/", "no"},
		{other, link.Occurrence{Page: "/b/c/", Link: "../no/"}, "/b/c/", "b/no"},
		{one, link.Occurrence{Page: "/c/", Link: "../no/"}, "/c/", "no"},
	} {
		q, _ := a.ask(tt.finding, &tt.occurrence)
		if got := q.from().Path; got != tt.from || q.key != tt.key || q.written != tt.occurrence.Link {
			t.Errorf("a link %q to %s on %s: from %q, key %q, written %q, want %q, %q and the link",
				tt.occurrence.Link, tt.finding.Target, tt.occurrence.Page, got, q.key, q.written, tt.from, tt.key)
		}
	}
}
