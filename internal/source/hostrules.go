package source

import (
	"bytes"
	"os"
	"path"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/source/index"
)

// mapRules sets the Source of rules of the host in a file of the build directory.
// Generators copy such files without a change, so the source has the same name, and the
// destination in the same place.
func mapRules(r *link.Report, list index.Listing) {
	if len(list.Rules) == 0 {
		return
	}
	root, err := os.OpenRoot(list.Root)
	if err != nil {
		return
	}
	// The root is only read from.
	defer func() { _ = root.Close() }()
	files := ruleFiles{root: root, texts: map[string][][]byte{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		for j := range f.Occurrences {
			if o := &f.Occurrences[j]; o.Element == link.RuleElement {
				o.Source = files.sourceOf(o, list.Rules)
			}
		}
	}
}

// ruleFiles are the files that may hold rules, read once.
type ruleFiles struct {
	root  *os.Root
	texts map[string][][]byte
}

// sourceOf returns the place that a rule is a copy of; nil when there is none, when there
// are several, or when the rule itself is in a source file.
func (files *ruleFiles) sourceOf(o *link.Occurrence, all []index.Listed) *link.Source {
	var found *link.Source
	for i := range all {
		f := &all[i]
		if f.Shown == o.File {
			return nil
		}
		if path.Base(f.Name) != path.Base(o.File) || !holds(files.lines(f.Name), o) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &link.Source{
			File: f.Shown, Line: o.Line, Column: o.Column, EndColumn: o.Column + utf8.RuneCountInString(o.Link),
		}
	}
	return found
}

// lines returns the lines of a file; none when it cannot be read.
func (files *ruleFiles) lines(name string) [][]byte {
	lines, ok := files.texts[name]
	if !ok {
		if text, err := index.ReadFile(nil, files.root, name); err == nil {
			lines = bytes.Split(text, []byte("\n"))
		}
		files.texts[name] = lines
	}
	return lines
}

// holds reports whether the destination of a rule is in its place in some lines.
func holds(lines [][]byte, o *link.Occurrence) bool {
	if o.Line < 1 || o.Line > len(lines) {
		return false
	}
	line := lines[o.Line-1]
	for range o.Column - 1 {
		_, size := utf8.DecodeRune(line)
		line = line[size:]
	}
	return bytes.HasPrefix(line, []byte(o.Link))
}

// ruleFileNames returns the base names of the files that hold the rules of a report.
func ruleFileNames(r *link.Report) map[string]bool {
	names := map[string]bool{}
	for i := range r.Findings {
		for j := range r.Findings[i].Occurrences {
			if o := &r.Findings[i].Occurrences[j]; o.Element == link.RuleElement {
				names[path.Base(o.File)] = true
			}
		}
	}
	return names
}
