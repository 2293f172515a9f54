package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed" // for the page's parts
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// HTMLOptions link the HTML report to sources.
type HTMLOptions struct {
	// Link returns the web address of a line of a file as the report names it, or
	// "" when it has none. The line is zero when it is not known. A nil Link links
	// nothing.
	Link func(file string, line int) string
	// Line returns a line of a file as the report names it, as in TextOptions. Nil
	// quotes nothing.
	Line func(file string, line int) string
}

// The page, its looks, and what filters its findings where scripts run.
var (
	//go:embed report.html
	htmlPage string
	//go:embed html.css
	htmlStyle string
	//go:embed html.js
	htmlScript string
)

const (
	// An HTML report has to open in any browser.
	maxHTMLFindings = 10_000
	maxHTMLPlaces   = 100
	// maxHTMLQuotes is how many lines of a section it quotes: each is read from its file.
	maxHTMLQuotes = 200
	// openPlaces is how many places of a finding are not folded, and openRows how many findings
	// with one cause.
	openPlaces = 5
	openRows   = 10
	// fewCards is how many findings need no filter, and are not folded when they are no work.
	fewCards = 20
)

// page is what the template says.
type page struct {
	*view
	Style  template.CSS
	Script template.JS
	// Policy forbids everything that the page does not need, in case a browser ever takes a
	// text of a site for markup.
	Policy template.HTMLAttr
	// Checked is the target of the run; SiteURL is empty when it is the same.
	Checked, SiteURL place
	// Findings counts all.
	Findings int
}

// HTML writes r as one page that needs nothing else: no other file, no network,
// and no script but to filter. It begins with what is broken. It is written as it goes, so that
// the size of a report costs no memory. It lists up to maxHTMLFindings, and says how many it
// leaves out.
func HTML(w io.Writer, r *link.Report, opt HTMLOptions) error {
	l := limits{
		findings: maxHTMLFindings, places: placesEach(r, maxHTMLPlaces), quotes: maxHTMLQuotes, whole: true,
		line: opt.Line, link: opt.Link,
	}
	// The paths of a directory need not be on the web yet.
	if base := address(cmp.Or(r.SiteURL, r.Target)); base != "" && r.Mode == link.Live {
		l.page = func(path string) string {
			return strings.TrimSuffix(base, "/") + "/" + address("http://x/" + strings.TrimPrefix(path, "/"))[len("http://x/"):]
		}
	}
	p := page{view: newView(r, l), Style: template.CSS(htmlStyle), Checked: webPlace(r.Target)}
	for i := range p.Sections {
		p.Findings += p.Sections[i].Size
	}
	if r.SiteURL != r.Target {
		p.SiteURL = webPlace(r.SiteURL)
	}
	policy := "default-src 'none'; style-src " + hashOf(htmlStyle) + "; base-uri 'none'; form-action 'none'"
	if p.HasFilter() {
		p.Script = template.JS(htmlScript)
		policy += "; script-src " + hashOf(htmlScript)
	}
	p.Policy = template.HTMLAttr(`content="` + template.HTMLEscapeString(policy) + `"`)
	t, err := template.New("report").Parse(htmlPage)
	if err != nil {
		return fmt.Errorf("could not read the template of the HTML report: %w", err)
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if err := cmp.Or(t.Execute(out, &p), out.Flush()); err != nil {
		return fmt.Errorf("could not write the HTML report: %w", err)
	}
	return nil
}

// webPlace names what has an address of its own.
func webPlace(url string) place { return place{Name: shown(url, maxTarget), Address: address(url)} }

// hashOf names what may be in the page to its policy.
func hashOf(inline string) string {
	sum := sha256.Sum256([]byte(inline))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// HasFilter reports whether there are so many findings that a filter helps.
func (p *page) HasFilter() bool { return p.Findings > fewCards }

// Version is that of linkvet.
func (p *page) Version() string { return shown(p.report.Version, maxSnippet) }

// Hosting is the profile of the host; empty for a live site.
func (p *page) Hosting() string { return shown(p.report.Hosting, maxSnippet) }

// Started says when the run began.
func (p *page) Started() string { return p.report.Started.UTC().Format("2006-01-02 15:04 UTC") }

// IsLive reports whether places are pages where their sources are not known.
func (p *page) IsLive() bool { return p.report.Mode == link.Live }

// explained is a reason with what it means.
type explained struct {
	Name  link.Reason
	Count string
	Help  template.HTML
}

// Reasons explains those that occur.
func (p *page) Reasons() []explained {
	counts := map[link.Reason]int{}
	for i := range p.Sections {
		for reason, n := range p.Sections[i].reasons {
			counts[reason] += n
		}
	}
	var all []explained
	for _, reason := range slices.Sorted(maps.Keys(counts)) {
		short, long := helpOf(reason)
		// Our own words have code between backquotes.
		var help strings.Builder
		for i, part := range strings.Split(short+". "+long, "`") {
			part = template.HTMLEscapeString(part)
			if i%2 == 1 {
				part = "<code>" + part + "</code>"
			}
			help.WriteString(part)
		}
		all = append(all, explained{reason, number(counts[reason]), template.HTML(help.String())})
	}
	return all
}

// IsShut reports whether a reader has to open the section: there would be a long way to scroll
// past it.
func (s *section) IsShut() bool { return s.IsFolded() && len(s.groups) > fewCards }

// IsOnly reports whether the section is one finding, which the headline counts already.
func (p *page) IsOnly() bool { return p.Findings == 1 && !p.Sections[0].lost }

// Open are the places of a finding that are not folded.
func (r *row) Open() []place { return r.Places[:min(len(r.Places), openPlaces)] }

// Folded are the other places.
func (r *row) Folded() []place { return r.Places[len(r.Open()):] }

// HasPlaces reports whether there is anything to list.
func (r *row) HasPlaces() bool { return len(r.Places)+len(r.Possible) > 0 || r.More != "" }

// Open are the findings of a card that are not folded.
func (c *card) Open() []row { return c.Rows[:min(len(c.Rows), openRows)] }

// Folded are the other findings.
func (c *card) Folded() []row { return c.Rows[len(c.Open()):] }

// FoldedTitle says how many these are.
func (c *card) FoldedTitle() string { return count(len(c.Folded()), "further target") }

// Heading is what the findings of a card have in common.
func (c *card) Heading() place { return place{Name: c.Name, Address: c.Place.Address} }

// NotReachedWords counts the targets that the run ended before.
func (v *view) NotReachedWords() string { return count(v.NotReached, "target") }
