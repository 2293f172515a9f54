// Package body reads the bodies of answers: within bounds of size, time and memory, and as
// much of them as is needed.
package body

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

const (
	// sniffBytes is how many bytes of a body show its media type.
	sniffBytes = 512
	// drainBytes and drainTime bound what is read of a body that is not needed, so that
	// its connection can be used again. Beyond them a new connection costs less.
	drainBytes = 64 << 10
	drainTime  = time.Second
)

// SizeError says that a body is larger than what is read of one.
type SizeError struct{ limit int64 }

// Error returns the message.
func (e *SizeError) Error() string {
	return fmt.Sprintf("body is larger than %d bytes", e.limit)
}

// EncodingError says that a body is compressed in a way that was not asked for.
type EncodingError struct{ encoding string }

// Error returns the message.
func (e *EncodingError) Error() string {
	return fmt.Sprintf("body has the content encoding %q, which linkvet did not request", e.encoding)
}

// IsPermanent reports whether reading the body again would fail with err again, because
// of how the server is configured.
func IsPermanent(err error) bool {
	var size *SizeError
	var encoding *EncodingError
	return errors.As(err, &size) || errors.As(err, &encoding) || errors.Is(err, gzip.ErrHeader)
}

// IsDamaged reports whether err is that of a compressed body which came to its end and is
// not what the host compressed.
func IsDamaged(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}

// ReadHead reads as many bytes of a body as show its media type.
func (b *Buffer) ReadHead(resp *http.Response) error {
	_, err := io.CopyN(b, resp.Body, sniffBytes)
	if errors.Is(err, io.EOF) {
		return nil // a short body: ReadRest sees its end again
	}
	return err
}

// ReadRest reads the rest of a body, until the buffer has limit bytes.
func (b *Buffer) ReadRest(resp *http.Response, limit int64) error {
	for {
		if b.Available() == 0 {
			if err := b.grow(resp.Request.Context(), resp, b.nextSize(resp.ContentLength, limit)); err != nil {
				return err
			}
		}
		free := b.AvailableBuffer()
		free = free[:min(int64(cap(free)), limit+1-int64(b.Len()))]
		n, err := resp.Body.Read(free)
		b.Write(free[:n])
		switch {
		case int64(b.Len()) > limit:
			b.Truncate(int(limit))
			return &SizeError{limit: limit}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// nextSize is how many bytes of memory a body gets that has filled the buffer: as many as its
// length claims, once a part of it has come, or else twice as many.
func (b *Buffer) nextSize(length, limit int64) int64 {
	next := 2 * int64(b.Len())
	if claimed := min(length, limit); claimed >= int64(b.Len()) {
		next = min(claimed, trust*int64(b.Len()))
	}
	return min(next, limit) + bytes.MinRead
}

// Decode decodes a body that the transport has not: some servers still call gzip x-gzip, which
// means the same (RFC 9110, section 8.4.1.3). It refuses any other encoding.
func Decode(resp *http.Response) error {
	switch encoding := strings.ToLower(strings.TrimSpace(resp.Header.Get("Content-Encoding"))); encoding {
	case "", "identity":
		return nil
	case "x-gzip":
		plain, err := gzip.NewReader(resp.Body)
		if errors.Is(err, io.EOF) {
			return nil // an empty body
		}
		resp.Body, resp.ContentLength = struct {
			io.Reader
			io.Closer
		}{plain, resp.Body}, -1
		return err
	default:
		return &EncodingError{encoding: encoding}
	}
}

// CheckDecoded refuses a page that is still compressed: net/http decodes a body once, and
// shows only the first Content-Encoding. No page begins like that.
func CheckDecoded(page []byte) error {
	if bytes.HasPrefix(page, []byte("\x1f\x8b\x08")) {
		return &EncodingError{encoding: "gzip"}
	}
	return nil
}

// Drain reads a little of a body and closes it. stop ends the request: a slow body must
// not hold the semaphore until the timeout.
func Drain(resp *http.Response, stop context.CancelFunc) {
	defer resp.Body.Close()
	if resp.ContentLength > drainBytes {
		return
	}
	defer time.AfterFunc(drainTime, stop).Stop()
	// An error costs only the connection, which the transport then closes.
	_, _ = io.CopyN(io.Discard, resp.Body, drainBytes)
}

// Peek returns the first n bytes of a body, or as much as comes within the time of Drain.
func Peek(resp *http.Response, n int64, stop context.CancelFunc) []byte {
	defer time.AfterFunc(drainTime, stop).Stop()
	// An error leaves what was read until then.
	head, _ := io.ReadAll(io.LimitReader(resp.Body, n))
	return head
}
