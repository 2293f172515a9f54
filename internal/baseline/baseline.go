// Package baseline reads and writes the places of known findings, which do not fail a run, and reads
// the report of an earlier run, which may be forged.
package baseline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
)

// Schema names the format of the report baseline. It changes when the meaning of a line does.
const Schema = "linkvet.baseline/1"

// Header is the first line of a baseline. It is the same in all files, so that branches which
// create one can be merged.
const Header = "# " + Schema + ": known findings, one place per line: REASON TARGET PAGE"

const (
	// MaxSize is the size in bytes of the largest baseline that is read.
	MaxSize = 256 << 20
	// maxPlaces is how many places a baseline may list: as many as a run may find.
	maxPlaces = 1_000_000
	// maxReport is the size in bytes of the largest JSON report that is read.
	maxReport = 64 << 20
	// maxItems bounds the items of all lists, by the commas of the text: encoding/json makes 200 bytes
	// of each null in a list of findings. The lines that linkvet writes are longer.
	maxItems = 3_000_000
	// maxFew is how many redirects of a finding and candidates of a place are kept.
	maxFew = 20
	// maxCount is the largest count that is kept. The sum of five is an int, also where that has 32
	// bits.
	maxCount = 1 << 28
)

// Place is a page with links to the target of a finding. How many these are, and their lines, make
// no difference.
type Place struct {
	// ID is that of the finding. It may be empty: then reason and target say it.
	ID string
	// Reason and Target are those of the finding. A fragment is part of the target only where the
	// finding is about it.
	Reason link.Reason
	Target string
	// Page is the path of the page as served, base path stripped.
	Page string
}

// PageOf returns the page of an occurrence, as places name it.
func PageOf(o *link.Occurrence) string { return cmp.Or(o.Page, o.File) }

// Line returns the line of a place, without an end.
func (p Place) Line() string {
	return string(AppendPage(AppendFinding(nil, p.ID, p.Reason, p.Target), p.Page))
}

// AppendFinding appends what the lines of a finding have in common, up to the page. The ID is
// written only where reason and target do not tell it: the target is cut, or a secret was taken
// out of it.
func AppendFinding(dst []byte, id string, reason link.Reason, target string) []byte {
	dst = append(appendField(dst, string(reason)), ' ')
	target = link.Cut(target)
	dst = appendField(dst, target)
	if isID(id) && id != link.FindingID(target, reason) {
		dst = append(append(dst, idMark...), id...)
	}
	return append(dst, ' ')
}

// AppendPage appends the page of a place, with which its line ends.
func AppendPage(dst []byte, page string) []byte { return appendField(dst, link.Cut(page)) }

// The escapes of a field, besides those of Go's strings: an empty field, and the mark before the ID
// of a finding.
const (
	noText = `\-`
	idMark = `\#`
)

// fieldEscapes escapes what ends a field, and what a runner takes for a command.
var fieldEscapes = strings.NewReplacer(" ", `\x20`, "##[", `\x23#[`)

// appendField appends a text without white space, control characters, characters that act on a
// screen, and what a runner takes for a command.
func appendField(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, noText...)
	}
	quoted := strconv.Quote(s)
	field := fieldEscapes.Replace(quoted[1 : len(quoted)-1])
	if field[0] == '#' {
		field = `\x23` + field[1:]
	}
	return append(dst, field...)
}

// parseLine returns the place that a line names.
func parseLine(line string) (p Place, err error) {
	fields := strings.Fields(line)
	if len(fields) != 3 {
		return p, errors.New("it must be REASON TARGET PAGE")
	}
	if m := targetWithID.FindStringSubmatch(fields[1]); m != nil {
		fields[1], p.ID = m[1], m[2]
	}
	for i, field := range fields {
		if fields[i], err = strconv.Unquote(`"` + field + `"`); field == noText {
			fields[i], err = "", nil
		}
		if err != nil {
			return p, fmt.Errorf("it has an unknown escape in %.40q", field)
		}
	}
	p.Reason, p.Target, p.Page = link.Reason(fields[0]), fields[1], fields[2]
	return p, nil
}

// targetWithID is a target with the ID that AppendFinding has written behind it. The backslash of the
// mark is not the second one of an escaped backslash.
var targetWithID = regexp.MustCompile(`^((?:[^\\]|\\.)*)\\#([0-9a-f]{16})$`)

