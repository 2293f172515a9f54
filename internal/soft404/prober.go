// Package soft404 finds out whether a site answers missing paths with an error status. If
// it does not, soft404 recognizes the site's "not found" pages by their content.
package soft404

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxWait is how long the answers for made-up paths are waited for: pages
// of the site are not judged before they are there.
const maxWait = 5 * time.Second

// Prober knows how the site answers for a path that no page can have. Most sites answer
// 404, and need no further request. Others answer with success, or redirect to the home
// page: then dead links are recognized by that answer.
type Prober struct {
	client site.Fetcher
	scope  *site.Scope
	// name is how messages name a page.
	name func(weburl.URL) string
	// done is closed when start, probe and isHonest are known. They are not written
	// to from then on.
	done chan struct{}
	// start is the start page.
	start reading
	// probe is what is known of the whole site.
	probe probe
	// isHonest reports that the site says of a made-up path that it does not exist.
	// There may be folders for which it does not.
	isHonest bool

	mu sync.Mutex
	// folders are those that were asked for a made-up path, by name.
	folders map[string]*folder
}

// probe is what is known of the answers for paths that do not exist, on a site or in one of
// its folders. The zero value knows nothing.
type probe struct {
	// sample is nil unless pages are compared with it.
	sample *sample
	// way is how the site sends readers of what does not exist to another page; nil
	// unless it does.
	way *fetch.Response
	// isMeasure reports that a page which answers like this may still exist:
	// such pages are counted, and are no findings.
	isMeasure bool
	// size is that of the answer, in bytes, when it is a measure.
	size int
	// admits reports that the answer itself says that there is nothing.
	admits bool
	// startMatches reports that the start page answers in the same way.
	startMatches bool
	// note is what a reader should know of it; empty for most sites.
	note string
}

// knows reports whether answers can be compared with it.
func (p *probe) knows() bool { return p != nil && (p.sample != nil || p.way != nil) }

// mayShow reports whether a page is small enough to look like the answer for a made-up
// path. Where such pages are no more than counted, others are to cost next to nothing.
func (p *probe) mayShow(page []byte) bool {
	return !p.isMeasure || len(page) <= 2*p.size+maxEcho
}

// maxEcho is how much of a page may repeat its path, in bytes.
const maxEcho = 4 << 10

// reading is a page that was read to be compared.
type reading struct {
	*fingerprint
	// text is what it shows, and bytes the size of the page.
	text  string
	bytes int
}

func newReading(page []byte, urls ...weburl.URL) reading {
	return reading{newFingerprint(page, urls...), shownText(page), len(page)}
}

// New returns a Prober of the site in scope, which asks with client. Messages name pages
// as name does.
func New(client site.Fetcher, scope *site.Scope, name func(weburl.URL) string) *Prober {
	return &Prober{client: client, scope: scope, name: name, done: make(chan struct{}), folders: map[string]*folder{}}
}

// Find requests a made-up path, and others when the answer is a success. start is the start
// page in UTF-8, which was requested at home and ended at end.
func (m *Prober) Find(ctx context.Context, home, end weburl.URL, start []byte) {
	defer close(m.done)
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	path, resp, status := m.ask(ctx, "")
	m.isHonest = status == http.StatusNotFound || status == http.StatusGone
	if resp == nil {
		if m.isHonest {
			m.start = newReading(start, home)
		}
		return
	}
	defer resp.Release()
	if len(resp.Redirects) > 0 && (pagekind.IsLogin(resp.URL) || pagekind.IsConsent(resp.URL)) {
		// It lies before what exists too.
		if pagekind.IsConsent(resp.URL) {
			resp.Release()
			m.probe = probe{way: resp, isMeasure: true, startMatches: pagekind.IsConsent(end)}
		}
		return
	}
	if len(resp.Redirects) > 0 && (m.isHome(resp.URL, home) || pagekind.IsError(resp.URL)) {
		resp.Release()
		m.probe.way, m.probe.admits = resp, pagekind.IsError(resp.URL)
		m.probe.note = fmt.Sprintf("this site redirects a path that does not exist to %s: other links that it redirects there count as not found", m.WayName())
		return
	}
	text, _ := charset.Decode(resp.Body, resp.Charset)
	if form, ok := content.LoginOf(text); ok && form.ShowsLittle() {
		return // the same
	}
	m.start = newReading(start, home)
	m.compare(ctx, newReading(text, path, resp.URL), content.IsShell(text))
}

// answers and untold begin and end notes.
const (
	answers = "this site answers 200 for a path that does not exist"
	untold  = "links to missing pages cannot be found"
)

// compare decides whether the content of first identifies "not found" pages: it is one,
// served with success like the start page. On a shell, existing and missing pages may well
// look the same before scripts fill it.
func (m *Prober) compare(ctx context.Context, first reading, isShell bool) {
	p := &m.probe
	switch {
	case !first.hasText():
		p.note = answers + ", with a page without text: " + untold
		return
	case m.start.equals(first.fingerprint):
		p.note = answers + ", with its start page, whose content scripts may change: " + untold
		p.startMatches = true
	case isShell:
		p.note = answers + ", with a page that scripts fill: " + untold
	case first.beyond(m.start.fingerprint) == 0:
		// It may be the frame around all pages, into which scripts put what they show:
		// a page for what does not exist would say so.
		p.note = answers + ", with only content of its start page: " + untold
	default:
		m.sample(ctx, first)
		return
	}
	p.sample, p.isMeasure, p.size = &sample{common: first.fingerprint}, true, first.bytes
}

