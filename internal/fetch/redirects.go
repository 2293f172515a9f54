package fetch

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

const (
	// MaxRedirects is how many redirects of one URL are followed: as many as browsers follow
	// (Fetch standard, "HTTP-redirect fetch").
	MaxRedirects = 20
	// MaxHop is how much of the URL of a hop is kept, in bytes. A host may have 20 of
	// them for each link, and reports show no more. One of that length may be cut.
	MaxHop = 2048
)

// walk follows one URL through its redirects. Each hop is a separate request: with its own
// retries, the limits of its host, and the header fields that this host may see.
type walk struct {
	client  *Client
	first   question
	getOnly bool // GET alone
	headed  bool // a redirect came as an answer to HEAD
	hops    []link.Redirect
	seen    map[visit]bool
	// cookies are those that the hops of this walk have set, by name. Some hosts redirect to the
	// same URL until a cookie comes back, which is no loop. The cookies of other links must not
	// change that.
	cookies map[string]string
}

// visit identifies a hop: the same visit would redirect to the same URL again. A URL with
// other cookies is another visit.
type visit struct {
	url     weburl.URL // without its fragment
	cookies string
}

// follow asks for u and then for what it redirects to, up to the final answer.
func (w *walk) follow(ctx context.Context, u weburl.URL) (*Response, *Error) {
	for {
		q := w.first
		q.url, q.getOnly = u, w.getOnly
		got, err := w.client.ask(ctx, q)
		if ctx.Err() != nil {
			// ctx decides and not the error: net also returns context.DeadlineExceeded for internal timeouts.
			return nil, w.fail(&Error{Reason: link.NotReached, Message: "the run ended before the answer came", Err: ctx.Err()}, got)
		}
		if err != nil {
			return nil, w.fail(explain(err, u.Request().Hostname()), nil)
		}
		w.client.cookies.Set(u.Request(), got.cookies)
		if got.location == "" {
			got.URL, got.Redirects, got.Login = u, w.hops, cmp.Or(got.Login, protection.LoginOfRedirects(w.hops))
			return &got.Response, nil
		}
		w.headed = w.headed || got.head
		w.record(u, got)
		next, failed := w.next(u, got)
		if failed != nil {
			return nil, w.fail(failed, got)
		}
		u = next
	}
}

// endsBadly reports whether a walk ended where there is no page. A walk that was
// interrupted does not count.
func endsBadly(resp *Response, err *Error) bool {
	if err != nil {
		switch err.Reason {
		case link.RedirectLoop, link.TooManyRedirects, link.InvalidURL, link.UnsupportedScheme, link.DNSNotFound:
			return true
		}
		return false
	}
	return resp.Status >= 400 && !resp.Limited
}

// next returns where an answer of u redirects to, and records that hop.
func (w *walk) next(u weburl.URL, got *answer) (weburl.URL, *Error) {
	if len(w.hops) == MaxRedirects {
		return u, &Error{Reason: link.TooManyRedirects, Message: fmt.Sprintf("more than %d redirects", MaxRedirects)}
	}
	next, err := u.Resolve(got.location)
	if err != nil {
		return u, &Error{Reason: link.InvalidURL, Message: "could not follow the redirect: " + err.Error(), Err: err}
	}
	shown := hopURL(next)
	w.hops = append(w.hops, link.Redirect{Status: got.Status, URL: shown})
	if !next.IsHTTP() {
		if isRefused(next.Scheme) {
			return u, &Error{Reason: link.InvalidURL, Message: fmt.Sprintf("redirects to a %s: URL, which browsers refuse", next.Scheme)}
		}
		// A browser passes it to another program. There is no answer to judge.
		return u, &Error{Reason: link.UnsupportedScheme, Message: fmt.Sprintf("redirects to a %s: URL", next.Scheme)}
	}
	if next.Fragment == "" {
		next.Fragment = u.Fragment
	}
	if next.User == "" && next.Origin() == u.Origin() {
		// Browsers keep sending user info to the host that it was for.
		next.User = u.User
	}
	if w.seen[w.visit(next)] {
		return u, &Error{Reason: link.RedirectLoop, Message: fmt.Sprintf("redirects in a loop, back to %s", shown)}
	}
	return next, nil
}

// record records that u was asked, and the cookies that it set. Its visit is that of the
// request: without those cookies.
func (w *walk) record(u weburl.URL, got *answer) {
	if w.seen == nil {
		w.seen, w.cookies = map[visit]bool{}, map[string]string{}
	}
	w.seen[w.visit(u)] = true
	for _, cookie := range got.cookies {
		w.cookies[cookie.Name] = cookie.Value
	}
}

func (w *walk) visit(u weburl.URL) visit {
	return visit{url: u.Document(), cookies: fmt.Sprint(w.cookies)} // in the order of the names
}

// fail completes an error with the hops before it, and releases the last answer; nil when
// there was none.
func (w *walk) fail(e *Error, last *answer) *Error {
	e.Redirects = w.hops
	if n := len(w.hops); n > 0 {
		e.Status = w.hops[n-1].Status
	}
	if last != nil {
		e.Status = last.Status
		last.Release()
	}
	return e
}

// hopURL is the URL of a hop as it is shown.
func hopURL(u weburl.URL) string {
	shown := u.Redacted()
	if len(shown) <= MaxHop {
		return shown
	}
	return strings.Clone(shown[:MaxHop]) // so that the rest is not kept
}

// isRefused reports whether browsers show an error instead of a redirect to a URL of this
// scheme, and do not pass it to another program either.
func isRefused(scheme string) bool {
	switch scheme {
	case "about", "blob", "data", "file", "filesystem", "javascript", "view-source":
		return true
	}
	return false
}
