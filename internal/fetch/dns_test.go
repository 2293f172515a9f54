package fetch

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

// nameServer is a name server of the test: it answers by what is known of a
// name, and that there is no such name otherwise.
type nameServer struct {
	conn  net.PacketConn
	mu    sync.Mutex
	names map[string][]record // the first is used up, but for the last
	// asking are the client's ends: net waits for an answer even when who asked
	// does not any more.
	asking []net.Conn
	closed bool
}

// record is what one name stands for at one time.
type record struct {
	v4     []string
	v6     []string
	code4  dnsmessage.RCode // of the answer about IPv4
	code6  dnsmessage.RCode
	silent bool
}

// serveNames returns a resolver that asks a name server of the test.
func serveNames(t *testing.T, names map[string][]record) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &nameServer{conn: conn, names: names}
	var wg sync.WaitGroup
	wg.Go(s.run)
	t.Cleanup(func() {
		s.close()
		wg.Wait()
	})
	return &net.Resolver{PreferGo: true, Dial: s.dial}
}

func (s *nameServer) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, net.ErrClosed
	}
	var d net.Dialer
	conn, err := d.DialContext(ctx, "udp", s.conn.LocalAddr().String())
	if err == nil {
		s.asking = append(s.asking, conn)
	}
	return conn, err
}

func (s *nameServer) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.conn.Close()
	for _, conn := range s.asking {
		conn.Close()
	}
}

func (s *nameServer) run() {
	buf := make([]byte, 1500)
	for {
		n, from, err := s.conn.ReadFrom(buf)
		if err != nil {
			return
		}
		var query dnsmessage.Message
		if query.Unpack(buf[:n]) != nil || len(query.Questions) != 1 {
			continue
		}
		if reply := s.answer(query); reply != nil {
			_, _ = s.conn.WriteTo(reply, from)
		}
	}
}

// answer is nil for silence.
func (s *nameServer) answer(query dnsmessage.Message) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := query.Questions[0]
	name := strings.TrimSuffix(q.Name.String(), ".")
	reply := dnsmessage.Message{Header: dnsmessage.Header{
		ID: query.ID, Response: true, RecursionAvailable: true, RCode: dnsmessage.RCodeNameError,
	}, Questions: query.Questions}
	if records := s.names[name]; len(records) > 0 {
		r := records[0]
		// A name is asked for twice each time; the second is for IPv6.
		if q.Type == dnsmessage.TypeAAAA && len(records) > 1 {
			s.names[name] = records[1:]
		}
		if r.silent {
			return nil
		}
		r.fill(&reply, q)
	}
	packed, err := reply.Pack()
	if err != nil {
		return nil
	}
	return packed
}

