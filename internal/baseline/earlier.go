package baseline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
)

const (
	// maxItems bounds the items of all lists, by the commas of the text: encoding/json makes 200 bytes
	// of each null in a list of findings. The lines that linkvet writes are longer.
	maxItems = 3_000_000
	// maxFew is how many redirects of a finding and candidates of a place are kept.
	maxFew = 20
	// maxCount is the largest count that is kept. The sum of five is an int, also where that has 32
	// bits.
	maxCount = 1 << 28
)

// ReadReport returns the report in the file of that name, as far as it can be believed: anyone may
// have written it, and a workflow that publishes the report of a fork has more rights than the one
// that made it. Nothing in it is opened or requested. Its counts and its completeness agree with
// its findings and problems; Failed and Known are what it claims.
func ReadReport(name string) (*link.Report, error) {
	return read(name, "report", "set from to the path of a JSON report",
		"write it with report: json=PATH, and use one version of linkvet for both runs", believed)
}

// decode reads a report as it was written. Only its schema is checked.
func decode(text []byte) (*link.Report, error) {
	if bytes.Count(text, []byte(",")) > maxItems {
		return nil, errors.New("it has more findings and places than linkvet lists")
	}
	r := &link.Report{Findings: []link.Finding{}}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%.200s", err)
	}
	if r.Schema != link.Schema {
		return nil, fmt.Errorf("its schema is %.100q, not %q", r.Schema, link.Schema)
	}
	return r, nil
}

// believed decodes a report that a stranger may have written.
func believed(text []byte) (*link.Report, error) {
	r, err := decode(text)
	if err != nil {
		return nil, err
	}
	return r, believe(r)
}

// believe is the one place that says what of a stranger's report is believed. It refuses a report
// that linkvet cannot have written, drops what cannot be, and counts again what follows from the
// findings.
func believe(r *link.Report) error {
	if r.Mode != link.Directory && r.Mode != link.Live {
		return fmt.Errorf("its mode is %.100q, not %q or %q", r.Mode, link.Directory, link.Live)
	}
	for i := range r.Findings {
		if err := believeFinding(&r.Findings[i], i+1); err != nil {
			return err
		}
	}
	r.Version, r.Target, r.SiteURL = link.Cut(r.Version), link.Cut(r.Target), link.Cut(r.SiteURL)
	if len(r.Hosting) > 40 || strings.Trim(r.Hosting, "abcdefghijklmnopqrstuvwxyz-") != "" {
		r.Hosting = ""
	}
	r.Started, r.DurationMS = r.Started.UTC().Truncate(time.Second), max(r.DurationMS, 0)
	r.Problems, r.Notes = remarks(r.Problems), remarks(r.Notes)
	skips := map[link.Reason]int{}
	for reason, n := range r.Skips {
		if n > 0 && link.VerdictOf(reason, false) == link.Skipped {
			skips[reason] = count(n)
		}
	}
	r.Skips, r.Fixed = skips, count(r.Fixed)
	// A report that does not say that it is complete is not.
	if !r.Complete && len(r.Problems) == 0 {
		r.Problems = []string{"the report is of a run that did not check the site completely"}
	}
	slices.Sort(r.Problems)
	r.Problems = slices.Compact(r.Problems)
	if r.Complete = len(r.Problems) == 0; !r.Complete {
		r.Fixed = 0
	}
	// An incomplete run may have counted more than it listed.
	stated := r.Stats
	r.Stats = link.Stats{Pages: count(stated.Pages), Links: count(stated.Links), Bytes: max(stated.Bytes, 0), Requests: max(stated.Requests, 0)}
	s := &r.Stats
	for i := range r.Findings {
		s.Count(r.Findings[i].Verdict)
	}
	if !r.Complete {
		s.Broken, s.Unverified = max(s.Broken, count(stated.Broken)), max(s.Unverified, count(stated.Unverified))
		s.Redirected = max(s.Redirected, count(stated.Redirected))
	}
	s.OK, s.Skipped = count(stated.OK), count(stated.Skipped)
	s.Targets = s.OK + s.Broken + s.Unverified + s.Redirected + s.Skipped
	return nil
}

