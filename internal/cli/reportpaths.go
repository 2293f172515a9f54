package cli

import (
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/report"
)

// nameReports tells the writers of reports where those go that list all, and how the
// run was given its settings, for what they leave out and for their advice.
func (s *session) nameReports(r *link.Report) {
	r.Inputs = s.workflow.Active()
	for _, file := range s.job.Config.Reports {
		switch {
		case s.unwritable[file.Path] != nil:
			// It will not be there.
		case output.OwnStream(file.Path) != 0 || output.IsPipe(file.Path):
			// It is gone when somebody looks for it.
		case file.Format == report.FormatJSON:
			r.JSONPath = file.Path
		case file.Format == report.FormatHTML:
			r.HTMLPath = file.Path
		}
	}
}

// withdraw takes back that a report goes to a path: it could not be written.
func withdraw(r *link.Report, path string) {
	if r.JSONPath == path {
		r.JSONPath = ""
	}
	if r.HTMLPath == path {
		r.HTMLPath = ""
	}
}