// Places are the places that a baseline lists. A nil Places lists none.
type Places struct {
	// at holds the numbers of the places by line, and lines the lines by number.
	at    map[string]int32
	lines []string
}

// Len returns how many places there are.
func (p *Places) Len() int {
	if p == nil {
		return 0
	}
	return len(p.lines)
}

// Place returns a place by its number.
func (p *Places) Place(n int) Place {
	place, _ := parseLine(p.lines[n]) // which can be read, as add wrote it
	return place
}

// add adds a place, unless it is there.
func (p *Places) add(place Place) error {
	line := place.Line()
	if _, ok := p.at[line]; ok {
		return nil
	}
	if len(p.lines) == maxPlaces {
		return fmt.Errorf("it lists more than %d places", maxPlaces)
	}
	p.at[line] = int32(len(p.lines))
	p.lines = append(p.lines, line)
	return nil
}

// Read returns the places that the file of that name lists. It returns nil when ctx ends before it
// has read all: such a run is incomplete. Errors advise the caller to make a baseline as how says.
func Read(ctx context.Context, name, how string) (*Places, error) {
	places, err := read(ctx, name, "baseline", "create one with "+how, "create a new one with "+how, Parse)
	if ctx.Err() != nil {
		return nil, nil
	}
	return places, err
}

// Parse returns the places of a report baseline or a JSON report.
func Parse(in io.Reader) (*Places, error) {
	text, err := all(in, MaxSize)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("it is empty")
	}
	places := &Places{at: map[string]int32{}}
	if bytes.TrimSpace(text)[0] == '#' {
		return places, places.addLines(strings.TrimLeft(string(text), " \t\r\n"))
	}
	r, err := decode(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		for k := range f.Occurrences {
			if err := places.add(Place{f.ID, f.Reason, f.Target, PageOf(&f.Occurrences[k])}); err != nil {
				return nil, err
			}
		}
	}
	return places, nil
}

// IsReport reports whether a text begins like a report baseline or a JSON report.
func IsReport(start []byte) bool {
	text := strings.TrimLeft(string(start), " \t\r\n")
	return strings.HasPrefix(text, "# linkvet.baseline/") || strings.HasPrefix(text, "{") && strings.Contains(text, `"linkvet.report/`)
}

// addLines adds the places of a report baseline. The order of its lines makes no difference, and
// lines may be repeated: both happen when branches are merged.
func (p *Places) addLines(text string) error {
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if start, _, _ := strings.Cut(line, ":"); n == 1 && strings.Join(strings.Fields(start), " ") != "# "+Schema {
			return fmt.Errorf("its first line must begin with %q", "# "+Schema)
		}
		if line == "" || line[0] == '#' {
			continue
		}
		if conflict.MatchString(line) {
			return fmt.Errorf("line %d: it is the mark of a merge conflict: keep the lines of both sides, and remove the marks", n)
		}
		place, err := parseLine(line)
		if err == nil {
			err = p.add(place)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
	}
	return nil
}

// conflict matches the marks of a merge conflict.
var conflict = regexp.MustCompile(`^(?:<{7}|={7}|>{7}|\|{7})`)

// Comparison compares what a run found with the places of a baseline.
type Comparison struct {
	places *Places
	// shown returns a text as reports show it.
	shown func(text string) string
	// found is true for each place of the baseline that was found again, by number.
	found []bool
	line  []byte
}

// Compare begins the comparison of a run, whose reports show texts as shown returns them.
func (p *Places) Compare(shown func(text string) string) *Comparison {
	return &Comparison{places: p, shown: shown, found: make([]bool, p.Len())}
}

// Mark says which occurrences of a finding are known, and whether all are. Those of one page
// stand together.
func (c *Comparison) Mark(f *link.Finding) {
	if len(c.found) == 0 {
		return
	}
	c.line = AppendFinding(c.line[:0], f.ID, f.Reason, c.shown(f.Target))
	head, last, isKnown := len(c.line), "", false
	f.Known = len(f.Occurrences) > 0
	for i := range f.Occurrences {
		o := &f.Occurrences[i]
		if page := PageOf(o); i == 0 || page != last {
			c.line = AppendPage(c.line[:head], c.shown(page))
			var n int32
			if n, isKnown = c.places.at[string(c.line)]; isKnown {
				c.found[n] = true
			}
			last = page
		}
		o.Known = isKnown
		f.Known = f.Known && isKnown
	}
}

