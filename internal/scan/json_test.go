package scan

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJSONStringsKnowTheirPathAndPlace(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, src string
		want      []string
	}{
		{name: "a string alone", src: `"a"`, want: []string{" 1 a"}},
		{name: "members", src: `{"a":"b","c" : {"d":"e"}}`, want: []string{"a 6 b", "c/d 21 e"}},
		{name: "lists", src: `{"a":["b",["c",{"d":"e"}]],"f":"g"}`, want: []string{"a 7 b", "a 12 c", "a/d 21 e", "f 32 g"}},
		{name: "escapes", src: `["\u00e9\/","a"]`, want: []string{" 2 é/", " 13 a"}},
		{name: "byte order mark", src: "\ufeff[\"a\"]", want: []string{" 5 a"}},
		{name: "other values", src: `[1e999,null,true,{},[]]`},
		{name: "two documents", src: `["a"]{"b":"c"}`, want: []string{" 2 a", "b 11 c"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var got []string
			err := jsonStrings([]byte(test.src), func(path []string, value string, offset int) {
				got = append(got, fmt.Sprintf("%s %d %s", strings.Join(path, "/"), offset, value))
			})
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%v; strings of %s (-want +got):\n%s", err, test.src, diff)
			}
		})
	}
}

func TestJSONStringsReportsFaults(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]error{
		"": io.ErrUnexpectedEOF, "[": io.ErrUnexpectedEOF, `{"a":`: io.ErrUnexpectedEOF,
		strings.Repeat("[", maxJSONDepth) + strings.Repeat("]", maxJSONDepth):     nil,
		strings.Repeat("[", maxJSONDepth+1) + strings.Repeat("]", maxJSONDepth+1): errTooDeep,
	} {
		if err := jsonStrings([]byte(src), func([]string, string, int) {}); !errors.Is(err, want) {
			t.Errorf("jsonStrings(%.20q) says %v, want %v", src, err, want)
		}
	}
}
