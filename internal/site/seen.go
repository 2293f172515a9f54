package site

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"html"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/fetch"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The bounds of what a message shows of a text and of a title, in code points, and of how
// many kinds of answers it counts.
const (
	maxShownText  = 100
	maxLineText   = 16 // in the progress line, which a terminal must not wrap
	maxShownTitle = 60
	maxShownKinds = 4
)

// maxShownPage is how much of a document is compared with what it shows, in bytes.
const maxShownPage = 4 << 20

// seen is what the start page answered so far.
type seen struct {
	start weburl.URL
	want  Wanted
	// shown is the wanted text as a message shows it.
	shown string
	// kinds count the answers that were not the wanted page, in the order in which each
	// was first seen.
	kinds []answerKind
	// pages counts the pages without the text, and changes how often one differed from
	// the one before.
	pages, changes int
	// title, tag and print are those of the last page.
	title, tag string
	print      uint64
	// login is whether the last page has a field for a password.
	login bool
	seed  maphash.Seed
}

// answerKind counts answers of one kind, such as "with status 503".
type answerKind struct {
	what string
	n    int
}

func newSeen(start weburl.URL, want Wanted) *seen {
	return &seen{start: start, want: want, shown: report.Clean(want.Text, maxShownText), seed: maphash.MakeSeed()}
}

// judge returns why a page is not the wanted one, or nil.
func (s *seen) judge(resp *fetch.Response) error {
	text, _ := charset.Decode(resp.Body, resp.Charset)
	if Contains(text, s.want.Text) {
		return nil
	}
	s.note(resp, text)
	e := &UnreachableError{URL: s.start.Redacted(), Missing: s.shown, Status: resp.Status, Protection: resp.Login}
	form, hasForm := content.LoginOf(text)
	s.login = hasForm && resp.HTML
	isMoved := !pagekind.IsLogin(s.start) && pagekind.IsLogin(resp.URL)
	if isMoved || s.login && form.IsMain() && !pagekind.IsLogin(s.start) {
		e.Missing, e.Login = "", true
		e.Cause = fmt.Sprintf("it asks for a login (status %d)", resp.Status)
	}
	return e
}

// note records a page without the text.
func (s *seen) note(resp *fetch.Response, text []byte) {
	shows := maphash.Bytes(s.seed, text)
	isSame := shows == s.print || resp.ETag != "" && resp.ETag == s.tag
	if s.pages > 0 && !isSame {
		s.changes++
	}
	s.pages++
	s.print, s.tag = shows, strings.Clone(resp.ETag)
	s.title = report.Clean(content.TitleOf(text), maxShownTitle)
}

// add counts an answer that is not the wanted page.
func (s *seen) add(err error) {
	what := "without an answer"
	var e *UnreachableError
	switch {
	case !errors.As(err, &e):
	case e.Missing != "":
		what = fmt.Sprintf("with status %d, without it", e.Status)
	case e.Placeholder:
		what = "with a placeholder page"
	case e.Status != 0:
		what = fmt.Sprintf("with status %d", e.Status)
	}
	for i := range s.kinds {
		if s.kinds[i].what == what {
			s.kinds[i].n++
			return
		}
	}
	s.kinds = append(s.kinds, answerKind{what, 1})
}

// line says what was seen so far, for the signs of life.
func (s *seen) line() string {
	if s.want.Text == "" {
		return "waiting for the start page: " + s.counts()
	}
	return fmt.Sprintf("waiting for the text \"%s\": %s", report.Clean(s.want.Text, maxLineText), s.counts())
}

// counts says how many answers there were of each kind: "3 answers with status 200,
// without it".
func (s *seen) counts() string {
	var all []string
	for _, kind := range s.kinds[:min(len(s.kinds), maxShownKinds)] {
		noun := "answers"
		switch {
		case kind.what == "without an answer" && kind.n == 1:
			noun = "request"
		case kind.what == "without an answer":
			noun = "requests"
		case kind.n == 1:
			noun = "answer"
		}
		all = append(all, fmt.Sprintf("%d %s %s", kind.n, noun, kind.what))
	}
	if len(s.kinds) > maxShownKinds {
		all = append(all, "and others")
	}
	return strings.Join(all, "; ")
}

// conclude returns why the wanted page was not found in time: err is that of the last
// answer. A site that showed pages without the text is up, even if the last answer was an error.
func (s *seen) conclude(err error) error {
	if s.pages == 0 {
		return err
	}
	e := &UnreachableError{URL: s.start.Redacted(), Missing: s.shown}
	details := []string{fmt.Sprintf("the title is \"%s\"", s.title)}
	if s.title == "" {
		details[0] = "the page has no title"
	}
	if s.login {
		details = append(details, "it has a field for a password")
	}
	switch {
	case s.changes == 1:
		details = append(details, "the page changed once")
	case s.changes > 1:
		details = append(details, fmt.Sprintf("the page changed %d times", s.changes))
	case s.pages > 1:
		details = append(details, "the page did not change")
	}
	e.Cause = fmt.Sprintf("%s (%s)%s; it may be an earlier deployment", s.counts(), strings.Join(details, ", "), s.within())
	e.Advice = "check that the new deployment is ready and that its start page contains the text, or raise wait"
	if s.want.Within == 0 {
		e.Advice = "set wait: 5m to look for the text until the new deployment is ready"
	}
	return e
}

// within says how long the wait was; empty when there was none.
func (s *seen) within() string {
	if s.want.Within == 0 {
		return ""
	}
	return " within " + s.want.Within.Round(time.Millisecond).String()
}

// Contains reports whether a UTF-8 document contains a text: in its source, attributes and
// comments included, as it is or with character references decoded; or in what it shows,
// with any white space between words. Of a large document only the first part is compared
// with what it shows, because each word of that takes memory.
func Contains(document []byte, text string) bool {
	if bytes.Contains(document, []byte(text)) {
		return true
	}
	if strings.Contains(html.UnescapeString(string(document)), text) {
		return true
	}
	var shown []string
	for _, word := range content.WordsOf(document[:min(len(document), maxShownPage)]) {
		if !strings.HasPrefix(word, "<") {
			shown = append(shown, word)
		}
	}
	return strings.Contains(strings.Join(shown, " "), strings.Join(strings.Fields(text), " "))
}
