// Package health answers "is this the site?". Login pages, bot protection, error pages, empty
// pages and pages that scripts fill stand where pages of a site should be: each page is looked at
// once, when it is read, and after the last one a table of classes says how many of each are too
// many. Health also knows how the site answers for paths that do not exist.
package health

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Class is what a page is instead of content.
type Class uint8

// The classes, in the order in which they count: the first one that has too many pages is the
// problem, as others are often its consequence. [LookAt] finds most of them, and [Site.Add] those
// that more than the page itself shows.
const (
	Content  Class = iota // as most pages
	Shell                 // no text or links until scripts run
	Redirect              // a shell whose script leads to another page
	NotFound              // the answer for a made-up path
	Login                 // a field for a password and little else, named so; or 401, 403, a redirect to a login
	Password              // the same without the name: a login if other pages show the same
	Form                  // a field for a password and more text: also a login if other pages show the same
	Access                // by its words it asks in another way who the visitor is
	Gate                  // by its words another page in front of a site, such as one about maintenance
	Failure               // the words of an error page
	Same                  // content that other pages show as well, or nothing at all
	SameEnd               // it sends its readers where other pages do
	Bot                   // the page of a product that keeps robots away: it counts as Unread
	Unread                // no whole answer; max-unread says how many are too many
)

// class is what there is to say of pages of a class, and when.
type class struct {
	// Pages are too many when they are at least half and more than half of the site, or at least
	// many and more than percent of it. Zero is never.
	half, many, percent int
	// advice is what to do about it.
	advice string
	// note is for fewer pages: {a} is what they have in common, and {b} names them with why they were
	// not read.
	note check.Text
}

const (
	nothing   = "no text or links until scripts run"
	noScripts = "linkvet runs no scripts"
	prerender = noScripts + ", so it cannot check their content; check a pre-rendered build of the site"
	openPage  = "open it in a browser, and check the log of the host"
	exclude   = "; if they are correct, add them to exclude-pages"
	openPages = "open them in a browser, and check the log of the host" + exclude
	letIn     = "turn it off, or set header to let linkvet in"
	lift      = "if this is a login, consent gate, age gate or maintenance page, " + letIn + "; if the host limits requests, lower concurrency" + exclude
)

var classes = [...]class{
	Shell:    {half: 2, advice: prerender + ", or add them to exclude-pages", note: "{n} page[ has|s have] " + nothing + ", so [its|their] content is not checked[: |, such as ]{names}"},
	Redirect: {half: 5, advice: noScripts + "; if this is a login or consent gate, " + letIn, note: "[a script on 1 page redirects to another page|{n} pages {a}], and " + noScripts + "[: |, such as ]{names}"},
	NotFound: {half: 2, advice: lift},
	Login:    {half: 1, many: 11, percent: 5, note: "{n} page[|s] of the site [asks for a login or denies access|{a}], so [its|their] links are not checked[: |, such as ]{b}"},
	Access:   {half: 5, many: 10, advice: lift},
	Gate:     {half: 5, many: 10, advice: lift},
	Failure:  {half: 5, many: 10, advice: openPages},
	Same:     {half: 10, advice: openPages, note: "{n} pages {a}, such as {names}"},
	SameEnd:  {half: 5, advice: lift},
	Unread:   {advice: "raise timeout, lower concurrency, or raise max-unread", note: "{n} page[|s] of the site did not answer, so [its|their] links are not checked"},
}

// shortText is how much text counts when less than half of the pages show it, or when it has no
// telling words, in bytes: Apache's manual has one page of 900 bytes in ten languages, not translated.
const shortText = 500

// Page is one page of a site that was to be read.
type Page struct {
	URL weburl.URL
	// Name is how messages name it.
	Name string
	Look Look
	// Outcome is that of its last request. Failed is whether the site gave no answer then, or not
	// a whole one, or denied access.
	Outcome *check.Outcome
	Failed  bool
	// IsRead is whether it was read at this URL, and IsMissing whether it answered as a made-up
	// path does.
	IsRead, IsMissing bool
	// End is where it sends its readers, by a redirect or a meta refresh, and EndLook what the page
	// there shows; the zero URL for most. IsAway is whether that is on another site.
	End     weburl.URL
	EndLook Look
	IsAway  bool
}

// Site is what is to be judged: all pages are added, but for those that a rule judges, and then
// Judge is called.
type Site struct {
	// Asked is the URL that the user gave, Start the page of that URL, and First the page that was
	// read for it: at the end of its redirects. SkipStart is whether the settings say what it is.
	Asked        weburl.URL
	Start, First *Page
	SkipStart    bool
	// Texts are the little texts that several pages show, by their prints.
	Texts map[uint64]string
	// Probe is how the site answers for a made-up path; nil if that was not asked for.
	Probe     *Probe
	Headers   []config.Header
	MaxUnread config.Share
	// Written is how messages name a URL of any site.
	Written func(weburl.URL) string
	// Others is the number of further pages, all of them content, and IsDirectory whether they are
	// files: nothing can stand in front of these.
	Others      int
	IsDirectory bool

	groups map[group]*counter
	all    counter
	// public is the number of pages that were read and are content, and bots that of bot protection.
	// login is the kind of login that pages ask for.
	public, bots int
	login        protection.Login
}

