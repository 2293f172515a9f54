package transport

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxDials is how many connections one attempt may open. Over HTTP/2 net/http opens
	// another one whenever the host closes the last one before it takes a request, and has
	// no bound for that.
	maxDials = 4
	// maxUnasked is how many bytes may come on a connection that no request uses: the
	// rest of bodies that were not read to their ends.
	maxUnasked = 8 << 20
)

// conn is a connection to a host, or to a proxy. Over HTTP/2 many requests may share it,
// so net/http keeps it when one of them fails. A host that falls silent, or that sends
// frames without end, would keep it open and the processor busy for the rest of the run.
type conn struct {
	net.Conn
	// release is called when the connection is closed.
	release func()
	// users are the requests that use it, and unasked the bytes that came while there
	// was none.
	users, unasked atomic.Int64
	// opened is when it was opened. The wall clock may be set meanwhile, so that only
	// times since then count.
	opened time.Time
	// progress is how long after that a request last received a part of its answer
	// here, in nanoseconds.
	progress atomic.Int64

	mu sync.Mutex
	// ended is why the client closed it; nil when it did not.
	ended error
}

func newConn(c net.Conn, release func()) *conn {
	made := &conn{Conn: c, release: release, opened: time.Now()}
	made.advance()
	return made
}

// Close closes the connection, and lets another one be made.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.release()
	return err
}

// connOf returns the conn of c, which may be inside a TLS connection. It returns nil when
// there is none: tests use other connections.
func connOf(c net.Conn) *conn {
	for {
		switch made := c.(type) {
		case *conn:
			return made
		case *tls.Conn:
			c = made.NetConn()
		default:
			return nil
		}
	}
}

// Read fails with the reason for which the client closed the connection: it is that of
// all requests that still use it.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if c.users.Load() == 0 && c.unasked.Add(int64(n)) > maxUnasked {
		c.end(errUnasked)
	}
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.ended != nil {
			return n, c.ended
		}
	}
	return n, err
}

// errUnasked says why a connection was closed that no request used.
var errUnasked = errors.New("the host sent data without a request")

// end closes the connection for a reason. The first one counts.
func (c *conn) end(why error) {
	c.mu.Lock()
	if c.ended == nil {
		c.ended = why
	}
	c.mu.Unlock()
	// An error of Close changes nothing: the connection is not used any more.
	_ = c.Close()
}

// use records that a request uses the connection, until done is called, once.
func (c *conn) use() (done func()) {
	c.users.Add(1)
	c.unasked.Store(0)
	c.advance()
	return func() { c.users.Add(-1) }
}

// advance records that a part of an answer came.
func (c *conn) advance() { c.progress.Store(int64(time.Since(c.opened))) }

// timedOut closes the connection after a request on it used up its time, unless others
// got answers in the second half of that.
func (c *conn) timedOut(timeout *TimeoutError) {
	if silent := time.Since(c.opened) - time.Duration(c.progress.Load()); silent >= timeout.Limit/2 {
		c.end(timeout)
	}
}

// RefusedConnectionsError says that a host accepts connections and no request on them.
type RefusedConnectionsError struct{}

// Error returns the message.
func (*RefusedConnectionsError) Error() string {
	return fmt.Sprintf("the host accepted %d connections, but no requests", maxDials)
}
