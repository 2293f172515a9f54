package health

import (
	"fmt"
	"iter"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Page is one page of a site that was to be read.
type Page struct {
	URL weburl.URL
	// Name is how messages name it.
	Name string
	Look Look
	// Outcome is that of its last request.
	Outcome *check.Outcome
	// Failed is whether the site gave no answer for it, or not a whole one, or denied access.
	Failed bool
	// IsRead is whether it was read at this URL, and IsMissing whether it answered as a made-up
	// path does.
	IsRead, IsMissing bool
	// End is where it sends its readers, by a redirect or a meta refresh, and EndLook what the page
	// there shows; the zero URL for most. IsAway is whether that is on another site.
	End     weburl.URL
	EndLook Look
	IsAway  bool
}

// Site is what is to be judged once all pages were read.
type Site struct {
	// Pages are all pages, in any order, but for those that a rule judges. It may use one Page for all.
	Pages iter.Seq[*Page]
	// Asked is the URL that the user gave, Start the page of that URL, and First the page that was
	// read for it: at the end of its redirects.
	Asked        weburl.URL
	Start, First *Page
	// SkipStart is whether the settings say what the start page is.
	SkipStart bool
	// Texts are the little texts that several pages show, by their prints.
	Texts map[uint64]string
	// Missing is how the site answers for a made-up path; nil if that was not asked for.
	Missing   *Missing
	Headers   []config.Header
	MaxUnread config.Share
	// Written is how messages name a URL of any site.
	Written func(weburl.URL) string
	// Others is the number of further pages, all of them content, and IsDirectory whether they are
	// files: nothing can stand in front of these.
	Others      int
	IsDirectory bool

	// What follows is counted. Public is the number of pages that were read and are content.
	groups                   map[group]*sum
	all                      sum
	protections              map[protection.Login]int
	public, bots, unanswered int
}

// Verdict is what the pages come to. AreMissing is whether so many answer as a made-up path does
// that they are no findings.
type Verdict struct {
	Unread          int
	Problems, Notes []string
	AreMissing      bool
}

// class is a row of the table of what pages are when they are not what a site is for.
type class struct {
	// Pages are too many when they are at least half and more than half of the site, or at least
	// many and more than percent of it. Zero is never.
	half, many, percent int
	// does says what the pages do, %s what they have in common, and advice what to do about it.
	does, advice string
	// note is for fewer pages, but at least noted.
	note  check.Text
	noted int
}

const (
	nothing   = "no text or links until scripts run"
	noScripts = "linkvet runs no scripts"
	prerender = noScripts + ", so it cannot check their content; check a pre-rendered build of the site"
	openPages = "open them in a browser, and check the log of the host"
	exclude   = "; if they are correct, add them to exclude-pages"
	letIn     = "turn it off, or set header to let linkvet in"
	lift      = "if this is a login, consent gate, age gate or maintenance page, " + letIn + "; if the host limits requests, lower concurrency" + exclude
)

const (
	// shortText is how much text counts when less than half of the pages show it, or when it has
	// no telling words, in bytes: Apache's manual has one page of 900 bytes in ten languages, not
	// translated.
	shortText = 500
	// excerptSize is how much of a text a message shows, in bytes.
	excerptSize = 80
)

// The rows of the table. The first one that has too many pages is the problem, as others are often
// its consequence. Unread pages are one by themselves, by max-unread.
const (
	shells = iota
	scripted
	missing
	saidMissing
	logins
	walls
	failures
	empty
	sameText
	notHTML
	sameEnd
	unread
)

var classes = [...]class{
	shells: {half: 2, does: "have " + nothing, advice: prerender + ", or add them to exclude-pages", note: check.Text{
		One:  "1 page has " + nothing + ", so its content is not checked: {names}",
		Many: "{n} pages have " + nothing + ", so their content is not checked, such as {names}",
	}},
	scripted: {half: 5, does: "redirect to other pages by scripts", advice: noScripts + "; if this is a login or consent gate, " + letIn, note: check.Text{
		One:  "a script on 1 page redirects to another page, and " + noScripts + ": {names}",
		Many: "scripts on {n} pages redirect to other pages, and " + noScripts + ", such as on {names}",
	}},
	missing: {half: 2, does: "%s", advice: lift},
	// An answer that says itself that there is nothing is believed: a small site may well have more
	// dead links than pages. A larger one of which most is gone has another trouble.
	saidMissing: {half: 10, does: "%s", advice: lift},
	logins: {half: 1, many: 11, percent: 5, does: "ask for a login (%s) or deny access", note: check.Text{
		One:  "1 page of the site asks for a login or denies access, so its links are not checked: {names}",
		Many: "{n} pages of the site ask for a login or deny access, so their links are not checked, such as {names}",
	}},
	walls:    {half: 5, many: 10, does: "show the same text%s", advice: lift},
	failures: {half: 5, many: 10, does: "show the same text%s", advice: openPages + exclude},
	empty:    {half: 10, does: "are empty", advice: openPages + exclude},
	sameText: {half: 10, does: "show the same text%s", advice: openPages + exclude, noted: 10, note: check.Text{Many: "{n} pages show the same text{a}, such as {names}"}},
	notHTML:  {half: 5, does: "are %s and not HTML pages", advice: openPages + exclude},
	sameEnd:  {half: 5, does: "redirect to %s", advice: lift},
	unread: {note: check.Text{
		One:  "1 page of the site did not answer, so its links are not checked",
		Many: "{n} pages of the site did not answer, so their links are not checked",
	}},
}

// rowOf is the row of pages that show the same, by what that is.
var rowOf = map[Class]int{Content: sameText, Access: walls, Gate: walls, Failure: failures, Empty: empty}

// group are pages of one class that have the same in common: what they show, with its print, or
// where they lead.
type group struct {
	row   int
	print uint64
	what  string
}

// sum counts the pages of a group, and keeps the first three by name.
type sum struct {
	n int
	// plain is the number of those without a query, which may be one page in different orders, and
	// without those that the host shows in the place of others.
	plain int
	names []string
	whys  []string
}

func (t *sum) add(p *Page, why string) {
	t.n++
	if p.URL.Query == "" && !isForHost(p.URL.Path) {
		t.plain++
	}
	if i, _ := slices.BinarySearch(t.names, p.Name); i < check.MaxExamples {
		t.names, t.whys = slices.Insert(t.names, i, p.Name), slices.Insert(t.whys, i, why)
		kept := min(len(t.names), check.MaxExamples)
		t.names, t.whys = t.names[:kept], t.whys[:kept]
	}
}

// reasons are the first few pages with the reasons why they were not read.
func (t *sum) reasons(most int) string {
	var each []string
	for i := range min(most, len(t.names)) {
		each = append(each, check.Shorten(t.names[i], check.MaxName)+" ("+check.Shorten(t.whys[i], check.MaxWhy)+")")
	}
	return strings.Join(each, ", ")
}

// Judge goes through the table.
func (s *Site) Judge() (v Verdict) {
	s.count()
	if t := s.groups[group{row: unread}]; t != nil {
		v.Unread = t.n
		if s.MaxUnread.Exceeds(t.n, s.all.n) {
			v.Problems = append(v.Problems, s.unreadProblem(t))
		} else {
			v.Notes = append(v.Notes, classes[unread].note.Of(t.n, nil))
		}
	}
	problem := ""
	var notes []string
	for row := range unread {
		if row == missing && problem == "" && !s.SkipStart { // it may need scripts as most pages do
			problem = s.startPage()
		}
		g, t, tooMany := s.largest(row)
		switch c := &classes[row]; {
		case tooMany:
			v.AreMissing = v.AreMissing || row == missing || row == saidMissing
			if row == logins {
				v.Unread += t.n
			}
			if problem == "" {
				problem = s.problem(g, t)
			}
		case t.n > 0 && t.plain >= c.noted && c.note.Many != "":
			notes = append(notes, c.note.Of(t.n, t.names, excerpt(g.what)))
		}
	}
	if problem != "" {
		v.Problems = append(v.Problems, problem)
		return v
	}
	if s.Missing != nil && s.Missing.Note != "" {
		notes = append(notes, s.Missing.Note)
	}
	v.Notes = append(v.Notes, notes...)
	return v
}

// largest is the largest group of a row: of those that are too many, if there are such.
func (s *Site) largest(row int) (of group, largest *sum, tooMany bool) {
	largest = &sum{}
	for g, t := range s.groups {
		if g.row != row {
			continue
		}
		isHalf := classes[row].half > 0 && t.n >= classes[row].half && 2*t.plain > s.all.plain
		is := (isHalf || s.areMany(g, t)) && !(s.IsDirectory && row == scripted)
		isLarger := t.n > largest.n || t.n == largest.n && (g.print < of.print || g.what < of.what)
		if is && !tooMany || is == tooMany && isLarger {
			of, largest, tooMany = g, t, is
		}
	}
	return of, largest, tooMany
}

// areMany reports whether pages that are no more than half of the site are too many.
func (s *Site) areMany(g group, t *sum) bool {
	c := &classes[g.row]
	return c.many > 0 && t.n >= c.many && 100*t.n > c.percent*s.all.n && len(g.what) <= shortText
}

// problem says that a group has too many pages.
func (s *Site) problem(g group, t *sum) string {
	c, what, examples := &classes[g.row], excerpt(g.what), check.FirstNames(t.names)
	advice := c.advice
	switch g.row {
	case notHTML, sameEnd:
		what = g.what
	case missing, saidMissing:
		what = s.Missing.same(t.n)
		if s.Missing.startLeads {
			advice += "; if scripts show the pages, check a pre-rendered build of the site"
		}
	case logins:
		var kind protection.Login
		for k, n := range s.protections {
			if n > s.protections[kind] || n == s.protections[kind] && k < kind {
				kind = k
			}
		}
		what, examples, advice = KindName(kind), t.reasons(1), Opening(s.Headers, kind)
		if kind == "" && strings.Contains(examples, "403") {
			advice += "; if the host limits requests, lower concurrency"
		}
		advice += "; add pages that need a login to exclude-pages"
	}
	n, total := t.n, s.all.n
	if !s.areMany(g, t) {
		n, total = t.plain, s.all.plain
	}
	return fmt.Sprintf("%d of %s %s, such as %s; %s", n, check.Count(total, "page"), strings.Replace(c.does, "%s", what, 1), examples, advice)
}

// unreadProblem says that more pages were not read than max-unread allows.
func (s *Site) unreadProblem(t *sum) string {
	verb, advice, more := "could not be read", "raise timeout, lower concurrency, or raise max-unread", ""
	if s.unanswered > 0 {
		verb = "did not answer"
	}
	if s.bots == t.n {
		advice = "let linkvet pass the bot protection, by its User-Agent or a header, or raise max-unread"
	}
	if n := t.n - check.MaxExamples; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d of %s %s (max-unread allows %s): %s%s; %s",
		t.n, check.Count(s.all.n, "page"), verb, s.MaxUnread, t.reasons(check.MaxExamples), more, advice)
}

