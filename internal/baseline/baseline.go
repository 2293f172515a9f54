// Package baseline reads and writes the places of known findings, which do not fail a run, and reads
// the report of an earlier run, which may be forged.
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

// Read returns the places that the file of that name lists. It returns nil when ctx ends before it
// has read all: such a run is incomplete. Errors advise the caller to make a baseline as how says.
func Read(ctx context.Context, name, how string) (Places, error) {
	places, err := read(ctx, name, "baseline", "create one with "+how, "create a new one with "+how, Parse)
	if ctx.Err() != nil {
		return nil, nil
	}
	return places, err
}

// Parse returns the places of a report baseline or a JSON report.
func Parse(in io.Reader) (Places, error) {
	text, err := all(in)
	if err != nil {
		return nil, err
	}
	start := bytes.TrimSpace(text)
	if len(start) == 0 {
		return nil, errors.New("it is empty")
	}
	places := Places{}
	if start[0] == '#' {
		return places, places.addLines(strings.TrimLeft(string(text), " \t\r\n"))
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

// addLines adds the places of a report baseline. The order of its lines makes no difference, and
// lines may be repeated: both happen when branches are merged.
func (p Places) addLines(text string) error {
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

// read has a file of that name parsed. The error says what it should have been, and what to do when
// it is missing or wrong. It is the cause when ctx ends first.
func read[T any](ctx context.Context, name, what, ifMissing, ifWrong string, parse func(io.Reader) (T, error)) (content T, err error) {
	f, err := openfile.Open(name)
	if err != nil {
		return content, fmt.Errorf("could not read the %s %q: %w; %s", what, name, openfile.Cause(err), ifMissing)
	}
	// It was only read from. A run that has ended reads no further.
	defer func() { _ = f.Close() }()
	defer context.AfterFunc(ctx, func() { _ = f.Close() })()
	content, err = parse(f)
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case err != nil:
		err = fmt.Errorf("could not read the %s %q: %w; %s", what, name, openfile.Cause(err), ifWrong)
	default:
		return content, nil
	}
	var none T
	return none, err
}

// all returns what in has.
func all(in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, MaxSize+1))
	if err == nil && len(text) > MaxSize {
		err = fmt.Errorf("it is larger than %d MiB", MaxSize>>20)
	}
	return text, err
}
