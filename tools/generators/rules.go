package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source"
)

// score is how many lines of planted breakages were named rightly and wrongly.
type score struct{ right, wrong int }

// byRule names the lines of a report once more, and counts by the rule that names them.
// With the name of a rule it leaves that rule out. all counts each breakage once.
func (s *site) byRule(ctx context.Context, report *link.Report, planted, without string) (byRule map[string]score, all score, err error) {
	pages, err := readPages(planted + ".pages")
	if err != nil {
		return nil, score{}, err
	}
	// Reports name files from the working directory, of which a process has one.
	home, err := os.Getwd()
	if err != nil {
		return nil, score{}, err
	}
	if err := os.Chdir(filepath.Join(planted, filepath.FromSlash(s.Dir))); err != nil {
		return nil, score{}, err
	}
	defer func() { _ = os.Chdir(home) }()
	again := copyOf(report)
	opt := source.Options{
		Dir: ".", Built: report.Target, Jobs: 2,
		Page: func(path string) bool { return pages[path] },
	}
	named := map[*link.Occurrence]string{}
	opt.Trace = &source.Trace{Without: without, Named: func(o *link.Occurrence, rules string) { named[o] = rules }}
	if err := source.Map(ctx, again, opt); err != nil {
		return nil, score{}, fmt.Errorf("could not name the lines once more: %w", err)
	}
	byRule, all = s.score(again, named)
	return byRule, all, nil
}

// score counts the lines of planted breakages by the rules that named them, where a
// breakage counts once for each rule, and all of them, where one wrong line spoils the rest.
func (s *site) score(report *link.Report, named map[*link.Occurrence]string) (byRule map[string]score, all score) {
	type judged struct {
		plant      int
		line, rule string
	}
	seen := map[judged]bool{}
	byRule = map[string]score{}
	for i := range s.Plants {
		p := &s.Plants[i]
		if p.Link == "" {
			continue
		}
		overall := score{}
		for _, f := range p.findings(report) {
			for _, o := range p.places(f) {
				this := judged{i, p.judgeLine(o, s.Dir), named[o]}
				overall.count(this.line)
				if this.rule == "" || seen[this] {
					continue
				}
				seen[this] = true
				n := byRule[this.rule]
				n.count(this.line)
				byRule[this.rule] = n
			}
		}
		switch {
		case overall.wrong > 0:
			all.wrong++
		case overall.right > 0:
			all.right++
		}
	}
	return byRule, all
}

// count counts one line.
func (s *score) count(line string) {
	switch line {
	case exact:
		s.right++
	case wrong:
		s.wrong++
	}
}

// copyOf returns a report without the lines of the sources.
func copyOf(report *link.Report) *link.Report {
	again := *report
	again.Findings = slices.Clone(report.Findings)
	for i := range again.Findings {
		f := &again.Findings[i]
		f.Occurrences = slices.Clone(f.Occurrences)
		for j := range f.Occurrences {
			f.Occurrences[j].Source, f.Occurrences[j].Candidates = nil, nil
		}
	}
	return &again
}

// readPages reads the paths of a list of pages.
func readPages(name string) (map[string]bool, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	pages := map[string]bool{}
	for lines := json.NewDecoder(file); ; {
		var page struct{ Page string }
		if err := lines.Decode(&page); errors.Is(err, io.EOF) {
			return pages, nil
		} else if err != nil {
			return nil, err
		}
		pages[page.Page] = true
	}
}
