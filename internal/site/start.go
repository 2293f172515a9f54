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
	"github.com/linkvet/linkvet/internal/link"
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
		found, resp, refused := askStart(ctx, client, start)
		if refused == nil {
			if refused = want.lacking(start, resp); refused == nil {
				return found, resp, nil
			}
			resp.Release()
		}
		// Waiting does not help where the start page leads to another site, or asks for a login.
		if ctx.Err() != nil || refused.Final.Scheme != "" || refused.Login {
			return found, nil, refused
		}
		left := time.Until(deadline)
		if left <= 0 {
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

// askStart requests the start page once.
func askStart(ctx context.Context, client Fetcher, start weburl.URL) (weburl.URL, *fetch.Response, *UnreachableError) {
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

// moveAdvice is what to try when the start page is on another site.
const moveAdvice = "if you want to check that site, use its URL as the target"

// failure says why a start page has no answer. Where the last redirect led to another site,
// it is that which counts, and not what became of it.
func failure(start weburl.URL, err error) *UnreachableError {
	e := &UnreachableError{
		URL: start.Redacted(), Cause: err.Error(), Err: err,
		Advice: "check that the site is up at this address, or set wait: 60s to wait for it",
	}
	var failed *fetch.Error
	if !errors.As(err, &failed) {
		return e
	}
	if failed.Message != "" {
		e.Cause = failed.Message
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

// refusal says what is wrong with the answer of a start page, or returns nil.
func refusal(start weburl.URL, resp *fetch.Response) *UnreachableError {
	e := &UnreachableError{
		URL: start.Redacted(), Cause: fmt.Sprintf("it answered with status %d", resp.Status),
		Status: resp.Status, Protection: resp.Login, BotProtection: resp.BotProtection, Login: asksForLogin(resp),
	}
	succeeded := resp.Status >= 200 && resp.Status < 300
	host, says := placeholder(resp)
	switch {
	case !isSameSite(start, resp.URL):
		e.Final = resp.URL
		e.Cause = fmt.Sprintf("it redirects to another site, %q", resp.URL.Redacted())
		e.Advice = moveAdvice
	case resp.BotProtection != "":
		e.Cause = fmt.Sprintf("the bot protection of %s blocked it (status %d)", resp.BotProtection, resp.Status)
		e.Advice = "to give linkvet access, set header to a token that it accepts"
	case succeeded && host != "":
		e.Cause = fmt.Sprintf("%s shows a placeholder page (%q)", host, says)
		e.Advice = "set wait: 5m to wait for the deployment"
	case succeeded:
		return nil
	default:
		e.Advice = "check the address, or set wait: 60s to wait for the deployment"
	}
	return e
}

// isSameSite reports whether a redirect from start to final stays on the site.
func isSameSite(start, final weburl.URL) bool {
	return final.Origin() == start.Origin() || start.Scheme == "http" && final.Scheme == "https" &&
		strings.TrimPrefix(final.Host, "www.") == strings.TrimPrefix(start.Host, "www.")
}

// asksForLogin reports whether an answer without success is one that waiting does not
// change: a login, of which some come with status 403.
func asksForLogin(resp *fetch.Response) bool {
	switch resp.Status {
	case http.StatusUnauthorized:
		return true
	case http.StatusForbidden:
		if resp.Login != "" {
			return true
		}
		text, _ := charset.Decode(resp.Body, resp.Charset)
		return resp.HTML && content.Read(text, content.MaxLogin).Password
	}
	return false
}

// placeholders are what hosts serve with success where a deployment will be, each told by a
// sentence in lower case.
var placeholders = [...]struct{ host, says string }{
	{"Vercel", "deployment is building"},
	{"Cloudflare", "if you expect something to be here, it may take some time"},
	{"Render", "service waking up"},
	{"Railway", "the train has not arrived at the station"},
	{"Azure", "your azure static web app is live and waiting for your content"},
	{"Azure", "your web app is running and waiting for your content"},
	{"Amplify", "your app will appear here once you complete your first deployment"},
	{"Firebase", "firebase hosting setup complete"},
}

// maxPlaceholderWords is how much a placeholder says, so that an article which quotes one is none.
const maxPlaceholderWords = 150

// placeholder returns the host whose placeholder an answer is, and what that says; both are
// empty for any other page.
func placeholder(resp *fetch.Response) (host, says string) {
	if !resp.HTML {
		return "", ""
	}
	text, _ := charset.Decode(resp.Body, resp.Charset)
	words := shownWords(text)
	if len(words) > maxPlaceholderWords {
		return "", ""
	}
	shown := strings.ToLower(strings.Join(words, " "))
	for _, p := range placeholders {
		if strings.Contains(shown, p.says) {
			return p.host, p.says
		}
	}
	return "", ""
}

// shownWords are the words that a UTF-8 document shows.
func shownWords(document []byte) (shown []string) {
	for _, word := range content.Read(document, 0).Words {
		if word.Kind != content.Tag {
			shown = append(shown, word.Text)
		}
	}
	return shown
}

// Contains reports whether a UTF-8 document contains a text: in its source, attributes and
// comments included, as it is or with character references decoded; or in what it shows,
// with any white space between words.
func Contains(document []byte, text string) bool {
	return bytes.Contains(document, []byte(text)) || strings.Contains(html.UnescapeString(string(document)), text) ||
		strings.Contains(strings.Join(shownWords(document), " "), strings.Join(strings.Fields(text), " "))
}

// The bounds of what a message shows of a text and of a title, in code points.
const (
	maxShownText  = 100
	maxShownTitle = 60
)

// lacking returns why a page is not the wanted one, or nil. It may be an earlier deployment, or
// a login.
func (w *Wanted) lacking(start weburl.URL, resp *fetch.Response) *UnreachableError {
	text, _ := charset.Decode(resp.Body, resp.Charset)
	if w.Text == "" || Contains(text, w.Text) {
		return nil
	}
	form := content.Read(text, content.MaxLogin)
	hasForm := form.Password && resp.HTML
	e := &UnreachableError{URL: start.Redacted(), Status: resp.Status, Protection: resp.Login}
	if !IsLogin(start) && (IsLogin(resp.URL) || hasForm && form.IsLogin()) {
		e.Login, e.Cause = true, fmt.Sprintf("it asks for a login (status %d)", resp.Status)
		return e
	}
	e.Missing = report.Clean(w.Text, maxShownText)
	e.Cause = fmt.Sprintf("it answered with status %d, and its title is \"%s\"", resp.Status, report.Clean(content.TitleOf(text), maxShownTitle))
	if hasForm {
		e.Cause += "; it has a field for a password"
	}
	e.Cause += "; it may be an earlier deployment"
	e.Advice = "check that the new deployment is ready and that its start page contains the text, or raise wait"
	if w.Within == 0 {
		e.Advice = "set wait: 5m to look for the text until the new deployment is ready"
	}
	return e
}

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
