package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// server is the site and the hosts around it.
type server struct {
	world
	faults   []transientFault
	external []transientFault // those of external links

	tries, externalTries []atomic.Uint32
	read                 []atomic.Bool // pages that were answered in full
	fresh                []atomic.Bool // pages that exist by now
	pacer                pacer

	requests, externalRequests, pages atomic.Int64
	mu                                sync.Mutex
	seen                              map[string]int // how often each fault was met
}

// counts is what the server says of itself while it runs.
type counts struct {
	// Requests are those to the site, External those to other hosts, and Pages the
	// pages that were answered in full.
	Requests, External, Pages int64
	// Seen is how often each fault was met.
	Seen map[string]int
}

// where is what the server says when it listens.
type where struct {
	Port    int
	Control string
}

// serveOnly is the server's process: it reads the world from in, says on out where
// it is, and ends with in.
func serveOnly(in io.Reader, out io.Writer) error {
	log.SetOutput(io.Discard) // net/http's words about broken connections
	s := &server{seen: map[string]int{}}
	input := json.NewDecoder(in)
	if err := input.Decode(&s.world); err != nil {
		return fmt.Errorf("could not read what to serve: %w", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	control, err := s.start(ctx)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(out).Encode(where{Port: s.Port, Control: control}); err != nil {
		return fmt.Errorf("could not say where the server is: %w", err)
	}
	_, _ = io.Copy(io.Discard, in)
	return nil
}

// start listens on all addresses, and returns that of the counts.
func (s *server) start(ctx context.Context) (control string, err error) {
	s.faults = s.transientFaults()
	for _, f := range s.faults {
		if f.external {
			s.external = append(s.external, f)
		}
	}
	s.tries = make([]atomic.Uint32, s.Pages)
	s.read = make([]atomic.Bool, s.Pages)
	s.fresh = make([]atomic.Bool, s.Pages)
	s.externalTries = make([]atomic.Uint32, s.Externals)
	const requestsOfAPage = 1.1
	s.pacer.every = time.Duration(s.Minutes * float64(time.Minute) / float64(s.allPages()) / requestsOfAPage)

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("could not listen: %w", err)
	}
	s.Port = l.Addr().(*net.TCPAddr).Port
	go serve(ctx, l, http.HandlerFunc(s.serveSite))
	certificate, err := selfSigned()
	if err != nil {
		return "", err
	}
	for h := range s.Hosts {
		if err := s.startHost(ctx, h, certificate); err != nil {
			return "", err
		}
	}
	c, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("could not listen: %w", err)
	}
	go serve(ctx, c, http.HandlerFunc(s.count))
	return c.Addr().String(), nil
}

// startHost listens as host h, unless that refuses connections.
func (s *server) startHost(ctx context.Context, h int, certificate tls.Certificate) error {
	kind := s.hostKind(h)
	if kind == refusingHost {
		return nil
	}
	l, err := net.Listen("tcp", s.address(h))
	if err != nil {
		return fmt.Errorf("could not listen as host %d: %w", h, err)
	}
	switch kind {
	case silentHost:
		go accept(l, func(c net.Conn) { _, _ = io.Copy(io.Discard, c) })
		return nil
	case resettingHost, unencryptedHost:
		go accept(l, func(c net.Conn) {
			_, _ = c.Read(make([]byte, 1))
			_ = c.(*net.TCPConn).SetLinger(0)
		})
		return nil
	case untrustedHost:
		l = tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{certificate}})
	}
	go serve(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serveExternal(w, r, kind) }))
	return nil
}

// serve answers on l until ctx is done.
func serve(ctx context.Context, l net.Listener, h http.Handler) {
	server := &http.Server{Handler: h}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		panic(err) // the run would measure something else
	}
}

// accept does something with each connection, and closes it.
func accept(l net.Listener, do func(net.Conn)) {
	for {
		conn, err := l.Accept()
		if err != nil {
			panic(err)
		}
		go func() {
			do(conn)
			_ = conn.Close()
		}()
	}
}

// selfSigned returns a certificate that nobody trusts.
func selfSigned() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("could not make a key: %w", err)
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour)}
	raw, err := x509.CreateCertificate(rand.Reader, &template, &template, key.Public(), key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("could not make a certificate: %w", err)
	}
	return tls.Certificate{Certificate: [][]byte{raw}, PrivateKey: key}, nil
}

