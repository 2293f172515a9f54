package health

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxWait is how long the answers for made-up paths are waited for: pages of the site are not judged
// before they are there.
const maxWait = 5 * time.Second

// Probe is how a site answers for a path that no page can have. Most sites answer 404. Others
// answer with success, or redirect to the home page: then dead links are recognized by that
// answer. A nil Probe knows nothing.
type Probe struct {
	client check.Client
	name   func(weburl.URL) string
	// done is closed when the rest is known, which is not written to from then on.
	done chan struct{}
	// page is what the answer shows, nil unless pages are compared with it, text is its text, and
	// size that of the whole. way is how the site sends readers of what does not exist to another
	// page; nil unless it does.
	page *shown
	text string
	size int
	way  *fetch.Response
	// onlyCounted reports that a page which answers like this may still exist: such pages are
	// counted, and are no findings.
	onlyCounted bool
	// isHonest reports that the site says of a made-up path that it does not exist, by the status or
	// by a page for it, and saysSo that the answer itself says it.
	isHonest, saysSo bool
	// isStart reports that the answer is the start page, and startLeads that this links to pages or
	// has scripts.
	isStart, startLeads bool
	// Note is what a reader should know of it; empty for most sites.
	Note string
}

// NewProbe returns what Find fills; name is how messages name a page.
func NewProbe(client check.Client, name func(weburl.URL) string) *Probe {
	return &Probe{client: client, name: name, done: make(chan struct{})}
}

// Find requests a made-up path of the site at home, and another one when the answer is a success.
// start is the start page in UTF-8, which was requested at asked and ended at end.
func (p *Probe) Find(ctx context.Context, home, asked, end weburl.URL, start []byte) {
	defer close(p.done)
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	u, resp := p.ask(ctx, home)
	if resp == nil {
		return
	}
	defer resp.Release()
	text, shows := read(resp)
	look, isRedirected := Read(u, text), len(resp.Redirects) > 0
	startShows := content.Read(start, 0)
	answer, startPage := newShown(shows, u, resp.URL), newShown(startShows, asked, end)
	switch to := resp.URL.Document(); {
	case isRedirected && (site.IsLogin(to) || returnsTo(resp.URL, u)), look.Class == Login, look.Class == Password:
		return // it lies before what exists too
	case isRedirected && (to == asked || to == home || site.IsHome(to) || site.IsError(to)):
		p.way, p.saysSo = resp, site.IsError(to)
		p.Note = fmt.Sprintf("this site redirects a path that does not exist to %s: other links that it redirects there count as not found", p.name(to.WithoutQuery()))
		return
	}
	p.page, p.size, p.text, p.onlyCounted = answer, len(text), shows.Text(), true
	p.saysSo = missingWords.in(plain(p.text)) && !missingWords.in(plain(startShows.Text()))
	with := ""
	switch {
	case answer.equals(startPage):
		var page scan.Page
		_ = scan.Read(link.HTMLKind, start, scan.Options{}, &page)
		p.isStart, p.startLeads = true, page.Scripts || leadsOn(end, &page)
		with = "its start page"
		if page.Scripts {
			with += ", whose content scripts may change"
		}
	case shows.IsShell():
		with = "a page that scripts fill"
	case answer.isPartOf(startPage):
		// It may be the frame around all pages, into which scripts put what they show:
		// a page for what does not exist would say so.
		with = "only content of its start page"
	default:
		u, again := p.ask(ctx, home)
		if again == nil {
			p.page = nil
			return
		}
		defer again.Release()
		_, shows := read(again)
		isWall := look.Class == Access || look.Class == Gate || site.IsConsent(resp.URL)
		if !newShown(shows, u, again.URL).equals(answer) {
			p.page, with = nil, "different content each time"
		} else if !isWall || p.saysSo {
			p.isHonest, p.onlyCounted = true, false
			p.Note = "this site answers 200 for a path that does not exist: pages that look the same as that answer count as not found"
		}
	}
	if with != "" {
		p.Note = "this site answers 200 for a path that does not exist, with " + with + ": links to missing pages cannot be found"
	}
}

func read(resp *fetch.Response) (text []byte, shows *content.Content) {
	text, _ = charset.Decode(resp.Body, resp.Charset)
	return text, content.Read(text, 0)
}

// ask requests a made-up path. The response is nil unless it is a page of the site, answered with
// success.
func (p *Probe) ask(ctx context.Context, home weburl.URL) (u weburl.URL, resp *fetch.Response) {
	// Servers take what has no suffix for the path of a page. It begins with our
	// name for those who find it in their log.
	u = home
	u.Path = strings.TrimSuffix(u.Path, "/") + fmt.Sprintf("/linkvet-%016x", rand.Uint64())
	resp, err := p.client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page, Deferred: true})
	if err != nil {
		return u, nil
	}
	p.isHonest = resp.Status == http.StatusNotFound || resp.Status == http.StatusGone
	if resp.URL.Origin() != u.Origin() || !isPage(resp) || resp.Body == nil || resp.Cut != nil || resp.BotProtection != "" {
		resp.Release()
		return u, nil
	}
	return u, resp
}

