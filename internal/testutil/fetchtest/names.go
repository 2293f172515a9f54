package fetchtest

import (
	"context"
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// Record is what a name server knows of a name. The zero value is a name without an address.
type Record struct {
	Addresses []string
	// Code4 is that of the answer about IPv4, Code6 that of the one about IPv6.
	Code4, Code6 dnsmessage.RCode
	// Silent is for a name server that does not answer.
	Silent bool
}

// None is the record of a name that does not exist.
var None = Record{Code4: dnsmessage.RCodeNameError, Code6: dnsmessage.RCodeNameError}

// At is the record of a name with addresses.
func At(addresses ...string) Record { return Record{Addresses: addresses} }

// Names returns a resolver whose name server is in memory. It looks a name up once for IPv4
// and once for IPv6, at the same time.
func Names(t testing.TB, lookUp func(name string, v6 bool) Record) *net.Resolver {
	t.Helper()
	s := &nameServer{lookUp: lookUp}
	t.Cleanup(s.close)
	return &net.Resolver{PreferGo: true, Dial: s.dial}
}

type nameServer struct {
	lookUp func(name string, v6 bool) Record
	mu     sync.Mutex
	open   []net.Conn
	closed bool
	wg     sync.WaitGroup
}

// dial returns a connection over which questions come as over TCP.
func (s *nameServer) dial(context.Context, string, string) (net.Conn, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, net.ErrClosed
	}
	here, there := net.Pipe()
	s.open = append(s.open, here, there)
	s.wg.Go(func() {
		defer there.Close()
		for s.answer(there) == nil {
			continue
		}
	})
	return here, nil
}

// close ends the questions that have no answer: package net waits for that, although the
// caller does not any more.
func (s *nameServer) close() {
	s.mu.Lock()
	s.closed = true
	for _, conn := range s.open {
		_ = conn.Close()
	}
	s.mu.Unlock()
	s.wg.Wait()
}

// answer answers one question.
func (s *nameServer) answer(conn net.Conn) error {
	var size [2]byte
	if _, err := io.ReadFull(conn, size[:]); err != nil {
		return err
	}
	question := make([]byte, binary.BigEndian.Uint16(size[:]))
	if _, err := io.ReadFull(conn, question); err != nil {
		return err
	}
	var m dnsmessage.Message
	if err := m.Unpack(question); err != nil {
		return err
	}
	q := m.Questions[0]
	v6 := q.Type == dnsmessage.TypeAAAA
	record := s.lookUp(strings.TrimSuffix(q.Name.String(), "."), v6)
	if record.Silent {
		return nil
	}
	m.Header = dnsmessage.Header{ID: m.ID, Response: true, RecursionAvailable: true, RCode: record.Code4}
	if v6 {
		m.RCode = record.Code6
	}
	m.Additionals = nil
	for _, raw := range record.Addresses {
		address := netip.MustParseAddr(raw)
		header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class, TTL: 1}
		switch {
		case address.Is6() && v6:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: address.As16()}})
		case address.Is4() && !v6:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: address.As4()}})
		}
	}
	reply, err := m.AppendPack(make([]byte, 2, 512))
	if err != nil {
		return err
	}
	binary.BigEndian.PutUint16(reply, uint16(len(reply)-2))
	_, err = conn.Write(reply)
	return err
}
