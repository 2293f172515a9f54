package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/baseline"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// readBaseline returns the places that the baseline of the settings lists; nil without one.
func (p Process) readBaseline(ctx context.Context, cfg config.Config) (*baseline.Places, error) {
	if cfg.Baseline == "" {
		return nil, nil
	}
	return baseline.Read(ctx, cfg.Baseline, p.baselineAdvice(cfg.Baseline))
}

// baselineAdvice returns the setting that makes a baseline. It names a file that the report
// may be written to: the given one only if it is not there and its name ends in .json or
// .txt, since anything else may be a page of the site or a file of the project.
func (p Process) baselineAdvice(name string) string {
	_, err := os.Lstat(name)
	switch ext := strings.ToLower(filepath.Ext(name)); {
	case !os.IsNotExist(err):
	case ext == ".json":
		return p.option("report", report.FormatJSON+"="+name)
	case ext == ".txt":
		return p.option("report", report.FormatBaseline+"="+name)
	}
	return p.option("report", report.FormatBaseline+"="+report.BaselineFile)
}

// errPartialBaseline keeps the file as it was: what was not checked would be missing.
var errPartialBaseline = errors.New("the site was not checked completely, so the baseline would lack places; the file is left as it was")

// plainPath matches a path that can be copied into a command as it is.
var plainPath = regexp.MustCompile(`^[A-Za-z0-9._][A-Za-z0-9._/-]*$`)

// noteBaseline notes how many places of the baseline are fixed and how to remove them from it,
// and that a report baseline does not add what is new.
func (s *session) noteBaseline(r *link.Report) {
	if s.cfg.Baseline == "" || !r.Complete {
		return
	}
	written := slices.IndexFunc(s.cfg.Reports, func(file config.ReportFile) bool { return file.Format == report.FormatBaseline })
	if r.Fixed > 0 {
		note := fmt.Sprintf("%d places of the baseline are fixed", r.Fixed)
		if r.Fixed == 1 {
			note = "1 place of the baseline is fixed"
		}
		switch {
		case written >= 0:
			note += fmt.Sprintf(", and removed in %q", s.cfg.Reports[written].Path)
		case !config.IsRemoteBaseline(s.cfg.Baseline):
			note += "; to remove what is fixed, add " + s.process.option("report", report.FormatBaseline+"="+s.baselineFile())
		}
		r.Notes = append(r.Notes, note)
	}
	if written >= 0 && slices.ContainsFunc(r.Findings, func(f link.Finding) bool { return !f.Known }) {
		r.Notes = append(r.Notes, fmt.Sprintf("new places are not added to %q; to add them, run once without the setting baseline", s.cfg.Reports[written].Path))
	}
}

// baselineFile is where a report without the fixed places goes: to the baseline, unless it has
// another format, or a path that cannot be copied into a command as it is.
func (s *session) baselineFile() string {
	name := s.cfg.Baseline
	if strings.EqualFold(filepath.Ext(name), ".json") || !plainPath.MatchString(name) {
		return report.BaselineFile
	}
	return name
}
