package body

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// EncodingError says that a body is compressed in a way that was not asked for.
type EncodingError struct{ encoding string }

// Error returns the message.
func (e *EncodingError) Error() string {
	return fmt.Sprintf("body has the content encoding %q, which linkvet did not request", e.encoding)
}

// Decode decodes a body that the transport has not: some servers still call gzip x-gzip, which
// means the same (RFC 9110, section 8.4.1.3), and net/http knows only gzip. It refuses any other
// encoding.
func Decode(resp *http.Response) error {
	encoding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding")))
	switch encoding {
	case "", "identity":
		return nil
	case "x-gzip":
		plain, err := gzip.NewReader(resp.Body)
		if errors.Is(err, io.EOF) {
			return nil // an empty body
		}
		resp.Body, resp.ContentLength = &decodedBody{ReadCloser: resp.Body, plain: plain}, -1
		return err
	}
	return &EncodingError{encoding: encoding}
}

// decodedBody is a body that is decoded while it is read.
type decodedBody struct {
	io.ReadCloser
	plain io.Reader
}

func (b *decodedBody) Read(p []byte) (int, error) { return b.plain.Read(p) }

// StopClock stops the clock of the try until start is called.
func (b *decodedBody) StopClock() (start func()) { return stopClock(b.ReadCloser) }

// CheckDecoded refuses a page that is still compressed: net/http decodes a body once, and
// shows only the first Content-Encoding. No page begins like that.
func CheckDecoded(page []byte) error {
	if bytes.HasPrefix(page, []byte("\x1f\x8b\x08")) {
		return &EncodingError{encoding: "gzip"}
	}
	return nil
}

// IsDamaged reports whether err is that of a compressed body which came to its end and is
// not what the host compressed.
func IsDamaged(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}
