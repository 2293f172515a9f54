package report

import "github.com/linkvet/linkvet/internal/link"

// help explains a reason to those who meet it in another tool.
type help struct {
	// short is a sentence without a target; long says what to do.
	short, long string
}

// helpOf returns the help on a reason.
func helpOf(reason link.Reason) help {
	if h, ok := helpOnBroken(reason); ok {
		return h
	}
	return helpOnOthers(reason)
}

func helpOnBroken(reason link.Reason) (help, bool) {
	switch reason {
	case link.NotFound:
		return help{"There is nothing at the link's target", "The file does not exist, or the host answers with status 404. Mend the link, or put a redirect where the page was."}, true
	case link.Gone:
		return help{"The link's target was removed for good", "The host answers with status 410: the page was there and will not be again. Link to something else."}, true
	case link.FragmentNotFound:
		return help{"The page has no such anchor", "The page exists, but no element of it has the `id` behind the `#`. A heading that was reworded is the usual cause: link to its new anchor, or give it the old one."}, true
	case link.DirectoryWithoutIndex:
		return help{"The directory has no index page", "The link names a directory without an `index.html`, for which most hosts answer with an error. Link to a page in it, or add the index."}, true
	case link.CaseMismatch:
		return help{"The file exists in another case only", "Hosts tell upper case from lower. Write the link in the case of the file's name."}, true
	case link.InvalidURL:
		return help{"A browser cannot read the link as a URL", "Following it leads nowhere. Look for a slip of the pen, such as a port above 65535, a missing slash or a blank in the host."}, true
	case link.RedirectLoop:
		return help{"The redirects lead back to where they began", "No browser gets to a page from here. Mend the redirects, or link to the page itself."}, true
	case link.TooManyRedirects:
		return help{"There are more redirects than browsers follow", "Link to the page at which they end, or mend the redirects."}, true
	case link.DNSNotFound:
		return help{"The host's name does not exist", "The domain has ended or was never there. Mend the name, or link to an archived copy."}, true
	case link.TLSInvalid:
		return help{"The host's certificate is not valid", "Browsers show a warning in place of the page. Whoever runs the host has to renew the certificate or complete its chain."}, true
	}
	return help{}, false
}

func helpOnOthers(reason link.Reason) help {
	switch reason {
	case link.ConnectionRefused:
		return help{"Nothing listens at the host's port", "The server is down, or the port is wrong. Of another host this may pass."}
	case link.HTTPError:
		return help{"The host refuses the request", "It answers with a status from 400 to 499 that has no reason of its own. Look at the page in a browser."}
	case link.ServerError:
		return help{"The host fails to answer the request", "It answers with a status of 500 or above, after retries. Of another host this may pass."}
	case link.RateLimited:
		return help{"The host was asked too often", "It could not be checked in the time of a run. The setting `host-rate` asks more slowly, `cache` less often."}
	case link.Blocked:
		return help{"The host does not show the page to programs", "It asks for a login or keeps robots out, so that nobody can tell whether the page is there. Look at it in a browser; a rule with `accept` settles it for good."}
	case link.Timeout:
		return help{"The host did not answer in time", "It may be slow, or down for a while. The setting `timeout` gives it longer."}
	case link.ConnectionFailed:
		return help{"The connection was cut before the answer was whole", "This may pass. When it does not, look at the page in a browser."}
	case link.DNSTemporary:
		return help{"The host's name could not be looked up for now", "The name server gave no certain answer. This may pass."}
	case link.NotReached:
		return help{"The run ended before the link was checked", "It was interrupted, or its `time-limit` was over."}
	case link.MovedPermanently:
		return help{"The page has a new address for good", "The host redirects with status 301 or 308. The link works; write the new address."}
	case link.MovedTemporarily:
		return help{"The host leads elsewhere for now", "It redirects with status 302, 303 or 307. The link works, and is mostly right as it is."}
	}
	return help{"The link is not ok", "The message says why."}
}
