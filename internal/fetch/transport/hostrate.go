package transport

import (
	"net/http"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
)

// HostRate sends a request when the rate limiter of its host allows it, which learns from
// the answer.
type HostRate struct {
	Next    http.RoundTripper
	Limiter *host.RateLimiter
	// Deferred is true for a deferred retry.
	Deferred bool
	Waiting  *host.Waiting
}

var _ http.RoundTripper = (*HostRate)(nil)

// RoundTrip sends a request.
func (h *HostRate) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := h.Limiter.Wait(req.Context(), h.Deferred, h.Waiting); err != nil {
		return nil, err
	}
	sent := time.Now()
	resp, err := h.Next.RoundTrip(req)
	if err == nil {
		h.Limiter.Learn(resp, sent)
	}
	return resp, err
}
