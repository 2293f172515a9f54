package link

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"
)

// Schema names the shape of the JSON report. It changes when a field's name or meaning does.
const Schema = "linkvet.report/1"

// Mode says how the site was read.
type Mode string

// The modes: a build directory on disk, or a deployed site over HTTP.
const (
	Directory Mode = "directory"
	Live      Mode = "live"
)

// Report is all that one run found out. Its JSON form is the report that other programs read.
type Report struct {
	// Schema is always the constant of that name.
	Schema string `json:"schema"`
	// Version is linkvet's own.
	Version string `json:"version"`
	// Target is the directory or URL that was checked, as it was given.
	Target string `json:"target"`
	// Mode says which of the two Target is.
	Mode Mode `json:"mode"`
	// SiteURL is where the site is, or will be, served; empty when unknown.
	SiteURL string `json:"site_url,omitempty"`
	// Hosting names the profile by which paths mapped to files; directory mode.
	Hosting string `json:"hosting,omitempty"`
	// Started is when the run began, in UTC, to the second.
	Started time.Time `json:"started"`
	// DurationMS is how long the run took, in milliseconds.
	DurationMS int64 `json:"duration_ms"`
	// Complete is false when the run could not check the site to its end.
	Complete bool `json:"complete"`
	// Failed is true when the run found something that fail-on names.
	Failed bool `json:"failed"`
	// Stats counts what was read and judged.
	Stats Stats `json:"stats"`
	// Problems say what kept the run from checking the site to its end, one
	// sentence each. Not empty exactly when Complete is false.
	Problems []string `json:"problems,omitempty"`
	// Notes say what a reader should know of how far the run went: what lay
	// outside the scope, which bounds left something out.
	Notes []string `json:"notes,omitempty"`
	// Skips counts the skipped targets by reason.
	Skips map[Reason]int `json:"skipped,omitempty"`
	// Fixed is how many places of the baseline the run checked and did not find again; 0
	// without a baseline, and when the run is incomplete.
	Fixed int `json:"fixed"`
	// Findings are sorted: broken, unverified, redirected, each by target.
	Findings []Finding `json:"findings"`

	// FailOn is the setting that decided Failed, such as "broken".
	FailOn string `json:"-"`
	// FailsUnlisted is how many findings fail the run and had no room in the list.
	FailsUnlisted int `json:"-"`
	// Redirects are the redirects for lost URLs, when a report asks for them; else empty.
	Redirects string `json:"-"`
	// Unread is how many pages of the site could not be read.
	Unread int `json:"-"`
	// Inventory lists the pages that were read, by path, when it was asked for.
	Inventory []Listed `json:"-"`
	// JSONPath and HTMLPath are where the JSON and the HTML report of this run go;
	// empty when none was asked for. Reports that leave something out name them.
	JSONPath, HTMLPath string `json:"-"`
	// StrippedBase is the first folder of Stripped missing targets, nearly all that there
	// are, which lead to pages without it: probably the base path of the site. It is empty
	// when there is none.
	StrippedBase string `json:"-"`
	Stripped     int    `json:"-"`
	// PagesURL is where GitHub Pages serves the repository by default; empty for none.
	PagesURL string `json:"-"`
	// Baseline is true when the run had one.
	Baseline bool `json:"-"`
	// Unsettled are the lines of the baseline for places that a complete run neither found
	// again nor could find: the host did not answer, or the page was left out.
	Unsettled []string `json:"-"`
	// Inputs is true in a workflow run, where advice names a setting as an input and not as a flag.
	Inputs bool `json:"-"`
}

// Stats counts what a run read and judged.
type Stats struct {
	// Pages is the number of HTML pages read for links.
	Pages int `json:"pages"`
	// Links is the number of occurrences of links examined.
	Links int `json:"links"`
	// Bytes is the size of the pages read.
	Bytes int64 `json:"bytes"`
	// Requests is the number of HTTP requests sent, retries and hops included.
	Requests int64 `json:"requests"`
	// Targets is the number of distinct targets, a missing fragment being one
	// more; the five verdicts below add up to it.
	Targets    int `json:"targets"`
	OK         int `json:"ok"`
	Broken     int `json:"broken"`
	Unverified int `json:"unverified"`
	Redirected int `json:"redirected"`
	Skipped    int `json:"skipped"`
}

// Count adds one target of verdict v.
func (s *Stats) Count(v Verdict) {
	s.Targets++
	switch v {
	case OK:
		s.OK++
	case Broken:
		s.Broken++
	case Unverified:
		s.Unverified++
	case Redirected:
		s.Redirected++
	case Skipped:
		s.Skipped++
	}
}

// Finding is a target whose verdict is broken, unverified or redirected, with
// every place that links to it.
type Finding struct {
	// ID depends on the target, its fragment and the reason alone.
	ID      string  `json:"id"`
	Verdict Verdict `json:"verdict"`
	Reason  Reason  `json:"reason"`
	// Target is path and query of an internal target, base path stripped, and the
	// absolute URL of an external one; with its fragment for FragmentNotFound.
	Target   string `json:"target"`
	Internal bool   `json:"internal"`
	// Status is the final HTTP status; zero where there was no answer.
	Status int `json:"status,omitempty"`
	// Message says in one line what is wrong.
	Message string `json:"message,omitempty"`
	// Suggestion is a link to write instead; empty when none is known.
	Suggestion string `json:"suggestion,omitempty"`
	// Redirects are the hops that were followed, in order.
	Redirects []Redirect `json:"redirects,omitempty"`
	// Known is true when the baseline lists all places; such a finding fails no run.
	Known bool `json:"known"`
	// Fails is true for what makes the run fail by its fail-on.
	Fails bool `json:"-"`
	// NotCaused is true for what would fail the run, but is not caused by the pull request.
	NotCaused bool `json:"-"`
	// Caused is what JSON says of NotCaused: false for true, else nothing.
	Caused *bool `json:"caused,omitempty"`
	// MissingFolder is the outermost folder on the way to the target that the site does
	// not have, from and to a slash; empty when there is none, or when it is not known.
	MissingFolder string `json:"-"`
	// AboveRoot is true for a missing target to which all links climb above the site's root.
	AboveRoot bool `json:"-"`
	// Occurrences are sorted by file or page, line and column.
	Occurrences []Occurrence `json:"occurrences"`
}

