package settings

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Value is one value of a file. Its methods treat nil, a value that the file does not
// have, like a value of another type.
type Value struct {
	// data is a string, a float64, a bool, nil for JSON's null, a list of values, an
	// object, a table, or a scalar.
	data any
	// offset is where the value begins; for a string, behind its quotation mark.
	offset int
}

// object is an object of JSON. Of members with the same name the last counts.
type object []Member

// table is a table of TOML.
type table map[string]*Value

// scalar is a value of TOML that JSON does not have, as written.
type scalar string

// Member is one member of an object.
type Member struct {
	Name  string
	Value *Value
}

// Get returns the member that the names lead to; nil when there is none.
func (v *Value) Get(names ...string) *Value {
	for _, name := range names {
		v = v.member(name)
	}
	return v
}

func (v *Value) member(name string) *Value {
	if v == nil {
		return nil
	}
	switch data := v.data.(type) {
	case table:
		return data[name]
	case object:
		for i := len(data) - 1; i >= 0; i-- {
			if data[i].Name == name {
				return data[i].Value
			}
		}
	}
	return nil
}

// First returns the first member that an object has of these names; nil for none.
func (v *Value) First(names ...string) *Value {
	for _, name := range names {
		if value := v.member(name); value != nil {
			return value
		}
	}
	return nil
}

// Members returns the members of an object: those of JSON in their order, those of TOML
// by name.
func (v *Value) Members() (members []Member) {
	if v == nil {
		return nil
	}
	switch data := v.data.(type) {
	case object:
		return data
	case table:
		for _, name := range slices.Sorted(maps.Keys(data)) {
			members = append(members, Member{name, data[name]})
		}
	}
	return members
}

// Text returns the text of a string.
func (v *Value) Text() (text string, ok bool) {
	if v == nil {
		return "", false
	}
	text, ok = v.data.(string)
	return text, ok
}

// Scalar returns a string, a number or a truth value as a text; empty for other values.
func (v *Value) Scalar() string {
	if v == nil {
		return ""
	}
	switch data := v.data.(type) {
	case string:
		return data
	case scalar:
		return string(data)
	case bool:
		return strconv.FormatBool(data)
	case float64:
		return strconv.FormatFloat(data, 'f', -1, 64)
	}
	return ""
}

// Bool returns the value of true or false.
func (v *Value) Bool() (value, ok bool) {
	if v == nil {
		return false, false
	}
	value, ok = v.data.(bool)
	return value, ok
}

// Int returns the value of a number without a fraction.
func (v *Value) Int() (number int, ok bool) {
	if v == nil {
		return 0, false
	}
	float, ok := v.data.(float64)
	number = int(float)
	return number, ok && float64(number) == float
}

// IsList reports whether a value is a list.
func (v *Value) IsList() bool { return v.kind() == ListKind }

// IsObject reports whether a value is an object.
func (v *Value) IsObject() bool { return v.kind() == ObjectKind }

// List returns the values of a list.
func (v *Value) List() []*Value {
	if v == nil {
		return nil
	}
	list, _ := v.data.([]*Value)
	return list
}

// Texts returns the strings of a list, or the one string that stands for it.
func (v *Value) Texts() (texts []*Value) {
	if v.kind() == TextKind {
		return []*Value{v}
	}
	for _, item := range v.List() {
		if item.kind() == TextKind {
			texts = append(texts, item)
		}
	}
	return texts
}

// HasText reports whether Texts has a text, in any case.
func (v *Value) HasText(text string) bool {
	return slices.ContainsFunc(v.Texts(), func(item *Value) bool { return strings.EqualFold(item.Scalar(), text) })
}
