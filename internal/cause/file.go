package cause

import (
	"context"
	"path"

	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/source"
	"github.com/linkvet/linkvet/internal/source/pagekey"
)

// maxFile is the size in bytes of the largest file that is compared.
const maxFile = 4 << 20

// file is a file of the report with its version at the merge base.
type file struct {
	// settled is set when all links of the file have one answer.
	settled bool
	answer  answer
	why     string
	// moved is true when the file was in another directory, so that its relative links
	// lead elsewhere.
	moved bool
	// published is true when the file may have been no page before. conditions is true for a
	// template that may show its links on other pages than before.
	published, conditions bool
	// now and before are the two versions, and name is the one that the report has.
	name        string
	now, before []byte
	// readings are those of the readers, in their order; nil before they are used.
	readings [len(readers)]*reading
}

// place is where a link is in a file.
type place struct{ line, column int }

// reading holds the links that one reader finds in both versions of a file.
type reading struct {
	at          map[place]string
	now, before map[string]int
}

// readers are those of sources and of built pages. A link that one does not find where the
// report has it was found by the other.
var readers = [...]func(ctx context.Context, name string, src []byte, found func(at place, link string)){readSource, readBuilt}

// readSource finds the links of a source file.
func readSource(_ context.Context, name string, src []byte, found func(place, string)) {
	source.Read(name, src, func(line, column int, destination string) { found(place{line, column}, destination) })
}

// readBuilt finds the links of a file as browsers read it.
func readBuilt(_ context.Context, name string, src []byte, found func(place, string)) {
	kind := scan.KindOfName(name)
	var doc page.Document
	// What was read before an error counts.
	_ = doc.Read(kind, src, "", scan.Options{})
	lines := position.NewLines(doc.Text)
	for i := range doc.Page.Links {
		l := &doc.Page.Links[i]
		line, column := lines.Position(l.Offset)
		found(place{line, column}, l.Raw)
	}
}

// inFile decides whether the link at a place of a file is new.
func (d *decider) inFile(name string, line, column int) (answer, string) {
	f, ok := d.files[name]
	if !ok {
		f = d.open(name)
		d.files[name] = f
	}
	if f.settled {
		return f.answer, f.why
	}
	for i := range readers {
		if f.readings[i] == nil {
			f.readings[i] = f.read(d.ctx, i)
		}
		r := f.readings[i]
		written, ok := r.at[place{line, column}]
		switch {
		case d.ctx.Err() != nil:
			return undecided, whyEnded
		case !ok:
		case r.now[written] > r.before[written], f.moved && dependsOnDirectory(written), f.published:
			return caused, ""
		case f.conditions:
			return undecided, whyTemplate
		default:
			return notCaused, ""
		}
	}
	return undecided, whyOtherLine
}

// dependsOnDirectory reports whether a link leads elsewhere from another directory.
func dependsOnDirectory(written string) bool {
	return written != "" && written[0] != '#' && dependsOnPage(written)
}

// read reads both versions of a file with one of the readers.
func (f *file) read(ctx context.Context, reader int) *reading {
	r := &reading{at: map[place]string{}, now: map[string]int{}, before: map[string]int{}}
	readers[reader](ctx, f.name, f.now, func(at place, written string) {
		r.at[at] = written
		r.now[written]++
	})
	readers[reader](ctx, f.name, f.before, func(_ place, written string) { r.before[written]++ })
	return r
}

// open compares a file with its version at the merge base, or with the file that the pull
// request renamed.
func (d *decider) open(name string) *file {
	settled := func(is answer, why string) *file { return &file{settled: true, answer: is, why: why} }
	at := d.Path(name)
	if at == "" {
		return settled(undecided, whyUntracked)
	}
	before, submodule, err := d.History.Before(at)
	switch {
	case err != nil:
		return settled(undecided, whyUnread)
	case submodule != "" && d.changes.submodules[submodule]:
		return settled(undecided, d.changes.why)
	case submodule != "":
		return settled(notCaused, "")
	}
	moved := false
	if before == "" {
		from, renamed := d.changes.renames[at]
		switch {
		case renamed:
			before, moved = from.Before, directoryOf(from.Path) != directoryOf(at)
		case d.Tracks(at):
			return settled(caused, "")
		default:
			return settled(undecided, whyUntracked)
		}
	}
	now, err := openfile.Read(name, maxFile)
	if err != nil || d.left < 0 {
		return settled(undecided, whyUnread)
	}
	d.left -= int64(len(now))
	if !moved && d.History.Names(before, now) {
		return settled(notCaused, "")
	}
	was, ok := d.read(before)
	if !ok {
		return settled(undecided, whyUnread)
	}
	prose := source.SyntaxOf(name).IsProse()
	return &file{
		name: name, now: now, before: was, moved: moved, published: isPublished(was, now),
		conditions: !prose && hasIncludes(name) && differ(conditions(name, was), conditions(name, now)),
	}
}

// directoryOf is the directory that the links of a file are relative to. An index is at
// another level than the other pages of its directory.
func directoryOf(name string) string {
	dir := path.Dir(name)
	if pagekey.IsIndexName(pagekey.TrimExtension(path.Base(name))) {
		dir += "/"
	}
	return dir
}
