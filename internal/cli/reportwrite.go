package cli

import (
	"context"
	"io"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/output"
	"github.com/linkvet/linkvet/internal/report"
)

// sortReports separates the reports that can be written at once from pipes, whose
// readers may be slow. Both keep their order.
func sortReports(all []config.ReportFile) (now, later []config.ReportFile) {
	for _, file := range all {
		if output.StandardStream(file.Path) == 0 && output.IsPipe(file.Path) {
			later = append(later, file)
		} else {
			now = append(now, file)
		}
	}
	return now, later
}

func (s *session) writeReport(ctx, late context.Context, file config.ReportFile, r *link.Report) error {
	if file.Format == report.FormatRedirects && output.StandardStream(file.Path) == 0 && !output.IsPipe(file.Path) {
		return s.writeRedirects(file, r)
	}
	content := func(w io.Writer) error { return s.render(w, file.Format, r, s.textOptions(late)) }
	switch stream := output.StandardStream(file.Path); {
	case stream != 0:
		return s.writeStandard(stream, content)
	case output.IsPipe(file.Path):
		return output.WritePipe(ctx, file.Path, content)
	}
	return output.Replace(file.Path, content)
}

// writeStandard writes to one of the streams that the process has open.
func (s *session) writeStandard(stream int, content func(io.Writer) error) error {
	if err := s.flush(); err != nil && stream == 1 {
		return output.ExplainEPIPE(openfile.Cause(err))
	}
	w := s.process.Stdout
	if stream == 2 {
		w = unwrapped(s.process.Stderr)
	}
	return output.ExplainEPIPE(content(w))
}
