package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// The ways in which a line or a suggestion can be right or wrong.
const (
	exact     = "exact"
	candidate = "candidate"
	right     = "right"
	none      = "none"
	wrong     = "wrong"
)

// findings returns what was found because of the planted link.
func (p *plant) findings(r *link.Report) []*link.Finding {
	var found []*link.Finding
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Verdict == link.Broken && (p.isIn(f.Target) ||
			slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return p.isIn(o.Link) })) {
			found = append(found, f)
		}
	}
	return found
}

// isIn reports whether a URL has the planted link, and not a longer word.
func (p *plant) isIn(url string) bool {
	_, after, ok := strings.Cut(url, p.Link)
	return ok && (after == "" || !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789-_", rune(after[0])))
}

// places returns where the planted link is on the site.
func (p *plant) places(f *link.Finding) []*link.Occurrence {
	var all []*link.Occurrence
	nth, page := 0, ""
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if !p.isIn(o.Link) && !p.isIn(f.Target) {
			continue
		}
		if o.Page != page {
			nth, page = 0, o.Page
		}
		if nth++; (p.Text == "" || p.Text == o.Text) && (p.On == "" || p.On == o.Page) && (p.Nth == 0 || p.Nth == nth) {
			all = append(all, o)
		}
	}
	return all
}

// wants reports whether a suggestion is right.
func (p *plant) wants(suggestion string) bool {
	return slices.ContainsFunc(strings.Fields(p.Want), func(want string) bool {
		end, isEnd := strings.CutPrefix(want, "*")
		return withoutSlash(want) == withoutSlash(suggestion) || isEnd && strings.HasSuffix(suggestion, end)
	})
}

// withoutSlash returns a URL without the slash at the end of its path.
func withoutSlash(url string) string {
	path, fragment, _ := strings.Cut(url, "#")
	return strings.TrimSuffix(path, "/") + "#" + fragment
}

// judge says what was right of what was found. The site is in built, and linkvet ran in
// dir below the sources.
func (p *plant) judge(found []*link.Finding, built, dir string) outcome {
	o := outcome{plant: p, found: len(found) > 0, line: none, suggestion: none}
	o.built = o.found || holds(built, p.Link)
	for _, f := range found {
		for _, at := range p.places(f) {
			o.line, o.said = worse(o.line, o.said, p.judgeLine(at, dir), at)
		}
		if f.Suggestion != "" && o.suggestion != wrong {
			o.suggestion, o.suggested = right, f.Suggestion
			if !p.wants(f.Suggestion) {
				o.suggestion = wrong
			}
		}
	}
	if p.Want == "" && o.suggestion == none {
		o.suggestion = ""
	}
	return o
}

// judgeLine compares what was named for one place with the line of the planted link.
func (p *plant) judgeLine(at *link.Occurrence, dir string) string {
	isRight := func(s link.Source) bool { return path.Join(dir, s.File) == p.File && s.Line == p.line }
	switch {
	case at.Source != nil && isRight(*at.Source):
		return exact
	case at.Source != nil:
		return wrong
	case slices.ContainsFunc(at.Candidates, isRight):
		return candidate
	}
	return none
}

// worse joins the lines of several places: one wrong line spoils the rest, otherwise the
// best one counts.
func worse(line, said, next string, at *link.Occurrence) (string, string) {
	switch {
	case next == wrong:
		return wrong, fmt.Sprintf("%s:%d", at.Source.File, at.Source.Line)
	case line == wrong || line == exact:
		return line, said
	case next == exact, next == candidate:
		return next, ""
	case line == none && len(at.Candidates) > 0:
		return none, fmt.Sprintf("candidate %s:%d", at.Candidates[0].File, at.Candidates[0].Line)
	}
	return line, said
}

// holds reports whether a file of the built site has a text.
func holds(built, text string) bool {
	found := false
	_ = filepath.WalkDir(built, func(name string, e fs.DirEntry, err error) error {
		if err != nil || found || e.IsDir() || !slices.Contains([]string{".html", ".css", ".xml", ".json", ".svg", ".webmanifest"}, filepath.Ext(name)) {
			return nil
		}
		if data, err := os.ReadFile(name); err == nil {
			found = bytes.Contains(data, []byte(text))
		}
		return nil
	})
	return found
}
