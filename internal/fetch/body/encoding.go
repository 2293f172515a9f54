package body

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// EncodingError says that a body is compressed in a way that was not asked for.
type EncodingError struct{ encoding string }

// Error returns the message.
func (e *EncodingError) Error() string {
	return fmt.Sprintf("body has the content encoding %q, which linkvet did not request", e.encoding)
}

// CheckEncoding refuses a body that the transport has not decoded.
func CheckEncoding(header http.Header) error {
	encoding := strings.ToLower(strings.TrimSpace(header.Get("Content-Encoding")))
	if encoding == "" || encoding == "identity" {
		return nil
	}
	return &EncodingError{encoding: encoding}
}

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