// group are pages of one class that have the same in common: does says what. Of texts that are not
// the same in all, the print tells.
type group struct {
	class  Class
	does   string
	print  uint64
	isLong bool // more than a short text
}

// counter counts the pages of a group.
type counter struct {
	n int
	// plain is the number of those without a query, which may be one page in different orders, and
	// without those that the host shows in the place of others.
	plain int
	// examples are the first three by name, perhaps with why they were not read.
	examples []string
}

func (t *counter) add(p *Page, why string) {
	t.n++
	if base := path.Base(p.URL.Path); p.URL.Query == "" && !pagekind.IsErrorPage(p.URL.Path) && !pagekind.IsServicePage(base) && !pagekind.IsServicePage(base+".html") {
		t.plain++
	}
	example := p.Name
	if why != "" {
		example = check.Shorten(p.Name, check.MaxName) + " (" + check.Shorten(why, check.MaxWhy) + ")"
	}
	if i, _ := slices.BinarySearch(t.examples, example); i < check.MaxExamples {
		t.examples = slices.Insert(t.examples, i, example)
		t.examples = t.examples[:min(len(t.examples), check.MaxExamples)]
	}
}

func (s *Site) count(p *Page, g group, why string) {
	if s.groups == nil {
		s.groups = map[group]*counter{}
	}
	if s.groups[g] == nil {
		s.groups[g] = &counter{}
	}
	s.groups[g].add(p, why)
}

// Add counts a page.
func (s *Site) Add(p *Page) {
	class := p.Look.Class
	text, isShared := s.Texts[p.Look.Print]
	end, isForm := s.endOf(p), class == Login || class == Password
	if p.IsMissing || s.Probe != nil && s.Probe.isStart && p.URL == s.First.URL {
		s.count(p, group{class: NotFound, does: s.Probe.same(2)}, "")
	}
	switch {
	case class == Bot, p.Failed && p.Outcome.IsUnread():
		s.count(p, group{class: Unread}, s.whyUnread(p))
		if class == Bot || p.Outcome.BotProtection != "" {
			s.bots++
		}
	case p.Failed, s.leadsToLogin(p), (isForm || class == Form && p.URL.Query == "") && isShared && p.IsRead && !isAccount(p.URL):
		s.count(p, group{class: Login, does: "ask for a login or deny access"}, s.whyUnread(p))
		s.login = max(s.login, p.Outcome.Protection)
	case end != "" && !p.IsRead:
		s.count(p, group{class: SameEnd, does: "redirect to " + end}, "")
	case !p.IsRead && !p.IsMissing:
		return // no page, or not of this site
	case class == Shell:
		s.count(p, group{class: Shell, does: "have " + nothing}, "")
	case isAccount(p.URL):
		return // what a site is for are others
	case class == Redirect:
		s.count(p, group{class: Redirect, does: "redirect to other pages by scripts"}, "")
	case (isForm || class == Access || class == Gate) && p.URL == s.First.URL:
		// It is not what the site is for.
	default:
		s.public++
		if end != "" {
			s.count(p, group{class: SameEnd, does: "redirect to " + end}, "")
		}
	}
	s.all.add(p, "")
	if isLong := len(text) > shortText; isShared && p.IsRead {
		switch {
		case class == Access, class == Gate, class == Failure:
			s.count(p, group{class, "show the same text" + excerpt(text), p.Look.Print, isLong}, "")
		case class == Content && text == "":
			s.count(p, group{class: Same, does: "are empty"}, "")
		case class == Content && !isLong:
			s.count(p, group{Same, "show the same text" + excerpt(text), p.Look.Print, false}, "")
		}
	}
}

// Judge goes through the table, and adds to a report what it says. AreMissing is whether so many
// pages answer as a made-up path does that they are no findings.
func (s *Site) Judge(r *link.Report) (areMissing bool) {
	for _, n := range []*int{&s.all.n, &s.all.plain, &s.public} {
		*n += s.Others
	}
	groups := slices.SortedFunc(maps.Keys(s.groups), func(a, b group) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(s.groups[b].n, s.groups[a].n), cmp.Compare(a.does, b.does))
	})
	start, problem, last := s.startPage(), "", Content
	for _, g := range groups {
		c, t := &classes[g.class], s.groups[g]
		if g.class > Redirect { // the start page may need scripts as most pages do
			problem = cmp.Or(problem, start)
		}
		isTooMany := s.areTooMany(g, t)
		if g.class == Unread || g.class == Login && isTooMany {
			r.Unread += t.n
		}
		areMissing = areMissing || g.class == NotFound && isTooMany
		switch {
		case isTooMany && g.class == Unread:
			r.Problem(s.problem(g, t))
		case isTooMany:
			problem = cmp.Or(problem, s.problem(g, t))
		case (problem == "" || g.class == Unread) && g.class != last && (g.class != Same || t.plain >= c.half):
			r.Note(c.note.Of(t.n, t.examples, g.does, strings.Join(t.examples, ", ")))
		}
		last = g.class
	}
	problem = cmp.Or(problem, start)
	if problem == "" && s.Probe != nil {
		r.Note(s.Probe.Note)
	}
	r.Problem(problem)
	return areMissing
}

