package earlier

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
)

// reader reads the lists of a report one item at a time. encoding/json alone would make
// 200 bytes of each null in a list of places.
type reader struct {
	in *json.Decoder
	// findings and places count what was read so far.
	findings, places int
}

// object reads an object. field reads the value of each name. null is an empty object.
func (r *reader) object(field func(name string) error) error {
	found, err := r.begins('{', "an object")
	if err != nil || !found {
		return err
	}
	for n := 0; r.in.More(); n++ {
		token, err := r.in.Token()
		if err != nil {
			return err
		}
		if n == maxFields {
			return fmt.Errorf("it has more than %d fields in an object", maxFields)
		}
		name, _ := token.(string) // names are strings
		if err := field(name); err != nil {
			return err
		}
	}
	_, err = r.in.Token()
	return err
}

// list reads a list. item reads each of its values. null is an empty list.
func (r *reader) list(item func() error) error {
	found, err := r.begins('[', "a list")
	if err != nil || !found {
		return err
	}
	for r.in.More() {
		if err := item(); err != nil {
			return err
		}
	}
	_, err = r.in.Token()
	return err
}

// begins reads the first token of an object or a list. It returns false for null.
func (r *reader) begins(begin json.Delim, what string) (bool, error) {
	token, err := r.in.Token()
	if err != nil || token == nil {
		return false, err
	}
	if token != begin {
		return false, fmt.Errorf("it must have %s at byte %d", what, r.in.InputOffset())
	}
	return true, nil
}

// small reads a value of at most maxSmall bytes.
func (r *reader) small(into any) error {
	var raw json.RawMessage
	if err := r.in.Decode(&raw); err != nil {
		return err
	}
	return unmarshal(raw, into)
}

func unmarshal(raw json.RawMessage, into any) error {
	if len(raw) > maxSmall {
		return errors.New("a value in it is too long")
	}
	return wrongType(json.Unmarshal(raw, into))
}

// wrongType says in plain words that a value has another type than linkvet writes.
func wrongType(err error) error {
	if other, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("it has a value of the wrong type: %s", cut(other.Value, 40))
	}
	return err
}

// place is a place of a finding while it is read.
type place struct {
	link.Occurrence
	// Source and Candidates replace those of Occurrence, as they may be too many.
	Source     json.RawMessage `json:"source"`
	Candidates json.RawMessage `json:"candidates"`
}

// cut returns s if it has at most limit bytes, and otherwise as much of it as fits before
// an ellipsis. The result does not keep all of a longer s in memory.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	const ellipsis = "…"
	end := limit - len(ellipsis)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.Clone(s[:end]) + ellipsis
}

// count returns the number from zero to maxCount that is nearest to n.
func count(n int) int { return min(max(n, 0), maxCount) }

// large is count for bytes, requests and milliseconds.
func large(n int64) int64 { return min(max(n, 0), maxLarge) }
