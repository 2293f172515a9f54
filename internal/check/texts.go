package check

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// MaxExamples is how many names a problem or a note gives where there are many.
const MaxExamples = 3

// FirstNames are the first few names.
func FirstNames(names []string) string {
	quoted := make([]string, min(len(names), MaxExamples))
	for i := range quoted {
		quoted[i] = fmt.Sprintf("%q", weburl.Redact(names[i]))
	}
	return strings.Join(quoted, ", ")
}

// Shorten cuts a long text, whose beginning says most.
func Shorten(text string, size int) string {
	if len(text) <= size {
		return text
	}
	return strings.ToValidUTF8(text[:size], "") + "…"
}

// Count writes a number with its noun.
func Count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Plural returns the form of a word that goes with the number n.
func Plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// Unchecked says that n external targets are not checked, for the problems that make
// them unverified.
func Unchecked(n int) string {
	return Count(n, "external target") + " " + Plural(n, "is", "are") + " not checked"
}

// Each page that a problem names is cut to so many bytes, and why it was not read to
// so many, so that what to do is in the part that reports show.
const (
	MaxName = 50
	MaxWhy  = 60
)

// CutQuery parts a target into path and query, which begins with "?" unless it is
// empty.
func CutQuery(target string) (path, query string) {
	if i := strings.IndexByte(target, '?'); i >= 0 {
		return target[:i], target[i:]
	}
	return target, ""
}

// failureMessage says in words why a target has no answer, and what to make of
// that.
func failureMessage(failed *fetch.Error) string {
	if failed.Message == "" {
		return string(failed.Reason)
	}
	if hint := failureHint(failed); hint != "" {
		return failed.Message + "; " + hint
	}
	return failed.Message
}

func failureHint(failed *fetch.Error) string {
	switch failed.Reason {
	case link.DNSNotFound:
		return "check the spelling (the domain may have expired)"
	case link.DNSTemporary:
		return "its name servers gave no address; retry later"
	case link.TLSInvalid:
		return "browsers show a security warning"
	case link.ConnectionRefused:
		return "nothing listens on this port; retry later"
	case link.Timeout:
		return "retry later, or raise timeout"
	case link.ConnectionFailed:
		if failed.Transient {
			return "retry later"
		}
	}
	return ""
}

// statusDenied is no registered status: some sites answer it to robots.
const statusDenied = 999

// answerMessage says in words what an answer that is not success means, and what
// to make of it.
func answerMessage(resp *fetch.Response) string {
	status := resp.Status
	switch {
	case resp.BotProtection != "":
		return fmt.Sprintf("blocked by the bot protection of %s (status %d); open the link in a browser", resp.BotProtection, status)
	case resp.Hidden:
		return fmt.Sprintf("GitHub shows this page only after a login (status %d); open the link in a browser", status)
	case resp.RetryLater:
		return fmt.Sprintf("rate limited for longer than linkvet waits (status %d); retry later", status)
	case resp.Limited:
		return fmt.Sprintf("too many requests (status %d); set a lower host-rate", status)
	}
	return statusMessage(status)
}

// statusMessage says in words what a final status means.
func statusMessage(status int) string {
	switch status {
	case http.StatusTooManyRequests:
		return "too many requests (status 429); set a lower host-rate"
	case http.StatusUnauthorized:
		return "asks for a login (status 401)"
	case http.StatusProxyAuthRequired:
		return "the proxy asks for a login (status 407)"
	case http.StatusUnavailableForLegalReasons:
		return "not available for legal reasons (status 451)"
	case http.StatusForbidden, statusDenied:
		return fmt.Sprintf("access denied (status %d); open the link in a browser", status)
	}
	switch {
	case StatusReason(status) == "":
		return ""
	case status >= 300 && status < 400:
		return fmt.Sprintf("redirects without a location (status %d)", status)
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("status %d %s", status, text)
	}
	return fmt.Sprintf("status %d", status)
}
