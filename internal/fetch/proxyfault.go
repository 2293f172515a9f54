package fetch

import (
	"errors"
	"net"
	"net/url"
)

// proxyError says that no connection to the proxy came about, whatever the
// target is like.
type proxyError struct {
	// proxy is the proxy's URL without its user info; nil when the environment
	// holds none that can be read.
	proxy *url.URL
	err   error // nil then too
}

// Error tells the fault as that of a target would be told.
func (e *proxyError) Error() string {
	if e.proxy == nil {
		return "could not read the address of the proxy in the environment"
	}
	return "could not connect to the proxy " + e.proxy.String() + ": " + explainCause(e.err, e.proxy.Hostname()).Message
}

func (e *proxyError) Unwrap() error { return e.err }

// proxyFault returns err as a proxyError if it is about the connection to the
// proxy, which net/http tells by its operation.
func proxyFault(proxy *url.URL, err error) error {
	var op *net.OpError
	if !errors.As(err, &op) || op.Op != "proxyconnect" {
		return err
	}
	return &proxyError{proxy: &url.URL{Scheme: proxy.Scheme, Host: proxy.Host}, err: op.Err}
}
