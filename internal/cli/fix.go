package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/fix"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/report"
)

// checkStdout refuses to print a patch and a report that programs read to one stream.
func checkStdout(cfg config.Config) error {
	if cfg.Fix != config.FixDiff {
		return nil
	}
	if cfg.Format != report.FormatText {
		return fmt.Errorf("could not print both: fix: diff prints a patch on standard output, and format: %s a report; write the report to a file: report: %s=PATH", cfg.Format, cfg.Format)
	}
	for _, file := range cfg.Reports {
		if standardStream(file.Path) == 1 {
			return fmt.Errorf("could not print both: fix: diff prints a patch on standard output, and report: %s=%s a report; write the report to a file", file.Format, file.Path)
		}
	}
	return nil
}

// printsPatch reports whether standard output is for the patch alone. In a workflow all
// output goes to one stream, where nothing reads a patch.
func (s *session) printsPatch() bool {
	return s.cfg.Fix == config.FixDiff && !s.workflow.Active() && s.cfg.From == ""
}

// wantsFixes reports whether the run has to know what can be fixed.
func (s *session) wantsFixes() bool {
	return (s.cfg.Fix != config.FixNone || s.publisher.shows(config.PublishReview)) && s.cfg.From == ""
}

// fixer is the setting that asks for fixes, as notes name it.
func (s *session) fixer() string {
	if s.cfg.Fix == config.FixNone {
		return "publish: review"
	}
	return "fix"
}

// fixSources decides what can be fixed, and changes the files when the setting fix asks for
// that. An incomplete run changes nothing: what it has not seen may be another answer.
func (s *session) fixSources(ctx context.Context, job *check.Job, r *link.Report) {
	if !s.wantsFixes() {
		return
	}
	s.process.phases.Begin(phase.Fixing)
	tree := s.repository()
	switch {
	case !r.Complete:
		r.Notes = append(r.Notes, s.fixer()+" has no effect: the site was not checked completely")
		return
	case tree == nil:
		r.Notes = append(r.Notes, s.fixer()+" has no effect: the working directory has no git repository, and only files that git tracks are changed")
		return
	}
	opt := fix.Options{Tracked: map[string]bool{}, Holds: s.process.secrets.Holds}
	if folder := tree.Path("."); folder != "." && folder != "" {
		opt.Folder = folder + "/"
	}
	for _, name := range tree.Files() {
		if name, ok := strings.CutPrefix(name, opt.Folder); ok {
			opt.Tracked[name] = true
		}
	}
	if s.comparison != nil {
		opt.Moved = s.comparison.Moved
	}
	if s.cfg.Fragments != config.FragmentsNone {
		opt.Lacks = job.Served.Lacks
	}
	problem := contain.Panic("find what can be fixed", s.cfg.Sources, func() {
		s.fixes = fix.New(ctx, r, opt)
		if s.cfg.Fix == config.FixWrite {
			s.writeFixes(r)
		}
	})
	if problem != "" {
		s.fixes = nil
		r.AddProblem(problem)
	}
	if s.fixes != nil && s.cfg.Fix == config.FixDiff && s.fixes.Links() > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("the patch fixes %s in %s", check.Count(s.fixes.Links(), "link"), check.Count(len(s.fixes.Files), "file")))
	}
}

// writeFixes changes the files. The findings stay in the report: the site was built before.
func (s *session) writeFixes(r *link.Report) {
	links, files, err := s.fixes.Write()
	if links > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("fixed %s in %s; build the site and run linkvet again", check.Count(links, "link"), check.Count(files, "file")))
	}
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			r.AddProblem(line)
		}
	}
}

// maxLeftShown bounds the list of the links that are not fixed.
const maxLeftShown = 20

// printFixes prints the patch, and which links with an answer are left alone.
func (s *session) printFixes() error {
	if s.fixes == nil || s.cfg.Fix == config.FixNone {
		return nil
	}
	err := s.printLeft(s.out)
	if s.cfg.Fix != config.FixDiff || s.fixes.Links() == 0 {
		return err
	}
	to := s.process.Stdout
	if s.workflow.Active() {
		to = s.out
	}
	_, failed := io.WriteString(to, s.fixes.Patch())
	return errors.Join(err, explainEPIPE(openfile.Cause(failed)))
}

// printLeft prints the links that have an answer and are left alone.
func (s *session) printLeft(w io.Writer) error {
	left := s.fixes.Left
	if len(left)+s.fixes.Slashes == 0 || s.cfg.Format != report.FormatText || s.cfg.Quiet && !s.cfg.Verbose {
		return nil
	}
	var b strings.Builder
	if s.fixes.Slashes > 0 {
		fmt.Fprintf(&b, "\nnot fixed: %s that redirect only for the slash at the end; let the generator write them as the host serves the pages: its setting is called trailingSlash, or like that\n", check.Count(s.fixes.Slashes, "link"))
	}
	if len(left) > 0 {
		fmt.Fprintf(&b, "\nnot fixed: %s with a suggestion\n", check.Count(len(left), "link"))
	}
	shown := left
	if len(left) > maxLeftShown && !s.cfg.Verbose {
		shown = left[:maxLeftShown]
	}
	for i := range shown {
		b.WriteString("    " + s.leftLine(&shown[i]) + "\n")
	}
	if more := len(left) - len(shown); more > 0 {
		fmt.Fprintf(&b, "    and %d more; --verbose lists all\n", more)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// maxLeftText bounds the links in the list, in characters.
const maxLeftText = 120

// leftLine is one line of the list.
func (s *session) leftLine(l *fix.Left) string {
	places := []string{fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Column)}
	for _, c := range l.Candidates[min(len(l.Candidates), 1):] {
		places = append(places, fmt.Sprintf("%s:%d:%d", c.File, c.Line, c.Column))
	}
	line := fmt.Sprintf("%s  %s → %s: %s", report.Clean(strings.Join(places, " or "), 0), report.Clean(l.Link, maxLeftText), report.Clean(l.Suggestion, maxLeftText), l.Why)
	return report.Inert(s.process.secrets.Text(line))
}