// sample settles what pages are compared with, given an answer that is not the
// start page.
func (m *Prober) sample(ctx context.Context, first reading) {
	p := &m.probe
	s, told, ok := m.takeSample(ctx, "", first, m.start)
	switch {
	case !told:
		return
	case !ok:
		p.note = answers + ", each time with different content: " + untold
		return
	case s.shows(m.start.fingerprint):
		p.note = answers + ", with nearly the same content as its start page: " + untold
		p.isMeasure, p.startMatches, p.size = true, true, first.bytes
	default:
		p.note = answers + ": pages that look the same as that answer count as not found"
	}
	p.sample, p.admits = &s, s.admits
}

// takeSample requests a second made-up path in a folder, and a third one when the two
// answers lead to different pages. told is false when there was no answer. ok is true when
// the answers do not distinguish existing from missing pages.
func (m *Prober) takeSample(ctx context.Context, folder string, first, start reading) (s sample, told, ok bool) {
	all := []reading{first}
	for range maxAnswers - 1 {
		again, answered := m.read(ctx, folder)
		if !answered {
			break
		}
		all = append(all, again)
		if len(all) == 2 {
			if s, ok = newSample(first.fingerprint, again.fingerprint); ok && !s.variesInLinks(first.fingerprint, again.fingerprint) {
				break
			}
		}
		core, isCore := newCore(admitted(start, all...), start.fingerprint, all...)
		if !isCore {
			break
		}
		s, ok = core, true
	}
	s.admits = len(admitted(start, all...)) > 0
	return s, len(all) > 1, ok
}

// maxAnswers is how many made-up paths are requested in one place, when the answers contain
// random parts: two may share a part by chance, three hardly do.
const maxAnswers = 3

// read asks for a made-up path in a folder, and reads the page that answers.
func (m *Prober) read(ctx context.Context, folder string) (r reading, ok bool) {
	u, resp, _ := m.ask(ctx, folder)
	if resp == nil {
		return reading{}, false
	}
	defer resp.Release()
	text, _ := charset.Decode(resp.Body, resp.Charset)
	return newReading(text, u, resp.URL), true
}

// ask asks for a made-up path in a folder, once; the folder's name ends in a slash, or
// is empty. The response is nil unless it is a page of the site, answered with
// success.
func (m *Prober) ask(ctx context.Context, folder string) (u weburl.URL, resp *fetch.Response, status int) {
	// Servers take what has no suffix for the path of a page. It begins with our
	// name for those who find it in their log.
	return m.get(ctx, m.scope.Page(folder+fmt.Sprintf("linkvet-%016x", rand.Uint64())))
}

// get asks for a page that may not exist.
func (m *Prober) get(ctx context.Context, u weburl.URL) (weburl.URL, *fetch.Response, int) {
	resp, err := m.client.Do(ctx, fetch.Request{URL: u, Want: fetch.Page, Deferred: true})
	if err != nil {
		return u, nil, 0
	}
	isOurs := resp.URL.Origin() == u.Origin()
	if !isOurs || !isSuccess(resp.Status) || !resp.HTML || resp.Body == nil || resp.Cut != nil || resp.BotProtection != "" {
		status := resp.Status
		if !isOurs || resp.BotProtection != "" {
			status = 0
		}
		resp.Release()
		return u, nil, status
	}
	return u, resp, resp.Status
}

func isSuccess(status int) bool {
	return status >= http.StatusOK && status < http.StatusMultipleChoices
}

// isHome reports whether u is the start page, or the home page of its host.
func (m *Prober) isHome(u, home weburl.URL) bool {
	u = u.Document()
	return u == home || u == m.scope.Page("") || pagekind.IsHome(u)
}

// WayName is how messages name the page to which readers of what does not exist are
// sent. Its query may hold their path.
func (m *Prober) WayName() string {
	if m.probe.way == nil {
		return ""
	}
	return m.name(m.probe.way.URL.WithoutQuery())
}

// Notes are what a reader should know, in order. Nil has none.
func (m *Prober) Notes() []string {
	if m == nil {
		return nil
	}
	var notes []string
	if m.probe.note != "" {
		notes = append(notes, m.probe.note)
	}
	for _, f := range m.folders {
		if f.probe.note != "" {
			notes = append(notes, f.probe.note)
		}
	}
	slices.Sort(notes)
	return notes
}

// IsHonest reports whether the site says of a made-up path that it does not exist. Then
// only some of its folders are known otherwise.
func (m *Prober) IsHonest() bool { return m.isHonest }

// SaysSo reports whether the answers for made-up paths say that there is nothing.
func (m *Prober) SaysSo() bool { return m.isHonest || m.probe.admits }

// StartMatches reports whether the start page answers as a made-up path does, and
// isGate whether it is known then that a gate is in front of the site.
func (m *Prober) StartMatches() (matches, isGate bool) {
	p := &m.probe
	return p.startMatches, p.startMatches && (p.way != nil || IsGate(m.start.text))
}

// DropNotes removes what Notes would return, once it is known that the answers say
// nothing of what exists.
func (m *Prober) DropNotes() {
	m.probe.note = ""
	for _, f := range m.folders {
		f.probe.note = ""
	}
}
