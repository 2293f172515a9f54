package transport

import (
	"crypto/tls"
	"net/http"
	"strings"
	"sync"
)

// version sends a request again over HTTP/1.1 when its host asks for that, and later ones to the
// host at once: IIS does for a path that it protects by a client certificate or by NTLM, which
// are properties of a connection.
type version struct {
	any *http.Transport
	// http1 returns a copy of it that speaks no other version.
	http1 func() *http.Transport
	// refusers are the hosts that do not answer over HTTP/2.
	refusers sync.Map
}

var _ http.RoundTripper = (*version)(nil)

// newVersion returns a version that sends requests by base.
func newVersion(base *http.Transport) *version {
	return &version{any: base, http1: sync.OnceValue(func() *http.Transport {
		only := base.Clone()
		only.ForceAttemptHTTP2 = false
		only.TLSNextProto = map[string]func(string, *tls.Conn) http.RoundTripper{}
		if only.TLSClientConfig == nil {
			only.TLSClientConfig = &tls.Config{}
		}
		only.TLSClientConfig.NextProtos = []string{"http/1.1"} // base adds h2 when it is first used
		return only
	})}
}

// RoundTrip sends a request.
func (v *version) RoundTrip(req *http.Request) (*http.Response, error) {
	if _, ok := v.refusers.Load(req.URL.Host); !ok {
		resp, err := v.any.RoundTrip(req)
		// net/http exports no type for the errors of a stream and of a connection, both of
		// which name this code of HTTP/2 (RFC 9113, section 7).
		if err == nil || !strings.Contains(err.Error(), "HTTP_1_1_REQUIRED") {
			return resp, err
		}
		v.refusers.Store(req.URL.Host, true)
	}
	return v.http1().RoundTrip(req)
}

// CloseIdleConnections closes the connections that no request uses.
func (v *version) CloseIdleConnections() {
	v.any.CloseIdleConnections()
	v.http1().CloseIdleConnections()
}