// count says how far the run is.
func (s *server) count(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = json.NewEncoder(w).Encode(counts{Requests: s.requests.Load(), External: s.externalRequests.Load(), Pages: s.pages.Load(), Seen: s.seen})
}

// note counts a fault.
func (s *server) note(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[name]++
}

// serveSite answers for the site.
func (s *server) serveSite(w http.ResponseWriter, r *http.Request) {
	s.requests.Add(1)
	s.vary(w)
	if n, ok := s.pageAt(r.URL.Path); ok {
		s.pacer.wait(s.Latency)
		s.answerPage(w, r, n)
		return
	}
	n, ok := number(r.URL.Path)
	name, _, _ := cutLast(strings.TrimPrefix(r.URL.Path, "/"), "-")
	kind, step, _ := strings.Cut(name, "-")
	switch {
	case r.URL.Path == "/style.css":
		w.Header().Set("Content-Type", "text/css")
		_, _ = fmt.Fprintf(w, "body{margin:%dpx}", mathrand.IntN(100))
	case !ok || n >= s.Pages:
		http.NotFound(w, r)
	default:
		s.answerOther(w, r, kind, step, n)
	}
}

// vary gives an answer headers that differ each time.
func (s *server) vary(w http.ResponseWriter) {
	w.Header().Set("ETag", fmt.Sprintf("%q", strconv.FormatUint(mathrand.Uint64(), 36)))
	w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
	w.Header().Set("Set-Cookie", fmt.Sprintf("visit=%x; Path=/", mathrand.Uint64()))
}

// answerPage answers for page n, with its fault for as long as that lasts.
func (s *server) answerPage(w http.ResponseWriter, r *http.Request, n int) {
	try := int(s.tries[n].Add(1)) - 1
	x := exchange{body: s.content(n), timeout: s.Timeout}
	f, faulty := s.transientAt(s.faults, n, 0, try)
	if faulty {
		s.note(f.name)
	}
	if (!faulty || f.delivers) && r.Method != http.MethodHead {
		if s.hasFresh(n) && !s.fresh[n].Swap(true) {
			s.note("page that is new")
		}
		if !s.read[n].Swap(true) {
			s.pages.Add(1)
		}
	}
	if faulty {
		f.do(w, r, x)
		return
	}
	if n%3 == 0 {
		w.Header().Set("Content-Encoding", "gzip")
		x.body = pack(x.body)
	}
	whole(w, r, x)
}

// answerOther answers for what is on the site besides its pages.
func (s *server) answerOther(w http.ResponseWriter, r *http.Request, kind, step string, n int) {
	switch kind {
	case "fresh":
		if !s.fresh[n].Load() {
			http.NotFound(w, r)
			return
		}
		s.pages.Add(1)
		whole(w, r, exchange{body: document(fmt.Sprintf("New page %d", n), []string{anchor("/"), anchor(s.page(n))})})
	case "image":
		s.answerImage(w, r, n)
	case "hop":
		s.note("temporary redirect")
		to, left := s.page(n/2), step
		if i, err := strconv.Atoi(left); err == nil && i > 1 {
			to = fmt.Sprintf("/hop-%d-%d", i-1, n)
		}
		http.Redirect(w, r, to, []int{302, 303, 307}[n/hopEvery%3])
	case "moved":
		http.Redirect(w, r, s.page(n/2), http.StatusMovedPermanently)
	case "gone", "loop", "deep", "failing", "teapot":
		refuse(w, r, kind, step, n)
	default:
		http.NotFound(w, r)
	}
}