// Conclude says in the report of a complete run which places of the baseline were not found again:
// those that are fixed, and those that the run could not find, because it looks for no such place
// or was not sure about its target or page.
func (c *Comparison) Conclude(r *link.Report, looksFor func(p *Place) bool) {
	unverified := map[string]bool{}
	for i := range r.Findings {
		if f := &r.Findings[i]; len(c.found) > 0 && f.Verdict == link.Unverified {
			target, _, _ := strings.Cut(c.shown(f.Target), "#")
			unverified[link.Cut(target)] = true
		}
	}
	for n, isFound := range c.found {
		if isFound {
			continue
		}
		place := c.places.Place(n)
		if target, _, _ := strings.Cut(place.Target, "#"); !unverified[target] && !unverified[place.Page] && looksFor(&place) {
			r.Fixed++
		} else {
			r.Unsettled = append(r.Unsettled, c.places.lines[n])
		}
	}
}

// ReadReport returns the report in the file of that name, as far as it can be believed: anyone may
// have written it, and a workflow that publishes the report of a fork has more rights than the one
// that made it. Nothing in it is opened or requested. Its counts and its completeness agree with
// its findings and problems; Failed and Known are what it claims. When ctx ends before all is read,
// the error is the cause.
func ReadReport(ctx context.Context, name string) (*link.Report, error) {
	return read(ctx, name, "report", "set from to the path of a JSON report",
		"write it with report: json=PATH, and use one version of linkvet for both runs", believed)
}

// read has a file of that name parsed. The error says what it should have been, and what to do when
// it is missing or wrong. It is the cause when ctx ends first.
func read[T any](ctx context.Context, name, what, ifMissing, ifWrong string, parse func(io.Reader) (*T, error)) (*T, error) {
	f, err := openfile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("could not read the %s %q: %w; %s", what, name, openfile.Cause(err), ifMissing)
	}
	// It was only read from. A run that has ended reads no further.
	defer func() { _ = f.Close() }()
	defer context.AfterFunc(ctx, func() { _ = f.Close() })()
	content, err := parse(f)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fmt.Errorf("could not read the %s %q: %w; %s", what, name, openfile.Cause(err), ifWrong)
	}
	return content, nil
}

// all returns what in has, up to a limit.
func all(in io.Reader, limit int64) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("it is larger than %d MiB", limit>>20)
	}
	return text, err
}

// decode reads a report as it was written. Only its schema is checked.
func decode(in io.Reader) (*link.Report, error) {
	text, err := all(in, maxReport)
	if err != nil {
		return nil, err
	}
	if bytes.Count(text, []byte(",")) > maxItems {
		return nil, errors.New("it has more findings and places than linkvet lists")
	}
	r := &link.Report{Findings: []link.Finding{}}
	err = json.Unmarshal(text, r)
	wrong, isWrong := errors.AsType[*json.UnmarshalTypeError](err)
	switch {
	case isWrong:
		return nil, fmt.Errorf("it has a value of the wrong type: %.40s", wrong.Value)
	case err != nil && strings.HasPrefix(err.Error(), "unexpected end"):
		return nil, errors.New("it ends in the middle of the report")
	case err != nil:
		return nil, fmt.Errorf("%.200s", err)
	case r.Schema != link.Schema:
		return nil, fmt.Errorf("its schema is %.100q, not %q", r.Schema, link.Schema)
	}
	return r, nil
}

// believed decodes a report that a stranger may have written.
func believed(in io.Reader) (*link.Report, error) {
	r, err := decode(in)
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
		if o.Source != nil && isOutside(*o.Source) {
			o.Source = nil
		}
		o.Candidates = slices.DeleteFunc(o.Candidates, func(s link.Source) bool { return o.Source != nil || isOutside(s) })
		o.Candidates = o.Candidates[:min(len(o.Candidates), maxFew)]
	}
	return nil
}

// isID reports whether s has the form of the ID of a finding.
func isID(s string) bool { return len(s) == 16 && strings.Trim(s, "0123456789abcdef") == "" }

// isOutside reports whether a place of the sources cannot be one of the working directory.
func isOutside(s link.Source) bool {
	return s.File == "" || s.File != local(s.File) || s.Line != count(s.Line) || s.Column != count(s.Column)
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
