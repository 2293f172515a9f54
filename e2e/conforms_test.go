package e2e

import (
	"encoding/json"
	"html"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"
)

// The fields that users rely on, written down apart from the program's own
// types: what is renamed there must not be renamed here.
type contractReport struct {
	Schema     string            `json:"schema"`
	Version    string            `json:"version"`
	Target     string            `json:"target"`
	Mode       string            `json:"mode"`
	SiteURL    string            `json:"site_url"`
	Hosting    string            `json:"hosting"`
	Started    string            `json:"started"`
	DurationMS *int64            `json:"duration_ms"`
	Complete   *bool             `json:"complete"`
	Failed     *bool             `json:"failed"`
	Stats      map[string]int    `json:"stats"`
	Problems   []string          `json:"problems"`
	Notes      []string          `json:"notes"`
	Skipped    map[string]int    `json:"skipped"`
	Fixed      *int              `json:"fixed"`
	Findings   []contractFinding `json:"findings"`
}

type contractFinding struct {
	ID         string `json:"id"`
	Verdict    string `json:"verdict"`
	Reason     string `json:"reason"`
	Target     string `json:"target"`
	Internal   *bool  `json:"internal"`
	Status     int    `json:"status"`
	Message    string `json:"message"`
	Suggestion string `json:"suggestion"`
	Redirects  []struct {
		Status int    `json:"status"`
		URL    string `json:"url"`
	} `json:"redirects"`
	Known       *bool                `json:"known"`
	Occurrences []contractOccurrence `json:"occurrences"`
}

type contractOccurrence struct {
	Page       string           `json:"page"`
	File       string           `json:"file"`
	Line       int              `json:"line"`
	Column     int              `json:"column"`
	Element    string           `json:"element"`
	Attribute  string           `json:"attribute"`
	Link       string           `json:"link"`
	Text       string           `json:"text"`
	Known      *bool            `json:"known"`
	Source     *contractSource  `json:"source"`
	Candidates []contractSource `json:"candidates"`
}

type contractSource struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// contractStats are the numbers of a report; the verdicts come last.
var contractStats = []string{
	"pages", "links", "bytes", "requests", "targets",
	"ok", "broken", "unverified", "redirected", "skipped",
}

// conforms holds a JSON report of a directory to what users rely on: its fields,
// that its numbers add up, that it is sorted, and that each place it names is
// where the link stands.
func conforms(ts *testscript.TestScript, args []string) {
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile(args[0])))
	decoder.DisallowUnknownFields()
	var r contractReport
	ts.Check(decoder.Decode(&r))
	switch {
	case r.Schema != "linkvet.report/1":
		ts.Fatalf("schema is %q", r.Schema)
	case r.Version == "" || r.Target == "" || r.Mode != "directory" || r.Started == "":
		ts.Fatalf("a field of the head is missing or wrong: %+v", r)
	case r.DurationMS == nil || r.Complete == nil || r.Failed == nil || r.Fixed == nil || r.Findings == nil:
		ts.Fatalf("a field that is always there is missing: %+v", r)
	case *r.Complete != (len(r.Problems) == 0):
		ts.Fatalf("complete is %v with the problems %q", *r.Complete, r.Problems)
	}
	conformStats(ts, &r)
	skipped := 0
	for _, n := range r.Skipped {
		skipped += n
	}
	if skipped != r.Stats["skipped"] {
		ts.Fatalf("skipped by reason adds up to %d, stats.skipped is %d", skipped, r.Stats["skipped"])
	}
	for i := range r.Findings {
		conformFinding(ts, &r.Findings[i])
	}
	order := []string{"broken", "unverified", "redirected"}
	if !slices.IsSortedFunc(r.Findings, func(a, b contractFinding) int {
		if d := slices.Index(order, a.Verdict) - slices.Index(order, b.Verdict); d != 0 {
			return d
		}
		return strings.Compare(a.Target, b.Target)
	}) {
		ts.Fatalf("the findings are not sorted by verdict and target")
	}
}

// conformStats holds the numbers to each other and to the findings.
func conformStats(ts *testscript.TestScript, r *contractReport) {
	sum := 0
	for i, name := range contractStats {
		n, ok := r.Stats[name]
		if !ok {
			ts.Fatalf("stats.%s is missing", name)
		}
		if i >= slices.Index(contractStats, "ok") {
			sum += n
		}
	}
	if len(r.Stats) != len(contractStats) || sum != r.Stats["targets"] {
		ts.Fatalf("the stats do not add up: %v", r.Stats)
	}
	ids, verdicts := map[string]bool{}, map[string]int{}
	for _, f := range r.Findings {
		ids[f.ID] = true
		verdicts[f.Verdict]++
	}
	if len(ids) != len(r.Findings) {
		ts.Fatalf("two findings share an id")
	}
	for _, verdict := range []string{"broken", "unverified", "redirected"} {
		if r.Stats[verdict] != verdicts[verdict] {
			ts.Fatalf("stats say %d %s, the findings %d", r.Stats[verdict], verdict, verdicts[verdict])
		}
	}
}

// conformFinding holds a finding and its occurrences to the page that they name.
func conformFinding(ts *testscript.TestScript, f *contractFinding) {
	if len(f.ID) != 16 || f.Reason == "" || f.Target == "" || f.Internal == nil || f.Known == nil || len(f.Occurrences) == 0 {
		ts.Fatalf("a field of a finding is missing: %+v", f)
	}
	if hasFragment := strings.Contains(f.Target, "#"); hasFragment != (f.Reason == "fragment-not-found") && f.Reason != "invalid-url" {
		ts.Fatalf("%s: %q has a fragment, or none, against its reason", f.Reason, f.Target)
	}
	known := 0
	for _, o := range f.Occurrences {
		if o.Known == nil || o.Source != nil && len(o.Candidates) > 0 {
			ts.Fatalf("an occurrence of %q lacks known, or has a source and candidates: %+v", f.Target, o)
		}
		if *o.Known {
			known++
		}
		if !strings.HasPrefix(o.Page, "/") || o.File == "" || o.Element == "" || o.Attribute == "" {
			ts.Fatalf("a field of an occurrence of %q is missing: %+v", f.Target, o)
		}
		if s := o.Source; s != nil && (s.File == "" || s.Line < 1 || s.Column < 1) {
			ts.Fatalf("a field of the source of %q is missing: %+v", f.Target, s)
		}
		if rest := html.UnescapeString(after(ts, o)); !strings.HasPrefix(rest, o.Link) {
			ts.Fatalf("%s:%d:%d: want the link %q here, got %.40q", o.File, o.Line, o.Column, o.Link, rest)
		}
	}
	if *f.Known != (known == len(f.Occurrences)) {
		ts.Fatalf("known of %q is %v, with %d of %d places known", f.Target, *f.Known, known, len(f.Occurrences))
	}
	if !slices.IsSortedFunc(f.Occurrences, func(a, b contractOccurrence) int {
		if a.File != b.File {
			return strings.Compare(a.File, b.File)
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Column - b.Column
	}) {
		ts.Fatalf("the occurrences of %q are not sorted", f.Target)
	}
}

// after returns what stands in a page from the place of an occurrence on.
func after(ts *testscript.TestScript, o contractOccurrence) string {
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
