package e2e

import (
	"cmp"
	"encoding/json"
	"html"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/linkvet/linkvet/internal/link"
)

// conforms holds a JSON report of a directory to what users rely on: that its numbers add up, that
// it is sorted, and that each place it names is where the link stands. The names of its fields are
// in golden text, such as that of dir/broken.txtar.
func conforms(ts *testscript.TestScript, args []string) {
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	decoder.DisallowUnknownFields()
	var r link.Report
	ts.Check(decoder.Decode(&r))
	switch {
	case r.Schema != "linkvet.report/1" || r.Version == "" || r.Target == "" || r.Mode != link.Directory || r.Started.IsZero() || r.Findings == nil:
		ts.Fatalf("a field of the head is missing or wrong: %+v", r)
	case r.Complete != (len(r.Problems) == 0):
		ts.Fatalf("complete is %v with the problems %q", r.Complete, r.Problems)
	}
	skipped, ids, counted := 0, map[string]bool{}, link.Stats{OK: r.Stats.OK, Skipped: r.Stats.Skipped}
	for _, n := range r.Skips {
		skipped += n
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		conformFinding(ts, f)
		ids[f.ID] = true
		counted.Count(f.Verdict)
	}
	s := &r.Stats
	if skipped != s.Skipped || s.OK+s.Broken+s.Unverified+s.Redirected+s.Skipped != s.Targets {
		ts.Fatalf("the stats do not add up, with %d skipped by reason: %+v", skipped, s)
	}
	if s.Broken != counted.Broken || s.Unverified != counted.Unverified || s.Redirected != counted.Redirected {
		ts.Fatalf("stats are %+v, those of the findings %+v", s, counted)
	}
	if len(ids) != len(r.Findings) {
		ts.Fatalf("two findings share an id")
	}
	order := []link.Verdict{link.Broken, link.Unverified, link.Redirected}
	if !slices.IsSortedFunc(r.Findings, func(a, b link.Finding) int {
		return cmp.Or(slices.Index(order, a.Verdict)-slices.Index(order, b.Verdict), strings.Compare(a.Target, b.Target))
	}) {
		ts.Fatalf("the findings are not sorted by verdict and target")
	}
}

// conformFinding holds a finding and its occurrences to the page that they name.
func conformFinding(ts *testscript.TestScript, f *link.Finding) {
	if len(f.ID) != 16 || f.Reason == "" || f.Target == "" || len(f.Occurrences) == 0 {
		ts.Fatalf("a field of a finding is missing: %+v", f)
	}
	if hasFragment := strings.Contains(f.Target, "#"); hasFragment != (f.Reason == link.FragmentNotFound) && f.Reason != link.InvalidURL {
		ts.Fatalf("%s: %q has a fragment, or none, against its reason", f.Reason, f.Target)
	}
	known := 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if o.Known {
			known++
		}
		if !strings.HasPrefix(o.Page, "/") || o.File == "" || o.Element == "" || o.Attribute == "" || o.Source != nil && len(o.Candidates) > 0 {
			ts.Fatalf("a field of an occurrence of %q is missing, or one too many: %+v", f.Target, o)
		}
		if s := o.Source; s != nil && (s.File == "" || s.Line < 1 || s.Column < 1) {
			ts.Fatalf("a field of the source of %q is missing: %+v", f.Target, s)
		}
		if rest := html.UnescapeString(after(ts, o)); !strings.HasPrefix(rest, o.Link) {
			ts.Fatalf("%s:%d:%d: want the link %q here, got %.40q", o.File, o.Line, o.Column, o.Link, rest)
		}
	}
	if f.Known != (known == len(f.Occurrences)) {
		ts.Fatalf("known of %q is %v, with %d of %d places known", f.Target, f.Known, known, len(f.Occurrences))
	}
	if !slices.IsSortedFunc(f.Occurrences, func(a, b link.Occurrence) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	}) {
		ts.Fatalf("the occurrences of %q are not sorted", f.Target)
	}
}

// after returns what stands in a page from the place of an occurrence on.
func after(ts *testscript.TestScript, o *link.Occurrence) string {
	data, err := os.ReadFile(ts.MkAbs(o.File))
	ts.Check(err)
	rest := string(data)
	for range o.Line - 1 {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	for range o.Column - 1 {
		_, size := utf8.DecodeRuneInString(rest)
		rest = rest[size:]
	}
	return rest
}
