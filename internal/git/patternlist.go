package git

import (
	"path"
	"strings"
)

// pattern is one line of a file of patterns.
type pattern struct {
	glob string
	// negated takes back what a line before has ignored, dirs is for directories
	// alone, and named for the last segment wherever it is.
	negated, dirs, named bool
	// literal is how many bytes the pattern begins with that are no wildcard.
	literal int
}

// patternList are the patterns of one file. Most of them are never looked at for a
// path: they are found by the text that a pattern is, begins with or ends with.
type patternList struct {
	patterns []pattern
	// names are for the last segment of a path, and paths for the whole.
	names, paths patternIndex
}

// patternIndex has the places of patterns in their list, in order.
type patternIndex struct {
	// texts are those without any wildcard, by their text.
	texts map[string]lastPlaces
	// prefixes and suffixes are by what all that they match begins or ends with, and
	// open are those that begin and end with a wildcard.
	prefixes, suffixes map[string][]int
	open               []int
	// before and behind are how long the longest of the prefixes and suffixes is.
	before, behind int
}

// lastPlaces are the last of several patterns with the same text: the last one that
// is for directories alone, and the last that is for all; -1 for none.
type lastPlaces struct{ dirs, all int }

// maxAffix is how many bytes of a prefix or suffix are told apart.
const maxAffix = 32

// wildcards are the characters that mean something in a pattern; all but the bracket
// that ends a set begin something.
const (
	openings  = `*?[\`
	wildcards = openings + `]`
)

// patterns reads a file of patterns, not many more than most.
func patterns(text string, most int) *patternList {
	list := &patternList{}
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		if line[0] == '#' {
			continue
		}
		line = trimTrailingSpaces(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
		var p pattern
		line, p.negated = strings.CutPrefix(line, "!")
		line, p.dirs = strings.CutSuffix(line, "/")
		// Any directory, and then a name, is that name wherever it is.
		if name, anywhere := strings.CutPrefix(line, "**/"); anywhere && !strings.Contains(name, "/") {
			line = name
		}
		p.named = !strings.Contains(line, "/")
		p.glob = strings.TrimPrefix(line, "/")
		if p.glob == "" {
			continue
		}
		if p.literal = strings.IndexAny(p.glob, openings); p.literal < 0 {
			p.literal = len(p.glob)
		}
		if list.add(p); len(list.patterns) > most {
			break
		}
	}
	return list
}

// trimTrailingSpaces cuts off the spaces at the end of a line, but for one that a
// backslash is before and those in front of it.
func trimTrailingSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' && i+1 < len(line) {
			i++
		} else if line[i] == ' ' {
			continue
		}
		end = i + 1
	}
	return line[:end]
}

// add puts a pattern behind the others.
func (l *patternList) add(p pattern) {
	place := len(l.patterns)
	l.patterns = append(l.patterns, p)
	if p.named {
		l.names.add(p, place)
	} else {
		l.paths.add(p, place)
	}
}

func (x *patternIndex) add(p pattern, place int) {
	first, last := strings.IndexAny(p.glob, wildcards), strings.LastIndexAny(p.glob, wildcards)
	if first < 0 {
		if x.texts == nil {
			x.texts = map[string]lastPlaces{}
		}
		places, ok := x.texts[p.glob]
		if !ok {
			places = lastPlaces{-1, -1}
		}
		if p.dirs {
			places.dirs = place
		} else {
			places.all = place
		}
		x.texts[p.glob] = places
		return
	}
	// "a/**" is also for "a" itself, and "**/a" for "a".
	prefix := strings.TrimSuffix(p.glob[:first], "/")
	suffix := strings.TrimPrefix(p.glob[last+1:], "/")
	switch {
	case prefix != "":
		prefix = prefix[:min(len(prefix), maxAffix)]
		x.before = max(x.before, len(prefix))
		put(&x.prefixes, prefix, place)
	case suffix != "":
		suffix = suffix[max(len(suffix)-maxAffix, 0):]
		x.behind = max(x.behind, len(suffix))
		put(&x.suffixes, suffix, place)
	default:
		x.open = append(x.open, place)
	}
}

func put(places *map[string][]int, key string, place int) {
	if *places == nil {
		*places = map[string][]int{}
	}
	(*places)[key] = append((*places)[key], place)
}

// last is what the last pattern that matches says; ok is false when none does, or
// the work that is left was not enough to tell.
func (l *patternList) last(name string, isDir bool, work *int) (ignored, ok bool) {
	if l == nil {
		return false, false
	}
	place := l.lastOf(&l.names, path.Base(name), isDir, -1, work)
	place = l.lastOf(&l.paths, name, isDir, place, work)
	if place < 0 || *work < 0 {
		return false, false
	}
	return !l.patterns[place].negated, true
}

// lastOf is the place of the last pattern of an index that matches, if it is behind
// best; else best.
func (l *patternList) lastOf(x *patternIndex, subject string, isDir bool, best int, work *int) int {
	*work -= 1 + x.before + x.behind
	if places, ok := x.texts[subject]; ok {
		best = max(best, places.all)
		if isDir {
			best = max(best, places.dirs)
		}
	}
	for n := 1; n <= min(x.before, len(subject)); n++ {
		best = l.lastIn(x.prefixes[subject[:n]], subject, isDir, best, work)
	}
	for n := 1; n <= min(x.behind, len(subject)); n++ {
		best = l.lastIn(x.suffixes[subject[len(subject)-n:]], subject, isDir, best, work)
	}
	return l.lastIn(x.open, subject, isDir, best, work)
}

// lastIn is lastOf for some places.
func (l *patternList) lastIn(places []int, subject string, isDir bool, best int, work *int) int {
	for i := len(places) - 1; i >= 0 && places[i] > best && *work >= 0; i-- {
		p := &l.patterns[places[i]]
		*work--
		if p.dirs && !isDir {
			continue
		}
		if p.matches(subject, work) {
			return places[i]
		}
	}
	return best
}

// matches reports whether a pattern matches a path, or a name if it is for one. As git
// does, it compares what the pattern begins with first, so that "a**/b" continues with
// "**/b".
func (p *pattern) matches(subject string, work *int) bool {
	*work -= p.literal
	rest, ok := strings.CutPrefix(subject, p.glob[:p.literal])
	return ok && wildmatch(p.glob[p.literal:], rest, work)
}
