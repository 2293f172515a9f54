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
)

// result is what was measured on a site.
type result struct {
	site    *site
	version string
	// status and before are those of the run on the site as it is.
	status int
	before *link.Report
	// verdicts counts the findings on the site as it is by label; unlabeled are those without one.
	verdicts  map[string]int
	unlabeled []string
	outcomes  []outcome
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
	if r.before, r.status, err = check(ctx, o.program, asis, s.Dir); err != nil {
		return err
	}
	r.judge(r.before)
	if len(s.Plants) == 0 {
		return nil
	}
	after, _, err := check(ctx, o.program, planted, s.Dir)
	if err != nil {
		return err
	}
	explained := map[string]bool{}
	for i := range r.before.Findings {
		explained[r.before.Findings[i].ID] = true
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
			r.unlabeled = append(r.unlabeled, describe(f))
			continue
		}
		r.verdicts[r.site.Findings[at].Verdict]++
	}
}

// names reports whether the label is for a target. A star stands for any text.
func (l *label) names(target string) bool {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(l.Target), `\*`, `.*`)
	return regexp.MustCompile("^" + pattern + "$").MatchString(target)
}

// describe shows a finding in one line.
func describe(f *link.Finding) string {
	text := fmt.Sprintf("%s %s (%d places), suggestion %q", f.Reason, f.Target, len(f.Occurrences), f.Suggestion)
	if len(f.Occurrences) > 0 {
		o := f.Occurrences[0]
		text += fmt.Sprintf(" %s:%d <%s %s=%q> from %v", o.File, o.Line, o.Element, o.Attribute, o.Link, o.Source)
	}
	return text
}

// check runs linkvet as a new user does: without settings and arguments. Only the links
// that leave the site are left out. It returns the report and the exit status.
func check(ctx context.Context, program, sources, dir string) (*link.Report, int, error) {
	file := sources + ".json"
	_ = os.Remove(file)
	cmd := exec.CommandContext(ctx, program, "--external=false", "--report", "json="+file, "--report", "pages="+sources+".pages")
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
	var r link.Report
	if err == nil {
		err = json.Unmarshal(data, &r)
	}
	if err != nil {
		err = fmt.Errorf("could not read a report after exit status %d, see %s.txt: %w", status, sources, err)
	}
	return &r, status, err
}

// details lists what a person has to look at.
func (r *result) details() string {
	var b strings.Builder
	fmt.Fprintf(&b, "exit %d, %d pages, %d links, target %s, hosting %s\n", r.status, r.before.Stats.Pages, r.before.Stats.Links, r.before.Target, r.before.Hosting)
	for _, n := range r.before.Problems {
		fmt.Fprintf(&b, "problem: %v\n", n)
	}
	for i := range r.outcomes {
		b.WriteString(r.outcomes[i].details())
	}
	for _, n := range append(r.unlabeled, r.others...) {
		fmt.Fprintf(&b, "finding without a label: %s\n", n)
	}
	return b.String()
}

// details says what is wrong with an outcome; empty when all is right.
func (o *outcome) details() string {
	p := o.plant
	at := fmt.Sprintf("%s (%s:%d, %s)", p.Place, p.File, p.line, p.Link)
	switch {
	case !o.built:
		return fmt.Sprintf("not in the built site: %s\n", at)
	case !o.found:
		return fmt.Sprintf("not found: %s\n", at)
	case o.line == exact && (o.suggestion == "" || o.suggestion == right):
		return ""
	}
	return fmt.Sprintf("line %s, suggestion %s: %s: said %q and %q, not %q\n", o.line, o.suggestion, at, o.said, o.suggested, p.Want)
}
