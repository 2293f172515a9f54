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
	"net"
	"net/http"
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
