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
	for text, want := range map[string][]string{
		`{"text": "x", "any": [], "ignored": 1, "either": [1], "rules": [{"from": "x"}], "settings": {"on": true}}`: nil,
		`{"other": 1, "rules": [1]}`:            nil,
		"{\"text\":\n1}":                        {`2 "text" must be a string`},
		`{"either": true}`:                      {`1 "either" must be a string or a list`},
		"{\"either\": [1,\n\"x\",\nnull]}":      {`2 a value of "either" must be a number`, `3 a value of "either" must be a number`},
		`{"Text": "x"}`:                         {`1 unknown key "Text"; did you mean "text"?`},
		`{"rules": [{"from": "x", "form": 1}]}`: {`1 linkvet does not know the key "form" here`},
		`{"settings": {"off": true}}`:           {`1 linkvet does not know the key "off" here`},
		`[]`:                                    {`1 the file must be an object`},
	} {
		f, book := read(t, text)
		f.Check(f.Root, "the file", shape)
		var got []string
		for _, fault := range book.Faults() {
			got = append(got, fmt.Sprint(fault.Line, " ", fault.Message))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: faults (-want +got):\n%s", text, diff)
		}
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

func TestRulesAreBounded(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, MaxRules, MaxRules + 5} {
		f, book := read(t, "["+strings.TrimSuffix(strings.Repeat("1,\n", count), ",\n")+"]")
		rules, all := f.Rules(f.Root)
		faults := book.Faults()
		if len(rules) != min(count, MaxRules) || all != (count <= MaxRules) || all != (len(faults) == 0) || !all && faults[0].Line != MaxRules+1 {
			t.Errorf("of %d rules %d are read, all: %t, faults %+v", count, len(rules), all, faults)
		}
	}
}
