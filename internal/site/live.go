package site

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Fetcher asks for a URL, as a fetch.Client does.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// UnreachableError says why a site cannot be read at all, and what to try.
type UnreachableError struct {
	// URL is the start page, without user info.
	URL string
	// Missing is the text that the start page does not contain; empty for other causes.
	Missing string
	// Cause says what the start page answered.
	Cause string
	// Advice says what to try; it may be empty.
	Advice string
	// Err is the failure of the request; nil when there was an answer.
	Err error
	// Status is that of the last answer; 0 when there was none.
	Status int
	// Final is where redirects led on another site; the zero URL when they did not.
	Final weburl.URL
	// Protection is the kind of login that answered, when that is known.
	Protection protection.Login
	// Login is whether it asks for a login.
	Login bool
	// Placeholder is whether a host showed a placeholder in the place of the site.
	Placeholder bool
	// NoToken says why there was no token to log in with; empty where none was requested.
	NoToken string
	// BotProtection is the name of the bot protection that answered; empty when none did.
	BotProtection string
}

func (e *UnreachableError) Error() string {
	text := fmt.Sprintf("could not read the start page %q: %s", e.URL, e.Cause)
	if e.Missing != "" {
		text = fmt.Sprintf("could not find the text \"%s\" on the start page %q: %s", e.Missing, e.URL, e.Cause)
	}
	if e.Advice != "" {
		text += "; " + e.Advice
	}
	return text
}

// Unwrap returns the failure of the request.
func (e *UnreachableError) Unwrap() error { return e.Err }

func askStart(ctx context.Context, client Fetcher, start weburl.URL) (weburl.URL, *fetch.Response, error) {
	// A Document is read even if a rule has another method.
	resp, err := client.Do(ctx, fetch.Request{URL: start, Want: fetch.Document})
	if err != nil {
		return start, nil, failure(start, err)
	}
	found := start
	found.Scheme, found.Host = resp.URL.Scheme, resp.URL.Host
	if home := directory(found); !inside(&home, &resp.URL) {
		found.Path, found.Query = resp.URL.Path, resp.URL.Query
	}
	if refused := refusal(start, resp); refused != nil {
		resp.Release()
		return found, nil, refused
	}
	return found, resp, nil
}

// failure says why a start page has no answer. Where the last redirect led to
// another site, it is that which counts, and not what became of it.
func failure(start weburl.URL, err error) *UnreachableError {
	e := &UnreachableError{
		URL:    start.Redacted(),
		Cause:  reasonOf(err),
		Advice: "check that the site is up at this address, or set wait: 60s to wait for it",
		Err:    err,
	}
	var failed *fetch.Error
	if !errors.As(err, &failed) {
		return e
	}
	if failed.Reason == link.TLSInvalid && errors.As(err, new(x509.UnknownAuthorityError)) {
		e.Advice = "to trust a private authority, set SSL_CERT_FILE to its certificate"
	}
	if len(failed.Redirects) == 0 {
		return e
	}
	last, parseErr := weburl.Parse(failed.Redirects[len(failed.Redirects)-1].URL)
	if parseErr == nil && last.IsHTTP() && !isSameSite(start, last) {
		e.Final, e.Protection = last, protection.LoginOfRedirects(failed.Redirects)
		e.Cause = fmt.Sprintf("it redirects to another site, %q, which failed: %s", last.Redacted(), e.Cause)
		e.Advice = moveAdvice
	}
	return e
}

// moveAdvice is what to try when the start page is on another site.
const moveAdvice = "if you want to check that site, use its URL as the target"

// isSameSite reports whether a redirect from start to final stays on the site.
func isSameSite(start, final weburl.URL) bool {
	return final.Origin() == start.Origin() ||
		start.Scheme == "http" && final.Scheme == "https" && sameHost(final.Host, start.Host)
}

// asksForLogin reports whether an answer without success is one that waiting does
// not change: a login, of which some come with status 403.
func asksForLogin(resp *fetch.Response) bool {
	switch resp.Status {
	case http.StatusUnauthorized:
		return true
	case http.StatusForbidden:
		if resp.Login != "" {
			return true
		}
		text, _ := charset.Decode(resp.Body, resp.Charset)
		_, hasForm := content.LoginOf(text)
		return resp.HTML && hasForm
	}
	return false
}

// refusal says what is wrong with the answer of a start page, or returns nil.
func refusal(start weburl.URL, resp *fetch.Response) *UnreachableError {
	e := &UnreachableError{
		URL: start.Redacted(), Cause: fmt.Sprintf("it answered with status %d", resp.Status),
		Status: resp.Status, Protection: resp.Login, BotProtection: resp.BotProtection, Login: asksForLogin(resp),
	}
	host, says := placeholder(resp)
	switch {
	case !isSameSite(start, resp.URL):
		e.Final = resp.URL
		e.Cause = fmt.Sprintf("it redirects to another site, %q", resp.URL.Redacted())
		e.Advice = moveAdvice
	case resp.BotProtection != "":
		e.Cause = fmt.Sprintf("the bot protection of %s blocked it (status %d)", resp.BotProtection, resp.Status)
		e.Advice = "to give linkvet access, set header to a token that it accepts"
	case resp.Status >= 200 && resp.Status < 300 && host != "":
		e.Placeholder = true
		e.Cause = fmt.Sprintf("%s shows a placeholder page (%q)", host, says)
		e.Advice = "set wait: 5m to wait for the deployment"
	case resp.Status >= 200 && resp.Status < 300:
		return nil
	default:
		e.Advice = "check the address, or set wait: 60s to wait for the deployment"
	}
	return e
}

// reasonOf is the plain cause of a failed request.
func reasonOf(err error) string {
	var failed *fetch.Error
	if errors.As(err, &failed) && failed.Message != "" {
		return failed.Message
	}
	return err.Error()
}

func sameHost(a, b string) bool {
	return strings.TrimPrefix(a, "www.") == strings.TrimPrefix(b, "www.")
}

// IsLoopback reports whether u names this very machine, which inside a container
// is the container.
func IsLoopback(u weburl.URL) bool {
	host := u.Host
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}
