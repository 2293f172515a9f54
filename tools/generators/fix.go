package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// fixResult is what the setting fix did to a planted site.
type fixResult struct {
	site    *site
	failure error
	// planted counts the breakages whose line was named, and answers those that have a right
	// suggestion.
	planted, answers int
	// right, wrong and left count them by what became of them. A changed link is right when
	// the suggestion is, and when the finding is gone once the site is built again.
	right, wrong, left int
	// others are changed lines that were not planted, for a person to look at.
	others []string
	// fresh are findings that were not there before, once the site is built again.
	fresh   []string
	details []string
}

// fixAll fixes the planted sites, one after the other.
func fixAll(ctx context.Context, o *options, sites []*site) error {
	var results []*fixResult
	for _, s := range sites {
		if len(s.Plants) == 0 {
			continue
		}
		r := &fixResult{site: s}
		r.failure = r.measure(ctx, o)
		fmt.Fprint(os.Stderr, r.text())
		results = append(results, r)
	}
	table, err := fixTable(results)
	fmt.Println(table)
	if err == nil && o.docs {
		err = writeTable("docs/fix.md", "fixes", "Measured on "+time.Now().UTC().Format(time.DateOnly)+".\n\n"+table)
	}
	return err
}

// measure fixes a copy of the planted site, builds it again, and checks it again.
func (r *fixResult) measure(ctx context.Context, o *options) error {
	s := r.site
	_, planted, err := s.prepare(ctx, o.dir)
	if err != nil {
		return err
	}
	if err := s.locate(planted); err != nil {
		return err
	}
	// The site keeps its path, which some generators write into pages.
	fixed, kept := planted, planted+".kept"
	if out, err := exec.CommandContext(ctx, "cp", "-a", planted, kept).CombinedOutput(); err != nil {
		return fmt.Errorf("could not copy the site: %w: %s", err, out)
	}
	defer func() {
		_ = os.RemoveAll(fixed)
		_ = os.Rename(kept, fixed)
	}()
	// What the build changed was there before.
	if err := s.script(ctx, fixed, "commit", "git add -A && { git diff --cached --quiet || git commit -qm 'What the build changes'; }"); err != nil {
		return err
	}
	before, _, err := check(ctx, o.program, fixed, s.Dir, "--fix=write")
	if err != nil {
		return err
	}
	if err := os.Rename(fixed+".txt", fixed+".write.txt"); err != nil {
		return err
	}
	changed, err := changedLines(ctx, fixed)
	if err != nil {
		return err
	}
	if err := s.script(ctx, fixed, "fixed", s.Build); err != nil {
		return err
	}
	after, _, err := check(ctx, o.program, fixed, s.Dir)
	if err != nil {
		return err
	}
	r.judge(before, after, changed, filepath.Join(fixed, s.Dir, before.Target))
	return nil
}

// hunk is the head of a hunk of a patch without context.
var hunk = regexp.MustCompile(`^@@ -(\d+)`)

// changedLines returns the lines that were changed, with what they became, by "FILE:LINE".
func changedLines(ctx context.Context, dir string) (map[string]string, error) {
	cmd := exec.CommandContext(ctx, "git", "-c", "core.quotePath=false", "diff", "-U0", "--no-color", "--no-prefix")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("could not list the changes: %w", err)
	}
	changed := map[string]string{}
	file, line, last := "", 0, ""
	for text := range strings.SplitSeq(string(out), "\n") {
		switch {
		case strings.HasPrefix(text, "--- "):
			file = strings.TrimSpace(text[len("--- "):])
		case hunk.MatchString(text):
			line, _ = strconv.Atoi(hunk.FindStringSubmatch(text)[1])
			last = ""
		case strings.HasPrefix(text, "-"):
			changed[fmt.Sprintf("%s:%d", file, line)] = text[1:]
			last = fmt.Sprintf("%s:%d", file, line)
			line++
		case strings.HasPrefix(text, "+") && !strings.HasPrefix(text, "+++ ") && last != "":
			changed[last] += " => " + text[1:]
		}
	}
	return changed, nil
}