// answerImage answers for an image; HEAD is refused for some.
func (s *server) answerImage(w http.ResponseWriter, r *http.Request, n int) {
	if r.Method == http.MethodHead && n/imageEvery%200 == 0 {
		s.note("HEAD reset")
		write(w, "", true)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	_, _ = w.Write(make([]byte, 1<<10+mathrand.IntN(4<<10)))
}

// refuse answers with a permanent fault.
func refuse(w http.ResponseWriter, r *http.Request, kind, step string, n int) {
	switch kind {
	case "gone":
		w.WriteHeader(http.StatusGone)
	case "loop":
		w.Header().Del("Set-Cookie") // with other cookies it might lead elsewhere
		to := fmt.Sprintf("/loop-on-%d", n)
		if step != "" {
			to = fmt.Sprintf("/loop-%d", n)
		}
		http.Redirect(w, r, to, http.StatusFound)
	case "deep":
		i, _ := strconv.Atoi(step)
		http.Redirect(w, r, fmt.Sprintf("/deep-%d-%d", i+1, n), http.StatusFound)
	case "failing":
		w.WriteHeader(http.StatusInternalServerError)
	case "teapot":
		w.WriteHeader(http.StatusTeapot)
	}
}

// serveExternal answers for an external host.
func (s *server) serveExternal(w http.ResponseWriter, r *http.Request, kind hostKind) {
	s.externalRequests.Add(1)
	s.vary(w)
	time.Sleep(s.Latency)
	switch kind {
	case forbiddingHost:
		w.WriteHeader(http.StatusForbidden)
		return
	case limitingHost:
		status(http.StatusTooManyRequests, http.Header{"Retry-After": {"3600"}})(w, r, exchange{})
		return
	case failingHost:
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	n, ok := number(r.URL.Path)
	name, _, _ := cutLast(strings.TrimPrefix(r.URL.Path, "/"), "-")
	step, isStep := strings.CutPrefix(name, "deep-")
	switch {
	case r.URL.Path == "/":
		whole(w, r, exchange{body: document("A host", nil)})
	case !ok || n >= s.Externals:
		http.NotFound(w, r)
	case isStep:
		refuse(w, r, "deep", step, n)
	case strings.HasPrefix(name, "loop"):
		refuse(w, r, "loop", strings.TrimPrefix(name, "loop"), n)
	case name == "here":
		whole(w, r, exchange{body: document("Here", nil)})
	default:
		s.answerLink(w, r, n)
	}
}

// answerLink answers for external link e.
func (s *server) answerLink(w http.ResponseWriter, r *http.Request, e int) {
	switch f := s.externalFault(e); f {
	case lostLink:
		http.NotFound(w, r)
	case goneLink, teapotLink, failingLink:
		refuse(w, r, map[externalFault]string{goneLink: "gone", teapotLink: "teapot", failingLink: "failing"}[f], "", e)
	case loopLink:
		refuse(w, r, "loop", "", e)
	case deepLink:
		refuse(w, r, "deep", "0", e)
	case movedLink:
		http.Redirect(w, r, fmt.Sprintf("/here-%d", e), http.StatusMovedPermanently)
	case forbiddenLink:
		w.WriteHeader(http.StatusForbidden)
	case resettingLink:
		write(w, "", true)
	case silentLink:
		silence(w, r, exchange{})
	default:
		s.answerGood(w, r, e)
	}
}

// limitedHosts is how many hosts there are to one that asks for patience.
const limitedHosts = 20

// answerGood answers for an external link that is good, with its passing fault.
func (s *server) answerGood(w http.ResponseWriter, r *http.Request, e int) {
	x := exchange{body: document(fmt.Sprintf("Link %d", e), nil), timeout: s.Timeout}
	if r.Method == http.MethodHead && s.refuseHead(w, e) {
		return
	}
	try := int(s.externalTries[e].Add(1)) - 1
	if h := s.hostOf(e); h%limitedHosts == limitedHosts-1 && e/s.Hosts%50 == 3 && try == 0 {
		s.note("external: 429 or 503 with Retry-After")
		status([]int{429, 503}[h/limitedHosts%2], http.Header{"Retry-After": {"1"}})(w, r, x)
		return
	}
	if f, ok := s.transientAt(s.external, e+1, 100, try); ok {
		s.note("external: " + f.name)
		f.do(w, r, x)
		return
	}
	whole(w, r, x)
}

// refuseHead answers HEAD for the links that do not take it.
func (s *server) refuseHead(w http.ResponseWriter, e int) bool {
	switch s.mix(e, saltTwice) % 60 {
	case 0:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case 1:
		w.WriteHeader(http.StatusNotFound)
	case 2:
		write(w, "", true)
	default:
		return false
	}
	s.note("external: HEAD refused")
	return true
}

// pacer spreads answers over the time that the run is to take.
type pacer struct {
	every time.Duration

	mu   sync.Mutex
	next time.Time
}

// late is how far the pacer may be behind before it gives up the time.
const late = 5 * time.Second

// wait waits for the turn of an answer, and at least for latency.
func (p *pacer) wait(latency time.Duration) {
	now := time.Now()
	p.mu.Lock()
	if p.next.Before(now.Add(-late)) {
		p.next = now
	}
	p.next = p.next.Add(p.every)
	turn := p.next
	p.mu.Unlock()
	time.Sleep(max(turn.Sub(now), latency))
}
