package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// linkvet is the program that is put to the test.
type linkvet struct {
	program  string
	settings []string
}

// report is what it says, as far as it is looked at.
type report struct {
	Stats struct {
		Pages int `json:"pages"`
		Links int `json:"links"`
	} `json:"stats"`
	Findings []finding `json:"findings"`
	Notes    []string  `json:"notes"`
}

type finding struct {
	Verdict     string       `json:"verdict"`
	Reason      string       `json:"reason"`
	Target      string       `json:"target"`
	Message     string       `json:"message"`
	Occurrences []occurrence `json:"occurrences"`
}

type occurrence struct {
	File string `json:"file"`
	Link string `json:"link"`
}

// outcome is how one variant went.
type outcome struct {
	pages, links, wrong, planted, missed int
	// details are lines about what went wrong.
	details []string
}

// examine checks one variant, as it is and with breakages.
func examine(ctx context.Context, l *linkvet, v variant, dir string) (*outcome, error) {
	clean, broken := filepath.Join(dir, "clean"), filepath.Join(dir, "broken")
	if err := v.build(ctx, clean, ""); err != nil {
		return nil, err
	}
	r, err := l.check(ctx, clean)
	if err != nil {
		return nil, err
	}
	o := &outcome{pages: r.Stats.Pages, links: r.Stats.Links}
	for i := range r.Findings {
		o.addFalse(v, "as it is", &r.Findings[i])
	}
	planted := v.breakages()
	var html strings.Builder
	for _, b := range planted {
		html.WriteString(b.html + "\n")
	}
	if err := v.build(ctx, broken, html.String()); err != nil {
		return nil, err
	}
	for _, b := range planted {
		if b.edit == nil {
			continue
		}
		if err := b.edit(filepath.Join(broken, "public")); err != nil {
			return nil, fmt.Errorf("could not plant %s: %w", b.link, err)
		}
	}
	if r, err = l.check(ctx, broken); err != nil {
		return nil, err
	}
	o.compare(v, planted, r.Findings)
	return o, nil
}

// compare looks up each breakage among the findings, and the other way round.
func (o *outcome) compare(v variant, planted []breakage, findings []finding) {
	o.planted = len(planted)
	for _, b := range planted {
		if !slices.ContainsFunc(findings, b.explains) {
			o.missed++
			o.details = append(o.details, fmt.Sprintf("%s: missed: %s %s", v, b.reason, b.link))
		}
	}
	for i := range findings {
		if !slices.ContainsFunc(planted, func(b breakage) bool { return b.explains(findings[i]) }) {
			o.addFalse(v, "with breakages", &findings[i])
		}
	}
}

// explains reports whether the breakage is what was found.
func (b breakage) explains(f finding) bool {
	return f.Verdict == "broken" && f.Reason == b.reason &&
		slices.ContainsFunc(f.Occurrences, func(o occurrence) bool { return o.Link == b.link })
}

// addFalse counts a false finding: a link that works.
func (o *outcome) addFalse(v variant, how string, f *finding) {
	o.wrong++
	place := ""
	if len(f.Occurrences) > 0 {
		place = fmt.Sprintf(" in %s as %q", f.Occurrences[0].File, f.Occurrences[0].Link)
	}
	o.details = append(o.details, fmt.Sprintf("%s: false, %s: %s %s %s — %s%s", v, how, f.Verdict, f.Reason, f.Target, f.Message, place))
}

// check runs linkvet where the site's sources are. Links that leave the site are
// not asked for.
func (l *linkvet) check(ctx context.Context, dir string) (*report, error) {
	args := slices.Concat([]string{"--format", "json", "--external=false", "--redirects", "all"}, l.settings, []string{"public"})
	cmd := exec.CommandContext(ctx, l.program, args...)
	cmd.Dir = dir
	var stdout bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, os.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return nil, fmt.Errorf("could not run linkvet: %w", err)
	}
	var r report
	if err := json.Unmarshal(stdout.Bytes(), &r); err != nil {
		return nil, fmt.Errorf("could not read its report: %w", err)
	}
	return &r, nil
}
