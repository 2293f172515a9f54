package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/fetchtest"
)

// serveNames returns a resolver whose name server knows these names. The first record of a
// name is used up by a look-up, but for the last.
func serveNames(t *testing.T, names map[string][]fetchtest.Record) *net.Resolver {
	t.Helper()
	var mu sync.Mutex
	return fetchtest.Names(t, func(name string, v6 bool) fetchtest.Record {
		mu.Lock()
		defer mu.Unlock()
		records := names[name]
		if len(records) == 0 {
			return fetchtest.None
		}
		if v6 && len(records) > 1 {
			names[name] = records[1:]
		}
		return records[0]
	})
}

func TestNames(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	home, none, temporary := fetchtest.At("127.0.0.1"), fetchtest.None, dnsmessage.RCodeServerFailure
	fault := fetchtest.Record{Code4: temporary, Code6: temporary}
	tests := map[string]struct {
		records []fetchtest.Record
		reason  link.Reason // empty when there is an answer
	}{
		"is there":                      {records: []fetchtest.Record{home}},
		"does not exist":                {records: []fetchtest.Record{none}, reason: link.DNSNotFound},
		"has no address":                {records: []fetchtest.Record{{}}, reason: link.DNSNotFound},
		"cannot be looked up":           {records: []fetchtest.Record{fault}, reason: link.DNSTemporary},
		"is refused":                    {records: []fetchtest.Record{{Code4: dnsmessage.RCodeRefused, Code6: dnsmessage.RCodeRefused}}, reason: link.DNSTemporary},
		"gets no answer":                {records: []fetchtest.Record{{Silent: true}}, reason: link.DNSTemporary},
		"none for IPv4, a fault for 6":  {records: []fetchtest.Record{{Code6: temporary}}, reason: link.DNSTemporary},
		"an address, a fault for 6":     {records: []fetchtest.Record{{Addresses: []string{"127.0.0.1"}, Code6: temporary}}},
		"not there at first":            {records: []fetchtest.Record{none, home}},
		"a fault at first":              {records: []fetchtest.Record{fault, fault, home}},
		"the last of several addresses": {records: []fetchtest.Record{fetchtest.At("127.0.0.2", "127.0.0.3", "127.0.0.1")}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A busy machine takes its time, and is not to be taken for a silent server.
			timeout := 10 * time.Second
			if test.records[0].Silent {
				timeout = 300 * time.Millisecond
			}
			c := testClient(t, Options{
				Retries: 2, Timeout: timeout,
				Resolver: serveNames(t, map[string][]fetchtest.Record{"name.test": test.records}),
			})
			if test.reason == "" {
				if resp := do(t, c, "http://name.test"+port, Page); resp.Status != 200 {
					t.Errorf("status %d", resp.Status)
				}
				return
			}
			got := fail(t, t.Context(), c, "http://name.test"+port, Page)
			if got.Reason != test.reason {
				t.Errorf("Reason = %q (%s), want %q", got.Reason, got.Message, test.reason)
			}
			if want := map[bool]int64{true: 3, false: 1}[got.Transient]; c.Requests() != want {
				t.Errorf("%d tries, want %d", c.Requests(), want)
			}
		})
	}
}

// TestHalfAnswersAreNone asks again and again for a name of which one half of the
// answer fails: the order in which the halves come does not decide.
func TestHalfAnswersAreNone(t *testing.T) {
	t.Parallel()
	opt := Options{AllowPrivate: true, Resolver: serveNames(t, map[string][]fetchtest.Record{
		"name.test": {{Code6: dnsmessage.RCodeServerFailure}},
	})}.withDefaults()
	dial := transport.NewGuard(opt.guard()).Base(1, 0).DialContext
	for i := range 200 {
		_, err := dial(t.Context(), "tcp", "name.test:80")
		var fault *net.DNSError
		if !errors.As(err, &fault) || fault.IsNotFound {
			t.Fatalf("look-up %d: %v", i, err)
		}
	}
}

func TestNameWithIPv6Alone(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "[::1]:0")
	if err != nil {
		t.Skip("no IPv6 here:", err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})}
	var wg sync.WaitGroup
	wg.Go(func() { _ = server.Serve(l) })
	t.Cleanup(func() {
		server.Close()
		wg.Wait()
	})
	_, port, _ := net.SplitHostPort(l.Addr().String())
	names := map[string][]fetchtest.Record{"six.test": {fetchtest.At("::1")}}
	opt := Options{Resolver: serveNames(t, names)}
	if resp := do(t, testClient(t, opt), "http://six.test:"+port, Page); resp.Status != 200 {
		t.Errorf("status %d", resp.Status)
	}
	if got := fail(t, t.Context(), strictClient(t, opt), "http://six.test:"+port, Page); got.Reason != link.PrivateAddress {
		t.Errorf("Reason = %q, want private-address", got.Reason)
	}
}

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