// count sorts the pages into groups.
func (s *Site) count() {
	s.groups, s.protections = map[group]*sum{}, map[protection.Login]int{}
	s.all.n, s.all.plain, s.public = s.Others, s.Others, s.Others
	for p := range s.Pages {
		class := p.Look.Class
		text, isShown := s.Texts[p.Look.Print] // by several pages
		end, isLogin := s.endOf(p), class == Login || class == Password
		if p.IsMissing || s.Missing.isStartPage() && p.URL == s.First.URL {
			row := missing
			if s.Missing.saysSo {
				row = saidMissing
			}
			s.add(group{row: row}, p, "")
		}
		switch {
		case class == NotHTML:
			s.add(group{row: notHTML, what: p.Look.Text}, p, "")
		case class == Bot, p.Failed && p.Outcome.IsUnread():
			s.add(group{row: unread}, p, s.whyUnread(p))
			if p.Failed && p.Outcome.Status == 0 && p.Outcome.Reason != link.RateLimited {
				s.unanswered++
			}
			if class == Bot || p.Outcome.BotProtection != "" {
				s.bots++
			}
		case p.Failed, s.leadsToLogin(p), isLogin && isShown && p.IsRead && !isAccount(p.URL):
			s.add(group{row: logins}, p, s.whyUnread(p))
			s.protections[p.Outcome.Protection]++
		case end != "" && !p.IsRead:
			s.add(group{row: sameEnd, what: end}, p, "")
		case !p.IsRead && !p.IsMissing:
			continue // no page, or not of this site
		case class == Shell:
			s.add(group{row: shells}, p, "")
		case isAccount(p.URL):
			continue // what a site is for are others
		case class == Redirect:
			s.add(group{row: scripted}, p, "")
		case (isLogin || class == Access || class == Gate) && p.URL == s.First.URL:
			// It is not what the site is for.
		default:
			s.public++
			if end != "" {
				s.add(group{row: sameEnd, what: end}, p, "")
			}
		}
		s.all.add(p, "")
		if row := rowOf[class]; isShown && p.IsRead && row != 0 && (row != sameText || len(text) <= shortText) {
			s.add(group{row, p.Look.Print, text}, p, "")
		}
	}
}

