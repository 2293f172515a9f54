package settings

import (
	"fmt"
	"strings"
)

// Kinds are the types that a value may have, as a set.
type Kinds uint8

// The types of values.
const (
	TextKind Kinds = 1 << iota
	NumberKind
	BoolKind
	ListKind
	ObjectKind
	// AnyKind is for a value that its reader checks by itself.
	AnyKind Kinds = 1<<iota - 1
)

// kindNames returns what faults call a set of types, such as "a string or a list".
func (f *File) kindNames(kinds Kinds) string {
	var names []string
	for i, name := range []string{"a string", "a number", "true or false", "a list", f.objectName} {
		if kinds&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " or ")
}

// Shape is what a value must look like for its host to use it. A value of another shape
// has no effect, which its author sees only as a fault.
type Shape struct {
	Kinds Kinds
	// Items is the shape of the values of a list; nil for any.
	Items *Shape
	// Members are the shapes of the members of an object.
	Members map[string]*Shape
	// Closed is whether Members are all members that there are. Otherwise a fault
	// is only a name that differs from one of them in case alone.
	Closed bool
}

// The shapes that settings are made of.
var (
	AnyShape    = &Shape{Kinds: AnyKind}
	TextShape   = &Shape{Kinds: TextKind}
	NumberShape = &Shape{Kinds: NumberKind}
	BoolShape   = &Shape{Kinds: BoolKind}
	ObjectShape = &Shape{Kinds: ObjectKind}
	TextsShape  = &Shape{Kinds: ListKind, Items: TextShape}
)

// RulesOf returns the shape of a list of rules that have these members. The reader of
// the list checks that each is an object with the members that it needs.
func RulesOf(members map[string]*Shape) *Shape {
	return &Shape{Kinds: ListKind, Items: &Shape{Kinds: AnyKind, Members: members, Closed: true}}
}

// Check records a fault for each value that does not have its shape, in a value that
// faults call name.
func (f *File) Check(value *Value, name string, shape *Shape) {
	if value == nil || shape == nil {
		return
	}
	if shape.Kinds != AnyKind && value.kind()&shape.Kinds == 0 {
		f.Fault(value, "%s must be %s", name, f.kindNames(shape.Kinds))
		return
	}
	for _, item := range value.List() {
		f.Check(item, "a value of "+name, shape.Items)
	}
	for _, member := range value.Members() {
		f.checkMember(member, shape)
	}
}

// checkMember records the faults of a member of an object.
func (f *File) checkMember(member Member, shape *Shape) {
	if known, ok := shape.Members[member.Name]; ok {
		f.Check(member.Value, fmt.Sprintf("%q", member.Name), known)
		return
	}
	for known := range shape.Members {
		if strings.EqualFold(known, member.Name) {
			f.Fault(member.Value, "unknown key %q; did you mean %q?", member.Name, known)
			return
		}
	}
	if shape.Closed && shape.Members != nil {
		f.Fault(member.Value, "linkvet does not know the key %q here", member.Name)
	}
}

// kind returns the type of a value; none for null and for other values of TOML.
func (v *Value) kind() Kinds {
	if v == nil {
		return 0
	}
	switch v.data.(type) {
	case string:
		return TextKind
	case float64:
		return NumberKind
	case bool:
		return BoolKind
	case []*Value:
		return ListKind
	case object, table:
		return ObjectKind
	}
	return 0
}
