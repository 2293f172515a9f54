package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/link"
)

func jsonOf(t testing.TB, r *link.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, FormatJSON, r, Options{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func FuzzJSON(f *testing.F) {
	f.Add("/a/", "##[group]", "::error::x\n")
	f.Add("\xff\u2028\U000e0001", `\##[`, "\x00\x1b[2J")
	f.Fuzz(func(t *testing.T, target, message, text string) {
		r := hostileWith(target, message, text)
		out := jsonOf(t, r)
		inert(t, out)
		var back link.Report
		if err := json.Unmarshal([]byte(out), &back); err != nil {
			t.Fatal(err)
		}
		want := *r
		want.Started = r.Started.UTC().Truncate(time.Second)
		ignore := cmp.Options{
			cmpopts.IgnoreFields(link.Report{}, "FailOn"),
			cmpopts.IgnoreFields(link.Finding{}, "Fails"),
		}
		if diff := cmp.Diff(&want, &back, ignore, cmp.Transformer("runes", func(s string) []rune { return []rune(s) })); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// From complete, failed and known a reader can tell the exit status; which findings
// another fail-on counts is in a note.
func TestJSONExplainsTheStatus(t *testing.T) {
	t.Parallel()
	for failOn, want := range map[string][]string{
		"broken":     nil,
		"none":       {"with fail-on: none, findings that fail the run: 0 of 3"},
		"internal":   {"with fail-on: internal, findings that fail the run: 1 of 3"},
		"unverified": {"with fail-on: unverified, findings that fail the run: 2 of 3"},
	} {
		r := three()
		r.FailOn, r.Notes = failOn, nil
		for i := range r.Findings {
			f := &r.Findings[i]
			f.Fails = failOn == "unverified" && f.Verdict != link.Redirected || failOn != "none" && f.Internal
		}
		var back link.Report
		if err := json.Unmarshal([]byte(jsonOf(t, r)), &back); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, back.Notes); diff != "" {
			t.Errorf("%s (-want +got):\n%s", failOn, diff)
		}
	}
}

// One finding at a time is encoded, so that a report of very many needs no second copy of
// itself. The test is alone when it looks at the heap.
func TestJSONTakesNoMemoryForItsSize(t *testing.T) {
	r := tenThousand()
	g, before := &gauge{}, inUse()
	if err := Write(g, FormatJSON, r, Options{}); err != nil {
		t.Fatal(err)
	}
	if used := g.most - before; g.bytes < 4<<20 || used > 1<<20 {
		t.Errorf("%d bytes written, with %d in use", g.bytes, used)
	}
	runtime.KeepAlive(r)
}

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
