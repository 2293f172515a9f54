// Package health answers "is this the site?". Login pages, bot protection, error pages, empty
// pages and pages that scripts fill stand where pages of a site should be: each page is looked at
// once, when it is read, and after the last one a table of classes says how many of each are too
// many. Health also knows how the site answers for paths that do not exist.
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

// Class is what a page is instead of content.
type Class uint8

// The classes, in the order in which they count: the first one that has too many pages is the
// problem, as others are often its consequence. [LookAt] finds most of them, and Judge those that
// more than the page itself shows.
const (
	// Content is most pages.
	Content Class = iota
	// Shell has no text or links until scripts run, and Redirect is one of those whose script
	// leads to another page.
	Shell
	Redirect
	// NotFound answers as a made-up path does.
	NotFound
	// Login asks for a password, shows little else, and says so in its title or heading. The class
	// also has pages that deny access, and those that send their readers to a login.
	Login
	// Password asks for a password and shows little else: a login if other pages show the same.
	Password
	// Access asks who the visitor is in another way, and Gate is another page in front of a site,
	// such as one about maintenance, by their words.
	Access
	Gate
	// Failure has the words of an error page.
	Failure
	// Empty has nothing at all.
	Empty
	// Same is content that other pages show as well.
	Same
	// NotHTML is an answer of success that is no page, though its name is that of one: an
	// application that fails, or a wrong setting of its host, may answer so for each page.
	NotHTML
	// SameEnd sends its readers where other pages do.
	SameEnd
	// Bot is the page of a product that keeps robots away. It counts as an Unread one: one without
	// a whole answer. How many of these are too many, max-unread says.
	Bot
	Unread
)

// class is what there is to say of pages of a class, and when.
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
	same      = "show the same text%s"
)

var classes = [...]class{
	Shell: {half: 2, does: "have " + nothing, advice: prerender + ", or add them to exclude-pages", note: check.Text{
		One:  "1 page has " + nothing + ", so its content is not checked: {names}",
		Many: "{n} pages have " + nothing + ", so their content is not checked, such as {names}",
	}},
	Redirect: {half: 5, does: "redirect to other pages by scripts", advice: noScripts + "; if this is a login or consent gate, " + letIn, note: check.Text{
		One:  "a script on 1 page redirects to another page, and " + noScripts + ": {names}",
		Many: "scripts on {n} pages redirect to other pages, and " + noScripts + ", such as on {names}",
	}},
	NotFound: {half: 2, does: "%s", advice: lift},
	Login: {half: 1, many: 11, percent: 5, does: "ask for a login (%s) or deny access", note: check.Text{
		One:  "1 page of the site asks for a login or denies access, so its links are not checked: {names}",
		Many: "{n} pages of the site ask for a login or deny access, so their links are not checked, such as {names}",
	}},
	Access:  {half: 5, many: 10, does: same, advice: lift},
	Gate:    {half: 5, many: 10, does: same, advice: lift},
	Failure: {half: 5, many: 10, does: same, advice: openPages + exclude},
	Empty:   {half: 10, does: "are empty", advice: openPages + exclude},
	Same:    {half: 10, does: same, advice: openPages + exclude, noted: 10, note: check.Text{Many: "{n} pages show the same text{a}, such as {names}"}},
	NotHTML: {half: 5, does: "are %s and not HTML pages", advice: openPages + exclude},
	SameEnd: {half: 5, does: "redirect to %s", advice: lift},
	Unread: {note: check.Text{
		One:  "1 page of the site did not answer, so its links are not checked",
		Many: "{n} pages of the site did not answer, so their links are not checked",
	}},
}

const (
	// saidNotFound is how many pages are too many, if they are more than half, that say themselves
	// that there is nothing: a small site may well have more dead links than pages. A larger one of
	// which most is gone has another trouble.
	saidNotFound = 10
	// shortText is how much text counts when less than half of the pages show it, or when it has
	// no telling words, in bytes: Apache's manual has one page of 900 bytes in ten languages, not
	// translated.
	shortText = 500
	// excerptSize is how much of a text a message shows, in bytes.
	excerptSize = 80
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

	// What follows is counted. Public is the number of pages that were read and are content, and
	// bots that of bot protection. Login is the kind of login that pages ask for.
	groups       map[group]*counter
	all          counter
	public, bots int
	login        protection.Login
}

// Verdict is what the pages come to. AreMissing is whether so many answer as a made-up path does
// that they are no findings.
type Verdict struct {
	Unread          int
	Problems, Notes []string
	AreMissing      bool
}

