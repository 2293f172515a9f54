// Package body reads the bodies of answers: within bounds of size, time and memory, and as
// much of them as is needed.
package body

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net/http"
)

const (
	// firstBytes bounds the memory that a Content-Length alone can claim.
	firstBytes = 1 << 20
	// trust bounds the next claim of memory: this many times the bytes that have come.
	trust = 8
	// unknownBytes is the memory that a body of unknown length begins with.
	unknownBytes = 64 << 10
	// sniffBytes is how many bytes of a body show its media type.
	sniffBytes = 512
)

// Memory gives bodies their buffers.
type Memory struct {
	pool   pool
	budget budget
}

// NewMemory returns a Memory of limit bytes for the bodies of one run.
func NewMemory(limit int) *Memory { return &Memory{budget: budget{limit: limit}} }

// Take returns an empty buffer for the body of resp, which is read up to limit bytes. Put
// gives it back.
func (m *Memory) Take(resp *http.Response, limit int64) *bytes.Buffer {
	buf := m.pool.take(firstSize(resp.ContentLength, limit))
	m.budget.add(buf)
	return buf
}

// Put gives a buffer back.
func (m *Memory) Put(buf *bytes.Buffer) {
	m.budget.remove(buf)
	m.pool.put(buf)
}

// SizeError says that a body is larger than what is read of one.
type SizeError struct{ limit int64 }

// Error returns the message.
func (e *SizeError) Error() string {
	return fmt.Sprintf("body is larger than %d bytes", e.limit)
}

// IsPermanent reports whether reading the body again would fail with err again, because
// of how the server is configured.
func IsPermanent(err error) bool {
	var size *SizeError
	var encoding *EncodingError
	return errors.As(err, &size) || errors.As(err, &encoding) || errors.Is(err, gzip.ErrHeader)
}

// ReadHead reads into buf as many bytes of a body as show its media type.
func ReadHead(buf *bytes.Buffer, resp *http.Response) error {
	_, err := io.CopyN(buf, resp.Body, sniffBytes)
	if errors.Is(err, io.EOF) {
		return nil // a short body: ReadRest sees its end again
	}
	return err
}

// ReadRest reads into buf the rest of a body, until buf has limit bytes. The time for
// which it waits for memory does not count as the host's.
func (m *Memory) ReadRest(buf *bytes.Buffer, resp *http.Response, limit int64) error {
	for {
		if buf.Available() == 0 {
			size := nextSize(buf, resp.ContentLength, limit)
			if err := m.budget.grow(resp.Request.Context(), buf, size, func() func() { return stopClock(resp.Body) }); err != nil {
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
			return &SizeError{limit: limit}
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

// stopClock stops the clock of the try that body belongs to until start is called.
func stopClock(body io.ReadCloser) (start func()) {
	if clock, ok := body.(interface{ StopClock() (start func()) }); ok {
		return clock.StopClock()
	}
	return func() {}
}

// firstSize is how many bytes of memory a body of that length begins with. A negative
// length is unknown.
func firstSize(length, limit int64) int {
	if length < 0 {
		return unknownBytes
	}
	// ReadFrom needs memory beyond the end to see that there is one.
	return int(min(length, limit, firstBytes)) + bytes.MinRead
}

// nextSize is how many bytes of memory a body gets that has filled buf: as many as its
// length claims, once a part of it has come, or else twice as many.
func nextSize(buf *bytes.Buffer, length, limit int64) int {
	next := 2 * int64(buf.Len())
	if claimed := min(length, limit); claimed >= int64(buf.Len()) {
		next = min(claimed, trust*int64(buf.Len()))
	}
	return int(min(next, limit)) + bytes.MinRead
}
