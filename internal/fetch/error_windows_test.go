package fetch

import (
	"net"
	"os"
	"syscall"
	"testing"

	"golang.org/x/sys/windows"

	"github.com/linkvet/linkvet/internal/link"
)

// Windows has numbers of its own for the errors of connections.
func TestExplainErrorsOfWindows(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		call    string
		errno   syscall.Errno
		reason  link.Reason
		message string
	}{
		"refused":             {"connectex", windows.WSAECONNREFUSED, link.ConnectionRefused, "connection refused"},
		"refused by a driver": {"connectex", windows.ERROR_CONNECTION_REFUSED, link.ConnectionRefused, "connection refused"},
		"reset":               {"wsarecv", windows.WSAECONNRESET, link.ConnectionFailed, "connection reset"},
		"aborted":             {"wsasend", windows.WSAECONNABORTED, link.ConnectionFailed, "connection reset"},
		"reset by a driver":   {"wsarecv", windows.ERROR_NETNAME_DELETED, link.ConnectionFailed, "connection reset"},
		"no route":            {"connectex", windows.WSAEHOSTUNREACH, link.ConnectionFailed, "no route to host"},
		"no network":          {"connectex", windows.WSAENETUNREACH, link.ConnectionFailed, "no route to host"},
		"timeout":             {"connectex", windows.WSAETIMEDOUT, link.Timeout, "connection timed out"},
		"timeout of a driver": {"connectex", windows.ERROR_SEM_TIMEOUT, link.Timeout, "connection timed out"},
		"no socket left":      {"socket", windows.WSAEMFILE, link.ConnectionFailed, "not checked: this machine ran out of open files"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError(test.call, test.errno)}
			got := explain(err, "x.test")
			if got.Reason != test.reason || got.Message != test.message || !got.Transient {
				t.Errorf("explain = %q %q, transient %t, want %q %q", got.Reason, got.Message, got.Transient, test.reason, test.message)
			}
		})
	}
	for _, errno := range []syscall.Errno{windows.WSAEHOSTUNREACH, windows.WSAENETUNREACH} {
		if !explain(os.NewSyscallError("connectex", errno), "").NoWay {
			t.Errorf("%v may be the fault of this machine's network", errno)
		}
	}
}
