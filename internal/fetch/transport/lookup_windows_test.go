package transport

import (
	"context"
	"errors"
	"net"
	"testing"

	"golang.org/x/sys/windows"
)

// Windows says by a number whether a name does not exist, or could not be looked up.
func TestStatusOfNames(t *testing.T) {
	t.Parallel()
	for status, missing := range map[error]bool{
		windows.DNS_ERROR_RCODE_NAME_ERROR:     true,
		windows.DNS_INFO_NO_RECORDS:            true,
		windows.DNS_ERROR_INVALID_NAME_CHAR:    true,
		windows.DNS_ERROR_RCODE_SERVER_FAILURE: false,
		windows.DNS_ERROR_NO_DNS_SERVERS:       false,
		windows.DNS_ERROR_RCODE_REFUSED:        false,
		windows.ERROR_TIMEOUT:                  false,
	} {
		if got := dnsError("name.test", status); got.IsNotFound != missing || got.IsTemporary == missing {
			t.Errorf("%v: missing is %t, temporary is %t", status, got.IsNotFound, got.IsTemporary)
		}
	}
}

// A look-up ends with its context, although Windows goes on.
func TestLookUpEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var fault *net.DNSError
	if _, err := (dnsClient{}).hasAddress(ctx, "ip4", "localhost"); !errors.As(err, &fault) || fault.IsNotFound {
		t.Errorf("the error is %v", err)
	}
}
