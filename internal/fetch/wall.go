package fetch

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// wallSign is how a bot wall, or a login, can be told from the host that it stands
// before. All that it names must be there.
type wallSign struct {
	name     string
	statuses []int  // empty is any
	header   string // a field that is there
	value    string // what it starts with, in lower case; empty is anything
	cookie   string // what the name of a cookie that is set starts with
	body     string // what the head of the body holds
}

// peekBytes is how much of a body is looked at for signs of a wall: the pages
// that walls make are small, and say what they are early.
const peekBytes = 16 << 10

// wall returns the name of the bot wall that gave an answer, or "", by its
// status and header alone.
func wall(status int, header http.Header) string { return signed(wallSigns, status, header) }

// signed returns the name of the first of the signs that an answer has, by its
// status and header alone, or "".
func signed(signs []wallSign, status int, header http.Header) string {
	for i := range signs {
		if s := &signs[i]; s.body == "" && s.matches(status, header) {
			return s.name
		}
	}
	return ""
}

// wallIn is the same for the signs in a body that begins with head.
func wallIn(status int, header http.Header, head []byte) string {
	return signedIn(wallSigns, status, header, head)
}

// signedIn is signed for the signs in a body that begins with head.
func signedIn(signs []wallSign, status int, header http.Header, head []byte) string {
	head = head[:min(len(head), peekBytes)]
	for i := range signs {
		s := &signs[i]
		if s.body != "" && s.matches(status, header) && bytes.Contains(head, []byte(s.body)) {
			return s.name
		}
	}
	return ""
}

// mayBeWall tells whether the body of an answer must be seen to tell who gave it.
func mayBeWall(status int, header http.Header) bool {
	return slices.ContainsFunc(wallSigns, func(s wallSign) bool { return s.body != "" && s.matches(status, header) })
}

func (s *wallSign) matches(status int, header http.Header) bool {
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

// peek reads the head of a body, for as long as drain would read it.
func peek(resp *http.Response, stop context.CancelFunc) []byte {
	defer time.AfterFunc(drainTime, stop).Stop()
	// What goes wrong while reading is no sign of a wall.
	head, _ := io.ReadAll(io.LimitReader(resp.Body, peekBytes))
	return head
}
