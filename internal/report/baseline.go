package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/link"
)

// Baseline writes the places of r, one sorted line each, for the setting baseline of later
// runs. The lines hold nothing that another change of the same pages would move. In a run
// with a baseline it removes lines only: it keeps those that were found again, and those
// that the run could not settle.
func Baseline(w io.Writer, r *link.Report) error {
	lines := slices.Clone(r.Unsettled)
	var text []byte
	for i := range r.Findings {
		f := &r.Findings[i]
		text = baseline.AppendFinding(text[:0], f.ID, f.Reason, f.Target)
		head, last := len(text), ""
		for k := range f.Occurrences {
			o := &f.Occurrences[k]
			page := baseline.PageOf(o)
			if r.Baseline && !o.Known || k > 0 && page == last {
				continue
			}
			last = page
			lines = append(lines, string(baseline.AppendPage(text[:head], page)))
		}
	}
	slices.Sort(lines)
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(baseline.Header + "\n")
	for _, line := range slices.Compact(lines) {
		_, _ = out.WriteString(line + "\n")
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("could not write the baseline: %w", err)
	}
	return nil
}

// Redirects writes the rules for lost URLs. It is empty when there is no rule.
func Redirects(w io.Writer, r *link.Report) error {
	if _, err := io.WriteString(w, r.Redirects); err != nil {
		return fmt.Errorf("could not write the redirects: %w", err)
	}
	return nil
}
