package earlier

import (
	"slices"

	"github.com/linkvet/linkvet/internal/link"
)

// reasons are those of link. A test compares them.
var reasons = []link.Reason{
	link.NotFound, link.Gone, link.FragmentNotFound, link.DirectoryWithoutIndex, link.CaseMismatch, link.InvalidURL,
	link.RedirectLoop, link.TooManyRedirects, link.DNSNotFound, link.TLSInvalid,
	link.ConnectionRefused, link.HTTPError, link.ServerError, link.URLLost,
	link.RateLimited, link.Blocked, link.Timeout, link.ConnectionFailed, link.DNSTemporary, link.NotReached,
	link.MovedPermanently, link.MovedTemporarily,
	link.Excluded, link.UnsupportedScheme, link.PrivateAddress, link.ExternalOff, link.Ignored,
}

// isSkip reports whether r is a reason of skipped targets.
func isSkip(r link.Reason) bool {
	return slices.Contains(reasons, r) && link.VerdictOf(r, false) == link.Skipped
}

// agree reports whether linkvet writes findings with that verdict and reason. The last hop
// decides whether an error is one of the site, and a rule may call broken targets
// unverified.
func agree(v link.Verdict, r link.Reason) bool {
	if !slices.Contains(reasons, r) {
		return false
	}
	onSite, external := link.VerdictOf(r, true), link.VerdictOf(r, false)
	switch v {
	case link.Broken, link.Redirected:
		return v == onSite || v == external
	case link.Unverified:
		return v == external || onSite == link.Broken
	}
	return false
}
