// Package protection recognizes answers that bot protection or a login page gives in the
// place of the page that was asked for.
package protection

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
)

// signature describes the answers of one product. All that it names must be there.
type signature struct {
	name     string
	statuses []int  // empty is any
	header   string // a field that is there
	value    string // what it starts with, in lower case; empty is anything
	cookie   string // what the name of a cookie that is set starts with
	body     string // what the first HeadBytes of the body contain
}

// HeadBytes is how much of a body is searched for signatures: the pages of bot
// protection are small, and name their product early.
const HeadBytes = 16 << 10

// match returns the name of the first of the signatures that an answer has, by its
// status and header alone, or "".
func match(signatures []signature, status int, header http.Header) string {
	for i := range signatures {
		if s := &signatures[i]; s.body == "" && s.matches(status, header) {
			return s.name
		}
	}
	return ""
}

// matchBody returns the name of the first of the signatures that need the body, which
// begins with head, or "".
func matchBody(signatures []signature, status int, header http.Header, head []byte) string {
	head = head[:min(len(head), HeadBytes)]
	for i := range signatures {
		s := &signatures[i]
		if s.body != "" && s.matches(status, header) && bytes.Contains(head, []byte(s.body)) {
			return s.name
		}
	}
	return ""
}

func (s *signature) matches(status int, header http.Header) bool {
	if len(s.statuses) > 0 && !slices.Contains(s.statuses, status) {
		return false
	}
	if s.header != "" {
		if !slices.ContainsFunc(header[s.header], func(value string) bool {
			return strings.HasPrefix(strings.ToLower(value), s.value)
		}) {
			return false
		}
	}
	return s.cookie == "" || slices.ContainsFunc(header["Set-Cookie"], func(cookie string) bool {
		return strings.HasPrefix(cookie, s.cookie)
	})
}
