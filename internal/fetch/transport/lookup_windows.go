package transport

import (
	"context"
	"net"

	"golang.org/x/sys/windows"
)

// systemServers are the name servers of this system.
//
// Windows has name servers by rule (a VPN, a domain of a company) and over HTTPS, which
// net.Resolver does not know. It also reports a name that it could not look up as one that
// does not exist, unless a program asks its client of DNS.
func systemServers() nameServers { return dnsClient{} }

// dnsClient is the client of DNS in Windows.
type dnsClient struct{}

func (dnsClient) hasAddress(ctx context.Context, family, host string) (bool, error) {
	record := uint16(windows.DNS_TYPE_A)
	if family == "ip6" {
		record = windows.DNS_TYPE_AAAA
	}
	if err := ctx.Err(); err != nil {
		return false, ended(host, err)
	}
	type answer struct {
		has    bool
		status error
	}
	// The query cannot be ended early. Windows ends it after some seconds.
	done := make(chan answer, 1)
	go func() {
		has, status := query(host, record)
		done <- answer{has, status}
	}()
	select {
	case a := <-done:
		if a.status == nil {
			return a.has, nil
		}
		return false, dnsError(host, a.status)
	case <-ctx.Done():
		return false, ended(host, ctx.Err())
	}
}

// ended is the error of a look-up whose context ended.
func ended(host string, err error) *net.DNSError {
	return &net.DNSError{UnwrapErr: err, Err: err.Error(), Name: host, IsTimeout: true, IsTemporary: true}
}

// query asks for the records of a kind.
func query(host string, record uint16) (has bool, status error) {
	var first *windows.DNSRecord
	if status := windows.DnsQuery(host, record, 0, nil, &first, nil); status != nil {
		return false, status
	}
	defer windows.DnsRecordListFree(first, freeRecordList)
	for r := first; r != nil; r = r.Next {
		if r.Type == record {
			return true, nil
		}
	}
	return false, nil
}

// freeRecordList frees all records of an answer.
const freeRecordList = 1

// dnsError tells a name without addresses from one that could not be looked up.
func dnsError(host string, status error) *net.DNSError {
	fault := &net.DNSError{UnwrapErr: status, Err: status.Error(), Name: host}
	switch status {
	case windows.DNS_ERROR_RCODE_NAME_ERROR, windows.DNS_INFO_NO_RECORDS, windows.DNS_ERROR_INVALID_NAME_CHAR:
		fault.IsNotFound = true
	default:
		fault.IsTemporary = true
	}
	return fault
}