// Occurrence is one place that holds a link to a finding's target.
type Occurrence struct {
	// Page is the path of the page as served, base path stripped; of a rule of the
	// host, which is on none, it is File.
	Page string `json:"page"`
	// File is the page's file relative to the working directory, with slashes; empty in live mode.
	File string `json:"file,omitempty"`
	// Line and Column are 1-based and point at the first character of the
	// attribute's value; Column counts Unicode code points. Zero is unknown.
	Line      int    `json:"line,omitempty"`
	Column    int    `json:"column,omitempty"`
	Element   string `json:"element"`
	Attribute string `json:"attribute,omitempty"`
	// Link is the value as the author wrote it.
	Link string `json:"link"`
	// Text is what the link reads.
	Text string `json:"text,omitempty"`
	// Known is true for a place that the baseline already listed.
	Known bool `json:"known"`
	// AboveRoot is true for a relative link with more ".." than its page has folders.
	AboveRoot bool `json:"-"`
	// NotCaused is true for a place of a link that the pull request did not break or add.
	NotCaused bool `json:"-"`
	// Caused is what JSON says of NotCaused: false for true, else nothing.
	Caused *bool `json:"caused,omitempty"`
	// Source is the place that an author can edit; nil when it is not known.
	Source *Source `json:"source,omitempty"`
	// Candidates are the places that it may be, best first, when no one of them
	// stands out; empty when Source is known.
	Candidates []Source `json:"candidates,omitempty"`
}

// IsInDocument reports whether the place is a link of a document, and neither a rule of the
// host nor a URL of an old site.
func (o *Occurrence) IsInDocument() bool {
	return o.Element != RuleElement && o.Element != OldURLElement
}

// Source is a place in the files that a site is built from.
type Source struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column,omitempty"`
	// EndColumn is the column after the last character of the destination; 0 when it is not known.
	EndColumn int `json:"-"`
	// Shared is true for a layout, a partial, an included file, configuration or data: other
	// pages may have the same link from this place, and not be in the report.
	Shared bool `json:"-"`
}

// FindingID derives the identity of a finding from its target (with the fragment, where the finding
// is about one) and reason alone, so that it is the same from run to run and on every machine.
func FindingID(target string, reason Reason) string {
	sum := sha256.Sum256([]byte(target + "\x00" + string(reason)))
	return hex.EncodeToString(sum[:8])
}

// Problem notes what kept the run from checking the site, or from delivering its report. An
// empty problem is none, and one that is known is not said twice.
func (r *Report) Problem(problem string) {
	if problem == "" {
		return
	}
	if i, known := slices.BinarySearch(r.Problems, problem); !known {
		r.Problems = slices.Insert(r.Problems, i, problem)
	}
	r.Complete, r.Fixed = false, 0
}

// Note adds a note to a report that is being made; an empty one is none.
func (r *Report) Note(text string) {
	if text != "" {
		r.Notes = append(r.Notes, text)
	}
}

// SlashEnd returns where a redirect leads that only adds or drops the slash at the end of the
// path, in the form of the finding's target; it is empty for all other findings. Hosts send
// readers there for many links of a site: reports for people, and annotations, leave these
// findings out, and a note counts the links.
func (r *Report) SlashEnd(f *Finding) string {
	if f.Verdict != Redirected || len(f.Redirects) == 0 {
		return ""
	}
	end := f.Suggestion
	if end == "" { // as of a temporary redirect
		end = f.Redirects[len(f.Redirects)-1].URL
		if below, ok := strings.CutPrefix(end, r.SiteURL); ok && f.Internal && r.SiteURL != "" {
			end = "/" + below
		}
	}
	end, _, _ = strings.Cut(end, "#")
	from, fromQuery, _ := strings.Cut(f.Target, "?")
	to, toQuery, _ := strings.Cut(end, "?")
	if from == to || strings.TrimSuffix(from, "/") != strings.TrimSuffix(to, "/") || fromQuery != toQuery {
		return ""
	}
	return end
}

// Listed is one page of the site, as an inventory lists it.
type Listed struct {
	// Page is its path as served, base path stripped.
	Page string `json:"page"`
	// File is relative to the working directory, with slashes; empty in live mode.
	File string `json:"file,omitempty"`
	// Title is what its <title> reads; empty without one.
	Title string `json:"title,omitempty"`
	// Status is the HTTP status that it was read with; zero in directory mode.
	Status int `json:"status,omitempty"`
	// Depth counts the clicks from the start page; nil for what no click leads to.
	Depth *int `json:"depth,omitempty"`
	// LinksIn counts the links that other pages have to it, LinksOut those that it
	// has, of any kind.
	LinksIn  int `json:"links_in"`
	LinksOut int `json:"links_out"`
}
