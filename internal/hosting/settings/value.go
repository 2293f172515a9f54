// Package settings reads files of settings in JSON and TOML into values that know where they are, so that what is said of a
// value can name its line. It knows no host and no generator.
package settings

import (
	"strconv"
	"unicode/utf8"
)

// Value is one value of a file. Its methods treat nil, a value that the file does not have, like a value of another type.
type Value struct {
	data any // a string, as which dates are kept, a float64, a bool, nil for JSON's null, a list of values, or an object
	// line and column are where the value begins, 1-based, the column in Unicode code points; for a string, behind its
	// quotation mark.
	line, column int
}

// object is an object of JSON, in which the last of equal names counts, or a table of TOML.
type object = map[string]*Value

// content is the data of a value; nil for a value that is not there.
func (v *Value) content() any {
	if v == nil {
		return nil
	}
	return v.data
}

// Get returns the member that the names lead to; nil when there is none.
func (v *Value) Get(names ...string) *Value {
	for _, name := range names {
		v = v.Members()[name]
	}
	return v
}

// First returns the first member that an object has of these names; nil for none.
func (v *Value) First(names ...string) *Value {
	for _, name := range names {
		if value := v.Get(name); value != nil {
			return value
		}
	}
	return nil
}

// Members returns the members of an object by name.
func (v *Value) Members() map[string]*Value {
	members, _ := v.content().(object)
	return members
}

// IsObject reports whether a value is an object.
func (v *Value) IsObject() bool {
	_, ok := v.content().(object)
	return ok
}

// List returns the values of a list.
func (v *Value) List() []*Value {
	list, _ := v.content().([]*Value)
	return list
}

// Texts returns the strings of a list, or the one string that stands for it.
func (v *Value) Texts() (texts []string) {
	if text, ok := v.Text(); ok {
		return []string{text}
	}
	for _, item := range v.List() {
		if text, ok := item.Text(); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// Text returns the text of a string.
func (v *Value) Text() (text string, ok bool) {
	text, ok = v.content().(string)
	return text, ok
}

// Scalar returns a string, a number or a truth value as a text; empty for other values.
func (v *Value) Scalar() string {
	switch data := v.content().(type) {
	case string:
		return data
	case bool:
		return strconv.FormatBool(data)
	case float64:
		return strconv.FormatFloat(data, 'f', -1, 64)
	}
	return ""
}

// Bool returns the value of true or false.
func (v *Value) Bool() (value, ok bool) {
	value, ok = v.content().(bool)
	return value, ok
}

// Int returns the value of a number without a fraction.
func (v *Value) Int() (number int, ok bool) {
	float, ok := v.content().(float64)
	number = int(float)
	return number, ok && float64(number) == float
}

// Position returns the 1-based line of a value, and its column in code points; zeros for nil.
func (v *Value) Position() (line, column int) {
	if v == nil {
		return 0, 0
	}
	return v.line, v.column
}

// Error says why a file has no value.
type Error struct {
	Line    int // where it fails, 1-based
	Message string
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// position finds lines and columns of offsets that grow, so that a file is counted once.
type position struct {
	data                 []byte
	offset, line, column int
}

func newPosition(data []byte) position { return position{data: data, line: 1, column: 1} }

// at returns the line and column of an offset that is not before the last one.
func (p *position) at(offset int) (line, column int) {
	for p.offset < min(offset, len(p.data)) {
		_, size := utf8.DecodeRune(p.data[p.offset:])
		p.column++
		if p.data[p.offset] == '\n' {
			p.line++
			p.column = 1
		}
		p.offset += size
	}
	return p.line, p.column
}
