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

const (
	// maxWait is how long the answers for made-up paths are waited for: pages of the site are
	// not judged before they are there.
	maxWait = 5 * time.Second
	// maxCompared is how much text of an answer is searched for words, in bytes.
	maxCompared = 1 << 20
)

// Client requests URLs, as a *fetch.Client does.
type Client interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Missing is how a site answers for a path that no page can have. Most sites answer 404. Others
// answer with success, or redirect to the home page: then dead links are recognized by that
// answer. A nil Missing knows nothing.
type Missing struct {
	client Client
	name   func(weburl.URL) string
	// done is closed when the rest is known, which is not written to from then on.
	done chan struct{}
	// page is what the answer shows, nil unless pages are compared with it, and text the
	// beginning of it. way is how the site sends readers of what does not exist to another page;
	// nil unless it does.
	page *shown
	text string
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

// shown are the words and links that a page shows, to compare it with others. Those with a digit
// count as equal, as they may be times or numbers of requests.
type shown struct {
	all []string
	// echo are the words, and paths the paths, of the URLs for which it answered. Error pages
	// often repeat these.
	echo  map[string]bool
	paths []string
	size  int
}

// shownOn reads a page in UTF-8 that answered for the URLs.
func shownOn(text []byte, urls ...weburl.URL) *shown {
	s := &shown{size: len(text), echo: map[string]bool{}}
	for _, u := range urls {
		for _, word := range content.SplitWords(weburl.Unescape(u.Path + u.Query)) {
			s.echo[word] = true
		}
		if path := weburl.Unescape(u.Path); len(path) > 1 {
			s.paths = append(s.paths, path)
		}
	}
	for _, w := range content.Read(text, 0).Words {
		word := w.Text
		if strings.Contains(word, "/") {
			word, _, _ = strings.Cut(weburl.Unescape(word), "?")
		}
		if w.Kind != content.Tag {
			s.all = append(s.all, word)
		}
	}
	return s
}

// repeats reports whether a word only repeats a URL of the page.
func (s *shown) repeats(word string) bool {
	return slices.ContainsFunc(s.paths, func(path string) bool { return strings.Contains(word, path) }) ||
		!slices.ContainsFunc(content.SplitWords(word), func(part string) bool { return !s.echo[part] })
}

// beyond is what a page shows but for what may repeat its URL or that of another one.
func (s *shown) beyond(other *shown) string {
	var kept strings.Builder
	for _, word := range s.all {
		if s.repeats(word) || other.repeats(word) {
			continue
		}
		if strings.ContainsFunc(word, unicode.IsDigit) {
			word = "0"
		}
		kept.WriteString(word + " ")
	}
	return kept.String()
}

func (s *shown) equals(other *shown) bool { return s.beyond(other) == other.beyond(s) }

// NewMissing returns what Find fills; name is how messages name a page.
func NewMissing(client Client, name func(weburl.URL) string) *Missing {
	return &Missing{client: client, name: name, done: make(chan struct{})}
}

// Find requests a made-up path of the site at home, and another one when the answer is a success.
// start is the start page in UTF-8, which was requested at asked and ended at end.
func (m *Missing) Find(ctx context.Context, home, asked, end weburl.URL, start []byte) {
	defer close(m.done)
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	path, resp := m.ask(ctx, home)
	if resp == nil {
		return
	}
	defer resp.Release()
	text, _ := charset.Decode(resp.Body, resp.Charset)
	look := Read(path, text)
	switch to := resp.URL.Document(); {
	case len(resp.Redirects) > 0 && (site.IsLogin(to) || returnsTo(resp.URL, path)), look.Class == Login, look.Class == Password:
		return // it lies before what exists too
	case len(resp.Redirects) > 0 && (to == asked || to == home || site.IsHome(to) || site.IsError(to)):
		m.way, m.saysSo = resp, site.IsError(to)
		m.Note = fmt.Sprintf("this site redirects a path that does not exist to %s: other links that it redirects there count as not found", m.name(to.WithoutQuery()))
		return
	}
	answer, startPage := shownOn(text, path, resp.URL), shownOn(start, asked, end)
	m.text = content.Read(text, maxCompared).Text()
	startText := content.Read(start, maxCompared).Text()
	m.saysSo = says(plain(m.text), missingWords) && !says(plain(startText), missingWords)
	m.page, m.onlyCounted = answer, true
	with := ""
	switch {
	case answer.beyond(answer) == "":
		m.page, with = nil, "a page without text"
	case answer.equals(startPage):
		var page scan.Page
		_ = scan.Read(link.HTMLKind, start, scan.Options{}, &page)
		m.isStart, m.startLeads = true, page.Scripts || leadsOn(end, &page)
		with = "its start page"
		if page.Scripts {
			with += ", whose content scripts may change"
		}
	case content.Read(text, 0).IsShell():
		with = "a page that scripts fill"
	case !slices.ContainsFunc(answer.all, func(word string) bool { return !answer.repeats(word) && !slices.Contains(startPage.all, word) }):
		// It may be the frame around all pages, into which scripts put what they show:
		// a page for what does not exist would say so.
		with = "only content of its start page"
	default:
		path, again := m.ask(ctx, home)
		if again == nil {
			m.page = nil
			return
		}
		defer again.Release()
		text, _ := charset.Decode(again.Body, again.Charset)
		if !shownOn(text, path, again.URL).equals(answer) {
			m.page, with = nil, "different content each time"
		} else if isWall := look.Class == Access || look.Class == Gate || site.IsConsent(resp.URL); !isWall || m.saysSo {
			m.isHonest, m.onlyCounted = true, false
			m.Note = "this site answers 200 for a path that does not exist: pages that look the same as that answer count as not found"
		}
	}
	if with != "" {
		m.Note = "this site answers 200 for a path that does not exist, with " + with + ": links to missing pages cannot be found"
	}
}

// ask requests a made-up path. The response is nil unless it is a page of the site, answered with
// success.
func (m *Missing) ask(ctx context.Context, home weburl.URL) (u weburl.URL, resp *fetch.Response) {
	// Servers take what has no suffix for the path of a page. It begins with our
	// name for those who find it in their log.
	u = home
	u.Path = strings.TrimSuffix(u.Path, "/") + fmt.Sprintf("/linkvet-%016x", rand.Uint64())
	resp, err := m.client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page, Deferred: true})
	if err != nil {
		return u, nil
	}
	m.isHonest = resp.Status == http.StatusNotFound || resp.Status == http.StatusGone
	if resp.URL.Origin() != u.Origin() || !isSuccess(resp.Status) || !resp.HTML || resp.Body == nil || resp.Cut != nil || resp.BotProtection != "" {
		resp.Release()
		return u, nil
	}
	return u, resp
}

