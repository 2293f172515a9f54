// Package baseline reads and writes the places of known findings, which do not fail a run.
package baseline

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/earlier"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// Schema names the format of the report baseline. It changes when the meaning of a line does.
const Schema = "linkvet.baseline/1"

// Header is the first line of a baseline. It is the same in all files, so that branches which
// create one can be merged.
const Header = "# " + Schema + ": known findings, one place per line: REASON TARGET PAGE"

const (
	// MaxSize is the size in bytes of the largest baseline that is read.
	MaxSize = 256 << 20
	// maxPlaces is how many places a baseline may list: as many as a run may find.
	maxPlaces = 1_000_000
)

// Place is a page with links to the target of a finding. How many these are, and their lines, make
// no difference.
type Place struct {
	// ID is that of the finding. It may be empty: then reason and target say it.
	ID string
	// Reason and Target are those of the finding. A fragment is part of the target only where the
	// finding is about it.
	Reason link.Reason
	Target string
	// Page is the path of the page as served, base path stripped.
	Page string
}

// PageOf returns the page of an occurrence, as places name it.
func PageOf(o *link.Occurrence) string { return cmp.Or(o.Page, o.File) }

// Line returns the line of a place, without an end.
func (p Place) Line() string {
	return string(AppendPage(AppendFinding(nil, p.ID, p.Reason, p.Target), p.Page))
}

// AppendFinding appends what the lines of a finding have in common, up to the page. The ID is
// written only where reason and target do not tell it: the target is cut, or a secret was taken
// out of it.
func AppendFinding(dst []byte, id string, reason link.Reason, target string) []byte {
	dst = append(appendField(dst, string(reason)), ' ')
	target = link.Cut(target)
	dst = appendField(dst, target)
	if earlier.IsID(id) && id != link.FindingID(target, reason) {
		dst = append(append(dst, idMark...), id...)
	}
	return append(dst, ' ')
}

// AppendPage appends the page of a place, with which its line ends.
func AppendPage(dst []byte, page string) []byte { return appendField(dst, link.Cut(page)) }

// The escapes of a field, besides those of Go's strings: an empty field, and the mark before the ID
// of a finding.
const (
	noText = `\-`
	idMark = `\#`
)

// fieldEscapes escapes what ends a field, and what a runner takes for a command.
var fieldEscapes = strings.NewReplacer(" ", `\x20`, "##[", `\x23#[`)

// appendField appends a text without white space, control characters, characters that act on a
// screen, and what a runner takes for a command.
func appendField(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, noText...)
	}
	quoted := strconv.Quote(s)
	field := fieldEscapes.Replace(quoted[1 : len(quoted)-1])
	if field[0] == '#' {
		field = `\x23` + field[1:]
	}
	return append(dst, field...)
}

// parseLine returns the place that a line names.
func parseLine(line string) (p Place, err error) {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return p, errors.New("it must be REASON TARGET PAGE")
	}
	if m := targetWithID.FindStringSubmatch(fields[1]); m != nil {
		fields[1], p.ID = m[1], m[2]
	}
	for i, field := range fields {
		if fields[i], err = strconv.Unquote(`"` + field + `"`); field == noText {
			fields[i], err = "", nil
		}
		if err != nil {
			return p, fmt.Errorf("it has an unknown escape in %.40q", field)
		}
	}
	p.Reason, p.Target, p.Page = link.Reason(fields[0]), fields[1], fields[2]
	return p, nil
}

// targetWithID is a target with the ID that AppendFinding has written behind it. The backslash of the
// mark is not the second one of an escaped backslash.
var targetWithID = regexp.MustCompile(`^((?:[^\\]|\\.)*)\\#([0-9a-f]{16})$`)

// Places are the places that a baseline lists. A nil Places lists none.
type Places struct {
	// at holds the numbers of the places by line, and lines the lines by number.
	at    map[string]int32
	lines []string
}

// Len returns how many places there are.
func (p *Places) Len() int {
	if p == nil {
		return 0
	}
	return len(p.lines)
}

// Find returns the number of the place with a line, as AppendFinding and AppendPage write it, from
// 0 to Len.
func (p *Places) Find(line []byte) (n int, ok bool) {
	if p == nil {
		return 0, false
	}
	at, ok := p.at[string(line)]
	return int(at), ok
}

// Line returns the line of a place by its number.
func (p *Places) Line(n int) string { return p.lines[n] }

// Place returns a place by its number.
func (p *Places) Place(n int) Place {
	place, _ := parseLine(p.lines[n]) // which can be read, as add wrote it
	return place
}

