package transport

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"syscall"

	"golang.org/x/sync/semaphore"
)

// connectionLimit bounds the connections that are open or being made, where the system
// allows few open files. A nil limit bounds nothing.
type connectionLimit struct {
	free *semaphore.Weighted
	// closeIdle closes the connections that no request uses, which count as well.
	closeIdle func()
}

// fewConnections is the limit up to which no connection is kept for the next request:
// those to one host would leave none for another.
const fewConnections = 8

// limitConnections bounds the connections of a transport, of which closeIdle closes the idle ones,
// to n.
func limitConnections(transport *http.Transport, closeIdle func(), n int) *connectionLimit {
	transport.DisableKeepAlives = n <= fewConnections
	transport.MaxIdleConns = min(transport.MaxIdleConns, max(n/4, 1))
	return &connectionLimit{free: semaphore.NewWeighted(int64(n)), closeIdle: closeIdle}
}

// dial makes a connection with next once there may be one more.
func (l *connectionLimit) dial(ctx context.Context, next func() (net.Conn, error)) (*conn, error) {
	release, err := l.acquire(ctx)
	if err != nil {
		return nil, err
	}
	c, err := next()
	if err != nil {
		release()
		return nil, err
	}
	return newConn(c, release), nil
}

// acquire waits until there may be one more connection, up to the call of release.
func (l *connectionLimit) acquire(ctx context.Context) (release func(), err error) {
	if l == nil {
		return func() {}, nil
	}
	if !l.free.TryAcquire(1) {
		l.closeIdle()
		if err := l.free.Acquire(ctx, 1); err != nil {
			return nil, fmt.Errorf("could not open another connection: %w", syscall.EMFILE)
		}
	}
	return sync.OnceFunc(func() { l.free.Release(1) }), nil
}
