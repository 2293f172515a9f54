package hosting

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

const (
	// maxJSON is how many bytes of a file of settings are read: far more than any
	// host takes.
	maxJSON = 4 << 20
	// maxJSONDepth is how deep its values may be nested.
	maxJSONDepth = 64
)

// jsonDialect says what a host allows beyond RFC 8259.
type jsonDialect uint8

const (
	strictJSON jsonDialect = iota
	// jsonWithComments also takes comments, and commas before closing brackets.
	jsonWithComments
)

// jsonFile is a file of settings whose values know where they stand.
type jsonFile struct {
	source *Source
	root   *jsonValue
	lines  lineIndex
}

// jsonValue is one value. Its methods take a nil value, which is one that does
// not stand in the file, for a value of another type.
type jsonValue struct {
	// data is a string, a float64, a bool, nil for null, a []*jsonValue or a
	// jsonObject.
	data any
	// offset is where the value begins; that of a string is behind its quote.
	offset int
}

// jsonObject is an object: of members with the same name the last counts.
type jsonObject []jsonMember

type jsonMember struct {
	name  string
	value *jsonValue
}

// readJSON reads a file of settings. The fault tells why it is not JSON.
func readJSON(source *Source, dialect jsonDialect) (*jsonFile, *Fault) {
	f := &jsonFile{source: source}
	if len(source.Data) >= maxJSON {
		fault := tooLarge(source, maxJSON)
		return nil, &fault
	}
	f.lines = newLineIndex(source.Data)
	data := source.Data
	if dialect == jsonWithComments {
		data = withoutComments(data)
	}
	data = withoutMark(data)
	r := jsonReader{Decoder: json.NewDecoder(bytes.NewReader(data)), data: data}
	root, err := r.file()
	if err != nil {
		return nil, f.fault(r.failedAt(), "the file is not valid JSON (%s), so no rule in it applies", err)
	}
	f.root = root
	return f, nil
}

// fault is one about the place at an offset.
func (f *jsonFile) fault(offset int, format string, args ...any) *Fault {
	line, _ := f.position(offset)
	return &Fault{Source: f.source.Name, Line: line, Message: fmt.Sprintf(format, args...)}
}

// position is the 1-based line of an offset, and its column in code points.
func (f *jsonFile) position(offset int) (line, column int) {
	return f.lines.position(min(max(offset, 0), len(f.source.Data)))
}

// rule is the rule whose destination is a string of the file.
func (f *jsonFile) rule(destination *jsonValue, literal bool) *Rule {
	line, column := f.position(destination.offset)
	to, _ := destination.text()
	return &Rule{Source: f.source.Name, Line: line, Column: column, To: to, Literal: literal}
}

// get is a member of an object; nil when there is none.
func (v *jsonValue) get(name string) *jsonValue {
	if v == nil {
		return nil
	}
	object, _ := v.data.(jsonObject)
	for i := len(object) - 1; i >= 0; i-- {
		if object[i].name == name {
			return object[i].value
		}
	}
	return nil
}

// text is the value of a string.
func (v *jsonValue) text() (text string, ok bool) {
	if v == nil {
		return "", false
	}
	text, ok = v.data.(string)
	return text, ok
}

// boolean is the value of true or false.
func (v *jsonValue) boolean() (value, ok bool) {
	if v == nil {
		return false, false
	}
	value, ok = v.data.(bool)
	return value, ok
}

// whole is the value of a number without a fraction.
func (v *jsonValue) whole() (number int, ok bool) {
	if v == nil {
		return 0, false
	}
	float, ok := v.data.(float64)
	number = int(float)
	return number, ok && float64(number) == float
}

// list are the values of an array.
func (v *jsonValue) list() []*jsonValue {
	if v == nil {
		return nil
	}
	list, _ := v.data.([]*jsonValue)
	return list
}

// texts are the strings of an array, or the one string that stands for it.
func (v *jsonValue) texts() []*jsonValue {
	if _, ok := v.text(); ok {
		return []*jsonValue{v}
	}
	var texts []*jsonValue
	for _, item := range v.list() {
		if _, ok := item.text(); ok {
			texts = append(texts, item)
		}
	}
	return texts
}

