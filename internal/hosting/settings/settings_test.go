package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTOMLPositions expects a string to be placed where its text begins.
func TestTOMLPositions(t *testing.T) {
	t.Parallel()
	data := []byte("a = \"x\"\nb.c = 'y' # ä\n\"d e\" = { f = \"\"\"z\"\"\", g = ['ü', \"v\"] }\n[[h]]\ni = 'j'\n[[h]]\n[h.k]\nl = 1\n[[h]]\n")
	root, err := ReadTOML(data)
	if err != nil {
		t.Fatal(err)
	}
	show := func(v *Value) string {
		line, column := v.Position()
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
		"no value":        {text: "a = 1\n\nb = \n", want: "3 "},
		"twice":           {text: "a = 1\na = 2\n", want: "2 a is set twice"},
		"twice in tables": {text: "[a]\nb = 1\n[a.b]\n", want: "3 a.b is set twice"},
	} {
		_, err := ReadTOML([]byte(test.text))
		failure, ok := errors.AsType[*Error](err)
		if !ok {
			t.Fatalf("%s: error %v", name, err)
		}
		if got := fmt.Sprint(failure.Line, " ", failure); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}

// TestTOMLValues reads each type of TOML.
func TestTOMLValues(t *testing.T) {
	t.Parallel()
	const text = "text='x'\nyes=true\nseven=7\nhex=0x1_0\nhalf=0.5\nday=2020-01-02\nlist=[1]\ntable={a=1}\nhuge=99999999999999999999\n"
	root, err := ReadTOML([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"text": "string x", "yes": "bool true", "seven": "float64 7", "hex": "float64 16", "half": "string 0.5", "day": "string 2020-01-02",
		"list": "[]*settings.Value ", "table": "map[string]*settings.Value ", "huge": "string 99999999999999999999",
	} {
		if v := root.Get(name); fmt.Sprintf("%T %s", v.data, v.Scalar()) != want {
			t.Errorf("%s: got %T %s, want %s", name, v.data, v.Scalar(), want)
		}
	}
	if v := root.Get("none"); v.Scalar() != "" || v.IsObject() || v.Members() != nil || root.First("none", "seven") != root.Get("seven") || len(root.Get("table").Members()) != 1 {
		t.Error("a value that is not there has something, or one that is has nothing")
	}
}

func TestReadJSON(t *testing.T) {
	t.Parallel()
	root, err := ReadJSON([]byte("\ufeff{\n  \"a\": [true, null, 1.5, 7],\n  \"ä\": \"ö\", \"b\": {\"c\": \"first\", \"c\": \"last\"}\n}\n"))
	if err != nil {
		t.Fatal(err)
	}
	list := root.Get("a").List()
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
		{value: root.Get("ä"), text: "ö", line: 3, column: 9},
		{value: root.Get("b").Get("c"), text: "last", line: 3, column: 39},
	} {
		text, _ := place.value.Text()
		line, column := place.value.Position()
		if text != place.text || line != place.line || column != place.column {
			t.Errorf("%q at %d:%d, want %q at %d:%d", text, line, column, place.text, place.line, place.column)
		}
	}
	if line, column := root.Position(); line != 1 || column != 2 {
		t.Errorf("the root is at %d:%d", line, column)
	}
}

func TestReadNoJSON(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, data string
		line       int
		says       string
	}{
		{name: "empty", data: "", line: 1, says: "EOF"},
		{name: "unclosed", data: "{\n\"a\": [1,", line: 2, says: "EOF"},
		{name: "tail", data: "{}\n{}", line: 2, says: "there is text after its end"},
		{name: "deep", data: strings.Repeat("[", 100), line: 1, says: "nested too deeply"},
		{name: "unclosed comment", data: "{} /* a", line: 0, says: ""},
		{name: "in a string", data: `{"a": "//b /* c */ ,]"} // d`, line: 0, says: ""},
		{name: "commas", data: "[1, /* a */ 2, // b\n]", line: 0, says: ""},
		{name: "behind comments", data: "{ // a\n\"b\": \"/* c */\", /* d\ne */ \"f\\\"//\": 1, }\n}", line: 4, says: "there is text"},
		{name: "two commas", data: "[1,,]", line: 1, says: "invalid character"},
	} {
		_, err := ReadJSON([]byte(test.data))
		failure, ok := errors.AsType[*Error](err)
		if ok != (test.says != "") || ok && (failure.Line != test.line || !strings.Contains(failure.Message, test.says)) {
			t.Errorf("%s: error %+v, want line %d and %q", test.name, err, test.line, test.says)
		}
	}
}

// FuzzReadJSON compares the reader with encoding/json: it takes the same texts, but for depth and comments,
// and finds the same values, each where it is.
func FuzzReadJSON(f *testing.F) {
	for _, seed := range []string{`{"a": [1, "b", null, {"c": true}]}`, "[]", `"\u00e4"`, "{} x", `{"a":1,"a":2}`, "[1,]", "/**/{}", `{"a" "b"}`, `{1:2}`, "[1 2]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		root, err := ReadJSON(data)
		var want any
		wrong := json.Unmarshal(bytes.TrimPrefix(withoutComments(data), []byte("\ufeff")), &want)
		switch failure, _ := errors.AsType[*Error](err); {
		case err != nil && (wrong == nil && failure.Message != errJSONDepth.Error() || failure.Line < 1 || failure.Line > bytes.Count(data, []byte("\n"))+1):
			t.Fatalf("refused with %q in line %d", failure, failure.Line)
		case err == nil && wrong != nil:
			t.Fatalf("took what is no JSON: %v", wrong)
		case err == nil:
			if got := plainValue(t, data, root); !reflect.DeepEqual(got, want) {
				t.Fatalf("got %v, want %v", got, want)
			}
		}
	})
}

// plainValue is a value as encoding/json has it.
func plainValue(t *testing.T, data []byte, v *Value) any {
	t.Helper()
	switch value := v.data.(type) {
	case object:
		members := map[string]any{}
		for name, member := range value {
			members[name] = plainValue(t, data, member)
		}
		return members
	case []*Value:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = plainValue(t, data, item)
		}
		return list
	case string:
		line := bytes.Split(data, []byte("\n"))[v.line-1]
		if before := []rune(string(line))[:v.column-1]; len(before) == 0 || before[len(before)-1] != '"' {
			t.Fatalf("no string at %d:%d", v.line, v.column)
		}
	}
	return v.data
}