// isPage reports whether an answer is a page, with success.
func isPage(resp *fetch.Response) bool { return resp.Status/100 == 2 && resp.HTML }

// isStartPage reports whether the site shows its start page for a made-up path.
func (p *Probe) isStartPage() bool { return p != nil && p.isStart }

// same says of pages that they answer as a made-up path does.
func (p *Probe) same(n int) string {
	if p.way != nil {
		return check.Plural(n, "redirects", "redirect") + " to " + p.name(p.way.URL.WithoutQuery()) + ", and so does a path that does not exist"
	}
	return check.Plural(n, "looks", "look") + " the same as the site's answer for a path that does not exist" + excerpt(p.text)
}

// Compare compares the answer for u, a URL of the site, with those for made-up paths, and waits
// until these are known. The message says that the answer is the same, and is empty when it is not;
// isMissing is whether the page is not found then: otherwise it may still exist. needsPage is whether
// only the page of the answer, which was not asked for, can tell.
func (p *Probe) Compare(ctx context.Context, u weburl.URL, resp *fetch.Response) (message string, isMissing, needsPage bool) {
	if p == nil || !isPage(resp) {
		return "", false, false
	}
	select {
	case <-p.done:
	case <-ctx.Done():
		return "", false, false
	}
	if p.way != nil && p.goesAway(u, resp) {
		message = fmt.Sprintf("redirects to %s, as the site does for every path that does not exist", p.name(resp.URL.Document()))
	} else if p.page != nil && resp.Body != nil && resp.Cut == nil && len(resp.Body) <= 2*p.size+len(u.Path) {
		if _, shows := read(resp); newShown(shows, u, resp.URL).equals(p.page) {
			message = fmt.Sprintf("status %d, but the page looks the same as the site's answer for a path that does not exist", resp.Status)
		}
	}
	return message, message != "" && !p.onlyCounted, p.page != nil && !p.onlyCounted && resp.Body == nil
}

// goesAway reports whether an answer was redirected in the end like that for a made-up
// path; a slash may have been added to either before. A home page by its name leads there
// for a good reason, and so may one that redirected elsewhere first, or that does something, such
// as setting the language or ending a session.
func (p *Probe) goesAway(u weburl.URL, resp *fetch.Response) bool {
	n, last := len(resp.Redirects), p.way.Redirects[len(p.way.Redirects)-1]
	isDeed := len(u.Query) > len("?") || site.IsLogin(u) || site.IsConsent(u) || site.HasSegment(u, deedSegments...)
	return n > 0 && resp.Redirects[n-1].Status == last.Status &&
		resp.URL.Origin() == p.way.URL.Origin() && resp.URL.Path == p.way.URL.Path && !site.IsHome(u) && !site.IsError(u) &&
		(site.IsError(p.way.URL) || !isDeed)
}

// shown are the words and links of a page that answered for the URLs, as they are compared with
// those of another one. Error pages often repeat the path that was asked for, so what repeats a URL
// of either page does not count. Words with a digit count as equal, as they may be times or numbers
// of requests.
type shown struct {
	words []string
	urls  []weburl.URL
}

func newShown(page *content.Content, urls ...weburl.URL) *shown {
	s := &shown{urls: urls}
	for _, w := range page.Words {
		word := w.Text
		if strings.Contains(word, "/") {
			word, _, _ = strings.Cut(weburl.Unescape(word), "?")
		}
		if w.Kind != content.Tag {
			s.words = append(s.words, word)
		}
	}
	return s
}

// beside is what a page shows when it is compared with another.
func (s *shown) beside(other *shown) (kept []string) {
	names := map[string]bool{}
	var paths []string
	for _, u := range append(slices.Clone(s.urls), other.urls...) {
		for _, name := range content.SplitWords(weburl.Unescape(u.Path + u.Query)) {
			names[name] = true
		}
		if path := weburl.Unescape(u.Path); len(path) > 1 {
			paths = append(paths, path)
		}
	}
	for _, word := range s.words {
		switch {
		case slices.ContainsFunc(paths, func(path string) bool { return strings.Contains(word, path) }):
		case !slices.ContainsFunc(content.SplitWords(word), func(part string) bool { return !names[part] }):
		case strings.ContainsFunc(word, unicode.IsDigit):
			kept = append(kept, "0")
		default:
			kept = append(kept, word)
		}
	}
	return kept
}

func (s *shown) equals(other *shown) bool { return slices.Equal(s.beside(other), other.beside(s)) }

// isPartOf reports whether a page shows nothing that the other does not.
func (s *shown) isPartOf(other *shown) bool {
	all := other.beside(s)
	return !slices.ContainsFunc(s.beside(other), func(word string) bool { return !slices.Contains(all, word) })
}
