package settings

import (
	"encoding/json"
	"fmt"
	"reflect"
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

// TestTOMLPositions expects a string to be placed where its text begins.
func TestTOMLPositions(t *testing.T) {
	t.Parallel()
	data := []byte("a = \"x\"\nb.c = 'y' # ä\n\"d e\" = { f = \"\"\"z\"\"\", g = ['ü', \"v\"] }\n[[h]]\ni = 'j'\n[[h]]\n[h.k]\nl = 1\n[[h]]\n")
	var book hosting.RuleBook
	f := ReadTOML(&hosting.Source{Name: "x.toml", Data: data}, "A host", &book)
	if f == nil {
		t.Fatal(book.Faults())
	}
	root := f.Root
	show := func(v *Value) string {
		line, column := f.Position(v)
		return fmt.Sprintf("%s %d:%d", v.Scalar(), line, column)
	}
	inline := root.Get("d e")
	got := []string{
		show(root.Get("a")), show(root.Get("b", "c")), show(inline.Get("f")), show(inline.Get("g").List()[0]), show(inline.Get("g").List()[1]),
		show(root.Get("h").List()[0].Get("i")), show(root.Get("h").List()[1].Get("k", "l")), fmt.Sprint(len(root.Get("h").List())),
	}
	want := []string{"x 1:6", "y 2:8", "z 3:18", "ü 3:30", "v 3:35", "j 5:6", "1 8:5", "3"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if value := root.Get("no", "such", "key"); value.Scalar() != "" || value.List() != nil || value.Texts() != nil {
		t.Error("a value that is not there has something")
	}
}

func TestTOMLFaults(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, want string }{
		"no value":        {text: "a = 1\n\nb = \n", want: "3 A host cannot read the file: "},
		"twice":           {text: "a = 1\na = 2\n", want: "2 A host cannot read the file: a is set twice"},
		"twice in tables": {text: "[a]\nb = 1\n[a.b]\n", want: "3 A host cannot read the file: a.b is set twice"},
		"large":           {text: strings.Repeat("#\n", maxTOML/2), want: "0 the file is too large (1 MiB or more)"},
	} {
		var book hosting.RuleBook
		if ReadTOML(&hosting.Source{Name: "x.toml", Data: []byte(test.text)}, "A host", &book) != nil || len(book.Faults()) != 1 {
			t.Fatalf("%s: faults %+v", name, book.Faults())
		}
		fault := book.Faults()[0]
		if got := fmt.Sprint(fault.Line, " ", fault.Message); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

func TestPositionsOnLongLines(t *testing.T) {
	t.Parallel()
	data := []byte("é\n" + strings.Repeat("aé", 1000) + "\nb")
	x := newLineIndex(data)
	for _, offset := range []int{0, 2, 3, 4, 6, 511, 512, 513, 1023, 1024, 1025, len(data) - 2, len(data) - 1, len(data)} {
		line := strings.Count(string(data[:offset]), "\n")
		wantColumn := len([]rune(string(data[strings.LastIndexByte(string(data[:offset]), '\n')+1:offset]))) + 1
		if offset > 0 && offset < len(data) && data[offset]&0xc0 == 0x80 {
			continue // no place begins within a code point
		}
		if gotLine, gotColumn := x.position(offset); gotLine != line+1 || gotColumn != wantColumn {
			t.Errorf("offset %d is at %d:%d, want %d:%d", offset, gotLine, gotColumn, line+1, wantColumn)
		}
	}
}

// TestTOMLValues reads each type of TOML.
func TestTOMLValues(t *testing.T) {
	t.Parallel()
	const text = "text='x'\nyes=true\nseven=7\nhex=0x1_0\nhalf=0.5\nday=2020-01-02\nlist=[1]\ntable={a=1}\nhuge=99999999999999999999\n"
	var book hosting.RuleBook
	f := ReadTOML(&hosting.Source{Name: "x.toml", Data: []byte(text)}, "A host", &book)
	if f == nil {
		t.Fatal(book.Faults())
	}
	for name, test := range map[string]struct {
		kind   Kinds
		scalar string
	}{
		"text":  {kind: TextKind, scalar: "x"},
		"yes":   {kind: BoolKind, scalar: "true"},
		"seven": {kind: NumberKind, scalar: "7"},
		"hex":   {kind: NumberKind, scalar: "16"},
		"half":  {scalar: "0.5"},
		"day":   {scalar: "2020-01-02"},
		"list":  {kind: ListKind},
		"table": {kind: ObjectKind},
		"huge":  {scalar: "99999999999999999999"},
		"none":  {},
	} {
		if v := f.Root.Get(name); v.kind() != test.kind || v.Scalar() != test.scalar {
			t.Errorf("%s: kind %d and %q, want %d and %q", name, v.kind(), v.Scalar(), test.kind, test.scalar)
		}
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

func TestReadJSON(t *testing.T) {
	t.Parallel()
	var book hosting.RuleBook
	f := ReadJSON(&hosting.Source{Name: "x.json", Data: []byte("\ufeff{\n  \"a\": [true, null, 1.5, 7],\n  \"ä\": \"ö\", \"b\": {\"c\": \"first\", \"c\": \"last\"}\n}\n")}, StrictJSON, &book)
	if f == nil {
		t.Fatal(book.Faults())
	}
	list := f.Root.Get("a").List()
	if yes, ok := list[0].Bool(); !yes || !ok {
		t.Error("true is not true")
	}
	if _, ok := list[2].Int(); ok {
		t.Error("1.5 is whole")
	}
	if seven, ok := list[3].Int(); seven != 7 || !ok {
		t.Errorf("7 is %d, %v", seven, ok)
	}
	for _, place := range []struct {
		value        *Value
		text         string
		line, column int
	}{
		{value: f.Root.Get("ä"), text: "ö", line: 3, column: 9},
		{value: f.Root.Get("b").Get("c"), text: "last", line: 3, column: 39},
	} {
		text, _ := place.value.Text()
		line, column := f.Position(place.value)
		if text != place.text || line != place.line || column != place.column {
			t.Errorf("%q at %d:%d, want %q at %d:%d", text, line, column, place.text, place.line, place.column)
		}
	}
	if line, column := f.Position(f.Root); line != 1 || column != 2 {
		t.Errorf("the root is at %d:%d", line, column)
	}
}

func TestReadNoJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, data string
		dialect    Dialect
		line       int
		says       string
	}{
		{name: "empty", data: "", dialect: StrictJSON, line: 1, says: "EOF"},
		{name: "comma", data: "{\n\"a\": 1,\n}", dialect: StrictJSON, line: 3, says: "invalid character"},
		{name: "comment", data: "{\n// no\n}", dialect: StrictJSON, line: 2, says: "invalid character"},
		{name: "unclosed", data: "{\n\"a\": [1,", dialect: StrictJSON, line: 2, says: "EOF"},
		{name: "tail", data: "{}\n{}", dialect: StrictJSON, line: 2, says: "there is text after its end"},
		{name: "deep", data: strings.Repeat("[", 100), dialect: StrictJSON, line: 1, says: "nested too deeply"},
		{name: "unclosed comment", data: "{} /* a", dialect: JSONWithComments, line: 0, says: ""},
		{name: "in a string", data: `{"a": "//b /* c */ ,]"} // d`, dialect: JSONWithComments, line: 0, says: ""},
		{name: "commas", data: "[1, /* a */ 2, // b\n]", dialect: JSONWithComments, line: 0, says: ""},
		{name: "behind comments", data: "{ // a\n\"b\": \"/* c */\", /* d\ne */ \"f\\\"//\": 1, }\n}", dialect: JSONWithComments, line: 4, says: "there is text"},
		{name: "two commas", data: "[1,,]", dialect: JSONWithComments, line: 1, says: "invalid character"},
		{name: "large", data: `"` + strings.Repeat("a", maxJSON) + `"`, dialect: StrictJSON, line: 0, says: "4 MiB or more"},
	} {
		var book hosting.RuleBook
		if file := ReadJSON(&hosting.Source{Name: "x.json", Data: []byte(test.data)}, test.dialect, &book); file != nil {
			if test.says != "" || len(book.Faults()) > 0 {
				t.Errorf("%s: faults %v", test.name, book.Faults())
			}
		} else if fault := book.Faults()[0]; fault.Line != test.line || test.says == "" || !strings.Contains(fault.Message, test.says) {
			t.Errorf("%s: fault %+v, want line %d and %q", test.name, fault, test.line, test.says)
		}
	}
}

// FuzzReadJSON compares the reader with encoding/json: it takes the same texts, but for
// depth, and finds the same values, each where it is.
func FuzzReadJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, "b", null, {"c": true}]}`, "[]", `"\u00e4"`, "{} x", `{"a":1,"a":2}`, "[1,]", "/**/{}", `{"a" "b"}`, `{1:2}`, "[1 2]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		source := &hosting.Source{Name: "x.json", Data: data}
		var book hosting.RuleBook
		file := ReadJSON(source, StrictJSON, &book)
		var want any
		err := json.Unmarshal(withoutMark(data), &want)
		if file == nil {
			fault := book.Faults()[0]
			if err == nil && !strings.Contains(fault.Message, errJSONDepth.Error()) {
				t.Fatalf("refused with %q", fault.Message)
			}
			if fault.Line < 0 || fault.Line > strings.Count(string(data), "\n")+1 {
				t.Fatalf("line %d", fault.Line)
			}
		} else if err != nil {
			t.Fatalf("took what is no JSON: %v", err)
		} else if got := plainValue(t, file, file.Root); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		var faults hosting.RuleBook
		if ReadJSON(source, JSONWithComments, &faults) == nil && err == nil && !strings.Contains(faults.Faults()[0].Message, errJSONDepth.Error()) {
			t.Fatalf("refused with comments: %v", faults.Faults())
		}
	})
}

// plainValue is a value as encoding/json has it.
func plainValue(t *testing.T, f *File, v *Value) any {
	t.Helper()
	switch data := v.data.(type) {
	case object:
		members := map[string]any{}
		for _, member := range data {
			members[member.Name] = plainValue(t, f, member.Value)
		}
		return members
	case []*Value:
		list := make([]any, len(data))
		for i, item := range data {
			list[i] = plainValue(t, f, item)
		}
		return list
	case string:
		if f.source.Data[v.offset-1] != '"' {
			t.Fatalf("no string at %d", v.offset)
		}
	}
	return v.data
}
