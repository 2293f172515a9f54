package settings

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

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
