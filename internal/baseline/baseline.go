// Package baseline reads an earlier JSON report, whose findings do not fail a run.
package baseline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// maxSize is the size in bytes of the largest baseline that is read.
const maxSize = 256 << 20

// Read returns the IDs of the findings in the JSON report of that name. It returns none
// without a name, and none when ctx ends before it has read all: such a run is
// incomplete. Errors advise the caller to make a baseline as how says.
func Read(ctx context.Context, name, how string) (map[string]bool, error) {
	if name == "" {
		return nil, nil
	}
	f, err := openfile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("could not read the baseline %q: %w; create one with %s", name, openfile.Cause(err), how)
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err == nil && info.Size() > maxSize {
		return nil, fmt.Errorf("could not read the baseline %q: it is larger than %d MiB; create one with %s", name, maxSize>>20, how)
	}
	schema, known, err := knownFindings(io.LimitReader(untilEnd{ctx, f}, maxSize))
	if ctx.Err() != nil {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("could not read the baseline %q: %w; create a new one with %s", name, openfile.Cause(err), how)
	}
	if schema != link.Schema {
		return nil, fmt.Errorf("could not read the baseline %q: its schema is %.100q, not %q; create a new one with %s",
			name, schema, link.Schema, how)
	}
	return known, nil
}

// untilEnd is a Reader that fails once ctx has ended.
type untilEnd struct {
	ctx context.Context
	io.Reader
}

func (r untilEnd) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// idBytes is the length of the ID of a finding. No run has an ID of another length.
const idBytes = 16

// knownFindings returns the schema and the IDs of a JSON report. It keeps one finding
// at a time in memory, because hostile reports may have the maximum size.
func knownFindings(r io.Reader) (schema string, known map[string]bool, err error) {
	known = map[string]bool{}
	in := json.NewDecoder(r)
	token, err := in.Token()
	if errors.Is(err, io.EOF) {
		err = errors.New("it is empty")
	}
	if err == nil {
		err = begins(token, '{')
	}
	if err != nil {
		return "", nil, err
	}
	for in.More() {
		// Keys of an object are strings.
		key, err := in.Token()
		if err != nil {
			return "", nil, err
		}
		switch name, _ := key.(string); {
		case strings.EqualFold(name, "schema"):
			err = in.Decode(&schema)
		case strings.EqualFold(name, "findings"):
			err = eachFinding(in, known)
		default:
			err = in.Decode(&struct{}{})
			if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
				err = nil
			}
		}
		if err != nil {
			return "", nil, err
		}
	}
	if _, err := in.Token(); err != nil {
		return "", nil, err
	}
	if _, err := in.Token(); !errors.Is(err, io.EOF) {
		return "", nil, errors.New("it has text after the report")
	}
	return schema, known, nil
}

// eachFinding adds the IDs of a list of findings.
func eachFinding(in *json.Decoder, known map[string]bool) error {
	token, err := in.Token()
	if err != nil || token == nil { // null is an empty list
		return err
	}
	if err := begins(token, '['); err != nil {
		return err
	}
	for in.More() {
		var finding struct {
			ID string `json:"id"`
		}
		if err := in.Decode(&finding); err != nil {
			return err
		}
		if len(finding.ID) == idBytes {
			known[finding.ID] = true
		}
	}
	_, err = in.Token()
	return err
}

// begins returns an error when token does not begin a list, or an object, as begin does.
func begins(token json.Token, begin json.Delim) error {
	if token == begin {
		return nil
	}
	return fmt.Errorf("it has %.100q instead of %q", fmt.Sprint(token), begin.String())
}