func (s *Site) add(g group, p *Page, why string) {
	if s.groups[g] == nil {
		s.groups[g] = &sum{}
	}
	s.groups[g].add(p, why)
}

// leadsToLogin reports whether a page sends its readers to a login: by a redirect to one by its
// name, or to another page that asks for a password, or by a meta refresh.
func (s *Site) leadsToLogin(p *Page) bool {
	switch {
	case site.IsLogin(p.URL):
		return false
	case p.IsRead:
		return p.End.Host != "" && (site.IsLogin(p.End) || p.IsAway && (isSignIn(p.End) || returnsTo(p.End, p.URL)))
	}
	endsAtForm := len(p.Outcome.Redirects) > 0 && (p.EndLook.Class == Login || p.EndLook.Class == Password) &&
		strings.TrimSuffix(p.End.Path, "/") != strings.TrimSuffix(p.URL.Path, "/")
	return endsAtForm || RedirectsToLogin(p.URL, p.Outcome.Redirects)
}

// startPage says that the start page is a login or another page in front of the site, or that it
// shows nothing.
func (s *Site) startPage() string {
	kind, first, hops := s.Start.Outcome.Protection, s.First, s.Start.Outcome.Redirects
	class, opening := first.Look.Class, Opening(s.Headers, kind)
	isForm, isWall := class == Login || class == Password, class == Access || class == Gate
	isMoved := len(hops) > 0 && first.URL.Path != s.Asked.Path && !site.IsLogin(s.Asked)
	switch {
	case RedirectsToLogin(s.Asked, hops), isMoved && class == Login, isMoved && s.public <= 1 && returnsTo(first.URL, s.Asked):
		to, _ := weburl.Parse(hops[len(hops)-1].URL)
		return fmt.Sprintf("the start page redirects to a login page, %s (%s); %s", s.Written(to), KindName(kind), opening)
	case s.Start.IsRead && s.leadsToLogin(s.Start):
		return fmt.Sprintf("the start page forwards to a login page, %s (%s); %s", s.Written(s.Start.End), KindName(kind), opening)
	case first.IsAway && s.public <= 1:
		return fmt.Sprintf("the start page forwards to another site, %s; if you want to check that site, use its URL as the target", s.Written(first.End))
	case isForm && s.public == 0:
		return fmt.Sprintf("the start page is a login page (%s), and it links to no other page of the site; %s", KindName(kind), opening)
	case isWall && s.public == 0 && (s.Missing == nil || !s.Missing.isHonest):
		if class == Gate {
			opening = lift
		}
		return fmt.Sprintf("the start page stands in front of the site%s, and it links to no other page of the site; %s", excerpt(first.Look.Text), opening)
	case s.Missing.isStartPage() && !s.Missing.startLeads:
		return "the start page " + s.Missing.same(1) + "; " + lift
	case class == Shell, first.EndLook.Class == Shell:
		return "the start page has " + nothing + ": " + prerender
	case class == Redirect && s.public == 0:
		return "a script on the start page redirects to another page, and " + noScripts + ": check the URL or directory to which it redirects"
	case class == Empty && !first.Failed:
		return "the start page is empty: open it in a browser, and check the log of the host"
	case class == NotHTML && s.public > 0:
		return "the start page is " + first.Look.Text + " and not an HTML page: open it in a browser, and check the log of the host"
	}
	return ""
}

