package settings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/hosting"
)

// read returns the file with that text, which must be JSON.
func read(t *testing.T, text string) (*File, *hosting.RuleBook) {
	t.Helper()
	var book hosting.RuleBook
	f := ReadJSON(&hosting.Source{Name: "x.json", Data: []byte(text)}, StrictJSON, &book)
	if f == nil {
		t.Fatal(book.Faults())
	}
	return f, &book
}

// TestValueOfAnotherType asks each method for what a value does not have.
func TestValueOfAnotherType(t *testing.T) {
	t.Parallel()
	f, _ := read(t, `{"text": "x", "number": 1.5, "yes": true, "null": null, "list": ["x", 1, "y"], "object": {"a": 1}}`)
	type all struct {
		Text, Scalar     string
		Int              int
		Bool             bool
		List, Texts      int
		Members          int
		IsList, IsObject bool
	}
	for name, want := range map[string]all{
		"text":   {Text: "x", Scalar: "x", Texts: 1},
		"number": {Int: 1, Scalar: "1.5"},
		"yes":    {Bool: true, Scalar: "true"},
		"null":   {},
		"list":   {List: 3, Texts: 2, IsList: true},
		"object": {Members: 1, IsObject: true},
		"none":   {},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := f.Root.Get(name)
			got := all{
				Scalar: v.Scalar(), List: len(v.List()), Texts: len(v.Texts()), Members: len(v.Members()),
				IsList: v.IsList(), IsObject: v.IsObject(),
			}
			got.Text, _ = v.Text()
			got.Int, _ = v.Int()
			got.Bool, _ = v.Bool()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
			if v.Get("no", "such", "member") != nil || v.First("none") != nil {
				t.Error("it has a member")
			}
		})
	}
}

func TestGetAndFirst(t *testing.T) {
	t.Parallel()
	f, _ := read(t, `{"a": {"b": {"c": "deep"}}, "old": 1, "new": 2, "twice": 1, "twice": 2}`)
	if got := f.Root.Get("a", "b", "c").Scalar(); got != "deep" {
		t.Errorf("got %q", got)
	}
	if got := f.Root.First("newest", "new", "old").Scalar(); got != "2" {
		t.Errorf("the first of the names is %q", got)
	}
	if got := f.Root.Get("twice").Scalar(); got != "2" {
		t.Errorf("of two members the first counts: %q", got)
	}
	if f.Root.Get() != f.Root {
		t.Error("no name leads to another value")
	}
}

func TestHasText(t *testing.T) {
	t.Parallel()
	f, _ := read(t, `{"list": ["GET", 1, "post"], "text": "Get", "number": 1}`)
	for name, want := range map[string]bool{"list": true, "text": true, "number": false, "none": false} {
		if got := f.Root.Get(name).HasText("get"); got != want {
			t.Errorf("%s: got %t", name, got)
		}
	}
	if f.Root.Get("list").HasText("put") {
		t.Error("the list has a text that it does not have")
	}
}

func TestTrailingSlash(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]TrailingSlash{
		`{}`:                        SlashUnset,
		`{"trailingSlash": null}`:   SlashUnset,
		`{"trailingSlash": "true"}`: SlashUnset,
		`{"trailingSlash": true}`:   SlashAdded,
		`{"trailingSlash": false}`:  SlashRemoved,
	} {
		f, _ := read(t, text)
		if got := f.Root.TrailingSlash(); got != want {
			t.Errorf("%s: got %d, want %d", text, got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	shape := &Shape{Kinds: ObjectKind, Members: map[string]*Shape{
		"text":     TextShape,
		"any":      AnyShape,
		"ignored":  nil,
		"either":   {Kinds: TextKind | ListKind, Items: NumberShape},
		"rules":    RulesOf(map[string]*Shape{"from": TextShape}),
		"settings": {Kinds: ObjectKind, Closed: true, Members: map[string]*Shape{"on": BoolShape}},
	}}
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"all as it must be": {
			text: `{"text": "x", "any": [], "ignored": 1, "either": [1], "rules": [{"from": "x"}], "settings": {"on": true}}`,
		},
		"names that nothing reads": {
			text: `{"other": 1}`,
		},
		"another type": {
			text: "{\"text\":\n1}",
			want: []string{`2 "text" must be a string`},
		},
		"one of two types": {
			text: `{"either": true}`,
			want: []string{`1 "either" must be a string or a list`},
		},
		"the values of a list": {
			text: "{\"either\": [1,\n\"x\",\nnull]}",
			want: []string{`2 a value of "either" must be a number`, `3 a value of "either" must be a number`},
		},
		"a name in another case": {
			text: `{"Text": "x"}`,
			want: []string{`1 unknown key "Text"; did you mean "text"?`},
		},
		"a rule that is none": {
			text: `{"rules": [1]}`,
		},
		"a name that no rule has": {
			text: `{"rules": [{"from": "x", "form": 1}]}`,
			want: []string{`1 linkvet does not know the key "form" here`},
		},
		"a name that no setting has": {
			text: `{"settings": {"off": true}}`,
			want: []string{`1 linkvet does not know the key "off" here`},
		},
		"the file": {
			text: `[]`,
			want: []string{`1 the file must be an object`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, book := read(t, test.text)
			f.Check(f.Root, "the file", shape)
			var got []string
			for _, fault := range book.Faults() {
				got = append(got, fmt.Sprint(fault.Line, " ", fault.Message))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCheckTOML calls an object by its name in TOML.
func TestCheckTOML(t *testing.T) {
	t.Parallel()
	var book hosting.RuleBook
	f := ReadTOML(&hosting.Source{Name: "x.toml", Data: []byte("a = 1\n")}, "A host", &book)
	f.Check(f.Root.Get("a"), `"a"`, ObjectShape)
	if faults := book.Faults(); len(faults) != 1 || faults[0].Message != `"a" must be a table` {
		t.Errorf("faults %+v", faults)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rules, want int
		all         bool
	}{
		"none":     {all: true},
		"few":      {rules: 3, want: 3, all: true},
		"most":     {rules: MaxRules, want: MaxRules, all: true},
		"too many": {rules: MaxRules + 5, want: MaxRules},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, book := read(t, "["+strings.TrimSuffix(strings.Repeat("1,\n", test.rules), ",\n")+"]")
			rules, all := f.Rules(f.Root)
			if len(rules) != test.want || all != test.all {
				t.Errorf("got %d rules, all: %t", len(rules), all)
			}
			if faults := book.Faults(); !test.all && (len(faults) != 1 || faults[0].Line != MaxRules+1) || test.all && len(faults) > 0 {
				t.Errorf("faults %+v", faults)
			}
		})
	}
}

// TestFaultAndRule expects a fault at the line of its value, and a rule at its destination.
func TestFaultAndRule(t *testing.T) {
	t.Parallel()
	f, book := read(t, "{\n  \"ä\": \"/b\"}")
	f.Fault(f.Root.Get("ä"), "wrong: %d", 7)
	f.Fault(nil, "of the file")
	want := []hosting.Fault{{Source: "x.json", Line: 2, Message: "wrong: 7"}, {Source: "x.json", Message: "of the file"}}
	if diff := cmp.Diff(want, book.Faults()); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	rule := f.Rule(f.Root.Get("ä"), true)
	if diff := cmp.Diff(&hosting.Rule{Source: "x.json", Line: 2, Column: 9, To: "/b", Literal: true}, rule); diff != "" {
		t.Errorf("rule (-want +got):\n%s", diff)
	}
	if len(book.Rules()) > 0 {
		t.Error("the rule was recorded")
	}
}
