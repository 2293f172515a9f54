// Package earlier reads the JSON report of an earlier run. Anyone may have written it: a workflow
// that publishes the report of a pull request from a fork runs with more rights than the one that
// made the report.
//
// Nothing in the report is opened or requested. What linkvet cannot have written is refused, and
// what follows from the findings is counted again.
package earlier

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

const (
	// MaxSize is the size in bytes of the largest report that is read.
	MaxSize = 64 << 20
	// maxItems bounds the items of all lists, by the commas of the text: encoding/json makes 200 bytes
	// of each null in a list of findings. The lines that linkvet writes are longer.
	maxItems = 3_000_000
	// maxFew is how many redirects of a finding and candidates of a place are kept.
	maxFew = 20
	// maxCount is the largest count that is kept. The sum of five is an int, also where that has 32
	// bits.
	maxCount = 1 << 28
)

// Read returns the report in the file of that name, as far as it can be believed. Its counts and
// its completeness agree with its findings and problems. Failed and Known are what the report
// claims. When ctx ends before all is read, the error is the cause.
func Read(ctx context.Context, name string) (*link.Report, error) {
	f, err := openfile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("could not read the report %q: %w; set from to the path of a JSON report", name, openfile.Cause(err))
	}
	// It was only read from. A run that has ended reads no further.
	defer func() { _ = f.Close() }()
	defer context.AfterFunc(ctx, func() { _ = f.Close() })()
	r, err := Decode(f)
	if err == nil {
		err = believe(r)
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fmt.Errorf("could not read the report %q: %w; write it with report: json=PATH, and use one version of linkvet for both runs",
			name, openfile.Cause(err))
	}
	return r, nil
}

// Decode reads a report as it was written. Only its schema is checked.
func Decode(in io.Reader) (*link.Report, error) {
	text, err := io.ReadAll(io.LimitReader(in, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxSize {
		return nil, fmt.Errorf("it is larger than %d MiB", MaxSize>>20)
	}
	if bytes.Count(text, []byte(",")) > maxItems {
		return nil, errors.New("it has more findings and places than linkvet lists")
	}
	r := &link.Report{Findings: []link.Finding{}}
	if err := json.Unmarshal(text, r); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return nil, fmt.Errorf("it has a value of the wrong type: %.40s", wrong.Value)
		}
		if strings.HasPrefix(err.Error(), "unexpected end") {
			return nil, errors.New("it ends in the middle of the report")
		}
		return nil, fmt.Errorf("%.200s", err)
	}
	if r.Schema != link.Schema {
		return nil, fmt.Errorf("its schema is %.100q, not %q", r.Schema, link.Schema)
	}
	return r, nil
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
		if n > 0 && slices.Contains(reasons, reason) && link.VerdictOf(reason, false) == link.Skipped {
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
	recount(r)
	return nil
}

// recount counts the findings. An incomplete run may have counted more than it listed.
func recount(r *link.Report) {
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
	if !strings.HasSuffix(f.Target, "…") || !IsID(f.ID) {
		f.ID = link.FindingID(f.Target, f.Reason)
	}
	f.NotCaused = f.Caused != nil && !*f.Caused
	f.Status, f.Redirects = status(f.Status), f.Redirects[:min(len(f.Redirects), maxFew)]
	for i := range f.Redirects {
		hop := &f.Redirects[i]
		hop.Status, hop.URL = status(hop.Status), link.Cut(hop.URL)
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
		if o.Source != nil && !inSources(o.Source) {
			o.Source = nil
		}
		kept := o.Candidates[:0]
		for _, s := range o.Candidates {
			if inSources(&s) && len(kept) < maxFew {
				kept = append(kept, s)
			}
		}
		o.Candidates = kept
	}
	return nil
}

// IsID reports whether s has the form of the ID of a finding.
func IsID(s string) bool { return len(s) == 16 && strings.Trim(s, "0123456789abcdef") == "" }

// inSources puts a place of the sources in order. It returns false for one outside of the working
// directory.
func inSources(s *link.Source) bool {
	s.File, s.Line, s.Column = local(s.File), count(s.Line), count(s.Column)
	return s.File != ""
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

// status returns an HTTP status, or zero for another number.
func status(n int) int {
	if n < 100 || n > 999 {
		return 0
	}
	return n
}

// count returns the number from zero to maxCount that is nearest to n.
func count(n int) int { return min(max(n, 0), maxCount) }

// reasons are those of link. A test compares them.
var reasons = []link.Reason{
	link.NotFound, link.Gone, link.FragmentNotFound, link.DirectoryWithoutIndex, link.CaseMismatch, link.InvalidURL,
	link.RedirectLoop, link.TooManyRedirects, link.DNSNotFound, link.TLSInvalid,
	link.ConnectionRefused, link.HTTPError, link.ServerError, link.URLLost,
	link.RateLimited, link.Blocked, link.Timeout, link.ConnectionFailed, link.DNSTemporary, link.NotReached,
	link.MovedPermanently, link.MovedTemporarily,
	link.Excluded, link.UnsupportedScheme, link.PrivateAddress, link.ExternalOff, link.Ignored,
}

// agree reports whether linkvet writes findings with that verdict and reason. The last hop
// decides whether an error is one of the site, and a rule may call broken targets unverified.
func agree(v link.Verdict, r link.Reason) bool {
	onSite, external := link.VerdictOf(r, true), link.VerdictOf(r, false)
	return slices.Contains(reasons, r) && v != link.Skipped && (v == onSite || v == external || v == link.Unverified && onSite == link.Broken)
}