// endOf names where a page of the site leads instead of showing what it is named for:
// another page, without its query, or another site on which the page has the same
// path. It is empty when it shows something itself, or something that is no page.
func (s *Site) endOf(p *Page) string {
	to := p.End
	switch {
	case to.Host == "" || !p.Outcome.Good():
		return ""
	case !p.IsAway && strings.TrimSuffix(to.Path, "/") == strings.TrimSuffix(p.URL.Path, "/"):
		return "" // a language or another setting, or a slash
	case !p.IsAway && slices.ContainsFunc(p.Outcome.Redirects, func(hop link.Redirect) bool {
		return hop.Status == http.StatusMovedPermanently || hop.Status == http.StatusPermanentRedirect
	}):
		return "" // it has moved, which is a finding
	case p.IsAway && to.Path == p.URL.Path:
		to.Path = "/"
	}
	return s.Written(to)
}

// isForHost reports whether the page at a path is one that the host shows in place of others, such as
// for errors.
func isForHost(p string) bool {
	return site.IsErrorPage(p) || site.IsServicePage(path.Base(p)) || site.IsServicePage(path.Base(p)+".html")
}

// whyUnread says in a few words why a page was not read.
func (s *Site) whyUnread(p *Page) string {
	switch n := len(p.Outcome.Redirects); {
	case p.Look.Class == Bot:
		return "shows the bot protection of " + p.Look.Product
	case p.Failed:
		why, _, _ := strings.Cut(p.Outcome.Message, ";") // behind the semicolon is what to try
		return strings.TrimPrefix(why, check.CutMessage)
	case n > 0:
		to, _ := weburl.Parse(p.Outcome.Redirects[n-1].URL)
		return "redirects to " + s.Written(to)
	case p.End.Host != "":
		return "forwards to " + s.Written(p.End)
	}
	return "shows a login page"
}

// excerpt quotes the beginning of a text, in parentheses; empty for none.
func excerpt(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf(" (%q)", check.Shorten(weburl.RedactText(text), excerptSize))
}
