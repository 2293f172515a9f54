package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed" // for the page's parts
	"encoding/base64"
	"fmt"
	"html"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// The looks of the page, and what filters its findings where scripts run.
var (
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

// writeHTML writes r as one page that needs nothing else: no other file, no network,
// and no script but to filter. It begins with what is broken. It is written as it goes, so that
// the size of a report costs no memory. It lists up to maxHTMLFindings, and says how many it
// leaves out.
func writeHTML(out *bufio.Writer, r *link.Report, opt Options) error {
	l := limits{findings: maxHTMLFindings, places: maxHTMLPlaces, quotes: maxHTMLQuotes, whole: true, Options: opt}
	// The paths of a directory need not be on the web yet.
	if base := address(cmp.Or(r.SiteURL, r.Target)); base != "" && r.Mode == link.Live {
		l.page = func(path string) string {
			return strings.TrimSuffix(base, "/") + strings.TrimPrefix(address("http://x/"+strings.TrimPrefix(path, "/")), "http://x")
		}
	}
	p := page{newView(r, l), out}
	p.write()
	return nil
}

// markup is HTML of our own.
type markup string

// tag fills a format of markup: text is escaped, and other markup is not. A template does the same,
// but html/template calls methods by their names, so that a program which imports it keeps every
// method of every library, 7 MB of them here.
func tag(format markup, args ...any) markup {
	for i, arg := range args {
		if m, ok := arg.(markup); ok {
			args[i] = string(m)
		} else {
			args[i] = html.EscapeString(fmt.Sprint(arg))
		}
	}
	return markup(fmt.Sprintf(string(format), args...))
}

// each joins what f makes of each of a list.
func each[T any](list []T, f func(*T) markup) (all markup) {
	var b strings.Builder
	for i := range list {
		b.WriteString(string(f(&list[i])))
	}
	return markup(b.String())
}

// folded makes the first of a list, and a fold of the others.
func folded[T any](list []T, most int, class, noun string, f func(*T) markup) (open, rest markup) {
	most = min(len(list), most)
	if others := list[most:]; len(others) > 0 {
		rest = tag("<details><summary>%s</summary>\n<ul class=\"%s\">\n%s</ul>\n</details>\n", link.Count(len(others), noun), class, each(others, f))
	}
	return each(list[:most], f), rest
}

// page writes the HTML report.
type page struct {
	*view
	out *bufio.Writer
}

// add writes markup.
func (p *page) add(format markup, args ...any) {
	_, _ = p.out.WriteString(string(tag(format, args...)))
}

// write writes the page. Its policy forbids everything that it does not need, in case a browser ever
// takes a text of a site for markup.
func (p *page) write() {
	version := shown(p.report.Version, maxSnippet)
	policy, script := "default-src 'none'; style-src "+hashOf(htmlStyle)+"; base-uri 'none'; form-action 'none'", markup("")
	if p.Size > fewCards {
		policy += "; script-src " + hashOf(htmlScript)
		script = "<script>" + markup(htmlScript) + "</script>\n"
	}
	p.add(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="generator" content="linkvet %s">
<title>%s %s – linkvet</title>
<style>%s</style>
</head>
<body class="%s">
<header>
<h1><b aria-hidden="true">%s</b> %s</h1>
`, policy, version, p.Outcome.Mark, p.Outcome, markup(htmlStyle), p.Outcome.Status, p.Outcome.Mark, p.Outcome)
	if len(p.Problems) > 0 {
		p.add("<h2>Why the check is incomplete</h2>\n%s", list(p.Problems))
	}
	if p.NotReached > 0 {
		p.add("<p>Not reached before the run ended: %s.</p>\n", link.Count(p.NotReached, "target"))
	}
	if p.Start != "" {
		p.add("<p><b>Start here:</b> %s</p>\n", p.Start)
	}
	p.add("</header>\n<main>\n")
	if p.Size > fewCards {
		if len(p.Sections) > 1 {
			p.add("<p class=\"jump\">\n%s</p>\n", each(p.Sections, func(s *section) markup { return tag("<a href=\"#%s\">%s</a>\n", s.ID, s.Title) }))
		}
		p.add("<p id=\"filter\" role=\"search\" hidden><label for=\"words\">Filter</label> " +
			"<input id=\"words\" type=\"search\" autocomplete=\"off\" spellcheck=\"false\"> <output for=\"words\"></output></p>\n")
	}
	for i := range p.Sections {
		p.section(&p.Sections[i])
	}
	if len(p.Try) > 0 {
		p.add("<section>\n<h2>What to try</h2>\n%s</section>\n", list(p.Try))
	}
	p.run()
	p.add("</main>\n<footer>\n<p>Made by <a href=\"https://github.com/linkvet/linkvet\">linkvet</a> %s.</p>\n</footer>\n%s</body>\n</html>\n", version, script)
}

// section writes the findings of one verdict. A reader has to open it where there would be a long way
// to scroll past it.
func (p *page) section(s *section) {
	end := markup("</section>\n")
	if s.IsFolded() && len(s.groups) > fewCards {
		p.add("<details class=\"%s\"><summary><h2 id=\"%s\">%s</h2></summary>\n", s.Verdict, s.ID, s.Title)
		end = "</details>\n"
	} else {
		p.add("<section class=\"%s\" aria-labelledby=\"%s\">\n<h2 id=\"%s\">%s</h2>\n", s.Verdict, s.ID, s.ID, s.Title)
	}
	for c := range s.Cards() {
		p.card(c)
	}
	if rest := s.Rest(); rest != "" {
		p.add("<p class=\"quiet\">… %s.</p>\n", rest)
	}
	p.add(end)
}

// card writes what one cause makes, or a finding by itself.
func (p *page) card(c *card) {
	mark := badge(c.Mark)
	if c.Before == "" {
		r := &c.Rows[0]
		p.add("<article id=\"f-%s\">\n<h3>%s</h3>\n<p>%s%s</p>\n%s</article>\n", r.ID, target(r), mark, why(r)+instead(r, "; "), details(r))
		return
	}
	p.add("<article>\n<h3>%s%s%s</h3>\n%s", c.Before, name(c.Name, c.Place.Address), c.After, quote(c.Place.Quote))
	if c.Same {
		mark += why(&c.Rows[0])
	}
	if mark != "" {
		p.add("<p>%s</p>\n", mark)
	}
	row := func(r *row) markup {
		said := instead(r, "")
		if !c.Same {
			said = why(r) + instead(r, "; ")
		}
		return tag("<li id=\"f-%s\"><b>%s</b> %s\n%s</li>\n", r.ID, target(r), said, details(r))
	}
	open, rest := folded(c.Rows, openRows, "rows", "further target", row)
	p.add("<ul class=\"rows\">\n%s</ul>\n%s</article>\n", open, rest)
}

// target is the target of a row, as a link where it is on the web, with a permalink.
func target(r *row) markup {
	return tag(`%s <a class="self" href="#f-%s" aria-label="Permalink">#</a>`, name(r.Target, r.Address), r.ID)
}

// name is a name of a place, as a link where it is on the web.
func name(name, address string) markup {
	if address == "" {
		return tag("<samp>%s</samp>", name)
	}
	return tag(`<a href="%s">%s</a>`, address, name)
}

// badge marks what is not new.
func badge(mark string) markup {
	if mark == "" {
		return ""
	}
	return tag(`<span class="known">%s</span> `, strings.TrimSuffix(mark, ", "))
}

func why(r *row) markup {
	return tag(`<a class="why" href="%s">%s</a>: %s`, helpOf(r.Reason), r.Reason, r.Why)
}

// instead is what to write instead; it may be empty.
func instead(r *row, before string) markup {
	if r.Suggestion == "" {
		return ""
	}
	return tag("%s%s<code>%s</code>", before, r.Ask, r.Suggestion)
}

// details are the redirects and the places of a row.
func details(r *row) (all markup) {
	if len(r.Hops) > 0 {
		all = tag("<ol class=\"quiet\">\n%s</ol>\n", each(r.Hops, func(h *link.Redirect) markup { return tag("<li>%s to <code>%s</code></li>\n", h.Status, h.URL) }))
	}
	var items markup
	if len(r.Possible) > 0 {
		names := make([]string, 0, len(r.Possible))
		for _, at := range r.Possible {
			names = append(names, string(name(at.Name, at.Address)))
		}
		items = tag("<li>%s%s</li>\n", r.PossibleLabel(), markup(strings.Join(names, ", ")))
	}
	open, rest := folded(r.Places, openPlaces, "at", "more place", where)
	if items += open; rest != "" {
		items += tag("<li>%s</li>\n", rest)
	}
	if r.More != "" {
		items += tag("<li>%s</li>\n", r.More)
	}
	if items != "" {
		all += tag("<ul class=\"at\">\n%s</ul>\n", items)
	}
	return all
}

// where is a place, with its line or else the link that is there.
func where(at *place) markup {
	said := quote(at.Quote)
	if at.Where != "" {
		said = tag(" %s%s", at.Where, said)
	}
	if at.Quote == nil && at.Text != "" {
		said = tag(" “%s”%s", at.Text, said)
	}
	if at.Quote == nil && at.Link != "" && (at.Text == "" || at.Link != "<a>") {
		said = tag(" <code>%s</code>%s", at.Link, said)
	}
	return tag("<li>%s%s</li>\n", name(at.Name, at.Address), said)
}

func quote(q *quotedLine) markup {
	if q == nil {
		return ""
	}
	return tag("<pre>%s<mark>%s</mark>%s</pre>", q.Before, q.Link, q.After)
}

func list(items []string) markup {
	return tag("<ul>\n%s</ul>\n", each(items, func(item *string) markup { return tag("<li>%s</li>\n", *item) }))
}

// run writes what was checked, and how.
func (p *page) run() {
	r := p.report
	p.add("<section aria-labelledby=\"run\">\n<h2 id=\"run\">The run</h2>\n<p>%s.", p.Counts)
	if p.Decision != "" {
		p.add(" %s.", p.Decision)
	}
	p.add("</p>\n<p class=\"quiet\">Checked %s; started on %s.</p>\n", name(shown(r.Target, maxTarget), address(r.Target)), r.Started.UTC().Format("2006-01-02 at 15:04 UTC"))
	if len(p.Notes) > 0 {
		p.add("%s", list(p.Notes))
	}
	p.add("</section>\n")
}

// hashOf names what may be in the page to its policy.
func hashOf(inline string) string {
	sum := sha256.Sum256([]byte(inline))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
