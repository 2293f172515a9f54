package fetch

import (
	"context"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

// TestLookUpWithoutADescriptor looks a name up where no socket to the name server can be
// opened: that is about this machine, and says nothing of the name.
func TestLookUpWithoutADescriptor(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		errno  syscall.Errno
		reason link.Reason
		lacks  transport.Resource
		failed int // look-ups that count against the network
	}{
		"the process has none left": {errno: syscall.EMFILE, reason: link.ConnectionFailed, lacks: transport.OpenFiles},
		"the system has none left":  {errno: syscall.ENFILE, reason: link.ConnectionFailed, lacks: transport.OpenFiles},
		"no memory for a socket":    {errno: syscall.ENOBUFS, reason: link.DNSTemporary, lacks: transport.Memory},
		"another fault":             {errno: syscall.EPERM, reason: link.DNSTemporary, failed: 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := testClient(t, Options{Resolver: &net.Resolver{
				PreferGo: true,
				Dial: func(context.Context, string, string) (net.Conn, error) {
					return nil, &net.OpError{Op: "dial", Net: "udp", Err: os.NewSyscallError("socket", test.errno)}
				},
			}})
			got := fail(t, t.Context(), c, "http://name.test/", Page)
			if got.Reason != test.reason || got.Lacks != test.lacks || !got.Transient {
				t.Errorf("%s (%s), lacks %d, passing %t", got.Reason, got.Message, got.Lacks, got.Transient)
			}
			if found, failed := c.LookedUp(); found != 0 || failed != test.failed {
				t.Errorf("%d names are found and %d are not, want 0 and %d", found, failed, test.failed)
			}
		})
	}
}
