package transport

import (
	"net/http"

	"github.com/linkvet/linkvet/internal/fetch/host"
)

// HostConcurrency sends a request when there may be one more in flight to its host. It is
// in flight until its body is closed or has come to its end.
type HostConcurrency struct {
	Next http.RoundTripper
	Host *host.Host
	// Deferred is true for a deferred retry.
	Deferred bool
	Waiting  *host.Waiting
	Progress *Progress
}

var _ http.RoundTripper = (*HostConcurrency)(nil)

// RoundTrip sends a request.
func (h *HostConcurrency) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := h.send(req)
	h.Host.Done(host.Sent{
		Answered: err == nil, KeepsConnection: err == nil && !resp.Close,
		Silent: err != nil && UsedAllTime(err), IsStrained: h.Progress.slow.Load() || err != nil && StageOf(err) == Connecting,
	})
	return resp, err
}

func (h *HostConcurrency) send(req *http.Request) (*http.Response, error) {
	release, err := h.Host.Acquire(req.Context(), h.Deferred, h.Waiting)
	if err != nil {
		return nil, err
	}
	resp, err := h.Next.RoundTrip(req)
	return hold(resp, err, release)
}