// judge compares the reports before and after with the labels.
func (r *fixResult) judge(before, after *link.Report, changed map[string]string, built string) {
	for i := range r.site.Plants {
		p := &r.site.Plants[i]
		if p.Link == "" {
			continue
		}
		o := p.judge(p.findings(before), built, r.site.Dir)
		if !o.found || o.line != exact {
			continue
		}
		r.planted++
		hasAnswer := slices.ContainsFunc(p.findings(before), func(f *link.Finding) bool { return p.wants(f.Suggestion) })
		if hasAnswer {
			r.answers++
		}
		at := fmt.Sprintf("%s:%d", p.File, p.line)
		became, isChanged := changed[at]
		// Another breakage may be planted in the same line.
		_, now, _ := strings.Cut(became, " => ")
		isChanged = isChanged && !p.isIn(now)
		remains := slices.ContainsFunc(p.findings(after), func(f *link.Finding) bool { return len(p.places(f)) > 0 && isChanged && p.isAt(f) })
		switch {
		case !isChanged:
			r.left++
			r.details = append(r.details, fmt.Sprintf("left: %s (%s, %s): suggestion %s %q", p.Place, at, p.Link, o.suggestion, o.suggested))
		case !hasAnswer || remains:
			r.wrong++
			r.details = append(r.details, fmt.Sprintf("wrong: %s (%s): %s", p.Place, at, became))
		default:
			r.right++
		}
		if isChanged {
			r.details = append(r.details, fmt.Sprintf("changed: %s: %s", at, became))
			delete(changed, at)
		}
	}
	for at, became := range changed {
		r.others = append(r.others, at+": "+became)
	}
	slices.Sort(r.others)
	known := map[string]bool{}
	for i := range before.Findings {
		known[before.Findings[i].ID] = true
	}
	for i := range after.Findings {
		if f := &after.Findings[i]; !known[f.ID] {
			r.fresh = append(r.fresh, describe(f))
		}
	}
}

// isAt reports whether a finding still comes from the line of the planted link.
func (p *plant) isAt(f *link.Finding) bool {
	return slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool {
		return o.Source != nil && strings.HasSuffix(p.File, o.Source.File) && o.Source.Line == p.line
	})
}

// text lists what a person has to look at.
func (r *fixResult) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "== %s\n", r.site.name)
	if r.failure != nil {
		fmt.Fprintf(&b, "failed: %v\n", r.failure)
	}
	for _, line := range r.details {
		fmt.Fprintf(&b, "%s\n", line)
	}
	for _, line := range r.others {
		fmt.Fprintf(&b, "changed, not planted: %s\n", line)
	}
	for _, line := range r.fresh {
		fmt.Fprintf(&b, "new finding: %s\n", line)
	}
	return b.String()
}

// fixTable shows what was fixed for each generator. The error says that a site failed.
func fixTable(results []*fixResult) (string, error) {
	var b strings.Builder
	var total fixResult
	var failed []error
	b.WriteString("| generator | planted links | right answer known | fixed | wrong | left alone | new findings after the build |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	row := func(name string, r *fixResult) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d |\n", name, r.planted, r.answers, r.right, r.wrong, r.left, len(r.fresh))
	}
	for _, r := range results {
		if r.failure != nil {
			failed = append(failed, fmt.Errorf("could not fix %s: %w", r.site.name, r.failure))
			continue
		}
		row(r.site.Generator, r)
		total.planted, total.answers, total.right = total.planted+r.planted, total.answers+r.answers, total.right+r.right
		total.wrong, total.left, total.fresh = total.wrong+r.wrong, total.left+r.left, append(total.fresh, r.fresh...)
	}
	row("all", &total)
	return b.String(), errors.Join(failed...)
}
