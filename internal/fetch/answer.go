package fetch

import (
	"bytes"
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/host"
	"github.com/linkvet/linkvet/internal/fetch/protection"
	"github.com/linkvet/linkvet/internal/weburl"
)

// question is one URL, and how it is asked.
type question struct {
	url  weburl.URL
	want Want
	// getOnly is to ask with GET, even where headers are enough.
	getOnly bool
	// named is whether the caller of the client asks, rather than a redirect.
	named bool
	// fresh is not to take the answer to an earlier question.
	fresh bool
	// probes is not 0 for a deferred retry: see Request.
	probes  int
	waiting *host.Waiting
	// special is what holds for this URL; never nil once the question is asked.
	special *Special
}

func (q question) isDeferred() bool { return q.probes > 0 }

// headOnly reports whether the URL may be asked with HEAD only.
func (q question) headOnly() bool { return q.special.Method == http.MethodHead }

// answer is what one URL answered, before any redirect is followed.
type answer struct {
	status        int
	location      string // empty when the answer is no redirect
	contentType   string
	charset       string
	etag          string
	refresh       string
	html          bool
	body          *bytes.Buffer // nil when it was not read
	cut           error
	botProtection string
	login         protection.Login
	head          bool // it answers a HEAD
	needsBody     bool // bot protection may have given it, which only its body would show
	limited       bool
	later         bool
	cookies       []*http.Cookie
}

// size is how much memory the strings of an answer take that are kept of it.
func (a *answer) size() int {
	size := len(a.location) + len(a.contentType) + len(a.charset)
	if a.location != "" {
		for _, cookie := range a.cookies {
			size += len(cookie.Raw)
		}
	}
	return size
}
