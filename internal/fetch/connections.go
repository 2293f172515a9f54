package fetch

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"

	"golang.org/x/sync/semaphore"
)

// connections bounds those that are open or being made, where few files can be open
// at once. The nil value bounds nothing.
type connections struct {
	free *semaphore.Weighted
	// closeIdle closes connections that no request uses, which take a place too.
	closeIdle func()
}

// fewConnections is up to how many connections none is kept for the next request:
// those to one host would leave no place for another.
const fewConnections = 8

// limitConnections bounds the connections of a transport to most.
func limitConnections(transport *http.Transport, most int) *connections {
	transport.DisableKeepAlives = most <= fewConnections
	transport.MaxIdleConns = min(transport.MaxIdleConns, max(most/4, 1))
	return &connections{free: semaphore.NewWeighted(int64(most)), closeIdle: transport.CloseIdleConnections}
}

// dial makes a connection with next when there is a place for it.
func (c *connections) dial(ctx context.Context, next func() (net.Conn, error)) (net.Conn, error) {
	if c == nil {
		return next()
	}
	if !c.free.TryAcquire(1) {
		c.closeIdle()
		if err := c.free.Acquire(ctx, 1); err != nil {
			return nil, fmt.Errorf("waited for a connection to end: %w", syscall.EMFILE)
		}
	}
	conn, err := next()
	if err != nil {
		c.free.Release(1)
		return nil, err
	}
	return &countedConn{Conn: conn, release: sync.OnceFunc(func() { c.free.Release(1) })}, nil
}

// countedConn gives its place back when it is closed.
type countedConn struct {
	net.Conn
	release func()
}

func (c *countedConn) Close() error {
	err := c.Conn.Close()
	c.release()
	return err
}
