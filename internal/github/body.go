package github

import (
	"errors"
	"io"
	"net/http"
)

// maxBody bounds the body of one answer: a page of a list is a few hundred kilobytes.
const maxBody = 32 << 20

// errLongBody is the error of an answer with more than maxBody bytes.
var errLongBody = errors.New("GitHub's answer has more than 32 MiB")

// bodies bounds the bodies of answers. It closes each at its end, as go-github does not
// close the body of a refusal.
type bodies struct{ next http.RoundTripper }

// RoundTrip sends a request.
func (b bodies) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := b.next.RoundTrip(req)
	if err == nil {
		resp.Body = &boundedBody{ReadCloser: resp.Body, left: maxBody}
	}
	return resp, err
}

type boundedBody struct {
	io.ReadCloser
	left int
}

// Read reads from the body, up to the bound.
func (b *boundedBody) Read(p []byte) (int, error) {
	// One byte more than there may be shows whether there is more.
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left+1)])
	if n > b.left {
		n, err = b.left, errLongBody
	}
	b.left -= n
	if err != nil {
		_ = b.Close() // nothing more is read
	}
	return n, err
}