// believeFinding is believe for the finding of that number. linkvet writes none without a target,
// and none whose reason contradicts its verdict.
func believeFinding(f *link.Finding, number int) error {
	if f.Target == "" {
		return fmt.Errorf("finding %d has no target", number)
	}
	if !agree(f.Verdict, f.Reason) {
		return fmt.Errorf("finding %d has the verdict %.40q with the reason %.40q, which do not belong together", number, f.Verdict, f.Reason)
	}
	for _, s := range []*string{&f.Target, &f.Message, &f.Suggestion} {
		*s = link.Cut(*s)
	}
	// Of a target that was cut, only the run knew the whole.
	if !strings.HasSuffix(f.Target, "…") || !isID(f.ID) {
		f.ID = link.FindingID(f.Target, f.Reason)
	}
	f.NotCaused = f.Caused != nil && !*f.Caused
	f.Status, f.Redirects = count(f.Status), f.Redirects[:min(len(f.Redirects), maxFew)]
	for i := range f.Redirects {
		f.Redirects[i] = link.Redirect{Status: count(f.Redirects[i].Status), URL: link.Cut(f.Redirects[i].URL)}
	}
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		for _, s := range []*string{&o.Page, &o.Element, &o.Attribute, &o.Link, &o.Text} {
			*s = link.Cut(*s)
		}
		o.NotCaused = o.Caused != nil && !*o.Caused
		o.File, o.Line, o.Column = local(o.File), count(o.Line), count(o.Column)
		if o.Page == "" && o.File == "" {
			o.Page = "/"
		}
		if o.Source != nil {
			kept := sources([]link.Source{*o.Source})
			if o.Source = nil; len(kept) > 0 {
				o.Source = &kept[0]
			}
		}
		if o.Candidates = sources(o.Candidates); o.Source != nil {
			o.Candidates = nil
		}
	}
	return nil
}

// isID reports whether s has the form of the ID of a finding.
func isID(s string) bool { return len(s) == 16 && strings.Trim(s, "0123456789abcdef") == "" }

// sources bounds places in the sources, and drops those outside of the working directory.
func sources(all []link.Source) []link.Source {
	all = slices.DeleteFunc(all, func(s link.Source) bool { return s.File == "" || s.File != local(s.File) })
	all = all[:min(len(all), maxFew)]
	for i := range all {
		all[i].Line, all[i].Column = count(all[i].Line), count(all[i].Column)
	}
	return all
}

// local returns the path of a file if it stays below the working directory, and nothing otherwise.
// Such a path can become part of a URL, or of an annotation.
func local(name string) string {
	name = link.Cut(name)
	if name == "." || path.Clean(name) != name || !filepath.IsLocal(filepath.FromSlash(name)) || strings.ContainsFunc(name, func(r rune) bool {
		return r == '\\' || unicode.In(r, unicode.Cc, unicode.Cf) || r == unicode.ReplacementChar
	}) {
		return ""
	}
	return name
}

// remarks drops empty problems or notes.
func remarks(all []string) (kept []string) {
	for _, text := range all {
		if strings.TrimSpace(text) != "" {
			kept = append(kept, link.Cut(text))
		}
	}
	return kept
}

// count returns the number from zero to maxCount that is nearest to n.
func count(n int) int { return min(max(n, 0), maxCount) }

// agree reports whether linkvet writes findings with that verdict and reason. The last hop
// decides whether an error is one of the site, and a rule may call broken targets unverified.
func agree(v link.Verdict, r link.Reason) bool {
	onSite, external := link.VerdictOf(r, true), link.VerdictOf(r, false)
	return r != "" && v != "" && v != link.Skipped && (v == onSite || v == external || v == link.Unverified && onSite == link.Broken)
}
