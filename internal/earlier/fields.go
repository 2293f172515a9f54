package earlier

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// report reads one field of a report.
func (r *reader) report(into *link.Report, name string) error {
	switch name {
	case "schema":
		return r.text(&into.Schema)
	case "version":
		return r.text(&into.Version)
	case "target":
		return r.text(&into.Target)
	case "mode":
		return r.text((*string)(&into.Mode))
	case "site_url":
		return r.text(&into.SiteURL)
	case "hosting":
		return r.hosting(into)
	case "started":
		return r.started(into)
	case "duration_ms":
		err := r.small(&into.DurationMS)
		into.DurationMS = large(into.DurationMS)
		return err
	case "complete":
		return r.small(&into.Complete)
	case "failed":
		return r.small(&into.Failed)
	case "stats":
		return r.small(&into.Stats)
	case "problems":
		return r.remarks(&into.Problems)
	case "notes":
		return r.remarks(&into.Notes)
	case "skipped":
		return r.skipped(into)
	case "fixed":
		err := r.small(&into.Fixed)
		into.Fixed = count(into.Fixed)
		return err
	case "findings":
		return r.list(func() error { return r.finding(into) })
	}
	return r.skip()
}

// text reads a string, of which it keeps as much as reports of linkvet do.
func (r *reader) text(into *string) error {
	err := r.small(into)
	*into = cut(*into, maxString)
	return err
}

// skip reads a value and keeps nothing of it.
func (r *reader) skip() error { return r.in.Decode(new(json.RawMessage)) }

// hosting reads the name of a host, and drops what cannot be one.
func (r *reader) hosting(into *link.Report) error {
	err := r.text(&into.Hosting)
	if len(into.Hosting) > 40 || strings.Trim(into.Hosting, "abcdefghijklmnopqrstuvwxyz-") != "" {
		into.Hosting = ""
	}
	return err
}

// started reads a time, and drops what is not one.
func (r *reader) started(into *link.Report) error {
	var text string
	err := r.text(&text)
	if t, other := time.Parse(time.RFC3339, text); other == nil {
		into.Started = t.UTC().Truncate(time.Second)
	}
	return err
}

// remarks reads problems or notes, and drops empty ones. The last one counts those that
// exceed the limit.
func (r *reader) remarks(into *[]string) error {
	var all []string
	err := r.small(&all)
	all = slices.DeleteFunc(all, func(s string) bool { return strings.TrimSpace(s) == "" })
	if more := len(all) - maxRemarks; more > 0 {
		all = append(all[:maxRemarks:maxRemarks], fmt.Sprintf("and %d more", more))
	}
	for i := range all {
		all[i] = cut(all[i], maxString)
	}
	if len(all) > 0 {
		*into = all
	}
	return err
}

// skipped reads the counts of skipped targets by reason, and drops unknown reasons.
func (r *reader) skipped(into *link.Report) error {
	var counts map[link.Reason]int
	err := r.small(&counts)
	for reason, n := range counts {
		if n > 0 && isSkip(reason) {
			into.Skips[reason] = count(n)
		}
	}
	return err
}

// finding reads a finding. linkvet writes none without a target, and none whose reason
// contradicts its verdict.
func (r *reader) finding(into *link.Report) error {
	if r.findings++; r.findings > maxFindings {
		return fmt.Errorf("it has more than %d findings", maxFindings)
	}
	f := link.Finding{Occurrences: []link.Occurrence{}}
	if err := r.object(func(name string) error { return r.findingField(&f, name) }); err != nil {
		return err
	}
	if f.Target == "" {
		return fmt.Errorf("finding %d has no target", r.findings)
	}
	if !agree(f.Verdict, f.Reason) {
		return fmt.Errorf("finding %d has the verdict %.40q with the reason %.40q, which do not belong together", r.findings, f.Verdict, f.Reason)
	}
	// Of a target that was cut, only the run knew the whole.
	if !strings.HasSuffix(f.Target, "…") || !isID(f.ID) {
		f.ID = link.FindingID(f.Target, f.Reason)
	}
	f.Status = status(f.Status)
	into.Findings = append(into.Findings, f)
	return nil
}

// isID reports whether s has the form of the ID of a finding.
func isID(s string) bool { return len(s) == 16 && strings.Trim(s, "0123456789abcdef") == "" }

// status returns an HTTP status, or zero for another number.
func status(n int) int {
	if n < 100 || n > 999 {
		return 0
	}
	return n
}

func (r *reader) findingField(into *link.Finding, name string) error {
	switch name {
	case "id":
		return r.text(&into.ID)
	case "verdict":
		return r.text((*string)(&into.Verdict))
	case "reason":
		return r.text((*string)(&into.Reason))
	case "target":
		return r.text(&into.Target)
	case "internal":
		return r.small(&into.Internal)
	case "status":
		return r.small(&into.Status)
	case "message":
		return r.text(&into.Message)
	case "suggestion":
		return r.text(&into.Suggestion)
	case "redirects":
		return r.redirects(into)
	case "known":
		return r.small(&into.Known)
	case "occurrences":
		return r.list(func() error { return r.occurrence(into) })
	}
	return r.skip()
}

// redirects reads the hops to the target of a finding.
func (r *reader) redirects(into *link.Finding) error {
	var all []link.Redirect
	err := r.small(&all)
	for _, hop := range all[:min(len(all), maxRedirects)] {
		into.Redirects = append(into.Redirects, link.Redirect{Status: status(hop.Status), URL: cut(hop.URL, maxString)})
	}
	return err
}

// occurrence reads a place of a finding.
func (r *reader) occurrence(into *link.Finding) error {
	if r.places++; r.places > maxPlaces {
		return fmt.Errorf("it has more than %d places", maxPlaces)
	}
	var read place
	if err := wrongType(r.in.Decode(&read)); err != nil {
		return err
	}
	o := read.Occurrence
	for _, s := range []*string{&o.Page, &o.File, &o.Element, &o.Attribute, &o.Link, &o.Text} {
		*s = cut(*s, maxString)
	}
	o.File, o.Line, o.Column = local(o.File), count(o.Line), count(o.Column)
	if o.Page == "" && o.File == "" {
		o.Page = "/"
	}
	var err error
	if o.Source, err = source(read.Source); err != nil {
		return err
	}
	if o.Candidates, err = candidates(read.Candidates); err != nil {
		return err
	}
	into.Occurrences = append(into.Occurrences, o)
	return nil
}

// source returns a place in the sources, or nil for none.
func source(raw json.RawMessage) (*link.Source, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var s *link.Source
	if err := unmarshal(raw, &s); err != nil || s == nil || !inSources(s) {
		return nil, err
	}
	return s, nil
}

// candidates returns the places that may be the source of a link.
func candidates(raw json.RawMessage) ([]link.Source, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var all []link.Source
	if err := unmarshal(raw, &all); err != nil {
		return nil, err
	}
	var kept []link.Source
	for i := range all {
		if len(kept) < maxCandidates && inSources(&all[i]) {
			kept = append(kept, all[i])
		}
	}
	return kept, nil
}

// inSources puts a place of the sources in order. It returns false for one outside of the
// working directory.
func inSources(s *link.Source) bool {
	s.File, s.Line, s.Column = local(cut(s.File, maxString)), count(s.Line), count(s.Column)
	return s.File != ""
}
