package report

import "github.com/linkvet/linkvet/internal/link"

// helpOf explains a reason to those who meet it in another tool: short is a sentence without a
// target and without its full stop, long says what to do.
func helpOf(reason link.Reason) (short, long string) {
	switch reason {
	case link.NotFound:
		return "The link's target does not exist", "There is no such file, or the host answers with status 404. Fix the link, or add a redirect at the old path."
	case link.Gone:
		return "The page was removed for good", "The host answers with status 410. Remove the link, or change it."
	case link.FragmentNotFound:
		return "The page has no such anchor", "The page exists, but no element on it has the `id` after the `#`. Often a heading was reworded: link to its new anchor, or restore the old `id`."
	case link.DirectoryWithoutIndex:
		return "The directory has no index page", "The link leads to a directory without an `index.html`. Most hosts answer with an error or a list of files. Link to a page in the directory, or add an index page."
	case link.CaseMismatch:
		return "The link and the file name differ in upper and lower case", "Such a link works on Windows or macOS, and fails on the host. Write the link exactly like the file name."
	case link.InvalidURL:
		return "The link is not a valid URL", "A browser cannot read it, and does not follow it. Look for a typo, such as a port above 65535, a missing slash or a space in the host."
	case link.RedirectLoop:
		return "The redirects form a loop", "They lead back to a URL that was already visited, so no browser reaches a page. Fix the redirects, or link to the page itself."
	case link.TooManyRedirects:
		return "There are too many redirects", "Browsers also stop after about this many redirects. Link to the page at the end of them, or fix the redirects."
	case link.DNSNotFound:
		return "There is no such domain", "Check the spelling; the domain may have expired. A network that blocks DNS can give the same answer. Fix the link, or link to an archived copy."
	case link.URLLost:
		return "A URL of the old site leads nowhere now", "Bookmarks, search engines and other sites lead there. Add a redirect to the page that has its content now, or mark it as removed: status 410, or a rule with `verdict: ok`."
	case link.TLSInvalid:
		return "The host's certificate is not valid", "Browsers show a security warning instead of the page. The owner of the host must renew the certificate or complete its chain."
	case link.ConnectionRefused:
		return "The host refuses the connection", "No program listens at the host's port: the host is down, or the port is wrong. For an external host, retry later."
	case link.HTTPError:
		return "The host answers with a client error", "The status is from 400 to 499, and no other reason covers it. Open the link in a browser."
	case link.ServerError:
		return "The host answers with a server error", "The status is 500 or above, also after all retries. For an external host, retry later."
	case link.RateLimited:
		return "The host limits the number of requests", "It answers “too many requests”, also after all retries, or demands a longer wait than a run allows. Set `host-rate` to send fewer requests per second, and `cache` to check external links less often."
	case link.Blocked:
		return "The host does not show the page to programs", "It asks for a login, or bot protection answered, so linkvet cannot know whether the page exists. Open the link in a browser; if it works, add a rule with `accept` or `verdict: ok`."
	case link.Timeout:
		return "The host did not answer in time", "It may be slow or down. Retry later, or raise `timeout`."
	case link.ConnectionFailed:
		return "The connection was cut before the answer was complete", "Retry later. If it fails again, open the link in a browser."
	case link.DNSTemporary:
		return "The host's name could not be looked up", "The name server could not say whether the host exists. Retry later."
	case link.NotReached:
		return "The run ended before it checked the link", "The run was interrupted, or `time-limit` was over. If this happens often, raise `time-limit`."
	case link.MovedPermanently:
		return "The page has a new URL for good", "The host redirects with status 301 or 308. The link still works. Change it to the new URL."
	case link.MovedTemporarily:
		return "The host redirects for now", "It answers with status 302, 303 or 307. The link works, and usually needs no change."
	}
	return "The link is not ok", "See the message for the cause."
}
