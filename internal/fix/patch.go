package fix

import (
	"bytes"
	"fmt"
	"strconv"
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
		old, fresh := p.Files[i].lines()
		for n := range old {
			if old[n] != fresh[n] {
				all = append(all, p.Files[i].line(n, old[n], fresh[n]))
			}
		}
	}
	return all
}

// line describes a line by its index.
func (f *File) line(n int, old, fresh string) Line {
	text, hasEnd := strings.CutSuffix(old, "\n")
	return Line{
		File: f.Name, Number: n + 1, Old: text, New: strings.TrimSuffix(fresh, "\n"),
		IsPlain: hasEnd && utf8.ValidString(text) && !strings.ContainsAny(text, "\r\x00"),
	}
}

// lines returns the lines of the file with their ends, before and after the changes. They are as
// many, because no edit changes a line end.
func (f *File) lines() (old, fresh []string) {
	return strings.SplitAfter(string(f.before), "\n"), strings.SplitAfter(string(f.after()), "\n")
}

// after returns the content of the file with its changes.
func (f *File) after() []byte {
	var b bytes.Buffer
	at := 0
	for _, e := range f.Edits {
		b.Write(f.before[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	b.Write(f.before[at:])
	return b.Bytes()
}

// Patch returns the changes as a patch for "git apply", or "patch -p1".
func (p *Plan) Patch() string { return p.PatchWithout(nil) }

// PatchWithout returns the changes as a patch, but for those of some lines; nil leaves out none.
func (p *Plan) PatchWithout(isLeftOut func(Line) bool) string {
	var b strings.Builder
	for i := range p.Files {
		b.WriteString(p.Files[i].patch(isLeftOut))
	}
	return b.String()
}

// contextLines is how many unchanged lines a patch shows around a change.
const contextLines = 3

// patch returns the changes of one file; empty when all are left out. Its names are relative to
// the working directory: without a line "diff --git", git takes them so.
func (f *File) patch(isLeftOut func(Line) bool) string {
	old, fresh := f.lines()
	for n := range old {
		if isLeftOut != nil && old[n] != fresh[n] && isLeftOut(f.line(n, old[n], fresh[n])) {
			fresh[n] = old[n]
		}
	}
	total := len(old)
	if old[total-1] == "" {
		total-- // behind the last line end
	}
	var b strings.Builder
	write := func(mark, line string) {
		b.WriteString(mark + line)
		if !strings.HasSuffix(line, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
	for n := 0; n < total; n++ {
		if old[n] == fresh[n] {
			continue
		}
		if b.Len() == 0 {
			b.WriteString("--- " + f.nameIn("a") + "\n+++ " + f.nameIn("b") + "\n")
		}
		start, end := max(n-contextLines, 0), n+1
		for k := end; k < total && k <= end+2*contextLines; k++ {
			if old[k] != fresh[k] {
				end = k + 1
			}
		}
		end = min(end+contextLines, total)
		fmt.Fprintf(&b, "@@ -%d,%d +%d,%d @@\n", start+1, end-start, start+1, end-start)
		for k := start; k < end; k++ {
			if old[k] == fresh[k] {
				write(" ", old[k])
				continue
			}
			write("-", old[k])
			write("+", fresh[k])
		}
		n = end - 1
	}
	return b.String()
}

// nameIn returns the name of the file below one of the two folders of a patch. In a working
// directory below the top of the repository, "git apply" takes off the beginning of a name that is
// that directory: "a/docs/guide.md" would be "guide.md" in "docs". Two slashes keep it from that,
// and another folder, where "a" is that directory. A name with special characters is in quotes,
// and a tab ends one with spaces.
func (f *File) nameIn(folder string) string {
	name := folder + "/" + f.Name
	if f.folder != "" && strings.HasPrefix(f.Name, f.folder) {
		name = folder + "//" + f.Name
	} else if f.folder != "" {
		name = "~" + name
	}
	switch {
	case strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }):
		return strconv.Quote(name)
	case strings.Contains(name, " "):
		return name + "\t"
	}
	return name
}
