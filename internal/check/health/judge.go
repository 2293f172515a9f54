package health

import (
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Page is one page of a live site that was to be read.
type Page struct {
	URL  weburl.URL
	Look Look
	// Outcome is that of its last request.
	Outcome *check.Outcome
	// Failed is whether the site gave no answer for it, or not a whole one, or denied access.
	Failed bool
	// IsRead is whether it was read at this URL.
	IsRead bool
	// NotHTML says what its answer is instead of a page; empty for most.
	NotHTML string
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
	// IsHonest is whether the site answers for a made-up path that it does not exist.
	IsHonest  bool
	Headers   []config.Header
	MaxUnread config.Share
	// Name is how messages name a URL of the site, and Written one of any site.
	Name, Written func(weburl.URL) string

	// What follows is counted. Public are the pages that were read and are content, and read those
	// that were read, whatever they show.
	unread, closed, read class
	groups               map[group]*class
	ends, notHTML        map[string]*class
	protections          map[protection.Login]int
	public, total, bots  int
	isSilent             bool
}

// Verdict is what the pages come to.
type Verdict struct {
	Unread          int
	Problems, Notes []string
}

// class is the pages of one kind: how many there are, and the first three by name.
type class struct {
	n        int
	examples []example
	queries  map[string]bool
	again    int
}

type example struct{ name, why string }

// add counts a page. What differs in its query alone is one page with different settings.
func (t *class) add(u weburl.URL, name, why string) {
	t.n++
	if u.Query != "" {
		if t.queries == nil {
			t.queries = map[string]bool{}
		}
		if t.queries[u.Path] {
			t.again++
		}
		t.queries[u.Path] = true
	}
	i, _ := slices.BinarySearchFunc(t.examples, name, func(e example, name string) int { return strings.Compare(e.name, name) })
	if i < check.MaxExamples {
		t.examples = slices.Insert(t.examples, i, example{name, why})
		t.examples = t.examples[:min(len(t.examples), check.MaxExamples)]
	}
}

// paths is the number of pages that differ in more than their query.
func (t *class) paths() int { return t.n - t.again }

// names are the first pages: "/a", "/b".
func (t *class) names() string {
	names := make([]string, len(t.examples))
	for i, e := range t.examples {
		names[i] = e.name
	}
	return check.FirstNames(names)
}

// reasons are the first pages with the reasons why they were not read: "/a (connection reset),
// /b (no answer within 20s) and 57 more". A reason that they share is given once.
func (t *class) reasons() string {
	names, each := make([]string, len(t.examples)), make([]string, len(t.examples))
	isShared := len(t.examples) > 1
	for i, e := range t.examples {
		names[i] = check.Shorten(e.name, check.MaxName)
		each[i] = names[i] + " (" + check.Shorten(e.why, check.MaxWhy) + ")"
		isShared = isShared && e.why == t.examples[0].why
	}
	text := strings.Join(each, ", ")
	if isShared {
		text = strings.Join(names, ", ") + " (each: " + check.Shorten(t.examples[0].why, check.MaxWhy) + ")"
	}
	if more := t.n - len(t.examples); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

const (
	// fewPages is the number of pages below which nothing is concluded from what they share.
	fewPages = 5
	// manyPages is the number from which on pages of one class are too many, if they are also
	// a share of the site that the class names.
	manyPages = 10
	// excerptSize is how much of a text a message shows, in bytes.
	excerptSize = 80
)

// Judge goes through the table of classes. The first class that has too many pages is the problem:
// the others are often its consequence. Unread pages are counted by themselves. missing is the
// problem of Missing, and areShells is whether it is a problem that scripts fill the pages.
func (s *Site) Judge(missing string, areShells bool) (v Verdict) {
	s.count()
	v.Unread = s.unread.n
	if n := s.unread.n; s.MaxUnread.Exceeds(n, s.total) {
		verb, advice := "could not be read", "raise timeout, lower concurrency, or raise max-unread"
		if s.isSilent {
			verb = "did not answer"
		}
		if s.bots == n {
			advice = "let linkvet pass the bot protection, by its User-Agent or a header, or raise max-unread"
		}
		v.Problems = append(v.Problems, fmt.Sprintf("%d of %s %s (max-unread allows %s): %s; %s",
			n, check.Count(s.total, "page"), verb, s.MaxUnread, s.unread.reasons(), advice))
	} else if n > 0 {
		v.Notes = append(v.Notes, check.Count(n, "page")+" of the site did not answer, so "+check.Plural(n, "its", "their")+" links are not checked")
	}
	classes := []func(*Verdict) string{func(*Verdict) string { return missing }, s.startPage, s.logins, s.sameText, s.notPages, s.sameEnd}
	if areShells {
		classes = classes[:0]
	}
	for _, class := range classes {
		if problem := class(&v); problem != "" {
			v.Problems = append(v.Problems, problem)
			break
		}
	}
	return v
}

// count sorts the pages into classes.
func (s *Site) count() {
	s.groups, s.ends, s.notHTML, s.protections = map[group]*class{}, map[string]*class{}, map[string]*class{}, map[protection.Login]int{}
	loginEnds := map[string]bool{}
	for p := range s.Pages {
		if s.endsAtForm(p) {
			loginEnds[p.End.String()] = true
		}
	}
	for p := range s.Pages {
		_, isGroup := s.Texts[p.Look.Print]
		end, isStart := s.endOf(p), p.URL == s.First.URL
		switch class := p.Look.Class; {
		case p.NotHTML != "":
			add(s.notHTML, p.NotHTML, p, s.Name)
			continue
		case class == Bot, p.Failed && p.Outcome.IsUnread():
			s.unread.add(p.URL, s.Name(p.URL), s.whyUnread(p))
			s.isSilent = s.isSilent || p.Failed && p.Outcome.Status == 0 && p.Outcome.Reason != link.RateLimited
			if class == Bot || p.Outcome.BotProtection != "" {
				s.bots++
			}
		case p.Failed, s.leadsToLogin(p):
			s.close(p)
		case end != "" && !p.IsRead:
			add(s.ends, end, p, s.Name)
		case !p.IsRead, pagekind.IsLogin(p.URL), loginEnds[p.URL.String()]:
			continue // no page, not of this site, or where readers log in
		case isAccount(p.URL), isStart && (class == Login || class == Password):
			// They count for neither side.
		case isGroup && (class == Login || class == Password):
			s.close(p)
		default:
			if end != "" {
				add(s.ends, end, p, s.Name)
			}
			if !isStart || class != Access && class != Gate {
				s.public++
			}
			if isGroup && class != Shell && class != Redirect && class != Password {
				add(s.groups, group{p.Look.Print, class}, p, s.Name)
			}
		}
		s.total++
		if p.IsRead {
			s.read.add(p.URL, "~", "")
		}
	}
}

// group are pages that show the same little text with the same links.
type group struct {
	print uint64
	class Class
}

// isTelling reports whether the text has the words of an error page, or of one in front of a site.
func (g group) isTelling() bool { return g.class == Access || g.class == Gate || g.class == Failure }

// shortText is how much text counts when less than half of the pages show it, in bytes: Apache's
// manual has one page of 900 bytes in ten languages, not translated.
const shortText = 500

// add counts a page among others of the same kind.
func add[K comparable](kinds map[K]*class, key K, p *Page, name func(weburl.URL) string) {
	if kinds[key] == nil {
		kinds[key] = &class{}
	}
	kinds[key].add(p.URL, name(p.URL), "")
}

// close counts a page that asks for a login.
func (s *Site) close(p *Page) {
	s.closed.add(p.URL, s.Name(p.URL), s.whyUnread(p))
	s.protections[p.Outcome.Protection]++
}

// most is the kind with the most pages, the first in order of several; its class is empty when there is none.
func most(kinds map[string]*class) (most string, of class) {
	for key, t := range kinds {
		if t.paths() > of.paths() || t.paths() == of.paths() && key < most {
			most, of = key, *t
		}
	}
	return most, of
}

// endsAtForm reports whether a page redirects to another one that asks for a password.
func (s *Site) endsAtForm(p *Page) bool {
	return !p.IsRead && len(p.Outcome.Redirects) > 0 && (p.EndLook.Class == Login || p.EndLook.Class == Password) &&
		strings.TrimSuffix(p.End.Path, "/") != strings.TrimSuffix(p.URL.Path, "/")
}

// leadsToLogin reports whether a page sends its readers to a login.
func (s *Site) leadsToLogin(p *Page) bool {
	switch {
	case pagekind.IsLogin(p.URL), p.URL == s.Start.URL && s.isWithin():
		return false
	case p.IsRead:
		// Only a meta refresh sends readers of a page on that was read.
		return p.End.Host != "" && (pagekind.IsLogin(p.End) || p.IsAway && (isSignIn(p.End) || returnsTo(p.End, p.URL)))
	}
	return s.endsAtForm(p) || RedirectsToLogin(p.URL, p.Outcome.Redirects)
}

// isWithin reports whether a page by the name of a login, to which the start page
// redirects, is where the site begins: it asks for no password, and several pages
// lie below it.
func (s *Site) isWithin() bool {
	if class := s.First.Look.Class; class == Login || class == Password || !s.First.IsRead {
		return false
	}
	n, folder := 0, s.First.URL.Path[:strings.LastIndexByte(s.First.URL.Path, '/')+1]
	for p := range s.Pages {
		if p.IsRead && p.URL != s.First.URL && folder != "/" && strings.HasPrefix(p.URL.Path, folder) {
			n++
		}
	}
	return n >= fewPages
}

// startPage says that the start page is a login or another page in front of the site, or that it
// shows nothing.
func (s *Site) startPage(*Verdict) string {
	kind, first, look := s.Start.Outcome.Protection, s.First, s.First.Look
	hops := s.Start.Outcome.Redirects
	isMoved := len(hops) > 0 && first.URL.Path != s.Asked.Path && !pagekind.IsLogin(s.Asked)
	opening := Opening(s.Headers, kind)
	switch {
	case s.SkipStart:
	case RedirectsToLogin(s.Asked, hops) && !s.isWithin(), isMoved && look.Class == Login, isMoved && s.public <= 1 && returnsTo(first.URL, s.Asked):
		to, _ := weburl.Parse(hops[len(hops)-1].URL)
		return fmt.Sprintf("the start page redirects to a login page, %s (%s); %s", s.Written(to), KindName(kind), opening)
	case s.Start.IsRead && s.leadsToLogin(s.Start):
		return fmt.Sprintf("the start page forwards to a login page, %s (%s); %s", s.Written(s.Start.End), KindName(kind), opening)
	case first.IsAway && s.public <= 1:
		return fmt.Sprintf("the start page forwards to another site, %s; if you want to check that site, use its URL as the target", s.Written(first.End))
	case (look.Class == Login || look.Class == Password) && s.public == 0:
		return fmt.Sprintf("the start page is a login page (%s), and it links to no other page of the site; %s", KindName(kind), opening)
	case (look.Class == Access || look.Class == Gate) && !s.IsHonest && s.public == 0:
		return fmt.Sprintf("the start page stands in front of the site%s, and it links to no other page of the site; %s", excerpt(look.Text), opening)
	case look.Class == Bot:
		return fmt.Sprintf("the start page is a page of the bot protection of %s; let linkvet pass, by its User-Agent or a header", look.Product)
	case look.Class == Empty && !first.Failed:
		return "the start page is empty: open it in a browser, and check the log of the host"
	case s.Start.NotHTML != "" && s.read.n > 0:
		return fmt.Sprintf("the start page is %s and not an HTML page: open it in a browser, and check the log of the host", s.Start.NotHTML)
	}
	return ""
}

// logins says that too many pages ask for a login.
func (s *Site) logins(v *Verdict) string {
	n, open := s.closed.n, s.public+s.unread.n
	if 2*n <= n+open && (n <= manyPages || 20*n <= s.total) { // more than 10 and more than 5%, or more than half
		if n > 0 {
			v.Notes = append(v.Notes, fmt.Sprintf("%s of the site %s for a login or %s access, so %s links are not checked: %s",
				check.Count(n, "page"), check.Plural(n, "asks", "ask"), check.Plural(n, "denies", "deny"), check.Plural(n, "its", "their"), s.closed.names()))
		}
		return ""
	}
	v.Unread += n
	var kind protection.Login
	for k, n := range s.protections {
		if n > s.protections[kind] || n == s.protections[kind] && k < kind {
			kind = k
		}
	}
	first := s.closed.examples[0]
	text := fmt.Sprintf("%d of %s ask for a login (%s) or deny access, such as %s (%s); %s", n, check.Count(n+open, "page"), KindName(kind),
		check.Shorten(first.name, check.MaxName), check.Shorten(first.why, check.MaxWhy), Opening(s.Headers, kind))
	if kind == "" && strings.Contains(first.why, "403") {
		text += "; if the host limits requests, lower concurrency"
	}
	return text + "; add pages that need a login to exclude-pages"
}

// lift says what to do about what is in front of a site.
const lift = "if this is a login, consent gate, age gate or maintenance page, turn it off, or set header to let linkvet in; " +
	"if the host limits requests, lower concurrency; if the pages are correct, add them to exclude-pages"

const openPages = "open them in a browser, and check the log of the host; if they are correct, add them to exclude-pages"

// sameText says that many pages show the same little text with the same links.
func (s *Site) sameText(v *Verdict) string {
	var worst group
	var same class
	for g, t := range s.groups {
		// One with the words of an error or a login needs fewer pages.
		isWorse := g.isTelling() && t.n >= manyPages && len(s.Texts[g.print]) <= shortText
		wasWorse := worst.isTelling() && same.n >= manyPages
		if isWorse && !wasWorse || isWorse == wasWorse && (t.paths() > same.paths() || t.paths() == same.paths() && g.print < worst.print) {
			worst, same = g, *t
		}
	}
	text, n, total, advice := s.Texts[worst.print], same.paths(), s.read.paths(), openPages
	if worst.class == Access || worst.class == Gate {
		advice = lift
	}
	isShort, isHalf := len(text) <= shortText, n >= fewPages && 2*n > total
	switch {
	case worst.class == Empty && isHalf && n >= manyPages:
		return fmt.Sprintf("%d of %d pages are empty, such as %s: %s", n, total, same.names(), openPages)
	case worst.isTelling() && isShort && same.n >= manyPages && !isHalf:
		n, total = same.n, s.read.n // an error page is one at each URL
		fallthrough
	case isHalf && (isShort && n >= manyPages || worst.isTelling()):
		return fmt.Sprintf("%d of %d pages show the same text%s, such as %s; %s", n, total, excerpt(text), same.names(), advice)
	case n >= manyPages && isShort:
		v.Notes = append(v.Notes, fmt.Sprintf("%d pages show the same text%s, such as %s", n, excerpt(text), same.names()))
	}
	return ""
}

// notPages says that more than half of the pages are none.
func (s *Site) notPages(*Verdict) string {
	n, all := 0, class{}
	for _, t := range s.notHTML {
		n += t.paths()
		for _, e := range t.examples {
			all.add(weburl.URL{}, e.name, "")
		}
	}
	if n < fewPages || n <= s.read.n {
		return ""
	}
	what, _ := most(s.notHTML)
	return fmt.Sprintf("%d of %d pages are %s and not HTML pages, such as %s: %s", n, n+s.read.n, what, all.names(), openPages)
}

// sameEnd says that more than half of the pages lead to the same one, or to
// another site.
func (s *Site) sameEnd(*Verdict) string {
	end, same := most(s.ends)
	if same.n < fewPages || 2*same.n <= s.total {
		return ""
	}
	return fmt.Sprintf("%d of %d pages redirect to %s, such as %s; %s", same.n, s.total, end, same.names(), lift)
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
