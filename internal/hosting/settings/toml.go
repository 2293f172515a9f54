package settings

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// ReadTOML reads a TOML file. An error is an [*Error]. Only the parser of the library gives the places of values; its decoder
// does not.
func ReadTOML(data []byte) (*Value, error) {
	var parser unstable.Parser
	parser.Reset(data)
	r := tomlReader{newPosition(data)}
	root := &Value{data: object{}, line: 1, column: 1}
	current := root
	for parser.NextExpression() {
		node := parser.Expression()
		keys := keysOf(node.Key())
		var place Value
		if first := node.Key(); first.Next() {
			place.line, place.column = r.position.at(int(first.Node().Raw.Offset))
		}
		isSet := false
		switch node.Kind {
		case unstable.Table:
			current = root.descend(keys, place)
		case unstable.ArrayTable:
			current = root.appendTable(keys, place)
		case unstable.KeyValue:
			isSet = !current.set(keys, r.value(node.Value(), place), place)
		}
		if isSet || current == nil {
			return nil, &Error{place.line, strings.Join(keys, ".") + " is set twice"}
		}
	}
	if err := parser.Error(); err != nil {
		failure := &Error{1, err.Error()}
		if parserError, ok := errors.AsType[*unstable.ParserError](err); ok && len(parserError.Highlight) > 0 {
			failure.Line = 1 + bytes.Count(data[:parser.Range(parserError.Highlight).Offset], []byte("\n"))
		}
		return nil, failure
	}
	return root, nil
}

// tomlReader copies values out of the parser, which uses its memory again.
type tomlReader struct{ position position }

// value copies one value. One without a position gets that of its key.
func (r *tomlReader) value(node *unstable.Node, key Value) *Value {
	value := &Value{line: key.line, column: key.column}
	if node.Raw.Length > 0 {
		at := int(node.Raw.Offset)
		if node.Kind == unstable.String {
			at++
			if mark := r.position.data[at-1 : at]; bytes.HasPrefix(r.position.data[at:], bytes.Repeat(mark, 2)) && node.Raw.Length > 2 {
				at += 2 // A string of several lines has three marks.
			}
		}
		value.line, value.column = r.position.at(at)
	}
	switch node.Kind {
	case unstable.Bool:
		value.data = string(node.Data) == "true"
	case unstable.Integer:
		number, err := strconv.ParseInt(string(node.Data), 0, 64)
		value.data = float64(number)
		if err != nil {
			value.data = string(node.Data)
		}
	case unstable.Array:
		list := []*Value{}
		for items := node.Children(); items.Next(); {
			list = append(list, r.value(items.Node(), *value))
		}
		value.data = list
	case unstable.InlineTable:
		value.data = object{}
		for pairs := node.Children(); pairs.Next(); {
			pair := pairs.Node()
			value.set(keysOf(pair.Key()), r.value(pair.Value(), *value), *value)
		}
	default:
		value.data = string(node.Data)
	}
	return value
}

func keysOf(nodes unstable.Iterator) (keys []string) {
	for nodes.Next() {
		keys = append(keys, string(nodes.Node().Data))
	}
	return keys
}

// descend returns the table of that name, and makes it where it is missing. Of an array of tables it takes the last. It is nil
// where another value has the name.
func (v *Value) descend(keys []string, place Value) *Value {
	for _, key := range keys {
		members, ok := v.data.(object)
		if !ok {
			return nil
		}
		child := members[key]
		if child == nil {
			child = &Value{data: object{}, line: place.line, column: place.column}
			members[key] = child
		}
		if list := child.List(); len(list) > 0 {
			child = list[len(list)-1]
		}
		v = child
	}
	if !v.IsObject() {
		return nil
	}
	return v
}

// appendTable adds a table to the array of that name.
func (v *Value) appendTable(keys []string, place Value) *Value {
	last := &Value{data: object{}, line: place.line, column: place.column}
	parent, name := v.descend(keys[:len(keys)-1], place), keys[len(keys)-1]
	array := parent.Get(name)
	if array == nil && parent.set([]string{name}, &Value{data: []*Value{last}, line: place.line, column: place.column}, place) {
		return last
	}
	if array.List() == nil {
		return nil
	}
	array.data = append(array.List(), last)
	return last
}

// set gives a value its name, unless another value has it.
func (v *Value) set(keys []string, value *Value, place Value) bool {
	if v == nil {
		return false
	}
	parent, name := v.descend(keys[:len(keys)-1], place), keys[len(keys)-1]
	if parent == nil || parent.Get(name) != nil {
		return false
	}
	members, _ := parent.data.(object)
	members[name] = value
	return true
}
