package fix

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Line is one line of a file with all its changes.
type Line struct {
	// File is relative to the working directory. Number counts the lines as git does: LF
	// alone ends one.
	File   string
	Number int
	// Old and New are the line without its end.
	Old, New string
	// IsPlain is false for a line whose end, or whose encoding, a suggestion on GitHub might
	// change.
	IsPlain bool
}

// Lines returns the lines that change, by file and number.
func (p *Plan) Lines() []Line {
	var all []Line
	for i := range p.Files {
		f := &p.Files[i]
		at, number := 0, 1
		for _, edits := range f.byLine() {
			start := bytes.LastIndexByte(f.before[:edits[0].Start], '\n') + 1
			number += bytes.Count(f.before[at:start], []byte("\n"))
			at = start
			all = append(all, f.line(number, start, edits))
		}
	}
	return all
}

// byLine groups the edits of a file by line.
func (f *File) byLine() [][]Edit {
	var lines [][]Edit
	for i, e := range f.Edits {
		if i > 0 && bytes.IndexByte(f.before[f.Edits[i-1].End:e.Start], '\n') < 0 {
			lines[len(lines)-1] = append(lines[len(lines)-1], e)
			continue
		}
		lines = append(lines, []Edit{e})
	}
	return lines
}

// line returns a line that begins at an offset, with its changes.
func (f *File) line(number, start int, edits []Edit) Line {
	old, _, hasEnd := bytes.Cut(f.before[start:], []byte("\n"))
	part := File{before: old}
	for _, e := range edits {
		e.Start, e.End = e.Start-start, e.End-start
		part.Edits = append(part.Edits, e)
	}
	return Line{
		File: f.Name, Number: number, Old: string(old), New: string(part.after()),
		IsPlain: hasEnd && utf8.Valid(old) && !bytes.ContainsAny(old, "\r\x00"),
	}
}

// PatchWithout returns the changes as a patch, but for those of some lines.
func (p *Plan) PatchWithout(isLeftOut func(Line) bool) string {
	var b strings.Builder
	for i := range p.Files {
		f := &p.Files[i]
		rest := File{Name: f.Name, before: f.before, folder: f.folder}
		one := &Plan{Files: []File{*f}}
		lines := one.Lines()
		for k, edits := range f.byLine() {
			if !isLeftOut(lines[k]) {
				rest.Edits = append(rest.Edits, edits...)
			}
		}
		if len(rest.Edits) > 0 {
			b.WriteString(rest.patch())
		}
	}
	return b.String()
}
