package check

import (
	"fmt"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
)

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
		return "the name is misspelt, or nobody has the domain any more"
	case link.DNSTemporary:
		return "its name servers did not answer, or not with an address; try again later"
	case link.TLSInvalid:
		return "browsers warn their readers off"
	case link.ConnectionRefused:
		return "nothing listens there now; try again later"
	case link.Timeout:
		return "try again later, or give it longer with timeout"
	case link.ConnectionFailed:
		if failed.Transient {
			return "try again later"
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
		return fmt.Sprintf("%s, which keeps robots out, answered in its place (status %d); look at it in a browser", resp.BotProtection, status)
	case resp.Hidden:
		return fmt.Sprintf("GitHub shows it to nobody but who is logged in, and could not say whether it exists (status %d)", status)
	case resp.RetryLater:
		return fmt.Sprintf("asks to come back later than a run can wait (status %d); try again later", status)
	case resp.Limited:
		return fmt.Sprintf("too many requests (status %d); ask more slowly with host-rate", status)
	}
	return statusMessage(status)
}

// statusMessage says in words what a final status means.
func statusMessage(status int) string {
	switch status {
	case http.StatusTooManyRequests:
		return "too many requests (status 429); ask more slowly with host-rate"
	case http.StatusUnauthorized:
		return "asks for a login (status 401)"
	case http.StatusProxyAuthRequired:
		return "the proxy on the way asks for a login (status 407)"
	case http.StatusUnavailableForLegalReasons:
		return "not shown here for legal reasons (status 451)"
	case http.StatusForbidden, statusDenied:
		return fmt.Sprintf("not open to this check (status %d); look at it in a browser", status)
	}
	switch {
	case StatusReason(status) == "":
		return ""
	case status >= 300 && status < 400:
		return fmt.Sprintf("redirects to nowhere (status %d)", status)
	}
	if text := http.StatusText(status); text != "" {
		return fmt.Sprintf("status %d %s", status, text)
	}
	return fmt.Sprintf("status %d", status)
}
