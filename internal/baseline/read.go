package baseline

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// Parse returns the places of a report baseline or a JSON report. It fails when ctx ends.
func Parse(ctx context.Context, r io.Reader) (*Places, error) {
	in := bufio.NewReaderSize(openfile.UntilEnd(ctx, r), maxLine)
	for {
		next, err := in.Peek(1)
		switch {
		case errors.Is(err, io.EOF):
			return nil, errEmpty
		case err != nil:
			return nil, err
		case next[0] == '#':
			return parseLines(in)
		case !bytes.ContainsAny(next, " \t\r\n"):
			return parseReport(in)
		}
		_, _ = in.Discard(1)
	}
}

// schemaError says that a file has another schema than those that are read.
type schemaError struct{ schema string }

func (e *schemaError) Error() string {
	return fmt.Sprintf("its schema is %.100q, not %q or %q", e.schema, link.Schema, Schema)
}

// maxLine is the most bytes of a line: a target and a page of link.MaxString bytes take
// four times as many when each byte is escaped.
const maxLine = 64 << 10

// parseLines returns the places of a report baseline. The order of its lines makes no
// difference, and lines may be repeated: both happen when branches are merged.
func parseLines(in *bufio.Reader) (*Places, error) {
	places := newPlaces()
	for n := 1; ; n++ {
		text, err := in.ReadSlice('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			if errors.Is(err, bufio.ErrBufferFull) {
				err = fmt.Errorf("line %d has more than %d bytes", n, maxLine)
			}
			return nil, err
		}
		if line := strings.TrimSpace(string(text)); n == 1 {
			if err := checkHeader(line); err != nil {
				return nil, err
			}
		} else if fault := places.addLine(line); fault != nil {
			if !errors.Is(fault, errTooMany) {
				fault = fmt.Errorf("line %d: %w", n, fault)
			}
			return nil, fault
		}
		if err != nil {
			return places, nil
		}
	}
}

// addLine adds the place that a line names. Comments and empty lines name none.
func (p *Places) addLine(line string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
		if strings.HasPrefix(line, mark) {
			return errors.New("it is the mark of a merge conflict: keep the lines of both sides, and remove the marks")
		}
	}
	place, err := parseLine(line)
	if err != nil {
		return err
	}
	return p.add(place)
}

// checkHeader returns an error for a first line without the schema.
func checkHeader(line string) error {
	schema, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "#")), ":")
	if schema = strings.TrimSpace(schema); schema == Schema {
		return nil
	}
	if !strings.HasPrefix(schema, "linkvet.") {
		return fmt.Errorf("its first line must begin with %q", "# "+Schema)
	}
	return &schemaError{schema}
}

// IsReport reports whether the text that in holds next begins like a report baseline or a JSON
// report, as linkvet writes them. It reads nothing.
func IsReport(in *bufio.Reader) bool {
	const atLeast = 64
	head, _ := in.Peek(atLeast)
	text := strings.TrimLeft(string(head), " \t\r\n")
	return strings.HasPrefix(text, "# linkvet.baseline/") || strings.HasPrefix(text, "{") && strings.Contains(text, `"linkvet.report/`)
}
