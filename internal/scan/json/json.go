// Package json finds the strings of a JSON document, with their places.
package json

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// MaxDepth is how many objects and lists may be nested. No feed and no
// manifest needs so many.
const MaxDepth = 200

// ErrTooDeep is the cause when a document nests deeper than that.
var ErrTooDeep = fmt.Errorf("it nests deeper than %d levels", MaxDepth)

// reader finds the strings of a JSON document.
type reader struct {
	src     []byte
	decoder *json.Decoder
	// path are the keys that lead to the current value, outermost first. Lists add none: a
	// value in a list has the path of the list.
	path []string
	// open are the objects and lists that are open, innermost last.
	open []openValue
	// found is called for each string that is a value.
	found func(path []string, value string, offset int)
}

// openValue is an open object or list.
type openValue struct {
	isObject bool
	// inMember reports whether the last entry of path is a key of this object, whose
	// value is being read.
	inMember bool
}

// Strings calls found for each string of a JSON document that is a value, with
// the keys that lead to it and the offset of its first character. An error is a
// [*json.SyntaxError], io.ErrUnexpectedEOF, or ErrTooDeep.
func Strings(src []byte, found func(path []string, value string, offset int)) error {
	r := reader{src: src, found: found}
	mark := len(src) - len(bytes.TrimPrefix(src, []byte("\ufeff")))
	r.decoder = json.NewDecoder(bytes.NewReader(src[mark:]))
	r.decoder.UseNumber() // which takes numbers of any size
	for begun := false; ; begun = true {
		before := mark + int(r.decoder.InputOffset())
		token, err := r.decoder.Token()
		if errors.Is(err, io.EOF) && begun && len(r.open) == 0 {
			return nil
		}
		if errors.Is(err, io.EOF) {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		if err := r.read(token, before); err != nil {
			return err
		}
	}
}

// read reads one token, which is behind the offset.
func (r *reader) read(token json.Token, offset int) error {
	top := len(r.open) - 1
	switch token := token.(type) {
	case json.Delim:
		switch token {
		case '{', '[':
			if top+1 == MaxDepth {
				return ErrTooDeep
			}
			r.open = append(r.open, openValue{isObject: token == '{'})
			return nil
		}
		r.open = r.open[:top]
	case string:
		if top >= 0 && r.open[top].isObject && !r.open[top].inMember {
			r.open[top].inMember = true
			r.path = append(r.path, token)
			return nil
		}
		r.found(r.path, token, offset+bytes.IndexByte(r.src[offset:], '"')+1)
	}
	r.ended()
	return nil
}

// ended records the end of a value, and of the member that holds it.
func (r *reader) ended() {
	if top := len(r.open) - 1; top >= 0 && r.open[top].inMember {
		r.open[top].inMember = false
		r.path = r.path[:len(r.path)-1]
	}
}
