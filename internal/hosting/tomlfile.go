package hosting

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlValue is a value of a TOML file that remembers where it stands. The methods
// of nil tell of a value that is not there.
type tomlValue struct {
	kind unstable.Kind
	// offset is where the value begins; for a string what is in the quotation marks.
	offset int
	// text is a scalar as written, and a string as meant.
	text string
	// table holds the values of a table.
	table map[string]*tomlValue
	// items are the values of an array.
	items []*tomlValue
}

// tomlError is what is wrong with a TOML file.
type tomlError struct {
	line    int
	message string
}

// Error gives the line as well.
func (e *tomlError) Error() string { return fmt.Sprintf("line %d: %s", e.line, e.message) }

// maxTOML is the size in bytes from which on a TOML file is not read: what is read of
// one takes up to 150 times the memory, as where each second byte is a key.
const maxTOML = 1 << 20

// readTOML reads a TOML file into its root table.
func readTOML(data []byte) (*tomlValue, *tomlError) {
	if len(data) >= maxTOML {
		return nil, &tomlError{1, fmt.Sprintf("the file has %d MiB or more", maxTOML>>20)}
	}
	var parser unstable.Parser
	parser.Reset(data)
	root := newTable(0)
	current := root
	for parser.NextExpression() {
		node := parser.Expression()
		keys := keysOf(node.Key())
		at := 0
		if first := node.Key(); first.Next() {
			at = int(first.Node().Raw.Offset)
		}
		ok := true
		switch node.Kind {
		case unstable.Table:
			current, ok = root.descend(keys, at)
		case unstable.ArrayTable:
			current, ok = root.appendTable(keys, at)
		case unstable.KeyValue:
			ok = current.set(keys, tomlNode(data, node.Value(), at), at)
		}
		if !ok {
			return nil, &tomlError{lineOf(data, at), fmt.Sprintf("%s is set twice", strings.Join(keys, "."))}
		}
	}
	if err := parser.Error(); err != nil {
		return nil, tomlFailure(&parser, data, err)
	}
	return root, nil
}

// tomlFailure tells where the parser gave up.
func tomlFailure(parser *unstable.Parser, data []byte, err error) *tomlError {
	failure := &tomlError{1, err.Error()}
	if parserError, ok := errors.AsType[*unstable.ParserError](err); ok && len(parserError.Highlight) > 0 {
		failure.line = lineOf(data, int(parser.Range(parserError.Highlight).Offset))
	}
	return failure
}

// tomlNode copies a value out of the parser, which uses its memory again.
func tomlNode(data []byte, node *unstable.Node, at int) *tomlValue {
	if node.Raw.Length > 0 {
		at = int(node.Raw.Offset)
	}
	value := &tomlValue{kind: node.Kind, offset: at, text: string(node.Data)}
	switch node.Kind {
	case unstable.String:
		value.offset += quotation(data[at:])
	case unstable.Array:
		for items := node.Children(); items.Next(); {
			value.items = append(value.items, tomlNode(data, items.Node(), at))
		}
	case unstable.InlineTable:
		value.kind, value.table = unstable.Table, map[string]*tomlValue{}
		for pairs := node.Children(); pairs.Next(); {
			pair := pairs.Node()
			value.set(keysOf(pair.Key()), tomlNode(data, pair.Value(), at), at)
		}
	}
	return value
}

// quotation is how many bytes open the string that data begins with.
func quotation(data []byte) int {
	for _, mark := range [...]string{`"""`, `'''`} {
		if bytes.HasPrefix(data, []byte(mark)) {
			return len(mark)
		}
	}
	return 1
}

func keysOf(nodes unstable.Iterator) (keys []string) {
	for nodes.Next() {
		keys = append(keys, string(nodes.Node().Data))
	}
	return keys
}

func newTable(offset int) *tomlValue {
	return &tomlValue{kind: unstable.Table, offset: offset, table: map[string]*tomlValue{}}
}

// descend goes down to the table of that name, which is made where it is missing;
// of an array of tables it is the last.
func (v *tomlValue) descend(keys []string, at int) (*tomlValue, bool) {
	for _, key := range keys {
		child := v.table[key]
		if child == nil {
			child = newTable(at)
			v.table[key] = child
		}
		if child.kind == unstable.Array && len(child.items) > 0 {
			child = child.items[len(child.items)-1]
		}
		if child.kind != unstable.Table {
			return v, false
		}
		v = child
	}
	return v, true
}

// appendTable adds a table to the array of that name.
func (v *tomlValue) appendTable(keys []string, at int) (*tomlValue, bool) {
	parent, ok := v.descend(keys[:len(keys)-1], at)
	if !ok {
		return v, false
	}
	name := keys[len(keys)-1]
	array := parent.table[name]
	if array == nil {
		array = &tomlValue{kind: unstable.Array, offset: at}
		parent.table[name] = array
	}
	if array.kind != unstable.Array {
		return v, false
	}
	table := newTable(at)
	array.items = append(array.items, table)
	return table, true
}

// set gives the value of that name, unless it has one.
func (v *tomlValue) set(keys []string, value *tomlValue, at int) bool {
	parent, ok := v.descend(keys[:len(keys)-1], at)
	if !ok || parent.table[keys[len(keys)-1]] != nil {
		return false
	}
	parent.table[keys[len(keys)-1]] = value
	return true
}

// at is the value that the keys lead to; nil for none.
func (v *tomlValue) at(keys ...string) *tomlValue {
	for _, key := range keys {
		if v == nil {
			return nil
		}
		v = v.table[key]
	}
	return v
}

// any is the value of the first of the keys that has one; nil for none.
func (v *tomlValue) any(keys ...string) *tomlValue {
	for _, key := range keys {
		if value := v.at(key); value != nil {
			return value
		}
	}
	return nil
}

// scalar is the text of a value; empty for none, and for tables and arrays.
func (v *tomlValue) scalar() string {
	if v == nil || v.kind == unstable.Table || v.kind == unstable.Array {
		return ""
	}
	return v.text
}

// isArray tells whether a value is a list.
func (v *tomlValue) isArray() bool { return v.kind == unstable.Array }

// list are the tables of an array.
func (v *tomlValue) list() (tables []*tomlValue) {
	if v == nil {
		return nil
	}
	for _, item := range v.items {
		if item.kind == unstable.Table {
			tables = append(tables, item)
		}
	}
	return tables
}

// strays are the values of an array that are no tables.
func (v *tomlValue) strays() (strays []*tomlValue) {
	if v == nil {
		return nil
	}
	for _, item := range v.items {
		if item.kind != unstable.Table {
			strays = append(strays, item)
		}
	}
	return strays
}

// texts are the strings of a value that is one or a list of them.
func (v *tomlValue) texts() (texts []string) {
	if v == nil {
		return nil
	}
	for _, item := range append([]*tomlValue{v}, v.items...) {
		if item.kind == unstable.String {
			texts = append(texts, item.text)
		}
	}
	return texts
}

// lineOf is the line of an offset, 1-based.
func lineOf(data []byte, offset int) int { return bytes.Count(data[:offset], []byte("\n")) + 1 }
