package fetch

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
	// drainBytes and drainTime bound what is read of a body that nobody wants, so
	// that its connection can be used again; past them a new connection is cheaper.
	drainBytes = 64 << 10
	drainTime  = time.Second
	// firstBytes bounds the memory that a Content-Length alone can claim.
	firstBytes = 1 << 20
	// trust is how many times what has come of a body may be claimed next.
	trust = 8
	// unknownBytes is the memory that a body of unknown length begins with.
	unknownBytes = 16 << 10
)

// drain reads a little of a body and closes it. stop ends the request: a body
// that trickles must not hold its slot until the try is over.
func drain(resp *http.Response, stop context.CancelFunc) {
	defer resp.Body.Close()
	if resp.ContentLength > drainBytes {
		return
	}
	defer time.AfterFunc(drainTime, stop).Stop()
	// What goes wrong here costs a connection, which the transport sees to.
	_, _ = io.CopyN(io.Discard, resp.Body, drainBytes)
}

// sizeError says that a body is larger than what is read of one.
type sizeError struct{ limit int64 }

func (e *sizeError) Error() string {
	return fmt.Sprintf("body is larger than %d bytes", e.limit)
}

// encodingError says that a body is compressed in a way that was not asked for.
type encodingError struct{ encoding string }

func (e *encodingError) Error() string {
	return fmt.Sprintf("body has the content encoding %q, which was not asked for", e.encoding)
}

// checkEncoding refuses a body that the transport has not decoded.
func checkEncoding(header http.Header) error {
	encoding := strings.ToLower(strings.TrimSpace(header.Get("Content-Encoding")))
	if encoding == "" || encoding == "identity" {
		return nil
	}
	return &encodingError{encoding: encoding}
}

// checkDecoded refuses a body that is still compressed: net/http decodes it once, and
// tells of no more than the first Content-Encoding. No page begins so.
func checkDecoded(body []byte) error {
	if bytes.HasPrefix(body, []byte("\x1f\x8b\x08")) {
		return &encodingError{encoding: "gzip"}
	}
	return nil
}

// bodyLimit is how many bytes are read of the body of resp.
func (c *Client) bodyLimit(resp *http.Response) int64 {
	if c.site[origin(resp.Request)] {
		return c.maxBody
	}
	return c.maxPage
}

// firstRoom is how many bytes of memory to read the body of resp into, which is
// read up to limit bytes.
func firstRoom(resp *http.Response, limit int64) int {
	if resp.ContentLength < 0 {
		return unknownBytes
	}
	// ReadFrom wants room beyond the end to see that there is one.
	return int(min(resp.ContentLength, limit, firstBytes)) + bytes.MinRead
}

// readHead reads into buf the bytes that tell what a body is.
func readHead(buf *bytes.Buffer, resp *http.Response) error {
	_, err := io.CopyN(buf, resp.Body, sniffLength)
	if errors.Is(err, io.EOF) {
		return nil // a short body; its end is met again by readRest
	}
	return err
}

// readRest reads into buf what is left of a body, until buf holds limit bytes.
// The time that it waits for memory does not count as the host's.
func (c *Client) readRest(buf *bytes.Buffer, resp *http.Response, limit int64) error {
	for {
		if buf.Available() == 0 {
			size := nextRoom(buf, resp.ContentLength, limit)
			if err := c.room.grow(resp.Request.Context(), buf, size, func() func() { return stopClock(resp.Body) }); err != nil {
				return err
			}
		}
		free := buf.AvailableBuffer()
		free = free[:min(int64(cap(free)), limit+1-int64(buf.Len()))]
		n, err := resp.Body.Read(free)
		buf.Write(free[:n])
		switch {
		case int64(buf.Len()) > limit:
			buf.Truncate(int(limit))
			return &sizeError{limit: limit}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// nextRoom is how many bytes of memory a body gets that has filled buf: as many
// as its length claims, once some of it has come, and else twice as many.
func nextRoom(buf *bytes.Buffer, length, limit int64) int {
	next := 2 * int64(buf.Len())
	if claimed := min(length, limit); claimed >= int64(buf.Len()) {
		next = min(claimed, trust*int64(buf.Len()))
	}
	return int(min(next, limit)) + bytes.MinRead
}

// stopClock stops the clock of the try that body belongs to until start is
// called.
func stopClock(body io.ReadCloser) (start func()) {
	for {
		switch b := body.(type) {
		case *heldBody:
			body = b.ReadCloser
		case *timedBody:
			return b.stopClock()
		default:
			return func() {}
		}
	}
}

// bodyMayPass tells whether a body that failed with err may be whole when it is
// asked for again.
func bodyMayPass(err error) bool {
	var size *sizeError
	var encoding *encodingError
	switch {
	case errors.As(err, &size), errors.As(err, &encoding), errors.Is(err, gzip.ErrHeader):
		return false // that is how the server is set up
	}
	return mayPass(err)
}

// isDamaged tells whether err is that of a compressed body which came to its end
// and is not what was sent.
func isDamaged(err error) bool {
	var corrupt flate.CorruptInputError
	return errors.As(err, &corrupt) || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}

// explainBody turns the error of reading a body into an *Error that says how
// much of it there is.
func explainBody(err error, host string, n int) *Error {
	var size *sizeError
	var encoding *encodingError
	e := explain(err, host)
	switch {
	case errors.As(err, &size):
		e.Message, e.TooLarge = err.Error(), true
	case errors.As(err, &encoding):
		e.Message = err.Error()
	case isDamaged(err):
		e.Message = fmt.Sprintf("body is damaged after %d bytes: %s", n, printable(cause(err)))
	default:
		e.Message = fmt.Sprintf("body is cut off after %d bytes: %s", n, e.Message)
	}
	return e
}
