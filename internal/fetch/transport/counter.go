package transport

import (
	"errors"
	"net/http"
	"sync/atomic"
)

// Counter counts the requests that are sent.
type Counter struct {
	Next http.RoundTripper
	Sent *atomic.Int64
}

var _ http.RoundTripper = (*Counter)(nil)

// RoundTrip sends a request, and counts it unless the Guard refused it.
func (c *Counter) RoundTrip(req *http.Request) (*http.Response, error) {
	c.Sent.Add(1)
	resp, err := c.Next.RoundTrip(req)
	var private *PrivateAddressError
	if errors.As(err, &private) {
		c.Sent.Add(-1)
	}
	return resp, err
}
