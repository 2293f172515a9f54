package soft404

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/scan/content"
)

// admissions are phrases by which a page says that there is nothing at its path, in
// lower case. A login, a consent gate or a page about maintenance says none of them.
var admissions = [...]string{
	"not found", "404", "no such page", "no such file", "no such document", "nothing here", "nothing to see here", "nothing at this",
	"does not exist", "doesn't exist", "do not exist", "no longer exist", "can't find", "cannot find", "can not find", "could not find", "couldn't find",
	"unable to find", "cannot be found", "can't be found", "could not be found", "couldn't be found", "was not here", "isn't here", "is not here",
	"page is missing", "missing page", "page is gone", "page has gone", "page unavailable", "page has been removed", "page has moved", "page may have moved",
	"page might have been", "page may have been", "broken link", "dead link", "wrong address", "invalid url", "unknown page", "unknown path", "wrong turn",
	"introuvable", "n'existe pas", "n'existe plus", "nicht gefunden", "existiert nicht", "no encontrad", "no existe", "non trovat", "non esiste",
	"não encontrad", "não existe", "niet gevonden", "bestaat niet", "hittades inte", "ikke funnet", "ikke fundet", "ei löyt", "nie znalezion", "nie istnieje",
	"nenalezen", "не найден", "не існує", "не существует", "bulunamadı", "見つかりません", "存在しません", "找不到", "未找到", "不存在", "찾을 수 없",
}

// gatePhrases are phrases of pages that are in front of a whole site, in lower case.
var gatePhrases = [...]string{
	"maintenance", "be right back", "be back soon", "temporarily unavailable", "coming soon", "under construction", "launching soon",
	"verify your age", "age verification", "old enough", "years of age", "years old or", "over 18", "over 21", "at least 18", "at least 21",
	"before you continue", "consent to", "accept cookies", "accept all cookies", "cookie consent", "enter the password", "password protected",
	"drinking age", "of legal age", "are you over", "please sign in", "please log in", "sign in to continue", "log in to continue", "you must be logged in",
	"you must log in", "you need to sign in", "you need to log in", "login required", "authentication required", "access code", "too many requests",
	"rate limit exceeded", "are you human", "are you a human", "are you a robot", "you are human", "not a robot", "checking your browser", "unusual traffic",
	"sign in with", "log in with", "continue with google", "deployment is building",
}

// missing and gates are these phrases, to be looked for all at once.
var missing, gates = newPhrases(admissions[:]), newPhrases(gatePhrases[:])

// shownText is what a page in UTF-8 shows, in lower case and with a space between
// words. Elements and paths are left out.
func shownText(page []byte) string {
	words := slices.DeleteFunc(content.WordsOf(page), func(word string) bool { return strings.ContainsAny(word, "</") })
	return Plain(strings.Join(words, " "))
}

// Plain is a text in the form in which the phrases are: in lower case, and with the
// apostrophes of typewriters.
func Plain(text string) string { return strings.ReplaceAll(strings.ToLower(text), "’", "'") }

// admitted returns the phrases by which all answers for made-up paths say that there is
// nothing. What the start page says too counts for nothing.
func admitted(start reading, answers ...reading) []string {
	var phrases []string
	for _, phrase := range admissions {
		says := func(r reading) bool { return hasPhrase(r.text, phrase) }
		if !says(start) && !slices.ContainsFunc(answers, func(r reading) bool { return !says(r) }) {
			phrases = append(phrases, phrase)
		}
	}
	return phrases
}

const (
	// maxHeadings is how many headings of each level are looked at, and maxHeading how
	// much of each, in bytes.
	maxHeadings = 2
	maxHeading  = 300
	// maxPlain is how large a page without headings is at most whose text is looked
	// at, in bytes.
	maxPlain = 8 << 10
)

// speaksOfMissing reports whether the title or a heading of a page may say that there
// is nothing; without headings, its text. Every page of most sites is looked at, so
// it costs little, and a page that means something else costs one request.
func speaksOfMissing(page []byte) bool {
	if saysMissing(Plain(content.TitleOf(page))) {
		return true
	}
	n := 0
	for heading := range headings(page[:min(len(page), maxSearch)]) {
		if saysMissing(Plain(heading)) {
			return true
		}
		n++
	}
	return n == 0 && len(page) <= maxPlain && saysMissing(shownText(page))
}

// maxSearch is how much of a page is searched for its first headings, in bytes. The
// rest is the content of a long page.
const maxSearch = 16 << 10

// headings are the texts of the first headings of the two upper levels. They are found
// by their digits, of which a page has fewer than of anything else in a tag.
func headings(page []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, level := range []byte("12") {
			n := 0
			for at := 0; n < maxHeadings; at++ {
				i := bytes.IndexByte(page[at:], level)
				if i < 0 {
					break
				}
				if at += i; at < len("<h") || page[at-2] != '<' || page[at-1]|0x20 != 'h' {
					continue
				}
				n++
				_, text, _ := bytes.Cut(page[at:min(len(page), at+maxHeading)], []byte(">"))
				text, _, _ = bytes.Cut(text, []byte("</"+string(page[at-1])))
				if !yield(string(text)) {
					return
				}
			}
		}
	}
}

// saysMissing reports whether a text says that there is nothing.
func saysMissing(text string) bool { return missing.in(text) }

// IsGate reports whether a page that shows little but text says that it is a gate in front
// of a whole site.
func IsGate(text string) bool {
	return len(text) <= MaxGateText && gates.in(text)
}

// MaxGateText is how much text a page shows at most that is in front of a site, in bytes.
const MaxGateText = 1500
