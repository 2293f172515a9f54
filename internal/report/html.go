package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

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

// The page's looks, and what filters its findings where scripts run.
var (
	//go:embed html.css
	htmlStyle string
	//go:embed html.js
	htmlScript string
)

// htmlBuffer is how many bytes are written at once.
const htmlBuffer = 64 << 10

// HTML writes r as one page that needs nothing else: no other file, no network,
// and no script but to filter. It is written as it goes, so that the size of a
// report costs no memory. It lists up to maxHTMLFindings in up to maxHTMLBytes, and
// says how many it leaves out.
func HTML(w io.Writer, r *link.Report, opt HTMLOptions) error {
	p := &htmlPage{
		w: bufio.NewWriterSize(w, htmlBuffer), opt: opt, base: pagesAt(r), report: r,
		places: allowance{left: maxHTMLAllPlaces, most: maxHTMLPlaces}, quotes: maxHTMLQuotes, files: fileIndex{},
	}
	all := sections(r)
	p.head(r)
	p.add(`<body class="`, htmlOutcome(r), "\">\n")
	p.header(r)
	p.add("<main>\n")
	if lost := lostLine(r); lost != "" {
		p.add("<p><strong>", htmlText(lost, 0), ".</strong></p>\n")
	}
	p.verdicts(r, all)
	p.list("Notes", notes(r))
	p.list("What to try", advice(r))
	p.filter(all)
	share := shares(sizes(all), maxHTMLFindings)
	for i := range all {
		p.limit = maxHTMLBytes - (len(all)-1-i)*maxHTMLBytes/10
		p.section(&all[i], share[i])
	}
	p.fileTable()
	p.reasons(all)
	p.add("</main>\n")
	p.footer(r)
	if err := p.w.Flush(); err != nil {
		return fmt.Errorf("could not write the HTML report: %w", err)
	}
	return nil
}

// htmlPage is one HTML report in the making. The first write error sticks to its
// writer.
type htmlPage struct {
	w   *bufio.Writer
	opt HTMLOptions
	// base is where the paths of pages and of internal targets begin on the web;
	// empty for a directory, whose pages need not be there yet.
	base   string
	report *link.Report
	places allowance
	// quotes is how many lines may still be quoted.
	quotes int
	// files are those that the listed findings are to be fixed in.
	files fileIndex
	// written is how many bytes of the page there are so far, and limit how many there
	// may be at the end of the section.
	written, limit int
	// said is the link of the last place, as it is written there.
	said markup
	// listed counts the findings of the section that are written.
	listed int
}

// add writes markup. It returns false when nothing arrives any more.
func (p *htmlPage) add(parts ...markup) bool {
	for _, part := range parts {
		if _, err := p.w.WriteString(string(part)); err != nil {
			return false
		}
		p.written += len(part)
	}
	return true
}

// pagesAt is the address of a live site's pages, with a slash at its end; it is
// empty in directory mode.
func pagesAt(r *link.Report) string {
	if r.Mode != link.Live {
		return ""
	}
	if base := webAddress(cmp.Or(r.SiteURL, r.Target)); base != "" {
		return strings.TrimSuffix(base, "/") + "/"
	}
	return ""
}

// page is the address of a path of the site; it is empty where it is not known.
func (p *htmlPage) page(path string) string {
	if p.base == "" {
		return ""
	}
	return p.base + strings.TrimPrefix(path, "/")
}

// head writes what is before the body. The policy forbids everything that
// the page does not need, in case a browser ever takes a text of a site for markup.
func (p *htmlPage) head(r *link.Report) {
	policy := "default-src 'none'; style-src " + hashOf(htmlStyle) + "; base-uri 'none'; form-action 'none'"
	if len(r.Findings) > 0 {
		policy += "; script-src " + hashOf(htmlScript)
	}
	p.add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
		`<meta http-equiv="Content-Security-Policy" content="`, htmlText(policy, 0), "\">\n",
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
		"<meta name=\"color-scheme\" content=\"light dark\">\n",
		"<meta name=\"referrer\" content=\"no-referrer\">\n",
		"<meta name=\"robots\" content=\"noindex\">\n",
		`<meta name="generator" content="linkvet `, htmlText(r.Version, maxSnippet), "\">\n",
		"<title>", htmlText(outcome(false, r), 0), " – linkvet</title>\n",
		"<style>", markup(htmlStyle), "</style>\n</head>\n")
}