// add adds a place, unless it is there.
func (p *Places) add(place Place) error {
	line := place.Line()
	if _, ok := p.at[line]; ok {
		return nil
	}
	if len(p.lines) == maxPlaces {
		return fmt.Errorf("it lists more than %d places", maxPlaces)
	}
	p.at[line] = int32(len(p.lines))
	p.lines = append(p.lines, line)
	return nil
}

// Read returns the places that the file of that name lists. It returns nil when ctx ends before it
// has read all: such a run is incomplete. Errors advise the caller to make a baseline as how says.
func Read(ctx context.Context, name, how string) (*Places, error) {
	f, err := openfile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("could not read the baseline %q: %w; create one with %s", name, openfile.Cause(err), how)
	}
	// It was only read from. A run that has ended reads no further.
	defer func() { _ = f.Close() }()
	defer context.AfterFunc(ctx, func() { _ = f.Close() })()
	places, err := Parse(f)
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("could not read the baseline %q: %w; create a new one with %s", name, openfile.Cause(err), how)
	}
	return places, nil
}

// Parse returns the places of a report baseline or a JSON report.
func Parse(in io.Reader) (*Places, error) {
	text, err := io.ReadAll(io.LimitReader(in, MaxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxSize:
		return nil, fmt.Errorf("it is larger than %d MiB", MaxSize>>20)
	case len(bytes.TrimSpace(text)) == 0:
		return nil, errors.New("it is empty")
	}
	places := &Places{at: map[string]int32{}}
	if bytes.TrimSpace(text)[0] == '#' {
		return places, places.addLines(strings.TrimLeft(string(text), " \t\r\n"))
	}
	r, err := earlier.Decode(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		for k := range f.Occurrences {
			if err := places.add(Place{f.ID, f.Reason, f.Target, PageOf(&f.Occurrences[k])}); err != nil {
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

// addLines adds the places of a report baseline. The order of its lines makes no difference, and
// lines may be repeated: both happen when branches are merged.
func (p *Places) addLines(text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if start, _, _ := strings.Cut(line, ":"); n == 1 && strings.Join(strings.Fields(start), " ") != "# "+Schema {
			return fmt.Errorf("its first line must begin with %q", "# "+Schema)
		}
		if line == "" || line[0] == '#' {
			continue
		}
		for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
			if strings.HasPrefix(line, mark) {
				return fmt.Errorf("line %d: it is the mark of a merge conflict: keep the lines of both sides, and remove the marks", n)
			}
		}
		place, err := parseLine(line)
		if err == nil {
			err = p.add(place)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return nil
}

// Comparison compares what a run found with the places of a baseline.
type Comparison struct {
	places *Places
	// shown returns a text as reports show it.
	shown func(text string) string
	// found is true for each place of the baseline that was found again, by number.
	found []bool
	line  []byte
}

// Compare begins the comparison of a run, whose reports show texts as shown returns them.
func (p *Places) Compare(shown func(text string) string) *Comparison {
	return &Comparison{places: p, shown: shown, found: make([]bool, p.Len())}
}

// Mark says which occurrences of a finding are known, and whether all are. Those of one page
// stand together.
func (c *Comparison) Mark(f *link.Finding) {
	if len(c.found) == 0 {
		return
	}
	c.line = AppendFinding(c.line[:0], f.ID, f.Reason, c.shown(f.Target))
	head, last, isKnown := len(c.line), "", false
	f.Known = len(f.Occurrences) > 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if page := PageOf(o); i == 0 || page != last {
			c.line = AppendPage(c.line[:head], c.shown(page))
			var n int
			if n, isKnown = c.places.Find(c.line); isKnown {
				c.found[n] = true
			}
			last = page
		}
		o.Known = isKnown
		f.Known = f.Known && isKnown
	}
}

// Conclude says in the report of a complete run which places of the baseline were not found again:
// those that are fixed, and those that the run could not find, because it looks for no such place
// or was not sure about its target or page.
func (c *Comparison) Conclude(r *link.Report, looksFor func(p *Place) bool) {
	unverified := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; len(c.found) > 0 && f.Verdict == link.Unverified {
			target, _, _ := strings.Cut(c.shown(f.Target), "#")
			unverified[link.Cut(target)] = true
		}
	}
	for n, isFound := range c.found {
		if isFound {
			continue
		}
		place := c.places.Place(n)
		if target, _, _ := strings.Cut(place.Target, "#"); !unverified[target] && !unverified[place.Page] && looksFor(&place) {
			r.Fixed++
		} else {
			r.Unsettled = append(r.Unsettled, c.places.Line(n))
		}
	}
}
