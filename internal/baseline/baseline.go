// Package baseline reads and writes the places of known findings, which do not fail a run, and reads
// the report of an earlier run, which may be forged.
package baseline

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// Schema names the format of the report baseline. It changes when the meaning of a line does.
const Schema = "linkvet.baseline/1"

// Header is the first line of a baseline. It is the same in all files, so that branches which
// create one can be merged.
const Header = "# " + Schema + ": known findings, one place per line: REASON TARGET PAGE"

const (
	// MaxSize is the size in bytes of the largest baseline or report that is read, and of the largest
	// artifact.
	MaxSize = 64 << 20
	// maxPlaces is how many places a baseline may list: as many as a run may find.
	maxPlaces = 1_000_000
)

// Place is a page with links to the target of a finding, as reports show both. How many these are,
// and their lines, make no difference.
type Place struct {
	Reason link.Reason
	// Target has a fragment only where the finding is about it.
	Target string
	// Page is the path of the page as served, base path stripped.
	Page string
}

// pageOf returns the page of an occurrence, as places name it.
func pageOf(o *link.Occurrence) string { return cmp.Or(o.Page, o.File) }

// PlaceOf returns the place of an occurrence in a report.
func PlaceOf(f *link.Finding, o *link.Occurrence) Place {
	return Place{f.Reason, link.Cut(f.Target), link.Cut(pageOf(o))}
}

// Line returns the line of a place, without an end.
func (p Place) Line() string {
	return field(string(p.Reason)) + " " + field(p.Target) + " " + field(p.Page)
}

// noText stands for an empty field. It is no escape of Go's strings.
const noText = `\-`

// escapes are those of what ends a field, and of what a runner takes for a command.
var escapes = strings.NewReplacer(" ", `\x20`, "##[", `\x23#[`)

// field writes a text without white space, control characters, characters that act on a screen, and
// what a runner takes for a command.
func field(s string) string {
	if s == "" {
		return noText
	}
	quoted := strconv.Quote(s)
	escaped := escapes.Replace(quoted[1 : len(quoted)-1])
	if escaped[0] == '#' {
		escaped = `\x23` + escaped[1:]
	}
	return escaped
}

// parseLine returns the place that a line names.
func parseLine(line string) (p Place, err error) {
	if conflict.MatchString(line) {
		return p, errors.New("it is the mark of a merge conflict: keep the lines of both sides, and remove the marks")
	}
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return p, errors.New("it must be REASON TARGET PAGE")
	}
	for i, field := range fields {
		if fields[i] = ""; field == noText {
			continue
		}
		if fields[i], err = strconv.Unquote(`"` + field + `"`); err != nil {
			return p, fmt.Errorf("it has an unknown escape in %.40q", field)
		}
	}
	return Place{link.Reason(fields[0]), fields[1], fields[2]}, nil
}

// conflict matches the marks of a merge conflict.
var conflict = regexp.MustCompile(`^(?:<{7}|={7}|>{7}|\|{7})`)

// Places are the places that a baseline lists.
type Places map[Place]bool

// add adds a place.
func (p Places) add(place Place) error {
	if p[place] = true; len(p) > maxPlaces {
		return fmt.Errorf("it lists more than %d places", maxPlaces)
	}
	return nil
}

// Read returns the places that the file of that name lists. Errors advise the caller to make a baseline
// as how says.
func Read(name, how string) (Places, error) {
	return read(name, "baseline", "create one with "+how, "create a new one with "+how, Parse)
}

// Parse returns the places of a report baseline or a JSON report.
func Parse(text []byte) (Places, error) {
	start, places := bytes.TrimLeft(text, " \t\r\n"), Places{}
	switch {
	case len(start) == 0:
		return nil, errors.New("it is empty")
	case len(text) > MaxSize:
		return nil, openfile.ErrTooLarge
	case start[0] == '#':
		return parseLines(string(start))
	}
	r, err := decode(text)
	if err != nil {
		return nil, err
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		for k := range f.Occurrences {
			if err := places.add(PlaceOf(f, &f.Occurrences[k])); err != nil {
				return nil, err
			}
		}
	}
	return places, nil
}

// IsReport reports whether a text begins like a report baseline or a JSON report.
func IsReport(start []byte) bool {
	text := strings.TrimLeft(string(start), " \t\r\n")
	return strings.HasPrefix(text, "# linkvet.baseline/") || strings.HasPrefix(text, "{") && strings.Contains(text, `"linkvet.report/`)
}

// parseLines returns the places of a report baseline. The order of its lines makes no difference, and
// lines may be repeated: both happen when branches are merged.
func parseLines(text string) (Places, error) {
	p, n := Places{}, 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if start, _, _ := strings.Cut(line, ":"); n == 1 && strings.Join(strings.Fields(start), " ") != "# "+Schema {
			return nil, fmt.Errorf("its first line must begin with %q", "# "+Schema)
		}
		if line == "" || line[0] == '#' {
			continue
		}
		place, err := parseLine(line)
		if err == nil {
			err = p.add(place)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return p, nil
}

// read has a file of that name parsed. The error says what it should have been, and what to do when
// it is missing or wrong.
func read[T any](name, what, ifMissing, ifWrong string, parse func(text []byte) (T, error)) (content T, err error) {
	text, err := openfile.Read(name, MaxSize)
	advice := ifMissing
	if err == nil {
		content, err = parse(text)
		advice = ifWrong
	}
	if err != nil {
		return content, fmt.Errorf("could not read the %s %q: %w; %s", what, name, openfile.Cause(err), advice)
	}
	return content, nil
}

// Match finds the places of a baseline again in what a run found.
type Match struct {
	// left are the places that were not found again yet, and known all of them.
	known, left Places
	// shown returns a text as reports show it.
	shown func(text string) string
}

// Match begins the match of a run, whose reports show texts as shown returns them.
func (p Places) Match(shown func(text string) string) *Match {
	return &Match{p, maps.Clone(p), shown}
}

// Mark says which occurrences of a finding are known, and whether all are. Those of one page
// stand together.
func (m *Match) Mark(f *link.Finding) {
	if len(m.known) == 0 {
		return
	}
	place, last := Place{Reason: f.Reason, Target: link.Cut(m.shown(f.Target))}, ""
	f.Known = len(f.Occurrences) > 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if page := pageOf(o); i == 0 || page != last {
			place.Page, last = link.Cut(m.shown(page)), page
			delete(m.left, place)
		}
		o.Known = m.known[place]
		f.Known = f.Known && o.Known
	}
}

// Conclude says in the report of a complete run which places of the baseline were not found again:
// those that are fixed, and those that the run could not find, because it looks for no such place
// or was not sure about its target or page.
func (m *Match) Conclude(r *link.Report, looksFor func(p *Place) bool) {
	unverified := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; len(m.left) > 0 && f.Verdict == link.Unverified {
			target, _, _ := strings.Cut(m.shown(f.Target), "#")
			unverified[link.Cut(target)] = true
		}
	}
	for place := range m.left {
		if target, _, _ := strings.Cut(place.Target, "#"); !unverified[target] && !unverified[place.Page] && looksFor(&place) {
			r.Fixed++
		} else {
			r.Unsettled = append(r.Unsettled, place.Line())
		}
	}
	slices.Sort(r.Unsettled)
}
