package dir

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/site"
)

// targets number the internal targets that one worker met. Most are a file by its own
// URL, and have that file's number, so that nothing is kept of them but a bit.
// Numbers from files on are those of others: what does not exist, and files
// by another URL than their own.
type targets struct {
	dir *site.Dir
	// files is how many there are.
	files int32
	// linked are the files to which a link leads by their own URL.
	linked fileSet
	// direct are those to which a link of another document does, and indirect those to which
	// one leads by another URL.
	direct, indirect fileSet
	// numbers are those of the others, by what the report calls them.
	numbers map[string]int32
	others  []targetByName
	// nameBytes is how long their names are together.
	nameBytes int
}

// targetByName is a target that is no file by its own URL.
type targetByName struct {
	name string
	redirectResult
	// outcome is nil when the report has nothing about the target.
	outcome *check.Outcome
}

// isUp reports whether links that lead there lead to something.
func (p *targetByName) isUp() bool { return p.outcome == nil || p.outcome.Good() }

func newTargets(dir *site.Dir) targets {
	return targets{
		dir: dir, files: int32(dir.Len()), numbers: map[string]int32{},
		linked: newFileSet(dir.Len()), direct: newFileSet(dir.Len()), indirect: newFileSet(dir.Len()),
	}
}

// number returns the place of an internal target. A new target that is no file by its own
// URL gets its outcome from judge.
func (p *targets) number(scope *site.Scope, d check.Destination, judge func(*targetByName)) (place int32) {
	path := scope.TargetPath(d.URL)
	if d.URL.Query == "" {
		if file, ok := p.dir.FindURLPath(path); ok {
			p.linked.add(file)
			return file
		}
	}
	name := scope.Target(d.URL)
	if place, ok := p.numbers[name]; ok {
		return place
	}
	entry := p.dir.Find(path, d.URL.Query)
	if entry.Kind == site.Found && entry.Or == nil && name[1:] == p.dir.URLPath(entry.File) {
		p.linked.add(entry.File)
		return entry.File
	}
	other := targetByName{name: strings.Clone(name), redirectResult: walkRedirects(p.dir, scope, d.URL, entry)}
	judge(&other)
	return p.add(other)
}

// reach notes that a link of the document from leads to a file, by its own URL if direct.
func (p *targets) reach(file, from int32, direct bool) {
	switch {
	case file == from:
	case direct:
		p.direct.add(file)
	default:
		p.indirect.add(file)
	}
}

// add numbers a target that is not known yet.
func (p *targets) add(other targetByName) int32 {
	place := p.files + int32(len(p.others))
	p.numbers[other.name] = place
	p.others = append(p.others, other)
	p.nameBytes += len(other.name)
	return place
}

// file is the number of the file at a place.
func (p *targets) file(place int32) int32 {
	if place < p.files {
		return place
	}
	return p.others[place-p.files].Entry.File
}

// other is a place that is no file by its own URL; nil for those that are.
func (p *targets) other(place int32) *targetByName {
	if place < p.files {
		return nil
	}
	return &p.others[place-p.files]
}

// isUp reports whether links that lead to a place lead to something.
func (p *targets) isUp(place int32) bool { return place < p.files || p.others[place-p.files].isUp() }

// name is what the report calls a place.
func (p *targets) name(place int32) string {
	if place < p.files {
		return "/" + p.dir.URLPath(place)
	}
	return p.others[place-p.files].name
}

// merge takes over the targets of another worker. Places lose their numbers, which are not
// needed any more. It adds to the longer list, as a single page may lead to millions of
// places.
func (p *targets) merge(other *targets) {
	p.linked.addAll(other.linked)
	p.direct.addAll(other.direct)
	p.indirect.addAll(other.indirect)
	if len(p.others) < len(other.others) {
		p.numbers, other.numbers = other.numbers, p.numbers
		p.others, other.others = other.others, p.others
	}
	for _, theirs := range other.others {
		if _, ok := p.numbers[theirs.name]; !ok {
			p.add(theirs)
		}
	}
}

// count returns how many places the report does not list. The others are in the local
// findings.
func (p *targets) count() (n int) {
	for file := range p.files {
		if p.linked.has(file) {
			n++
		}
	}
	for _, other := range p.others {
		if other.outcome == nil {
			n++
		}
	}
	return n
}

// fileSet is a set of files by their numbers, one bit each, so that that of a large
// site fits where the processor has it at hand.
type fileSet []uint64

func newFileSet(files int) fileSet { return make(fileSet, (files+63)/64) }

func (s fileSet) add(file int32) { s[file/64] |= 1 << (file % 64) }

func (s fileSet) has(file int32) bool { return s[file/64]>>(file%64)&1 != 0 }

// addAll adds what another set for as many files holds.
func (s fileSet) addAll(other fileSet) {
	for i := range other {
		s[i] |= other[i]
	}
}
