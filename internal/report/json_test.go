package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/link"
)

func jsonOf(t testing.TB, r *link.Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
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
		if diff := cmp.Diff(&want, &back, ignore, cmp.Transformer("cut", func(s string) []rune { return []rune(link.Cut(s)) })); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestCut(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ s, want string }{
		"as long":         {s: strings.Repeat("a", link.MaxString), want: strings.Repeat("a", link.MaxString)},
		"four bytes":      {s: "a" + strings.Repeat("😀", link.MaxString), want: "a" + strings.Repeat("😀", (link.MaxString-4)/4) + "…"},
		"not UTF-8":       {s: "a\xffb", want: "a\ufffdb"},
		"grows by repair": {s: strings.Repeat("\xff", link.MaxString), want: strings.Repeat("\ufffd", (link.MaxString-3)/3) + "…"},
	} {
		got := link.Cut(tt.s)
		if got != tt.want {
			t.Errorf("%s: got %d bytes ending in %q, want %d", name, len(got), got[max(len(got)-8, 0):], len(tt.want))
		}
		if len(got) > link.MaxString || !utf8.ValidString(got) {
			t.Errorf("%s: got %d bytes, valid: %v", name, len(got), utf8.ValidString(got))
		}
	}
}

// stringsOf calls f with each string of a JSON value, keys included.
func stringsOf(v any, f func(string)) {
	switch v := v.(type) {
	case string:
		f(v)
	case []any:
		for _, item := range v {
			stringsOf(item, f)
		}
	case map[string]any:
		for key, item := range v {
			f(key)
			stringsOf(item, f)
		}
	}
}

// No string of a JSON report or of the list of pages is longer than the limit,
// whoever it is of. What identifies a finding depends on the whole of it.
func TestJSONCutsStrings(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("<é\x1b\xff", 2000)
	r := hostileWith(long, long+"b", long+"c")
	r.SiteURL = long
	r.Findings[0].Occurrences[0].Candidates = []link.Source{{File: long}}
	r.Inventory = []link.Listed{{Page: long, File: long, Title: long}}
	want := *r
	var v any
	text := jsonOf(t, r)
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	pages := written(t, Pages, r)
	var p any
	if err := json.Unmarshal([]byte(pages), &p); err != nil {
		t.Fatal(err)
	}
	n := 0
	stringsOf([]any{v, p}, func(s string) {
		if len(s) > link.MaxString {
			t.Errorf("a string of %d bytes: %.40q…", len(s), s)
		}
		if strings.HasSuffix(s, "…") {
			n++
		}
	})
	if n < 25 {
		t.Errorf("only %d strings are cut", n)
	}
	for i := range r.Findings {
		if id := r.Findings[i].ID; !strings.Contains(text, id) {
			t.Errorf("lacks the id %s", id)
		}
	}
	if diff := cmp.Diff(&want, r); diff != "" {
		t.Error("JSON changed the report that it was given")
	}
}

// A place whose source is known has no candidates besides.
func TestJSONNamesCandidatesOnlyWithoutASource(t *testing.T) {
	t.Parallel()
	r := three()
	for i := range r.Findings[0].Occurrences {
		r.Findings[0].Occurrences[i].Candidates = []link.Source{{File: "a.md", Line: 1}}
	}
	var back link.Report
	if err := json.Unmarshal([]byte(jsonOf(t, r)), &back); err != nil {
		t.Fatal(err)
	}
	if o := back.Findings[0].Occurrences; o[0].Source == nil || o[0].Candidates != nil || len(o[1].Candidates) != 1 {
		t.Errorf("got %+v", o)
	}
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
	if err := JSON(g, r); err != nil {
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
