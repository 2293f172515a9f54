package check

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Text is what a note or a problem says of a number of things. In it {n} is the number, [one|many]
// the words that go with it, and {names} the first three names, quoted; {a}, {b} and so on stand for
// further words.
type Text string

// The notes and problems of runs.
const (
	// EarlyEnd says that a run was ended from outside: {a} is the cause.
	EarlyEnd Text = "the run ended early ({a}): the report is incomplete"

	noPages          Text = "no page was found in {names}: check that it is the build directory or the URL of the site"
	fewPages         Text = "only {n} page[ was|s were] read, fewer than min-pages: {a}; check that the site is complete"
	unlistedFindings Text = "{n} finding[ is|s are] counted, but not listed: the report lists the first {a}"
	unlistedPlaces   Text = "{n} more occurrence[|s] of these findings [is|are] not listed: reports list the first {a}"
	uncomparedPlaces Text = "{n} more occurrence[|s] of these findings [is|are] not listed, so [it|they] cannot be compared with a baseline: reports list the first {a}"
	slashRedirects   Text = "{n} link[ needs|s need] a redirect that only adds or drops a slash, such as {a} → {b}"

	// Of the settings.
	nothingIncluded  Text = "include leaves no link to check: [{names} matches|its patterns match] none of {a}; write /** for the whole site, https://example.com/** for a host, or remove include"
	allExcluded      Text = "exclude leaves no link to check: the settings skip [the only target|all {n} targets]; remove a pattern, or write one that matches less"
	allSkipped       Text = "no link was checked: the settings skip [the only target|all {n} targets]"
	unmatchedPattern Text = "{a}: [{names}|{n} patterns] matched {b}[|, such as {names}]"
	unmatchedRule    Text = "the rule at {a} ({names}) matched nothing"
	plainWord        Text = "{a}: /{b}/ is a regular expression, so it matches every URL that contains {names}; write /{b}/** for that folder, or /({b})/ to keep the expression"

	// Of where the site is: {a} is the base path, and {b} what to write.
	UnaskedBase   Text = "targets without the base path, {a}, that count as ok because no host is known: {n}; write {b}"
	UncheckedBase Text = "{n} target[ was|s were] not checked because [it is|they are] outside the site's base path, {a}; the page[ exists|s exist] below it: write {b}[|, and so on]"
	OutsideURLs   Text = "{n} URL[|s] in sitemaps and feeds [is|are] outside this site: not checked; if [it is|they are] part of the site, set site-url"
	ClimbingLinks Text = "{n} link[ climbs|s climb] above the site's root, such as {a} on {b}: the site is probably served below a path, so set site-url, such as https://example.com/docs/"

	// Of the host of a directory: {a} is a rule of it, or its name.
	HostChosen  Text = "hosting: {a}, {b}"
	CatchAll    Text = "{a}: this rule serves {b} for every path that does not exist, so links to missing pages are not reported as broken"
	MayCatchAll Text = "{a}: the destination of this rule may answer for every path, so links to missing pages are not reported as broken"
	HasProgram  Text = "a function or other code of the deployment may answer for every path, so links to missing pages are not reported as broken"
	UnreadRules Text = "{a}; make it smaller, or set hosting: plain if the host does not use it"
	ServedBare  Text = "links name {n} page[|s] without .html, such as {a} for {b}: these work on github-pages, netlify, cloudflare-pages and azure, but not on a plain file server; set hosting to your host"
	MissingBare Text = "{n} pages are missing only because links name them without .html, such as {a} for {b}; if your host serves them so, set hosting to it"

	// Of a live site.
	FoundLater     Text = "{n} target[|s] of the site [was|were] missing at first and found by a second request, such as {names}: the deployment was not complete"
	SiteChanged    Text = "the site changed during the run: its start page named {a}, and names {b} now; run linkvet again"
	EndlessSeries  Text = "{b} pages like {a} were read that link to each other, and {n} more [was|were] left out: if the series has no end, add that pattern to exclude; otherwise list the pages in a sitemap, or set max-pages"
	OutsideBase    Text = "{n} target[|s] on the same host [is|are] outside {a}: checked, but [its|their] links are not"
	BeyondBound    Text = "{n} page[ is|s are] beyond {a}: checked, but [its|their] links are not"
	UnreadSitemap  Text = "could not read the sitemap {names}: {a}"
	CutSitemap     Text = "could not read the sitemap {names} completely: {a}"
	UnknownSitemap Text = "could not check for a sitemap at {names}: {a}"
	InvalidLocs    Text = "the sitemap {names} lists {a}, which is no URL"

	// Of pages that are not the site's: {a} is what they show or where they lead, and the last word
	// what to do. The notes on fewer of them are in the table of package health.
	TooManyPages    Text = "{n} of {a} {b}, such as {c}; {d}"
	StartToLogin    Text = "the start page redirects to a login page, {a} ({b}); {c}"
	StartIsLogin    Text = "the start page is a login page ({a}), and it links to no other page of the site; {b}"
	StartIsWall     Text = "the start page stands in front of the site{a}, and it links to no other page of the site; {b}"
	StartLeadsAway  Text = "the start page forwards to another site, {a}; if you want to check that site, use its URL as the target"
	StartIsAnswer   Text = "the start page {a}; {b}"
	StartIsShell    Text = "the start page has no text or links until scripts run: {a}"
	StartIsRedirect Text = "a script on the start page redirects to another page, and linkvet runs no scripts: check the URL or directory to which it redirects"
	StartIsEmpty    Text = "the start page is empty: {a}"

	// Of how a site answers for a path that does not exist.
	LooksMissing     Text = "look[s|] the same as the site's answer for a path that does not exist{a}"
	LeadsLikeMissing Text = "redirect[s|] to {a}, and so does a path that does not exist"
	MissingLeads     Text = "this site redirects a path that does not exist to {a}: other links that it redirects there count as not found"
	MissingIsStart   Text = "this site answers 200 for a path that does not exist, with its start page: links to missing pages cannot be found"
	MissingIsFrame   Text = "this site answers 200 for a path that does not exist, with a page that may be the frame of all pages: links to missing pages cannot be found"
	MissingIsPage    Text = "this site answers 200 for a path that does not exist: pages that look the same as that answer count as not found"

	// Of the network and this machine.
	PrivateTargets Text = "[{names} leads to a private address and is|{n} targets lead to private addresses and are] skipped[|, such as {names}]; to check [it|them], set allow-private: true"
	NoNames        Text = "could not look up any host name: {n} external target[ is|s are] not checked; check the network of this machine or container, or set external: false"
	NoHosts        Text = "could not reach any of {a} external hosts, such as {names} ({b}): {n} external target[ is|s are] not checked; check the network of this machine or container, its proxy and certificates, or set external: false"
	NoOpenFiles    Text = "this machine ran out of open files: {n} target[ is|s are] not checked; raise the limit (ulimit -n 1024), or lower concurrency"
	NoAuthorities  Text = "this machine has no certificate authorities: {n} target[ is|s are] not checked; install ca-certificates, or set SSL_CERT_FILE to their file"
)

// forms are the words of a text that go with one thing, and with many.
var forms = regexp.MustCompile(`\[([^]|]*)\|([^]]*)\]`)

// Of is the text about n things; it is empty when there are none.
func (t Text) Of(n int, names []string, words ...string) string {
	if n == 0 {
		return ""
	}
	values := []string{"{n}", link.Number(n), "{names}", FirstNames(names)}
	for i, word := range words {
		values = append(values, "{"+string(rune('a'+i))+"}", word)
	}
	return strings.NewReplacer(values...).Replace(forms.ReplaceAllString(string(t), Plural(n, "$1", "$2")))
}

// About is the text about one thing.
func (t Text) About(words ...string) string { return t.Of(1, nil, words...) }

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
