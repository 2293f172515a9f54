package scan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxDepth is how deep elements of XML, and objects and lists of JSON, are read
// that stand in one another. No feed, sitemap or manifest needs so many.
const maxDepth = 200

// errTooDeep is the cause when JSON nests deeper than that.
var errTooDeep = fmt.Errorf("it nests deeper than %d levels", maxDepth)

// jsonReader finds the strings of a JSON document.
type jsonReader struct {
	src     []byte
	decoder *json.Decoder
	// path are the keys that lead to the value at hand, outermost first. Lists
	// add none: what stands in one has the path of the list.
	path []string
	// open are the objects and lists that are open, innermost last.
	open []jsonValue
	// found takes a string that is a value.
	found func(path []string, value string, offset int)
}

// jsonValue is an open object or list.
type jsonValue struct {
	isObject bool
	// inMember tells that the last entry of path is a key of this object, whose
	// value is at hand.
	inMember bool
}

// readJSON calls found for each string of a JSON document that is a value, with
// the keys that lead to it and the offset of its first character. An error is a
// [*json.SyntaxError], io.ErrUnexpectedEOF, or errTooDeep.
func readJSON(src []byte, found func(path []string, value string, offset int)) error {
	r := jsonReader{src: src, found: found}
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
		if err := r.take(token, before); err != nil {
			return err
		}
	}
}

// take takes in one token, which stands behind the offset.
func (r *jsonReader) take(token json.Token, offset int) error {
	top := len(r.open) - 1
	switch token := token.(type) {
	case json.Delim:
		switch token {
		case '{', '[':
			if top+1 == maxDepth {
				return errTooDeep
			}
			r.open = append(r.open, jsonValue{isObject: token == '{'})
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

// ended notes that a value is at its end, and with it the member that it is of.
func (r *jsonReader) ended() {
	if top := len(r.open) - 1; top >= 0 && r.open[top].inMember {
		r.open[top].inMember = false
		r.path = r.path[:len(r.path)-1]
	}
}
