package site

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Fetcher asks for a URL, as a fetch.Client does.
type Fetcher interface {
	Do(ctx context.Context, r fetch.Request) (*fetch.Response, error)
}

// Wanted is the start page that FindStart waits for.
type Wanted struct {
	// Within is how long to wait for it. 0 requests it once.
	Within time.Duration
	// Text is what the page must contain; empty for any page.
	Text string
	// OnAnswer gets a line about the answers so far after each that is not the wanted page.
	// It may be nil.
	OnAnswer func(seen string)
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

// The pauses between two looks at a start page that does not answer yet.
const (
	firstPause = 250 * time.Millisecond
	lastPause  = 5 * time.Second
)

// FindStart requests the start page until it answers with success, not with a host's
// placeholder, and contains the wanted text, or the time is over. A login ends the wait.
// It returns where the site is, which is start or the place that it redirects to on the
// same host when that is not below start's own directory, and the answer, which the caller
// releases. The error is an *UnreachableError.
func FindStart(ctx context.Context, client Fetcher, start weburl.URL, want Wanted) (weburl.URL, *fetch.Response, error) {
	deadline := time.Now().Add(want.Within)
	pause := firstPause
	for asked := 1; ; asked++ {
		// A Document is read even if a rule has another method.
		resp, err := client.Do(ctx, fetch.Request{URL: start, Want: fetch.Document})
		found, refused := start, (*UnreachableError)(nil)
		if err != nil {
			refused = unanswered(start, err)
		} else {
			found.Scheme, found.Host = resp.URL.Scheme, resp.URL.Host
			if home := directory(found); !inside(&home, &resp.URL) {
				found.Path, found.Query = resp.URL.Path, resp.URL.Query
			}
			if refused = want.refusal(start, resp); refused == nil {
				return found, resp, nil
			}
			resp.Release()
		}
		left := time.Until(deadline)
		// Waiting does not help where the start page leads to another site, or asks for a login.
		if ctx.Err() != nil || refused.Final.Scheme != "" || refused.Login || left <= 0 {
			return found, nil, refused
		}
		if want.OnAnswer != nil {
			want.OnAnswer(line(asked, refused))
		}
		// Jitter keeps the jobs of a matrix from asking in step.
		select {
		case <-ctx.Done():
			return found, nil, refused
		case <-time.After(min(pause/2+rand.N(pause/2), left)):
			pause = min(2*pause, lastPause)
		}
	}
}

// moveAdvice is what to try when the start page is on another site.
const moveAdvice = "if you want to check that site, use its URL as the target"

// unanswered says why a start page has no answer. Where the last redirect led to another site,
// it is that which counts, and not what became of it.
func unanswered(start weburl.URL, err error) *UnreachableError {
	var failed *fetch.Error
	if !errors.As(err, &failed) {
		failed = &fetch.Error{Message: err.Error()}
	}
	e := &UnreachableError{
		URL: start.Redacted(), Cause: failed.Message, Err: err,
		Advice: "check that the site is up at this address, or set wait: 60s to wait for it",
	}
	if failed.Reason == link.TLSInvalid && errors.As(err, new(x509.UnknownAuthorityError)) {
		e.Advice = "to trust a private authority, set SSL_CERT_FILE to its certificate"
	}
	if hops := failed.Redirects; len(hops) > 0 {
		last, err := weburl.Parse(hops[len(hops)-1].URL)
		if err == nil && last.IsHTTP() && !isSameSite(start, last) {
			e.Final, e.Protection, e.Advice = last, protection.LoginOfRedirects(hops), moveAdvice
			e.Cause = fmt.Sprintf("it redirects to another site, %q, which failed: %s", last.Redacted(), e.Cause)
		}
	}
	return e
}

// refusal says what is wrong with the answer of a start page, or returns nil. What lacks the text
// may be an earlier deployment, or a login.
func (w *Wanted) refusal(start weburl.URL, resp *fetch.Response) *UnreachableError {
	text, _ := charset.Decode(resp.Body, resp.Charset)
	form, host, says := &content.Content{}, "", ""
	if resp.HTML {
		form = content.Read(text, content.MaxLogin)
		host, says = hosting.PlaceholderOf(shownText(text))
	}
	e := &UnreachableError{
		URL: start.Redacted(), Status: resp.Status, Protection: resp.Login, BotProtection: resp.BotProtection,
		// Waiting does not change these; some logins come with status 403.
		Login: resp.Status == http.StatusUnauthorized || resp.Status == http.StatusForbidden && (resp.Login != "" || form.Password),
	}
	switch {
	case !isSameSite(start, resp.URL):
		e.Final, e.Advice = resp.URL, moveAdvice
		e.Cause = fmt.Sprintf("it redirects to another site, %q", resp.URL.Redacted())
	case resp.BotProtection != "":
		e.Cause = fmt.Sprintf("the bot protection of %s blocked it (status %d)", resp.BotProtection, resp.Status)
		e.Advice = "to give linkvet access, set header to a token that it accepts"
	case resp.Status < 200 || resp.Status >= 300:
		e.Cause = fmt.Sprintf("it answered with status %d", resp.Status)
		e.Advice = "check the address, or set wait: 60s to wait for the deployment"
	case host != "":
		e.Cause = fmt.Sprintf("%s shows a placeholder page (%q)", host, says)
		e.Advice = "set wait: 5m to wait for the deployment"
	case w.Text == "" || Contains(text, w.Text):
		return nil
	case !pagekind.IsLogin(start) && (pagekind.IsLogin(resp.URL) || form.IsLogin()):
		e.Login, e.Cause = true, fmt.Sprintf("it asks for a login (status %d)", resp.Status)
	default:
		e.Missing = report.Clean(w.Text, maxShown)
		e.Cause = fmt.Sprintf("it answered with status %d, and its title is \"%s\"", resp.Status, report.Clean(content.TitleOf(text), maxShown))
		if form.Password {
			e.Cause += "; it has a field for a password"
		}
		e.Cause += "; it may be an earlier deployment"
		e.Advice = "check that the new deployment is ready and that its start page contains the text, or raise wait"
		if w.Within == 0 {
			e.Advice = "set wait: 5m to look for the text until the new deployment is ready"
		}
	}
	return e
}

// isSameSite reports whether a redirect from start to final stays on the site.
func isSameSite(start, final weburl.URL) bool {
	return final.Origin() == start.Origin() || start.Scheme == "http" && final.Scheme == "https" &&
		strings.TrimPrefix(final.Host, "www.") == strings.TrimPrefix(start.Host, "www.")
}

// shownText is what a UTF-8 document shows, with a space between words.
func shownText(document []byte) string {
	var words []string
	for _, word := range content.Read(document, 0).Words {
		if word.Kind != content.Tag {
			words = append(words, word.Text)
		}
	}
	return strings.Join(words, " ")
}

// Contains reports whether a UTF-8 document contains a text: in its source, attributes and
// comments included, as it is or with character references decoded; or in what it shows,
// with any white space between words.
func Contains(document []byte, text string) bool {
	return bytes.Contains(document, []byte(text)) || strings.Contains(html.UnescapeString(string(document)), text) ||
		strings.Contains(shownText(document), strings.Join(strings.Fields(text), " "))
}

// maxShown is what a message shows of a text or a title, in code points.
const maxShown = 100

// line says what the last of the answers so far was, for the progress line.
func line(answers int, last *UnreachableError) string {
	how := "no answer"
	if last.Status != 0 {
		how = fmt.Sprintf("status %d", last.Status)
	}
	if last.Missing != "" {
		how += " without the text"
	}
	return fmt.Sprintf("waiting for the start page: %s after request %d", how, answers)
}
