// Package link holds the words of the field that every other package speaks:
// links, targets, verdicts, reasons, findings and the report made of them. It
// does nothing and imports nothing of ours.
package link

// Verdict says what was found out about a target.
type Verdict string

// The verdicts. Broken is a fact that an author can fix; Unverified is what
// could not be known because of the network or of bot protection.
const (
	OK         Verdict = "ok"
	Broken     Verdict = "broken"
	Unverified Verdict = "unverified"
	Redirected Verdict = "redirected"
	Skipped    Verdict = "skipped"
)

// Reason is the stable code that says why a target has its verdict. It is empty for OK.
type Reason string

// The reasons of broken targets. ConnectionRefused, HTTPError and ServerError
// are broken on the site itself and unverified on other sites.
const (
	NotFound              Reason = "not-found"
	Gone                  Reason = "gone"
	FragmentNotFound      Reason = "fragment-not-found"
	DirectoryWithoutIndex Reason = "directory-without-index"
	CaseMismatch          Reason = "case-mismatch"
	InvalidURL            Reason = "invalid-url"
	RedirectLoop          Reason = "redirect-loop"
	TooManyRedirects      Reason = "too-many-redirects"
	DNSNotFound           Reason = "dns-not-found"
	TLSInvalid            Reason = "tls-invalid"
	ConnectionRefused     Reason = "connection-refused"
	HTTPError             Reason = "http-error"
	ServerError           Reason = "server-error"
	URLLost               Reason = "url-lost"
)

// The reasons of unverified targets.
const (
	RateLimited      Reason = "rate-limited"
	Blocked          Reason = "blocked"
	Timeout          Reason = "timeout"
	ConnectionFailed Reason = "connection-failed"
	DNSTemporary     Reason = "dns-temporary"
	NotReached       Reason = "not-reached"
)

// The reasons of redirected targets.
const (
	MovedPermanently Reason = "moved-permanently"
	MovedTemporarily Reason = "moved-temporarily"
)

// The reasons of skipped targets.
const (
	Excluded          Reason = "excluded"
	UnsupportedScheme Reason = "unsupported-scheme"
	PrivateAddress    Reason = "private-address"
	ExternalOff       Reason = "external-off"
	Ignored           Reason = "ignored"
)

// VerdictOf returns the verdict that r stands for, for an internal or an
// external target. The empty reason is OK; a reason that is none of these has no verdict.
func VerdictOf(r Reason, internal bool) Verdict {
	switch r {
	case "":
		return OK
	case ConnectionRefused, HTTPError, ServerError:
		if internal {
			return Broken
		}
		return Unverified
	case NotFound, Gone, FragmentNotFound, DirectoryWithoutIndex, CaseMismatch, InvalidURL, RedirectLoop, TooManyRedirects,
		DNSNotFound, TLSInvalid, URLLost:
		return Broken
	case RateLimited, Blocked, Timeout, ConnectionFailed, DNSTemporary, NotReached:
		return Unverified
	case MovedPermanently, MovedTemporarily:
		return Redirected
	case Excluded, UnsupportedScheme, PrivateAddress, ExternalOff, Ignored:
		return Skipped
	}
	return ""
}