// group are pages of one class that have the same in common: what they show, with its print, or
// where they lead.
type group struct {
	class Class
	print uint64
	what  string
}

// counter counts the pages of a group, and keeps the first three by name.
type counter struct {
	n int
	// plain is the number of those without a query, which may be one page in different orders, and
	// without those that the host shows in the place of others.
	plain int
	names []string
	whys  []string
}

func (t *counter) add(p *Page, why string) {
	t.n++
	if base := path.Base(p.URL.Path); p.URL.Query == "" && !site.IsErrorPage(p.URL.Path) && !site.IsServicePage(base) && !site.IsServicePage(base+".html") {
		t.plain++
	}
	if i, _ := slices.BinarySearch(t.names, p.Name); i < check.MaxExamples {
		t.names, t.whys = slices.Insert(t.names, i, p.Name), slices.Insert(t.whys, i, why)
		kept := min(len(t.names), check.MaxExamples)
		t.names, t.whys = t.names[:kept], t.whys[:kept]
	}
}

// reasons are the first few pages with the reasons why they were not read.
func (t *counter) reasons(most int) string {
	var each []string
	for i := range min(most, len(t.names)) {
		each = append(each, check.Shorten(t.names[i], check.MaxName)+" ("+check.Shorten(t.whys[i], check.MaxWhy)+")")
	}
	return strings.Join(each, ", ")
}

