package transport

import (
	"net/http"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/host"
)

// hostLimit sends a request when its host may be asked, which learns from what became of it. The
// request is in flight until its body is closed.
type hostLimit struct{ next http.RoundTripper }

// RoundTrip sends a request.
func (h hostLimit) RoundTrip(req *http.Request) (*http.Response, error) {
	t := tryOf(req.Context())
	release, err := t.Host.Acquire(req.Context(), t.Probe, t.Waiting)
	if err != nil {
		return nil, err
	}
	sent := time.Now()
	resp, err := h.next.RoundTrip(req)
	t.Host.Learn(host.Sent{
		At: sent, Answer: resp, Silent: err != nil && UsedAllTime(err),
		IsStrained: t.slow.Load() || err != nil && StageOf(err) == Connecting,
	})
	if err != nil {
		release()
		return nil, err
	}
	t.atClose(release)
	return resp, nil
}
