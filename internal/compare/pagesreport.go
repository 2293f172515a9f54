package compare

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/linkvet/linkvet/internal/link"
)

// readPagesReport reads the report pages of an earlier run.
func readPagesReport(ctx context.Context, v *inventory, name string, in *bufio.Reader) {
	v.isBelow = true
	file := v.file(name)
	unreadable, first := 0, int32(0)
	err := eachLine(ctx, in, func(number int32, line []byte) error {
		if line != nil && len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		var listed struct {
			link.Listed
			Schema string `json:"schema"`
		}
		err := json.Unmarshal(line, &listed)
		switch {
		case err == nil && listed.Schema != "":
			return errJSONReport
		case err != nil && number == 1 && string(line) == "{\n":
			return errJSONReport // over several lines
		case err != nil || listed.Page == "" || listed.Page[0] != '/':
			if unreadable++; unreadable == 1 {
				first = number
			}
		case !v.add(oldURL{raw: listed.Page, title: listed.Title, line: number, column: 1, file: file}):
			return errFull
		}
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errFull):
		v.problem("could not read the old site %q: %v", name, cause(err))
	case unreadable > 0:
		v.problem("could not read %d lines of the old site %q as a report of pages, such as line %d: write it again with report: pages=PATH", unreadable, name, first)
	}
}

// errJSONReport is the cause when a file holds a report that lists findings.
var errJSONReport = errors.New("it is a JSON report, which lists no pages; use a report of the format pages")
