package soft404

import (
	"context"
	"fmt"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/weburl"
)

// fingerprintOf is that of the page that answered for u.
func fingerprintOf(u weburl.URL, resp *fetch.Response) *fingerprint {
	text, _ := charset.Decode(resp.Body, resp.Charset)
	return newFingerprint(text, u, resp.URL)
}

// Comparison is what came of comparing an answer with those for made-up paths.
type Comparison struct {
	// Known is whether there is anything to compare an answer with.
	Known bool
	// Message says that the answer is the same as for a made-up path; it is empty when it
	// is not.
	Message string
	// IsCounted is whether a page that answers so may still exist, so that such pages are
	// counted, and are no findings.
	IsCounted bool
}

// Compare compares the answer for u, a URL of the site, with those for made-up paths. It
// waits until these are known. Nil compares nothing.
func (m *Prober) Compare(ctx context.Context, u weburl.URL, resp *fetch.Response) Comparison {
	p := m.concerns(ctx, u, resp)
	if !p.knows() {
		return Comparison{}
	}
	c := Comparison{Known: true, IsCounted: p.isMeasure}
	switch {
	case p.way != nil && p.goesAway(u, resp):
		c.Message = fmt.Sprintf("redirects to %s, as the site does for every path that does not exist", m.name(resp.URL.Document()))
	case p.sample != nil && resp.Body != nil && resp.Cut == nil && p.mayShow(resp.Body) && p.sample.shows(fingerprintOf(u, resp)):
		c.Message = fmt.Sprintf("status %d, but the page looks the same as the site's answer for a path that does not exist", resp.Status)
	}
	return c
}

// NeedsPage reports whether the page at u has to be read before Compare can report whether
// it exists. Nil needs none.
func (m *Prober) NeedsPage(ctx context.Context, u weburl.URL, resp *fetch.Response) bool {
	p := m.concerns(ctx, u, resp)
	return p.knows() && p.sample != nil && !p.isMeasure
}

// concerns returns the probe to compare the answer for u with, once it is known; nil when a
// path that does not exist cannot have that answer.
func (m *Prober) concerns(ctx context.Context, u weburl.URL, resp *fetch.Response) *probe {
	if m == nil || !resp.HTML || !isSuccess(resp.Status) {
		return nil
	}
	select {
	case <-m.done:
	case <-ctx.Done():
		return nil
	}
	if m.isHonest {
		return m.folderProbe(ctx, u, resp)
	}
	return &m.probe
}

// goesAway reports whether an answer was redirected in the end like that for a made-up
// path; a slash may have been added to either before. A home page by its name leads there
// for a good reason, and so may one that redirected elsewhere first.
func (p *probe) goesAway(u weburl.URL, resp *fetch.Response) bool {
	n, last := len(resp.Redirects), p.way.Redirects[len(p.way.Redirects)-1]
	return n > 0 && resp.Redirects[n-1].Status == last.Status &&
		resp.URL.Origin() == p.way.URL.Origin() && resp.URL.Path == p.way.URL.Path && !pagekind.IsHome(u) && !pagekind.IsError(u) &&
		(pagekind.IsError(p.way.URL) || !isDeed(u))
}

// isDeed reports whether a URL is likely to do something, such as setting the language
// or ending a session, after which sites show their home page.
func isDeed(u weburl.URL) bool {
	return len(u.Query) > len("?") || pagekind.IsLogin(u) || pagekind.IsConsent(u) ||
		pagekind.HasSegment(u, "logout", "log-out", "log_out", "logoff", "signout", "sign-out", "sign_out", "locale", "set-locale", "language", "set-language", "lang")
}
