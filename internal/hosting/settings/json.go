package settings

import (
	"bytes"
	"encoding/json"
	"errors"
)

const maxJSONDepth = 64 // how deep values may be nested

var errJSONDepth = errors.New("values are nested too deeply")

// ReadJSON reads a JSON file, which may have comments, and commas before closing brackets. An error is an [*Error].
func ReadJSON(original []byte) (*Value, error) {
	data := withoutComments(original)
	if rest, ok := bytes.CutPrefix(data, []byte("\ufeff")); ok {
		data = append([]byte("   "), rest...) // Offsets stay the same.
	}
	r := jsonReader{decoder: json.NewDecoder(bytes.NewReader(data)), data: data, position: newPosition(original)}
	root, err := r.value()
	rest := bytes.TrimLeft(data[r.decoder.InputOffset():], blanks)
	if err == nil && len(rest) > 0 {
		err = errors.New("there is text after its end")
	}
	if err != nil {
		line, _ := r.position.at(len(data) - len(rest))
		return nil, &Error{line, err.Error()}
	}
	return root, nil
}

// blanks is white space.
const blanks = " \t\r\n"

// jsonReader turns tokens into values.
type jsonReader struct {
	decoder  *json.Decoder
	data     []byte
	position position
	depth    int
}

// value reads one value.
func (r *jsonReader) value() (*Value, error) {
	begin := int(r.decoder.InputOffset())
	token, err := r.decoder.Token()
	if err != nil {
		return nil, err
	}
	for begin < len(r.data) && bytes.IndexByte([]byte(blanks+",:"), r.data[begin]) >= 0 {
		begin++
	}
	if _, isText := token.(string); isText {
		begin++
	}
	value := &Value{data: token}
	value.line, value.column = r.position.at(begin)
	if token != json.Delim('{') && token != json.Delim('[') {
		return value, nil
	}
	if r.depth++; r.depth > maxJSONDepth {
		return nil, errJSONDepth
	}
	if token == json.Delim('{') {
		members := object{}
		for r.decoder.More() {
			name, err := r.decoder.Token()
			if err != nil {
				return nil, err
			}
			text, _ := name.(string)
			if members[text], err = r.value(); err != nil {
				return nil, err
			}
		}
		value.data = members
	} else {
		list := []*Value{}
		for r.decoder.More() {
			item, err := r.value()
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		value.data = list
	}
	r.depth--
	_, err = r.decoder.Token()
	return value, err
}

// withoutComments replaces comments, and commas before closing brackets, by spaces, so that offsets stay the same.
func withoutComments(data []byte) []byte {
	data = bytes.Clone(data)
	comma := -1
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			comma = -1
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(data) && (data[i+1] == '/' || data[i+1] == '*'):
			end, mark := 0, "\n"
			if data[i+1] == '*' {
				end, mark = len("*/"), "*/"
			}
			length := bytes.Index(data[i+2:], []byte(mark)) + len("//") + end
			if length < len("//")+end {
				length = len(data) - i
			}
			for j := range data[i : i+length] {
				if data[i+j] != '\n' {
					data[i+j] = ' '
				}
			}
			i += length - 1
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			data[comma] = ' '
			comma = -1
		case bytes.IndexByte([]byte(blanks), c) < 0:
			comma = -1
		}
	}
	return data
}
