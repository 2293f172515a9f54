package main

import (
	"regexp"
	"strings"
	"testing"
)

// wording is a word or phrase that readers stumble over, and what to write instead.
type wording struct {
	avoid   string // a regular expression of whole words; a space matches any white space
	write   string
	example string // a text with it
}

// wordings keep the docs and messages in plain English and in the words of the field.
// A text that has to quote one of these puts it in code.
var wordings = []wording{
	{`mend(s|ed|ing)?`, "fix", "Mend the link."},
	{`slips?`, "typo", "a slip of the pen"},
	{`tells? whether`, "reports whether, knows whether", "It tells whether the page\nexists."},
	{`nobody|no one`, "the subject: no page, no reader, the host", "a pipe that nobody reads"},
	{`(who|whoever|what|whatever) asks`, "the subject: the caller, the page", "for who asks"},
	{`for who`, "for users who", "a setting for who relied on it"},
	{`what [\w ]{1,40} (is|are) what`, "the subject first", "what the host answers is what counts"},
	{`less than nothing`, "must not be negative", "is less than nothing"},
	{`lets? nothing (pass|through)|lacks? nothing`, "the positive sentence", "a rate that lets nothing pass"},
	{`takes? no \w+ for|taken for an?`, "the positive sentence", "It takes no error for an answer."},
	{`that (is|are) none`, "the positive sentence", "addresses that are none"},
	{`warns? (\w+ ){1,3}off`, "show a security warning", "browsers warn their readers off"},
	{`elsewhere|abroad`, "external, on another host, outside the base path", "It leads elsewhere."},
	{`foreign`, "external", "a foreign host"},
	{`\w+['’]s own`, `the possessive without "own": the site's`, "the site's own links"},
	{`of (its|their|our|your) own`, `"own" before the noun, or separate`, "a queue of its own"},
	{`own (URLs?|links?|pages?|targets?)`, "internal", "tells own URLs from others"},
	{`strangers?`, "untrusted user, unknown host", "pull requests from strangers"},
	{`beside`, "next to, as well as", "beside its place"},
	{`blamed?|to blame`, "attribute, cause", "the line to blame"},
	{`ke(ep|eps|pt) (\w+ )?from`, "prevent", "What a bot wall kept from being known"},
	{`(is|are|was|were|be|been|being|not) asked( for)?`, "requested", "The host is not asked any more."},
	{`(a|each|every|one|first|second|last|per) try|(first|further|more|many|two|three) tries`, "attempt, retry", "ten seconds a try"},
	{`(bot|login) walls?|walls? against`, "bot protection, login page", "behind a bot wall"},
	{`status codes?`, "status", "the status code 404"},
	{`second looks?`, "deferred retry", "a second look"},
	{`look(s|ed|ing)? after`, "check, maintain", "Look after the links."},
	{`t(ake|akes|aken|aking|ook) in`, "record, read", "The table takes in a page."},
	{`t(ake|akes|aken|aking|ook) away`, "remove", "It takes away the entry."},
	{`t(ell|ells|elling|old) ([\w\x{FFFC}]+ )?apart`, "distinguish", "It tells them apart."},
	{`misspel(t|led)`, "check the spelling", "the name is misspelt"},
	{`portraits?|witness(es)?`, "evidence, signal", "the page's portrait"},
	{`likeness`, "page fingerprint", "a likeness of the page"},
	{`whereabouts`, "page context", "the whereabouts of a page"},
	{`ledgers?|tally|tallies|backlogs?`, "queue, findings", "a ledger of links"},
	{`shelf|shelves|drawers?`, "buffer pool, bucket", "a shelf of buffers"},
	{`strikes`, "failures", "three strikes"},
	{`asker`, "checker", "the asker of a target"},
	{`kin`, "relation", "the kin of a file"},
	{`whilst|amongst|albeit|lest|hence|thus|whence|therein|thereof|thereby|upon|shall`, "a plain word", "whilst it runs"},
	{`\w*—\w*|–`, "a full stop, a comma or brackets", "a host — of any kind — that is slow"},
}

// dash is how an empty table cell may be marked.
var dash = regexp.MustCompile(`^[—–]$`)

// compile returns the expression that finds the words.
func (w wording) compile() *regexp.Regexp {
	words := strings.ReplaceAll(w.avoid, " ", `\s+`)
	return regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(` + words + `)(?:$|[^\pL\pN])`)
}

// avoided returns a failure for each place where a passage has words to avoid.
func (w wording) avoided(in []passage) []string {
	var found []string
	words := w.compile()
	for _, p := range in {
		if dash.MatchString(strings.TrimSpace(p.text)) {
			continue
		}
		for _, at := range words.FindAllStringSubmatchIndex(p.text, -1) {
			old := strings.Join(strings.Fields(p.text[at[2]:at[3]]), " ")
			found = append(found, p.at(at[2])+": \""+old+"\": write "+w.write)
		}
	}
	return found
}

// TestProseAvoidsWords holds the docs and messages to plain words.
func TestProseAvoidsWords(t *testing.T) {
	t.Parallel()
	passages := loadPassages(t)
	for _, w := range wordings {
		for _, found := range w.avoided(passages) {
			t.Error(found)
		}
	}
}

// TestWordings finds each wording in its example, and none in plain texts.
func TestWordings(t *testing.T) {
	t.Parallel()
	plain := newDocument("x.md", []byte(strings.Join([]string{
		"Fix the link, or `mend` it. <!-- nobody --> Its own queue is external. A recommended setting",
		"reports whether the [host](https://x.example/nobody) answered. Try again.",
		"",
		"| a | b |",
		"| - | - |",
		"| — | 10–20 ms |",
	}, "\n"))).passages()
	for _, w := range wordings {
		found := w.avoided(newDocument("x.md", []byte("First line.\n"+w.example+"\n")).passages())
		if len(found) == 0 || !strings.HasPrefix(found[0], "x.md:2: ") || !strings.HasSuffix(found[0], "write "+w.write) {
			t.Errorf("%s in %q: found %q", w.avoid, w.example, found)
		}
		for _, wrong := range w.avoided(plain) {
			t.Errorf("in a plain text: %s", wrong)
		}
	}
}