// isObject tells whether a value is an object.
func (v *jsonValue) isObject() bool {
	if v == nil {
		return false
	}
	_, ok := v.data.(jsonObject)
	return ok
}

var (
	errJSONDepth = errors.New("values are nested too deeply")
	errJSONTail  = errors.New("something follows its end")
)

// jsonReader turns tokens into values.
type jsonReader struct {
	*json.Decoder
	data  []byte
	depth int
}

// file reads the only value of a file.
func (r *jsonReader) file() (*jsonValue, error) {
	value, err := r.value()
	if err != nil {
		return nil, err
	}
	if rest := bytes.TrimLeft(r.data[r.InputOffset():], " \t\r\n"); len(rest) > 0 {
		return nil, errJSONTail
	}
	return value, nil
}

// value reads one value.
func (r *jsonReader) value() (*jsonValue, error) {
	begin := int(r.InputOffset())
	token, err := r.Token()
	if err != nil {
		return nil, err
	}
	for begin < len(r.data) && bytes.IndexByte([]byte(" \t\r\n,:"), r.data[begin]) >= 0 {
		begin++
	}
	value := &jsonValue{data: token, offset: begin}
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
			value.data, err = r.array()
		}
		r.depth--
	}
	return value, err
}

// object reads the members behind an opening brace.
func (r *jsonReader) object() (jsonObject, error) {
	object := jsonObject{}
	for r.More() {
		name, err := r.Token()
		if err != nil {
			return nil, err
		}
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		text, _ := name.(string)
		object = append(object, jsonMember{text, value})
	}
	_, err := r.Token()
	return object, err
}

// array reads the values behind an opening bracket.
func (r *jsonReader) array() ([]*jsonValue, error) {
	list := []*jsonValue{}
	for r.More() {
		value, err := r.value()
		if err != nil {
			return nil, err
		}
		list = append(list, value)
	}
	_, err := r.Token()
	return list, err
}

// failedAt is the offset of what could not be read.
func (r *jsonReader) failedAt() int {
	rest := r.data[r.InputOffset():]
	return len(r.data) - len(bytes.TrimLeft(rest, " \t\r\n"))
}

// withoutMark is the text with blanks instead of a byte order mark.
func withoutMark(data []byte) []byte {
	const mark = "\xef\xbb\xbf"
	if rest, ok := bytes.CutPrefix(data, []byte(mark)); ok {
		return append([]byte("   "), rest...)
	}
	return data
}

// withoutComments is the text with blanks instead of comments and of commas
// before closing brackets, so that offsets stay what they are.
func withoutComments(data []byte) []byte {
	data = bytes.Clone(data)
	comma := -1
	for i := 0; i < len(data); {
		switch c := data[i]; {
		case c == '"':
			comma = -1
			i = afterString(data, i)
		case c == '/' && i+1 < len(data) && (data[i+1] == '/' || data[i+1] == '*'):
			end := afterComment(data, i)
			blank(data[i:end])
			i = end
		case c == ',':
			comma = i
			i++
		case (c == '}' || c == ']') && comma >= 0:
			data[comma] = ' '
			comma = -1
			i++
		default:
			if bytes.IndexByte([]byte(" \t\r\n"), c) < 0 {
				comma = -1
			}
			i++
		}
	}
	return data
}

// afterString is the offset behind the string that begins at i.
func afterString(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// afterComment is the offset behind the comment that begins at i.
func afterComment(data []byte, i int) int {
	end, size := []byte("*/"), 2
	if data[i+1] == '/' {
		end, size = []byte("\n"), 0
	}
	if at := bytes.Index(data[i+2:], end); at >= 0 {
		return i + 2 + at + size
	}
	return len(data)
}

// blank overwrites a text with spaces, but for its line ends.
func blank(data []byte) {
	for i, c := range data {
		if c != '\n' && c != '\r' {
			data[i] = ' '
		}
	}
}
