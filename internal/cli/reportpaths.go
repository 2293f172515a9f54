package cli

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/report"
)

// nameReports sets the paths of the JSON and the HTML report, which the other reports
// name where they leave something out, and what advice depends on: whether it names inputs
// or flags, where the site is perhaps served, and whether the run has a baseline.
func (s *session) nameReports(r *link.Report) {
	r.Inputs = s.workflow.Active()
	if s.checkout != nil {
		r.PagesURL = s.checkout.PagesURL()
	}
	r.Baseline = s.known != nil
	for _, file := range s.cfg.Reports {
		switch {
		case s.unwritable[file.Path] != nil:
			// It will not be there.
		case output.StandardStream(file.Path) != 0 || output.IsPipe(file.Path):
			// A pipe keeps no report.
		case file.Format == report.FormatJSON:
			r.JSONPath = file.Path
		case file.Format == report.FormatHTML:
			r.HTMLPath = file.Path
		}
	}
}

// withdraw removes the path of a report that could not be written.
func withdraw(r *link.Report, path string) {
	if r.JSONPath == path {
		r.JSONPath = ""
	}
	if r.HTMLPath == path {
		r.HTMLPath = ""
	}
}
