package target

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// maxPrivateName is how many bytes of a target the note shows: reports cut long notes,
// and the setting is at the end.
const maxPrivateName = 200

// notePrivate names the first target that was skipped because of its private address,
// and the setting to check such targets.
func (a *Checker) notePrivate(b *check.Builder) {
	n, first := 0, ""
	for t := range a.All() {
		if !t.Linked || t.Outcome.Verdict != link.Skipped || t.Outcome.Reason != link.PrivateAddress {
			continue
		}
		n++
		if name := a.job.DisplayName(t.URL, t.Internal); first == "" || name < first {
			first = name
		}
	}
	first = check.Shorten(first, maxPrivateName)
	switch n {
	case 0:
	case 1:
		b.Report.Notes = append(b.Report.Notes,
			fmt.Sprintf("%q leads to a private address and is skipped; to check it, set allow-private: true", first))
	default:
		b.Report.Notes = append(b.Report.Notes,
			fmt.Sprintf("%d targets lead to private addresses and are skipped, such as %q; to check them, set allow-private: true", n, first))
	}
}