func (s *Site) areTooMany(g group, t *counter) bool {
	c := classes[g.class]
	switch {
	case s.IsDirectory && g.class == Redirect:
		return false
	case g.class == Unread:
		return s.MaxUnread.Exceeds(t.n, s.all.n)
	case g.class == NotFound && s.Probe.saysSo:
		// A small site may well have more dead links than pages, but a larger one of which most is
		// gone has another trouble.
		c.half = 10
	case g.class == Login && s.login == protection.Vercel && hasHeader(s.Headers, protection.VercelOIDCToken):
		c.many, c.percent = 1, 0 // Vercel protects all of a deployment, so the token has expired
	}
	isHalf := c.half > 0 && t.n >= c.half && 2*t.plain > s.all.plain
	return isHalf || c.many > 0 && t.n >= c.many && 100*t.n > c.percent*s.all.n && !g.isLong
}

// problem says that a group has too many pages.
func (s *Site) problem(g group, t *counter) string {
	does, examples, advice := g.does, check.FirstNames(t.examples), classes[g.class].advice
	switch {
	case g.class == NotFound && s.Probe.hasScripts:
		advice += "; if scripts show the pages, check a pre-rendered build of the site"
	case g.class == Unread:
		does, examples = fmt.Sprintf("could not be read (max-unread allows %s)", s.MaxUnread), strings.Join(t.examples, ", ")
		if s.bots == t.n {
			advice = "let linkvet pass the bot protection, by its User-Agent or a header, or raise max-unread"
		}
	case g.class == Login:
		does, examples, advice = does+" ("+kindName(s.login)+")", t.examples[0], opening(s.Headers, s.login)
		if s.login == "" && strings.Contains(examples, "403") {
			advice += "; if the host limits requests, lower concurrency"
		}
		advice += "; add pages that need a login to exclude-pages"
	}
	return check.TooManyPages.Of(t.n, nil, link.Count(s.all.n, "page"), does, examples, advice)
}

// startPage says that the start page is a login or another page in front of the site, or that it
// shows nothing.
func (s *Site) startPage() string {
	kind, first, hops := s.Start.Outcome.Protection, s.First, s.Start.Outcome.Redirects
	class, way := first.Look.Class, opening(s.Headers, kind)
	isForm, isWall := class == Login || class == Password, class == Access || class == Gate
	isMoved := len(hops) > 0 && first.URL.Path != s.Asked.Path && !pagekind.IsLogin(s.Asked)
	isForwarded := s.Start.IsRead && s.leadsToLogin(s.Start)
	switch {
	case s.SkipStart:
		return ""
	case isForwarded, redirectsToLogin(s.Asked, hops), isMoved && class == Login, isMoved && s.public <= 1 && returnsTo(first.URL, s.Asked):
		to := s.Start.End
		if !isForwarded {
			to = check.EndOf(to, hops)
		}
		return check.StartToLogin.About(s.Written(to), kindName(kind), way)
	case first.IsAway && s.public <= 1:
		return check.StartLeadsAway.About(s.Written(first.End))
	case isForm && s.public == 0:
		return check.StartIsLogin.About(kindName(kind), way)
	case isWall && s.public == 0 && (s.Probe == nil || !s.Probe.isHonest):
		if class == Gate {
			way = lift
		}
		return check.StartIsWall.About(excerpt(first.Look.Text), way)
	case s.Probe != nil && s.Probe.isStart && !s.Probe.startLeads:
		return check.StartIsAnswer.About(s.Probe.same(1), lift)
	case class == Shell, first.EndLook.Class == Shell:
		return check.StartIsShell.About(prerender)
	case class == Redirect && s.public == 0:
		return check.StartIsRedirect.About()
	case class == Content && first.Look.Print != 0 && first.Look.Text == "" && !first.Failed:
		return check.StartIsEmpty.About(openPage)
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

// whyUnread says in a few words why a page was not read.
func (s *Site) whyUnread(p *Page) string {
	to := check.EndOf(p.End, p.Outcome.Redirects)
	switch {
	case p.Look.Class == Bot:
		return "shows the bot protection of " + p.Look.Product
	case p.Failed:
		why, _, _ := strings.Cut(p.Outcome.Message, ";") // behind the semicolon is what to try
		return strings.TrimPrefix(why, check.CutMessage)
	case to.Host != "":
		return "redirects to " + s.Written(to)
	}
	return "shows a login page"
}

// excerpt quotes the beginning of a text, in parentheses; empty for none.
func excerpt(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf(" (%q)", check.Shorten(weburl.RedactText(text), 80))
}