// hashOf names what may be in the page to its policy.
func hashOf(inline string) string {
	sum := sha256.Sum256([]byte(inline))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// htmlOutcome is the class of the page.
func htmlOutcome(r *link.Report) markup {
	switch {
	case !r.Complete:
		return "incomplete"
	case r.Failed:
		return "failed"
	}
	return "passed"
}

// header says how the run ended, and what was checked.
func (p *htmlPage) header(r *link.Report) {
	mark, said, _ := strings.Cut(outcome(false, r), " ")
	p.add("<header>\n<h1><b aria-hidden=\"true\">", htmlText(mark, 0), "</b> ", htmlText(said, 0), "</h1>\n")
	p.list(whyIncomplete, r.Problems)
	if first := start(r); first != "" {
		p.add("<p><b>Start here:</b> ", htmlText(first, maxLine), ".</p>\n")
	}
	p.add("<p>", htmlText(runCounts(r), 0), ".</p>\n")
	if what := decided(r); what != "" {
		p.add("<p>With ", htmlCode("fail-on: "+r.FailOn, maxTarget), ", ", htmlText(what, 0), ".</p>\n")
	}
	p.add("<dl class=\"facts\">\n")
	p.fact("Checked", linkTo(r.Target, htmlCode(r.Target, maxTarget)))
	if r.SiteURL != "" && r.SiteURL != r.Target {
		p.fact("Site URL", linkTo(r.SiteURL, htmlCode(r.SiteURL, maxTarget)))
	}
	if r.Hosting != "" {
		p.fact("Hosting", htmlText(r.Hosting, maxSnippet))
	}
	started := r.Started.UTC()
	p.fact("Started", `<time datetime="`+htmlText(started.Format(time.RFC3339), 0)+`">`+
		htmlText(started.Format("2006-01-02 15:04"), 0)+" UTC</time>")
	p.add("</dl>\n</header>\n")
}

func (p *htmlPage) fact(name, value markup) {
	p.add("<dt>", name, "</dt><dd>", value, "</dd>\n")
}

// verdicts shows how many targets have each verdict, and why.
func (p *htmlPage) verdicts(r *link.Report, all []section) {
	why := map[link.Verdict]string{link.Skipped: bySkip(r)}
	for _, s := range all {
		if why[s.verdict] != "" {
			why[s.verdict] += ", "
		}
		why[s.verdict] += byReason(s.reasons)
	}
	p.add("<table>\n<caption>Targets by verdict</caption>\n<thead>\n",
		"<tr><th scope=\"col\">Verdict</th><th scope=\"col\" class=\"number\">Targets</th><th scope=\"col\">Reasons</th></tr>\n</thead>\n<tbody>\n")
	for _, row := range []struct {
		verdict link.Verdict
		n       int
	}{
		{link.Broken, r.Stats.Broken},
		{link.Unverified, r.Stats.Unverified},
		{link.Redirected, r.Stats.Redirected},
		{link.OK, r.Stats.OK},
		{link.Skipped, r.Stats.Skipped},
	} {
		name := htmlText(string(row.verdict), 0)
		if i := slices.IndexFunc(all, func(s section) bool { return s.verdict == row.verdict }); i >= 0 {
			name = `<a href="#` + all[i].id() + `">` + name + `</a>`
		}
		p.add(`<tr><th scope="row">`, name, `</th><td class="number">`, htmlText(number(row.n), 0), "</td><td>",
			htmlText(why[row.verdict], 0), "</td></tr>\n")
	}
	p.add("</tbody>\n</table>\n")
}

// list shows sentences under a title; it is left out when there are none.
func (p *htmlPage) list(title markup, sentences []string) {
	if len(sentences) == 0 {
		return
	}
	p.add("<h2>", title, "</h2>\n<ul>\n")
	for _, s := range atMost(sentences, maxLongRemarks) {
		p.add("<li>", htmlText(s, maxMessage), "</li>\n")
	}
	p.add("</ul>\n")
}

// reasons explains those that occur.
func (p *htmlPage) reasons(all []section) {
	if len(all) == 0 {
		return
	}
	p.add("<section aria-labelledby=\"reasons\">\n<h2 id=\"reasons\">What the reasons mean</h2>\n<dl class=\"reasons\">\n")
	for _, s := range all {
		for _, reason := range slices.Sorted(maps.Keys(s.reasons)) {
			name, h := htmlText(string(reason), maxSnippet), helpOf(reason)
			p.add(`<dt id="reason-`, name, `">`, name, "</dt>\n<dd>", htmlProse(h.short+". "+h.long), "</dd>\n")
		}
	}
	p.add("</dl>\n</section>\n")
}

func (p *htmlPage) footer(r *link.Report) {
	p.add("<footer>\n<p>Made by <a href=\"https://github.com/linkvet/linkvet\">linkvet</a> ", htmlText(r.Version, maxSnippet), ".</p>\n</footer>\n")
	if len(r.Findings) > 0 {
		p.add("<script>", markup(htmlScript), "</script>\n")
	}
	p.add("</body>\n</html>\n")
}