func (r record) fill(reply *dnsmessage.Message, q dnsmessage.Question) {
	add := func(body dnsmessage.ResourceBody) {
		reply.Answers = append(reply.Answers, dnsmessage.Resource{
			Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}, Body: body,
		})
	}
	switch q.Type {
	case dnsmessage.TypeA:
		reply.RCode = r.code4
		for _, ip := range r.v4 {
			add(&dnsmessage.AResource{A: [4]byte(net.ParseIP(ip).To4())})
		}
	case dnsmessage.TypeAAAA:
		reply.RCode = r.code6
		for _, ip := range r.v6 {
			add(&dnsmessage.AAAAResource{AAAA: [16]byte(net.ParseIP(ip).To16())})
		}
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	s := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := s.URL[strings.LastIndex(s.URL, ":"):]
	home := record{v4: []string{"127.0.0.1"}}
	none := record{code4: dnsmessage.RCodeNameError, code6: dnsmessage.RCodeNameError}
	fault := record{code4: dnsmessage.RCodeServerFailure, code6: dnsmessage.RCodeServerFailure}
	tests := map[string]struct {
		records []record
		reason  link.Reason // empty when there is an answer
	}{
		"is there":                      {records: []record{home}},
		"does not exist":                {records: []record{none}, reason: link.DNSNotFound},
		"has no address":                {records: []record{{}}, reason: link.DNSNotFound},
		"cannot be looked up":           {records: []record{fault}, reason: link.DNSTemporary},
		"is refused":                    {records: []record{{code4: dnsmessage.RCodeRefused, code6: dnsmessage.RCodeRefused}}, reason: link.DNSTemporary},
		"gets no answer":                {records: []record{{silent: true}}, reason: link.DNSTemporary},
		"none for IPv4, a fault for 6":  {records: []record{{code6: dnsmessage.RCodeServerFailure}}, reason: link.DNSTemporary},
		"an address, a fault for 6":     {records: []record{{v4: []string{"127.0.0.1"}, code6: dnsmessage.RCodeServerFailure}}},
		"not there at first":            {records: []record{none, home}},
		"a fault at first":              {records: []record{fault, fault, home}},
		"the last of several addresses": {records: []record{{v4: []string{"127.0.0.2", "127.0.0.3", "127.0.0.1"}}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// A busy machine takes its time, and is not to be taken for a silent server.
			timeout := 10 * time.Second
			if test.records[0].silent {
				timeout = time.Second
			}
			c := testClient(t, Options{
				Retries: 2, Timeout: timeout,
				Resolver: serveNames(t, map[string][]record{"name.test": test.records}),
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
	opt := Options{AllowPrivate: true, Resolver: serveNames(t, map[string][]record{
		"name.test": {{code6: dnsmessage.RCodeServerFailure}},
	})}.withDefaults()
	dial := transport.NewGuard(opt.guard()).Base(1, 0).DialContext
	for i := range 500 {
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
	names := map[string][]record{"six.test": {{v6: []string{"::1"}}}}
	opt := Options{Resolver: serveNames(t, names)}
	if resp := do(t, testClient(t, opt), "http://six.test:"+port, Page); resp.Status != 200 {
		t.Errorf("status %d", resp.Status)
	}
	if got := fail(t, t.Context(), strictClient(t, opt), "http://six.test:"+port, Page); got.Reason != link.PrivateAddress {
		t.Errorf("Reason = %q, want private-address", got.Reason)
	}
}

func TestNamesDoNotGetRoundTheGuard(t *testing.T) {
	t.Parallel()
	private := serve(t, func(http.ResponseWriter, *http.Request) {})
	port := private.URL[strings.LastIndex(private.URL, ":"):]
	site := serve(t, func(w http.ResponseWriter, r *http.Request) {
		moved(w, "http://"+r.URL.Query().Get("to")+port+"/secret")
	})
	none := record{code4: dnsmessage.RCodeNameError, code6: dnsmessage.RCodeNameError}
	at := func(v4 ...string) record { return record{v4: v4} }
	tests := map[string][]record{
		"loopback":         {at("127.0.0.1")},
		"rebound":          {none, at("127.0.0.1")},
		"metadata":         {at("169.254.169.254")},
		"carrier":          {at("100.64.0.1")},
		"several":          {at("10.0.0.1", "127.0.0.1", "192.168.0.1")},
		"unspecified":      {at("0.0.0.0")},
		"mapped":           {{v6: []string{"::ffff:127.0.0.1"}}},
		"metadata by IPv6": {{v6: []string{"fd00:ec2::254"}}},
		"NAT64":            {{v6: []string{"64:ff9b::7f00:1"}}},
	}
	for name, records := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := strictClient(t, Options{
				Site: []string{site.URL}, Retries: 2,
				Resolver: serveNames(t, map[string][]record{"evil.test": records}),
			})
			for _, raw := range []string{site.URL + "/?to=evil.test", "http://evil.test" + port, "http://evil.test" + port + "/again"} {
				for _, want := range []Want{Answer, Page} {
					if got := fail(t, t.Context(), c, raw, want); got.Reason != link.PrivateAddress {
						t.Errorf("%s: Reason = %q (%s), want private-address", raw, got.Reason, got.Message)
					}
				}
			}
		})
	}
	t.Cleanup(func() {
		if got := private.methods(); len(got) != 0 {
			t.Errorf("a private address was asked: %v", got)
		}
	})
}
