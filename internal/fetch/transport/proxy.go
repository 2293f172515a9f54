package transport

import (
	"errors"
	"net"
	"net/url"
)

// ProxyError says that there is no connection to the proxy, which says nothing of the
// host that was asked for.
type ProxyError struct {
	// URL is that of the proxy without its user info; nil when the environment has none
	// that can be read.
	URL *url.URL
	// Err is the cause; nil when URL is.
	Err error
}

// Error returns the message.
func (e *ProxyError) Error() string {
	if e.URL == nil {
		return "could not read the proxy address in HTTP_PROXY or HTTPS_PROXY"
	}
	return "could not connect to the proxy " + e.URL.String() + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *ProxyError) Unwrap() error { return e.Err }

// proxyFault returns err as a ProxyError if it is about the connection to the proxy,
// which net/http marks by its operation.
func proxyFault(proxy *url.URL, err error) error {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "proxyconnect" {
		return err
	}
	return &ProxyError{URL: &url.URL{Scheme: proxy.Scheme, Host: proxy.Host}, Err: op.Err}
}
