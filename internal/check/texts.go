package check

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Text is what a note or a problem says of a number of things: One of a single one, and Many
// of several. In both {n} is the number, {names} are the first three names, quoted, and {a}
// and {b} stand for further words.
type Text struct{ One, Many string }

// The notes and problems of the report's builder, and of patterns and rules.
var (
	// EarlyEnd says that a run was ended from outside: {a} is the cause.
	EarlyEnd = Text{One: "the run ended early ({a}): the report is incomplete"}
	noPages  = Text{One: "no page was found in {names}: check that it is the build directory or the URL of the site"}
	fewPages = Text{
		One:  "only 1 page was read, fewer than min-pages: {a}; check that the site is complete",
		Many: "only {n} pages were read, fewer than min-pages: {a}; check that the site is complete",
	}
	unlistedFindings = Text{
		One:  "1 finding is counted, but not listed: the report lists the first {a}",
		Many: "{n} findings are counted, but not listed: the report lists the first {a}",
	}
	unlistedPlaces = Text{
		One:  "1 more occurrence of these findings is not listed: reports list the first {a}",
		Many: "{n} more occurrences of these findings are not listed: reports list the first {a}",
	}
	uncomparedPlaces = Text{
		One:  "1 more occurrence of these findings is not listed, so it cannot be compared with a baseline: reports list the first {a}",
		Many: "{n} more occurrences of these findings are not listed, so they cannot be compared with a baseline: reports list the first {a}",
	}
	nothingIncluded = Text{
		One:  "include leaves no link to check: {names} matches none of {a}; write /** for the whole site, https://example.com/** for a host, or remove include",
		Many: "include leaves no link to check: its patterns match none of {a}; write /** for the whole site, https://example.com/** for a host, or remove include",
	}
	allExcluded = Text{
		One:  "exclude leaves no link to check: the settings skip the only target; remove a pattern, or write one that matches less",
		Many: "exclude leaves no link to check: the settings skip all {n} targets; remove a pattern, or write one that matches less",
	}
	allSkipped = Text{
		One:  "no link was checked: the settings skip the only target",
		Many: "no link was checked: the settings skip all {n} targets",
	}
	unmatchedPattern = Text{One: "{a}: {names} matched {b}", Many: "{a}: {n} patterns matched {b}, such as {names}"}
	plainWord        = Text{One: "{a}: /{b}/ is a regular expression, so it matches every URL that contains {names}; " +
		"write /{b}/** for that folder, or /({b})/ to keep the expression"}
	slashRedirects = Text{
		One:  "1 link needs a redirect that only adds or drops a slash, such as {a} → {b}",
		Many: "{n} links need a redirect that only adds or drops a slash, such as {a} → {b}",
	}
	// OutsideURLs are those of sitemaps and feeds.
	OutsideURLs = Text{
		One:  "1 URL in sitemaps and feeds is outside this site: not checked; if it is part of the site, set site-url",
		Many: "{n} URLs in sitemaps and feeds are outside this site: not checked; if they are part of the site, set site-url",
	}
	unmatchedRule = Text{One: "the rule at {a} ({names}) matched nothing"}
)

// Of is the text about n things; it is empty when there are none.
func (t Text) Of(n int, names []string, words ...string) string {
	if n == 0 {
		return ""
	}
	for len(words) < 2 {
		words = append(words, "")
	}
	text := Plural(n, t.One, t.Many)
	return strings.NewReplacer("{n}", strconv.Itoa(n), "{names}", FirstNames(names), "{a}", words[0], "{b}", words[1]).Replace(text)
}

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
	hint := failureHints[failed.Reason]
	switch {
	case failed.Message == "":
		return string(failed.Reason)
	case hint == "", failed.Reason == link.ConnectionFailed && !failed.Transient:
		return failed.Message
	}
	return failed.Message + "; " + hint
}

var failureHints = map[link.Reason]string{
	link.DNSNotFound:       "check the spelling (the domain may have expired)",
	link.DNSTemporary:      "its name servers gave no address; retry later",
	link.TLSInvalid:        "browsers show a security warning",
	link.ConnectionRefused: "nothing listens on this port; retry later",
	link.Timeout:           "retry later, or raise timeout",
	link.ConnectionFailed:  "retry later", // when it may be over soon
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
	case resp.Limited, status == http.StatusTooManyRequests:
		return fmt.Sprintf("too many requests (status %d); set a lower host-rate", status)
	case status == http.StatusUnauthorized:
		return "asks for a login (status 401)"
	case status == http.StatusProxyAuthRequired:
		return "the proxy asks for a login (status 407)"
	case status == http.StatusUnavailableForLegalReasons:
		return "not available for legal reasons (status 451)"
	case status == http.StatusForbidden, status == statusDenied:
		return fmt.Sprintf("access denied (status %d); open the link in a browser", status)
	case StatusReason(status) == "":
		return ""
	case status >= 300 && status < 400:
		return fmt.Sprintf("redirects without a location (status %d)", status)
	}
	return strings.TrimSpace(fmt.Sprintf("status %d %s", status, http.StatusText(status)))
}
