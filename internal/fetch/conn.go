package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxDials is how many connections one try may open. Over HTTP/2 net/http opens
	// another one, without any bound of its own, whenever the host says of the last
	// that it takes no request.
	maxDials = 4
	// maxUnasked is how many bytes may come on a connection that no request uses: what
	// was on its way of bodies that were not read to their ends.
	maxUnasked = 8 << 20
)

// conn is a connection to a host, or to a proxy. Over HTTP/2 it may be that of many
// requests, so net/http does not close it when one of them fails: a host that says
// nothing any more, or sends frames without end, would keep it, and the processor
// busy with it, for the rest of the run.
type conn struct {
	net.Conn
	// users are the requests that use it, and unasked the bytes that came while none
	// did.
	users, unasked atomic.Int64
	// opened is when it was opened. Its wall clock can be set, so only times since then
	// are taken.
	opened time.Time
	// progress is how long after that a request last got a part of its answer here, in
	// nanoseconds.
	progress atomic.Int64

	mu sync.Mutex
	// ended is why the client closed it; nil when it did not.
	ended error
}

func newConn(c net.Conn) *conn {
	made := &conn{Conn: c, opened: time.Now()}
	made.advance()
	return made
}

// connOf returns the connection below c, which TLS may use; nil when there is none,
// as in tests that bring connections of their own.
func connOf(c net.Conn) *conn {
	for {
		switch own := c.(type) {
		case *conn:
			return own
		case *tls.Conn:
			c = own.NetConn()
		default:
			return nil
		}
	}
}

// Read fails with the reason for which the client closed the connection, so that all
// requests that still used it tell of that.
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
var errUnasked = errors.New("the host sent data that was not asked for")

// end closes the connection for a reason. The first one counts.
func (c *conn) end(why error) {
	c.mu.Lock()
	if c.ended == nil {
		c.ended = why
	}
	c.mu.Unlock()
	// What is wrong with closing it concerns nobody any more.
	_ = c.Conn.Close()
}

// use notes that a request uses the connection, until the function is called that
// it returns. It may be called twice.
func (c *conn) use() (done func()) {
	c.users.Add(1)
	c.unasked.Store(0)
	c.advance()
	return sync.OnceFunc(func() { c.users.Add(-1) })
}

// advance notes that a part of an answer came.
func (c *conn) advance() { c.progress.Store(int64(time.Since(c.opened))) }

// giveUp closes the connection after a request on it took all of its time, unless
// others got answers in the second half of that.
func (c *conn) giveUp(timeout *timeoutError) {
	if silent := time.Since(c.opened) - time.Duration(c.progress.Load()); silent >= timeout.limit/2 {
		c.end(timeout)
	}
}

// dialsKey marks the context of a try with the number of connections that it has
// opened, an *atomic.Int64.
type dialsKey struct{}

// countDial counts a connection for the try with this ctx. It fails when there were
// enough of them.
func countDial(ctx context.Context) error {
	if n, ok := ctx.Value(dialsKey{}).(*atomic.Int64); ok && n.Add(1) > maxDials {
		return &refusingError{}
	}
	return nil
}

// refusingError says that a host takes connections and no request on them.
type refusingError struct{}

func (*refusingError) Error() string {
	return fmt.Sprintf("the host took %d connections, and no request on any of them", maxDials)
}
