// Package settings reads the files of settings that hosts take, in JSON and TOML, into
// values that know where they are, so that each rule and each fault names its line. It
// knows no host.
package settings

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/hosting"
)

// File is a file of settings.
type File struct {
	// Root is the value that holds all others.
	Root *Value

	source *hosting.Source
	lines  lineIndex
	book   *hosting.RuleBook
	// objectName is what faults call an object in this format.
	objectName string
}

func newFile(source *hosting.Source, book *hosting.RuleBook, objectName string) *File {
	return &File{source: source, lines: newLineIndex(source.Data), book: book, objectName: objectName}
}

// TooLarge returns the fault of a file that is not read, as it has max bytes or more.
func TooLarge(source *hosting.Source, limit int) hosting.Fault {
	return hosting.Fault{Source: source.Name, Message: fmt.Sprintf("the file is too large (%d MiB or more), so linkvet ignores its rules", limit>>20), Unread: true}
}

// Fault records a fault at the line of a value; nil stands for the whole file.
func (f *File) Fault(at *Value, format string, args ...any) {
	if at == nil {
		f.book.AddFaults(hosting.Fault{Source: f.source.Name, Message: fmt.Sprintf(format, args...)})
		return
	}
	f.faultAt(at.offset, format, args...)
}

func (f *File) faultAt(offset int, format string, args ...any) {
	line, _ := f.position(offset)
	f.book.AddFaults(hosting.Fault{Source: f.source.Name, Line: line, Message: fmt.Sprintf(format, args...)})
}

// Rule returns the rule whose destination is a string of the file. The caller records
// it.
func (f *File) Rule(destination *Value, literal bool) *hosting.Rule {
	line, column := f.Position(destination)
	to, _ := destination.Text()
	return &hosting.Rule{Source: f.source.Name, Line: line, Column: column, To: to, Literal: literal}
}

// Position returns the 1-based line of a value, and its column in code points.
func (f *File) Position(value *Value) (line, column int) { return f.position(value.offset) }

func (f *File) position(offset int) (line, column int) {
	return f.lines.position(min(max(offset, 0), len(f.source.Data)))
}

// MaxRules is how many rules of one list are read: twice as many as Vercel takes, and
// few enough to match each link against all of them.
const MaxRules = 2 * 2048

// Rules returns the rules of a list, and reports whether these are all. A longer list is
// a fault.
func (f *File) Rules(list *Value) (rules []*Value, all bool) {
	rules = list.List()
	if len(rules) <= MaxRules {
		return rules, true
	}
	line, _ := f.position(rules[MaxRules].offset)
	f.book.AddFaults(hosting.Fault{
		Source: f.source.Name, Line: line, Unread: true,
		Message: fmt.Sprintf("the list has %d rules, but linkvet reads at most %d, so it ignores this one and all later ones", len(rules), MaxRules),
	})
	return rules[:MaxRules], false
}
