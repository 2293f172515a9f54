package settings

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/linkvet/linkvet/internal/hosting"
)

// maxTOML is the size in bytes from which on a TOML file is not read. Its values take up
// to 150 times the memory, as where each second byte is a key.
const maxTOML = 1 << 20

// ReadTOML reads a TOML file of a host, whose faults go into the book. It returns nil
// for a file that it could not read, which is a fault.
func ReadTOML(source *hosting.Source, host string, book *hosting.RuleBook) *File {
	if len(source.Data) >= maxTOML {
		book.AddFaults(TooLarge(source, maxTOML))
		return nil
	}
	f := newFile(source, book, "a table")
	root, err := parseTOML(source.Data)
	if err != nil {
		f.faultAt(err.offset, "%s cannot read the file: %s", host, err.message)
		return nil
	}
	f.Root = root
	return f
}

// tomlError is a fault of a TOML file, and its position.
type tomlError struct {
	offset  int
	message string
}

// parseTOML builds the values of a file. Only the parser of the library gives their
// places; its decoder does not.
func parseTOML(data []byte) (*Value, *tomlError) {
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
			ok = current.set(keys, tomlValue(data, node.Value(), at), at)
		}
		if !ok {
			return nil, &tomlError{at, strings.Join(keys, ".") + " is set twice"}
		}
	}
	if err := parser.Error(); err != nil {
		failure := &tomlError{0, err.Error()}
		if parserError, ok := errors.AsType[*unstable.ParserError](err); ok && len(parserError.Highlight) > 0 {
			failure.offset = int(parser.Range(parserError.Highlight).Offset)
		}
		return nil, failure
	}
	return root, nil
}

// tomlValue copies a value out of the parser, which uses its memory again. A value without
// a position gets that of its key.
func tomlValue(data []byte, node *unstable.Node, at int) *Value {
	if node.Raw.Length > 0 {
		at = int(node.Raw.Offset)
	}
	value := &Value{offset: at}
	switch node.Kind {
	case unstable.String:
		value.data = string(node.Data)
		value.offset += quotation(data[at:])
	case unstable.Bool:
		value.data = string(node.Data) == "true"
	case unstable.Integer:
		value.data = tomlInteger(string(node.Data))
	case unstable.Array:
		list := []*Value{}
		for items := node.Children(); items.Next(); {
			list = append(list, tomlValue(data, items.Node(), at))
		}
		value.data = list
	case unstable.InlineTable:
		value.data = table{}
		for pairs := node.Children(); pairs.Next(); {
			pair := pairs.Node()
			value.set(keysOf(pair.Key()), tomlValue(data, pair.Value(), at), at)
		}
	default:
		value.data = scalar(node.Data)
	}
	return value
}

// tomlInteger returns a number, or the text of one that no rule can need.
func tomlInteger(text string) any {
	number, err := strconv.ParseInt(text, 0, 64)
	if err != nil {
		return scalar(text)
	}
	return float64(number)
}

// quotation returns how many bytes open the string that data begins with.
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

func newTable(offset int) *Value { return &Value{data: table{}, offset: offset} }

// descend returns the table of that name, and makes it where it is missing. Of an array
// of tables it takes the last.
func (v *Value) descend(keys []string, at int) (*Value, bool) {
	for _, key := range keys {
		members, ok := v.data.(table)
		if !ok {
			return v, false
		}
		child := members[key]
		if child == nil {
			child = newTable(at)
			members[key] = child
		}
		if list := child.List(); len(list) > 0 {
			child = list[len(list)-1]
		}
		if !child.IsObject() {
			return v, false
		}
		v = child
	}
	return v, true
}

// appendTable adds a table to the array of that name.
func (v *Value) appendTable(keys []string, at int) (*Value, bool) {
	name := keys[len(keys)-1]
	parent, ok := v.descend(keys[:len(keys)-1], at)
	if !ok {
		return v, false
	}
	members, _ := parent.data.(table)
	array := members[name]
	if array == nil {
		array = &Value{data: []*Value{}, offset: at}
		members[name] = array
	}
	list, ok := array.data.([]*Value)
	if !ok {
		return v, false
	}
	last := newTable(at)
	array.data = append(list, last)
	return last, true
}

// set gives a value its name, unless another value has it.
func (v *Value) set(keys []string, value *Value, at int) bool {
	name := keys[len(keys)-1]
	parent, ok := v.descend(keys[:len(keys)-1], at)
	if !ok {
		return false
	}
	members, _ := parent.data.(table)
	if members[name] != nil {
		return false
	}
	members[name] = value
	return true
}
