package hosting

import (
	"fmt"
	"strings"
)

// jsonKind are the types that a value may have, as a set.
type jsonKind uint8

const (
	jsonText jsonKind = 1 << iota
	jsonNumber
	jsonBoolean
	jsonList
	jsonMap
	// jsonAny is for a value that its reader checks by itself.
	jsonAny jsonKind = 1<<iota - 1
)

// jsonKindNames are how faults call the types, the least significant bit first.
var jsonKindNames = [...]string{"a string", "a number", "true or false", "a list", "an object"}

// String names the types of a set, as in "a string or a list".
func (k jsonKind) String() string {
	var names []string
	for i, name := range jsonKindNames {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// jsonShape is what a value of the settings has to be for its host to make
// something of it. What has another shape has no effect, which nobody would see
// who is not told.
type jsonShape struct {
	kinds jsonKind
	// items is the shape of the values of a list; nil for any.
	items *jsonShape
	// members are the shapes of the members of an object.
	members map[string]*jsonShape
	// closed is whether the members are all that there are. Else only what differs
	// from one of them in case alone is taken for a mistake.
	closed bool
}

// The shapes that settings are made of.
var (
	anyShape     = &jsonShape{kinds: jsonAny}
	textShape    = &jsonShape{kinds: jsonText}
	numberShape  = &jsonShape{kinds: jsonNumber}
	booleanShape = &jsonShape{kinds: jsonBoolean}
	mapShape     = &jsonShape{kinds: jsonMap}
	textsShape   = &jsonShape{kinds: jsonList, items: textShape}
)

// listOf is the shape of a list of rules that have these members. That each is an
// object with what it needs is for their reader to see.
func listOf(members map[string]*jsonShape) *jsonShape {
	return &jsonShape{kinds: jsonList, items: &jsonShape{kinds: jsonAny, members: members, closed: true}}
}

// misfits are the faults of a value, which is called name, that does not have a
// shape, and of what is in it.
func (f *jsonFile) misfits(value *jsonValue, name string, shape *jsonShape) (faults []*Fault) {
	if value == nil || shape == nil {
		return nil
	}
	if shape.kinds != jsonAny && value.kind()&shape.kinds == 0 {
		return []*Fault{f.fault(value.offset, "%s must be %s", name, shape.kinds)}
	}
	switch data := value.data.(type) {
	case []*jsonValue:
		for _, item := range data {
			faults = append(faults, f.misfits(item, "a value of "+name, shape.items)...)
		}
	case jsonObject:
		for _, member := range data {
			faults = append(faults, f.memberMisfits(member, shape)...)
		}
	}
	return faults
}

// memberMisfits are the faults of a member of an object.
func (f *jsonFile) memberMisfits(member jsonMember, shape *jsonShape) []*Fault {
	if known, ok := shape.members[member.name]; ok {
		return f.misfits(member.value, fmt.Sprintf("%q", member.name), known)
	}
	for known := range shape.members {
		if strings.EqualFold(known, member.name) {
			return []*Fault{f.fault(member.value.offset, "linkvet does not know %q; did you mean %q", member.name, known)}
		}
	}
	if shape.closed && shape.members != nil {
		return []*Fault{f.fault(member.value.offset, "linkvet does not know %q here", member.name)}
	}
	return nil
}

// kind is the type of a value; none for null.
func (v *jsonValue) kind() jsonKind {
	switch v.data.(type) {
	case string:
		return jsonText
	case float64:
		return jsonNumber
	case bool:
		return jsonBoolean
	case []*jsonValue:
		return jsonList
	case jsonObject:
		return jsonMap
	}
	return 0
}
