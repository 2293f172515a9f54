package source

import (
	"bytes"
	"os"
	"path"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// mostRules is how many files that may hold rules of the host are looked at.
const mostRules = 100

// mapRules sets the Source of rules of the host that stand in a file of the build
// directory: generators copy such files as they are, so the source has the same
// name, and the destination at the same place. A rule in a file of the sources is
// its own.
func mapRules(r *link.Report, list listing) {
	if len(list.rules) == 0 {
		return
	}
	root, err := os.OpenRoot(list.root)
	if err != nil {
		return
	}
	// What it opens is only read from.
	defer func() { _ = root.Close() }()
	files := ruleFiles{root: root, texts: map[string][][]byte{}}
	for i := range r.Findings {
		f := &r.Findings[i]
		for j := range f.Occurrences {
			if o := &f.Occurrences[j]; o.Element == link.RuleElement {
				o.Source = files.sourceOf(o, list.rules)
			}
		}
	}
}

// ruleFiles are the files that may hold rules, read once.
type ruleFiles struct {
	root  *os.Root
	texts map[string][][]byte
}

// sourceOf is the only place among the files that a rule can be a copy of; nil when
// there is none, when there are several, or when the rule stands in one of them.
func (files *ruleFiles) sourceOf(o *link.Occurrence, all []listed) *link.Source {
	var found *link.Source
	for i := range all {
		f := &all[i]
		if f.shown == o.File {
			return nil
		}
		if path.Base(f.name) != path.Base(o.File) || !stands(files.lines(f.name), o) {
			continue
		}
		if found != nil {
			return nil
		}
		found = &link.Source{
			File: f.shown, Line: o.Line, Column: o.Column, EndColumn: o.Column + utf8.RuneCountInString(o.Link),
		}
	}
	return found
}

// lines are those of a file; none when it cannot be read.
func (files *ruleFiles) lines(name string) [][]byte {
	lines, ok := files.texts[name]
	if !ok {
		if text, err := readInto(nil, files.root, name); err == nil {
			lines = bytes.Split(text, []byte("\n"))
		}
		files.texts[name] = lines
	}
	return lines
}

// stands tells whether the destination of a rule stands at the same place in those
// lines.
func stands(lines [][]byte, o *link.Occurrence) bool {
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
