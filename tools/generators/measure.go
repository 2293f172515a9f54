package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source"
)

// result is what was measured on a site.
type result struct {
	site    *site
	failure error
	version string
	// status and stats are those of the run on the site as it is.
	status          int
	stats           link.Stats
	hosting, target string
	notes           []string
	// verdicts counts the findings on the site as it is by label; unlabelled are those
	// without one, and problems are why it could not be checked completely.
	verdicts   map[string]int
	unlabelled []string
	problems   []string
	outcomes   []outcome
	// byRule counts named lines by rule, and named all of them. without does so with each
	// rule left out.
	byRule  map[string]score
	named   score
	without map[string]score
	// others are findings on the planted site that were neither planted nor there before.
	others []string
}

// outcome is what linkvet said of one planted breakage.
type outcome struct {
	plant *plant
	// built is false for a breakage that the generator left out of the site.
	built, found bool
	// line is exact, candidate, none or wrong. said is what was named instead.
	line, said string
	// suggestion is right, none or wrong; empty where none was to be made.
	suggestion, suggested string
}

// versionNumber finds the version in what a generator prints.
var versionNumber = regexp.MustCompile(`[0-9]+(\.[0-9]+)+`)

// measure checks the site as it is and with breakages.
func (r *result) measure(ctx context.Context, o *options) error {
	s := r.site
	asis, planted, err := s.prepare(ctx, o.dir)
	if err != nil {
		return err
	}
	version := exec.CommandContext(ctx, "bash", "-c", s.Version)
	version.Dir = asis
	if out, err := version.Output(); err == nil {
		r.version = versionNumber.FindString(string(out))
	}
	before, status, err := check(ctx, o.program, asis, s.Dir)
	if err != nil {
		return err
	}
	r.status, r.stats, r.problems, r.hosting, r.target, r.notes = status, before.Stats, before.Problems, before.Hosting, before.Target, before.Notes
	r.judge(before)
	if len(s.Plants) == 0 {
		return nil
	}
	return r.measurePlanted(ctx, o, before, planted)
}

// measurePlanted checks the site with breakages. before is the report without them.
func (r *result) measurePlanted(ctx context.Context, o *options, before *link.Report, planted string) error {
	s := r.site
	if err := s.locate(planted); err != nil {
		return err
	}
	after, _, err := check(ctx, o.program, planted, s.Dir)
	if err != nil {
		return err
	}
	explained := map[string]bool{}
	for i := range before.Findings {
		explained[before.Findings[i].ID] = true
	}
	for i := range s.Plants {
		if s.Plants[i].Link == "" {
			continue
		}
		found := s.Plants[i].findings(after)
		for _, f := range found {
			explained[f.ID] = true
		}
		r.outcomes = append(r.outcomes, s.Plants[i].judge(found, filepath.Join(planted, s.Dir, after.Target), s.Dir))
	}
	for i := range after.Findings {
		if f := &after.Findings[i]; f.Verdict == link.Broken && !explained[f.ID] {
			r.others = append(r.others, describe(f))
		}
	}
	return r.measureRules(ctx, o, after, planted)
}

// measureRules counts the named lines by rule.
func (r *result) measureRules(ctx context.Context, o *options, after *link.Report, planted string) error {
	var err error
	if r.byRule, r.named, err = r.site.byRule(ctx, after, planted, ""); err != nil || !o.docs && !o.without {
		return err
	}
	r.without = map[string]score{}
	for _, rule := range source.Rules() {
		if _, r.without[rule], err = r.site.byRule(ctx, after, planted, rule); err != nil {
			return err
		}
	}
	return nil
}

// judge counts the findings on the site as it is by their labels.
func (r *result) judge(report *link.Report) {
	r.verdicts = map[string]int{}
	for i := range report.Findings {
		f := &report.Findings[i]
		if f.Verdict != link.Broken {
			continue
		}
		at := slices.IndexFunc(r.site.Findings, func(l label) bool { return l.names(f.Target) })
		if at < 0 {
			r.unlabelled = append(r.unlabelled, describe(f))
			continue
		}
		r.verdicts[r.site.Findings[at].Verdict]++
	}
}

// names reports whether the label is for a target. A star stands for any text.
func (l *label) names(target string) bool {
	parts := strings.Split(l.Target, "*")
	rest, ok := strings.CutPrefix(target, parts[0])
	for i, part := range parts[1:] {
		if i == len(parts)-2 {
			return ok && strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if !ok || at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return ok && rest == ""
}

// describe shows a finding in one line.
func describe(f *link.Finding) string {
	text := fmt.Sprintf("%s %s (%d places)", f.Reason, f.Target, len(f.Occurrences))
	if len(f.Occurrences) > 0 {
		o := f.Occurrences[0]
		text += fmt.Sprintf(" %s:%d <%s %s=%q>", o.File, o.Line, o.Element, o.Attribute, o.Link)
		if o.Source != nil {
			text += fmt.Sprintf(" from %s:%d", o.Source.File, o.Source.Line)
		}
	}
	if f.Suggestion != "" {
		text += ", did you mean " + f.Suggestion
	}
	return text
}

// check runs linkvet as a new user does: without settings and arguments. Only the links
// that leave the site are left out. It returns the report and the exit status.
func check(ctx context.Context, program, sources, dir string, args ...string) (*link.Report, int, error) {
	file := sources + ".json"
	_ = os.Remove(file)
	args = append(args, "--external=false", "--report", "json="+file, "--report", "pages="+sources+".pages")
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = filepath.Join(sources, filepath.FromSlash(dir))
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GITHUB_") || strings.HasPrefix(v, "INPUT_") || strings.HasPrefix(v, "CI=")
	}), "NO_COLOR=1")
	out, err := cmd.CombinedOutput()
	_ = os.WriteFile(sources+".txt", out, 0o600)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, 0, fmt.Errorf("could not run linkvet: %w", err)
	}
	status := cmd.ProcessState.ExitCode()
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, status, fmt.Errorf("linkvet exited with %d and wrote no report: see %s.txt", status, sources)
	}
	var r link.Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, status, fmt.Errorf("could not read the report: %w", err)
	}
	return &r, status, nil
}
