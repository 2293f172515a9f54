package settings

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/linkvet/linkvet/internal/hosting"
)

const (
	// maxJSON is how many bytes of a file are read: far more than any host takes.
	maxJSON = 4 << 20
	// maxJSONDepth is how deep its values may be nested.
	maxJSONDepth = 64
)

// Dialect says what a host allows beyond RFC 8259.
type Dialect uint8

// The dialects of JSON.
const (
	StrictJSON Dialect = iota
	// JSONWithComments also takes comments, and commas before closing brackets.
	JSONWithComments
)

// ReadJSON reads a JSON file, whose faults go into the book. It returns nil for a file
// that it could not read, which is a fault.
func ReadJSON(source *hosting.Source, dialect Dialect, book *hosting.RuleBook) *File {
	if len(source.Data) >= maxJSON {
		book.AddFaults(TooLarge(source, maxJSON))
		return nil
	}
	f := newFile(source, book, "an object")
	data := source.Data
	if dialect == JSONWithComments {
		data = withoutComments(data)
	}
	data = withoutMark(data)
	r := jsonReader{decoder: json.NewDecoder(bytes.NewReader(data)), data: data}
	root, err := r.file()
	if err != nil {
		f.faultAt(r.failedAt(), "the file is not valid JSON (%s), so its rules have no effect", err)
		return nil
	}
	f.Root = root
	return f
}

var (
	errJSONDepth = errors.New("values are nested too deeply")
	errJSONTail  = errors.New("there is text after its end")
)

// jsonReader turns tokens into values.
type jsonReader struct {
	decoder *json.Decoder
	data    []byte
	depth   int
}

// file reads the only value of a file.
func (r *jsonReader) file() (*Value, error) {
	value, err := r.value()
	if err != nil {
		return nil, err
	}
	if rest := bytes.TrimLeft(r.data[r.decoder.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, errJSONTail
	}
	return value, nil
}

// value reads one value.
func (r *jsonReader) value() (*Value, error) {
	begin := int(r.decoder.InputOffset())
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	for begin < len(r.data) && bytes.IndexByte([]byte(" \t\r\n,:"), r.data[begin]) >= 0 {
		begin++
	}
	value := &Value{data: token, offset: begin}
	switch token := token.(type) {
	case string:
		value.offset++
	case json.Delim:
		if r.depth++; r.depth > maxJSONDepth {
			return nil, errJSONDepth
		}
		if token == '{' {
			value.data, err = r.object()
		} else {
			value.data, err = r.list()
		}
		r.depth--
	}
	return value, err
}

// object reads the members behind an opening brace.
func (r *jsonReader) object() (object, error) {
	members := object{}
	for r.decoder.More() {
		name, err := r.decoder.Token()
		if err != nil {
			return nil, err
		}
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		text, _ := name.(string)
		members = append(members, Member{Name: text, Value: value})
	}
	_, err := r.decoder.Token()
	return members, err
}

// list reads the values behind an opening bracket.
func (r *jsonReader) list() ([]*Value, error) {
	list := []*Value{}
	for r.decoder.More() {
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := r.decoder.Token()
	return list, err
}

// failedAt returns the offset of what could not be read.
func (r *jsonReader) failedAt() int {
	rest := r.data[r.decoder.InputOffset():]
	return len(r.data) - len(bytes.TrimLeft(rest, " \t\r\n"))
}

// withoutMark replaces a byte order mark by spaces, so that offsets stay the same.
func withoutMark(data []byte) []byte {
	if rest, ok := bytes.CutPrefix(data, []byte("\ufeff")); ok {
		return append([]byte("   "), rest...)
	}
	return data
}
