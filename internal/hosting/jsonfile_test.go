package hosting

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadJSON(t *testing.T) {
	t.Parallel()
	f, fault := readJSON(&Source{Name: "x.json", Data: []byte("\ufeff{\n  \"a\": [true, null, 1.5, 7],\n  \"ä\": \"ö\", \"b\": {\"c\": \"first\", \"c\": \"last\"}\n}\n")}, strictJSON)
	if fault != nil {
		t.Fatal(fault)
	}
	list := f.root.get("a").list()
	if yes, ok := list[0].boolean(); !yes || !ok {
		t.Error("true is not true")
	}
	if _, ok := list[2].whole(); ok {
		t.Error("1.5 is whole")
	}
	if seven, ok := list[3].whole(); seven != 7 || !ok {
		t.Errorf("7 is %d, %v", seven, ok)
	}
	for _, place := range []struct {
		value        *jsonValue
		text         string
		line, column int
	}{
		{f.root.get("ä"), "ö", 3, 9},
		{f.root.get("b").get("c"), "last", 3, 39},
	} {
		text, _ := place.value.text()
		line, column := f.position(place.value.offset)
		if text != place.text || line != place.line || column != place.column {
			t.Errorf("%q at %d:%d, want %q at %d:%d", text, line, column, place.text, place.line, place.column)
		}
	}
	if line, column := f.position(f.root.offset); line != 1 || column != 2 {
		t.Errorf("the root is at %d:%d", line, column)
	}
}

func TestReadNoJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, data string
		dialect    jsonDialect
		line       int
		says       string
	}{
		{"empty", "", strictJSON, 1, "EOF"},
		{"comma", "{\n\"a\": 1,\n}", strictJSON, 3, "invalid character"},
		{"comment", "{\n// no\n}", strictJSON, 2, "invalid character"},
		{"unclosed", "{\n\"a\": [1,", strictJSON, 2, "EOF"},
		{"tail", "{}\n{}", strictJSON, 2, "something follows its end"},
		{"deep", strings.Repeat("[", 100), strictJSON, 1, "nested too deeply"},
		{"unclosed comment", "{} /* a", jsonWithComments, 0, ""},
		{"in a string", `{"a": "//b /* c */ ,]"} // d`, jsonWithComments, 0, ""},
		{"commas", "[1, /* a */ 2, // b\n]", jsonWithComments, 0, ""},
		{"two commas", "[1,,]", jsonWithComments, 1, "invalid character"},
		{"large", `"` + strings.Repeat("a", maxJSON) + `"`, strictJSON, 0, "4 MiB or more"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			_, fault := readJSON(&Source{Name: "x.json", Data: []byte(test.data)}, test.dialect)
			if fault == nil {
				if test.says != "" {
					t.Error("no fault")
				}
				return
			}
			if fault.Line != test.line || test.says == "" || !strings.Contains(fault.Message, test.says) {
				t.Errorf("fault %+v, want line %d and %q", fault, test.line, test.says)
			}
		})
	}
}

func TestWithoutComments(t *testing.T) {
	t.Parallel()
	const data = "{ // a\n\"b\": \"/* c */\", /* d\ne */ \"f\\\"//\": 1, }"
	const want = "{     \n\"b\": \"/* c */\",     \n     \"f\\\"//\": 1  }"
	if diff := cmp.Diff(want, string(withoutComments([]byte(data)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FuzzReadJSON holds the reader to encoding/json: it takes the same texts, but for
// depth, and finds the same values, each where it stands.
func FuzzReadJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, "b", null, {"c": true}]}`, "[]", `"\u00e4"`, "{} x", `{"a":1,"a":2}`, "[1,]", "/**/{}", `{"a" "b"}`, `{1:2}`, "[1 2]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		source := &Source{Name: "x.json", Data: data}
		file, fault := readJSON(source, strictJSON)
		var want any
		err := json.Unmarshal(withoutMark(data), &want)
		if fault != nil {
			if err == nil && !strings.Contains(fault.Message, errJSONDepth.Error()) {
				t.Fatalf("refused with %q", fault.Message)
			}
			if fault.Line < 0 || fault.Line > strings.Count(string(data), "\n")+1 {
				t.Fatalf("line %d", fault.Line)
			}
		} else if err != nil {
			t.Fatalf("took what is no JSON: %v", err)
		} else if got := plainValue(t, file, file.root); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		if _, fault := readJSON(source, jsonWithComments); err == nil && fault != nil && !strings.Contains(fault.Message, errJSONDepth.Error()) {
			t.Fatalf("refused with comments: %q", fault.Message)
		}
	})
}

// plainValue is a value as encoding/json has it.
func plainValue(t *testing.T, f *jsonFile, v *jsonValue) any {
	t.Helper()
	switch data := v.data.(type) {
	case jsonObject:
		object := map[string]any{}
		for _, member := range data {
			object[member.name] = plainValue(t, f, member.value)
		}
		return object
	case []*jsonValue:
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
