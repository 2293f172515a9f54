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
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
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
	name   func(weburl.URL) string // how messages name a page
	// done is closed when the rest is known, which is not written to from then on.
	done chan struct{}
	// way is how the site sends readers of what does not exist to another page, and page what it
	// shows with success; both are nil for most sites. text is that of the page, and size its size.
	way  *fetch.Response
	page *shown
	text string
	size int
	// onlyCounted is whether a page which answers like this may still exist: such pages are
	// counted, and are no findings.
	onlyCounted bool
	// isHonest is whether the site says of a made-up path that it does not exist, by the status or
	// by a page for it, and saysSo whether the answer itself says it.
	isHonest, saysSo bool
	// hasScripts is whether the answer has scripts, isStart whether it is the start page, and
	// startLeads whether this links to pages or has scripts.
	hasScripts, isStart, startLeads bool
	// Note is what a reader should know of it; empty for most sites.
	Note string
}

// NewProbe returns what Find fills.
func NewProbe(client check.Client, name func(weburl.URL) string) *Probe {
	return &Probe{client: client, name: name, done: make(chan struct{})}
}

// Find requests a made-up path of the site at home. start is the start page in UTF-8, which was read
// at end.
func (p *Probe) Find(ctx context.Context, home, end weburl.URL, start []byte) {
	defer close(p.done)
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	// Servers take what has no suffix for the path of a page. It begins with our
	// name for those who find it in their log.
	u := home
	u.Path = strings.TrimSuffix(u.Path, "/") + fmt.Sprintf("/linkvet-%016x", rand.Uint64())
	resp, err := p.client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page, Deferred: true})
	if err != nil {
		return
	}
	defer resp.Release()
	p.isHonest = resp.Status == http.StatusNotFound || resp.Status == http.StatusGone
	if resp.URL.Origin() != u.Origin() || !isPage(resp) || resp.Body == nil || resp.Cut != nil || resp.BotProtection != "" {
		return
	}
	text, _ := charset.Decode(resp.Body, resp.Charset)
	var page scan.Page
	_ = scan.Read(link.HTMLKind, text, scan.Options{}, &page) // a fault changes nothing of what it shows
	look, answer, startPage := LookAt(u, link.HTMLKind, &page, text), newShown(text, u, resp.URL), newShown(start, end)
	to, isRedirected := resp.URL.Document(), len(resp.Redirects) > 0
	switch {
	case isRedirected && (pagekind.IsLogin(to) || returnsTo(resp.URL, u)), look.Class == Login, look.Class == Password:
		return // it lies before what exists too
	case isRedirected && (to == end || to == home || pagekind.IsHome(to) || pagekind.IsError(to)):
		p.way, p.saysSo = resp, pagekind.IsError(to)
		p.Note = check.MissingLeads.About(p.name(to.WithoutQuery()))
		return
	}
	p.page, p.size, p.text, p.onlyCounted = answer, len(text), answer.Text(), true
	p.hasScripts = page.Scripts
	p.saysSo = missingWords.in(plain(p.text)) && !missingWords.in(plain(startPage.Text()))
	isWall := look.Class == Access || look.Class == Gate || pagekind.IsConsent(to)
	switch {
	case answer.equals(startPage):
		p.isStart, p.startLeads = true, page.Scripts || leadsOn(end, &page)
		p.Note = check.MissingIsStart.About()
	case answer.IsShell(), answer.isPartOf(startPage):
		// The frame around all pages, into which scripts put what they show: a page for what does not
		// exist would say so.
		p.Note = check.MissingIsFrame.About()
	case p.saysSo, !isWall:
		p.isHonest, p.onlyCounted = true, false
		p.Note = check.MissingIsPage.About()
	}
}

// isPage reports whether an answer is a page, with success.
func isPage(resp *fetch.Response) bool { return resp.Status/100 == 2 && resp.HTML }

// same says of pages that they answer as a made-up path does.
func (p *Probe) same(n int) string {
	if p.way != nil {
		return check.LeadsLikeMissing.Of(n, nil, p.name(p.way.URL.WithoutQuery()))
	}
	return check.LooksMissing.Of(n, nil, excerpt(p.text))
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
		if text, _ := charset.Decode(resp.Body, resp.Charset); newShown(text, u, resp.URL).equals(p.page) {
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
	isDeed := len(u.Query) > len("?") || pagekind.IsLogin(u) || pagekind.IsConsent(u) || pagekind.HasSegment(u, deedSegments...)
	return n > 0 && resp.Redirects[n-1].Status == last.Status &&
		resp.URL.Origin() == p.way.URL.Origin() && resp.URL.Path == p.way.URL.Path && !pagekind.IsHome(u) && !pagekind.IsError(u) &&
		(pagekind.IsError(p.way.URL) || !isDeed)
}

// shown is a page that answered for the URLs, as it is compared with another one: by its words and
// links. Error pages often repeat the path that was asked for, so what repeats a URL of either page
// does not count. Words with a digit count as equal, as they may be times or numbers of requests.
type shown struct {
	*content.Content
	urls []weburl.URL
}

func newShown(text []byte, urls ...weburl.URL) *shown { return &shown{content.Read(text, 0), urls} }

// beside is what a page shows when it is compared with another.
func (s *shown) beside(other *shown) (kept []string) {
	names := map[string]bool{}
	var paths []string
	for _, u := range slices.Concat(s.urls, other.urls) {
		for _, name := range content.SplitWords(weburl.Unescape(u.Path + u.Query)) {
			names[name] = true
		}
		if path := weburl.Unescape(u.Path); len(path) > 1 {
			paths = append(paths, path)
		}
	}
	for _, w := range s.Words {
		word := w.Text
		if strings.Contains(word, "/") {
			word, _, _ = strings.Cut(weburl.Unescape(word), "?")
		}
		switch {
		case w.Kind == content.Tag:
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
