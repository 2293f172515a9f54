package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
)

// fill gives every field below v a value of its own, so that none can be forgotten.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("a string %d with \"<\\&\té\x00\b\f\r\n", *n))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}

// Findings are written field by field, exactly like the encoder writes them.
func TestJSONWritesEveryFieldOfAFinding(t *testing.T) {
	t.Parallel()
	n := 0
	var full link.Finding
	fill(reflect.ValueOf(&full).Elem(), &n)
	for i := range full.Occurrences {
		full.Occurrences[i].Candidates = nil // the source is known
	}
	guessed := full
	guessed.Occurrences = []link.Occurrence{full.Occurrences[0], full.Occurrences[1]}
	guessed.Occurrences[0].Source = nil
	guessed.Occurrences[0].Candidates = []link.Source{{File: "a", Line: 1}, {File: "b", Line: 2, Column: 3}}
	r := reportOf(full, guessed, link.Finding{Occurrences: []link.Occurrence{}}, link.Finding{Occurrences: []link.Occurrence{{}}})
	r.Started = r.Started.UTC().Truncate(time.Second)
	var want bytes.Buffer
	e := json.NewEncoder(&want)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), jsonOf(t, r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