func isSuccess(status int) bool {
	return status >= http.StatusOK && status < http.StatusMultipleChoices
}

// isStartPage reports whether the site shows its start page for a made-up path.
func (m *Missing) isStartPage() bool { return m != nil && m.isStart }

// same says of pages that they answer as a made-up path does.
func (m *Missing) same(n int) string {
	if m.way != nil {
		return check.Plural(n, "redirects", "redirect") + " to " + m.name(m.way.URL.WithoutQuery()) + ", and so does a path that does not exist"
	}
	return check.Plural(n, "looks", "look") + " the same as the site's answer for a path that does not exist" + excerpt(m.text)
}

// Match is what came of comparing an answer with those for made-up paths.
type Match struct {
	// Message says that the answer is the same as for a made-up path; empty when it is not.
	Message string
	// IsMissing is whether the page is not found. Otherwise it may still exist.
	IsMissing bool
	// NeedsPage is whether only the page of the answer, which was not asked for, can tell.
	NeedsPage bool
}

// Compare compares the answer for u, a URL of the site, with those for made-up paths, and waits
// until these are known.
func (m *Missing) Compare(ctx context.Context, u weburl.URL, resp *fetch.Response) (found Match) {
	if m == nil || !resp.HTML || !isSuccess(resp.Status) {
		return found
	}
	select {
	case <-m.done:
	case <-ctx.Done():
		return found
	}
	switch {
	case m.way != nil && m.goesAway(u, resp):
		found.Message = fmt.Sprintf("redirects to %s, as the site does for every path that does not exist", m.name(resp.URL.Document()))
	case m.page != nil && resp.Body != nil && resp.Cut == nil && m.isShown(u, resp):
		found.Message = fmt.Sprintf("status %d, but the page looks the same as the site's answer for a path that does not exist", resp.Status)
	}
	found.IsMissing = found.Message != "" && !m.onlyCounted
	found.NeedsPage = m.page != nil && !m.onlyCounted && resp.Body == nil
	return found
}

// isShown reports whether a page shows what the answer for a made-up path does. Where such pages
// are no more than counted, others are to cost next to nothing.
func (m *Missing) isShown(u weburl.URL, resp *fetch.Response) bool {
	if m.onlyCounted && len(resp.Body) > 2*m.page.size {
		return false
	}
	text, _ := charset.Decode(resp.Body, resp.Charset)
	return shownOn(text, u, resp.URL).equals(m.page)
}

// goesAway reports whether an answer was redirected in the end like that for a made-up
// path; a slash may have been added to either before. A home page by its name leads there
// for a good reason, and so may one that redirected elsewhere first.
func (m *Missing) goesAway(u weburl.URL, resp *fetch.Response) bool {
	n, last := len(resp.Redirects), m.way.Redirects[len(m.way.Redirects)-1]
	return n > 0 && resp.Redirects[n-1].Status == last.Status &&
		resp.URL.Origin() == m.way.URL.Origin() && resp.URL.Path == m.way.URL.Path && !site.IsHome(u) && !site.IsError(u) &&
		(site.IsError(m.way.URL) || !isDeed(u))
}