// Judge goes through the table.
func (s *Site) Judge() (v Verdict) {
	s.count()
	problem := ""
	var notes []string
	for class := Shell; class < Unread; class++ {
		if class == NotFound && problem == "" && !s.SkipStart { // it may need scripts as most pages do
			problem = s.startPage()
		}
		g, t, tooMany := s.largest(class)
		switch c := &classes[class]; {
		case tooMany:
			v.AreMissing = v.AreMissing || class == NotFound
			if class == Login {
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
		v.Problems, notes = []string{problem}, nil
	} else if s.Probe != nil && s.Probe.Note != "" {
		notes = append(notes, s.Probe.Note)
	}
	if t := s.groups[group{class: Unread}]; t != nil {
		v.Unread += t.n
		if s.MaxUnread.Exceeds(t.n, s.all.n) {
			v.Problems = append(v.Problems, s.unreadProblem(t))
		} else {
			notes = append(notes, classes[Unread].note.Of(t.n, nil))
		}
	}
	v.Notes = notes
	return v
}

// count sorts the pages into groups.
func (s *Site) count() {
	s.groups = map[group]*counter{}
	s.all.n, s.all.plain, s.public = s.Others, s.Others, s.Others
	for p := range s.Pages {
		class := p.Look.Class
		text, isShared := s.Texts[p.Look.Print]
		end, isForm := s.endOf(p), class == Login || class == Password
		if p.IsMissing || s.Probe.isStartPage() && p.URL == s.First.URL {
			s.add(group{class: NotFound}, p, "")
		}
		switch {
		case class == NotHTML:
			s.add(group{class: NotHTML, what: p.Look.Text}, p, "")
		case class == Bot, p.Failed && p.Outcome.IsUnread():
			s.add(group{class: Unread}, p, s.whyUnread(p))
			if class == Bot || p.Outcome.BotProtection != "" {
				s.bots++
			}
		case p.Failed, s.leadsToLogin(p), isForm && isShared && p.IsRead && !isAccount(p.URL):
			s.add(group{class: Login}, p, s.whyUnread(p))
			s.login = max(s.login, p.Outcome.Protection)
		case end != "" && !p.IsRead:
			s.add(group{class: SameEnd, what: end}, p, "")
		case !p.IsRead && !p.IsMissing:
			continue // no page, or not of this site
		case class == Shell:
			s.add(group{class: Shell}, p, "")
		case isAccount(p.URL):
			continue // what a site is for are others
		case class == Redirect:
			s.add(group{class: Redirect}, p, "")
		case (isForm || class == Access || class == Gate) && p.URL == s.First.URL:
			// It is not what the site is for.
		default:
			s.public++
			if end != "" {
				s.add(group{class: SameEnd, what: end}, p, "")
			}
		}
		s.all.add(p, "")
		switch {
		case !isShared || !p.IsRead:
		case class == Content && len(text) <= shortText:
			s.add(group{Same, p.Look.Print, text}, p, "")
		case class == Access, class == Gate, class == Failure, class == Empty:
			s.add(group{class, p.Look.Print, text}, p, "")
		}
	}
}

func (s *Site) add(g group, p *Page, why string) {
	if s.groups[g] == nil {
		s.groups[g] = &counter{}
	}
	s.groups[g].add(p, why)
}

// largest is the largest group of a class: of those that are too many, if there are such.
func (s *Site) largest(class Class) (of group, largest *counter, tooMany bool) {
	largest = &counter{}
	for g, t := range s.groups {
		if g.class != class {
			continue
		}
		half := classes[class].half
		if class == NotFound && s.Probe.saysSo {
			half = saidNotFound
		}
		isHalf := half > 0 && t.n >= half && 2*t.plain > s.all.plain
		is := (isHalf || s.areMany(g, t)) && !(s.IsDirectory && class == Redirect)
		isLarger := t.n > largest.n || t.n == largest.n && (g.print < of.print || g.what < of.what)
		if is && !tooMany || is == tooMany && isLarger {
			of, largest, tooMany = g, t, is
		}
	}
	return of, largest, tooMany
}

// areMany reports whether pages that are no more than half of the site are too many. Vercel protects
// all of a deployment: that it asks a visitor with a token for a login means that the token has expired.
func (s *Site) areMany(g group, t *counter) bool {
	c := &classes[g.class]
	isMany := c.many > 0 && t.n >= c.many && 100*t.n > c.percent*s.all.n && len(g.what) <= shortText
	return isMany || g.class == Login && s.login == protection.Vercel && hasHeader(s.Headers, protection.VercelOIDCToken)
}

// problem says that a group has too many pages.
func (s *Site) problem(g group, t *counter) string {
	c, what, examples := &classes[g.class], excerpt(g.what), check.FirstNames(t.names)
	advice := c.advice
	switch g.class {
	case NotHTML, SameEnd:
		what = g.what
	case NotFound:
		what = s.Probe.same(t.n)
		if s.Probe.startLeads {
			advice += "; if scripts show the pages, check a pre-rendered build of the site"
		}
	case Login:
		what, examples, advice = kindName(s.login), t.reasons(1), opening(s.Headers, s.login)
		if s.login == "" && strings.Contains(examples, "403") {
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
func (s *Site) unreadProblem(t *counter) string {
	advice, more := "raise timeout, lower concurrency, or raise max-unread", ""
	if s.bots == t.n {
		advice = "let linkvet pass the bot protection, by its User-Agent or a header, or raise max-unread"
	}
	if n := t.n - check.MaxExamples; n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%d of %s could not be read (max-unread allows %s): %s%s; %s",
		t.n, check.Count(s.all.n, "page"), s.MaxUnread, t.reasons(check.MaxExamples), more, advice)
}

// startPage says that the start page is a login or another page in front of the site, or that it
// shows nothing.
func (s *Site) startPage() string {
	kind, first, hops := s.Start.Outcome.Protection, s.First, s.Start.Outcome.Redirects
	class, way := first.Look.Class, opening(s.Headers, kind)
	isForm, isWall := class == Login || class == Password, class == Access || class == Gate
	isMoved := len(hops) > 0 && first.URL.Path != s.Asked.Path && !site.IsLogin(s.Asked)
	switch {
	case redirectsToLogin(s.Asked, hops), isMoved && class == Login, isMoved && s.public <= 1 && returnsTo(first.URL, s.Asked):
		to, _ := weburl.Parse(hops[len(hops)-1].URL)
		return fmt.Sprintf("the start page redirects to a login page, %s (%s); %s", s.Written(to), kindName(kind), way)
	case s.Start.IsRead && s.leadsToLogin(s.Start):
		return fmt.Sprintf("the start page forwards to a login page, %s (%s); %s", s.Written(s.Start.End), kindName(kind), way)
	case first.IsAway && s.public <= 1:
		return fmt.Sprintf("the start page forwards to another site, %s; if you want to check that site, use its URL as the target", s.Written(first.End))
	case isForm && s.public == 0:
		return fmt.Sprintf("the start page is a login page (%s), and it links to no other page of the site; %s", kindName(kind), way)
	case isWall && s.public == 0 && (s.Probe == nil || !s.Probe.isHonest):
		if class == Gate {
			way = lift
		}
		return fmt.Sprintf("the start page stands in front of the site%s, and it links to no other page of the site; %s", excerpt(first.Look.Text), way)
	case s.Probe.isStartPage() && !s.Probe.startLeads:
		return "the start page " + s.Probe.same(1) + "; " + lift
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
