package transport

import (
	"net/netip"
	"testing"
)

func TestIsPrivate(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{
		"127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1",
		"100.127.255.255", "100.100.100.200", "192.0.0.192", "198.18.0.1", "0.0.0.0", "0.1.2.3", "224.0.0.1", "240.0.0.1",
		"255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "::ffff:0:127.0.0.1",
		"64:ff9b::127.0.0.1", "64:ff9b:1::8.8.8.8", "2002:7f00:1::", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0",
		"fec0::1", "ff02::1", "168.63.129.16", "192.88.99.1", "192.0.2.1", "198.51.100.1", "203.0.113.1", "100::1",
		"100:0:0:1::1", "2001:0:808:808::1", "2001:db8::1", "3fff::1", "5f00::1", "::ffff:168.63.129.16",
		"2606:4700::5efe:10.0.0.1", "2606:4700::200:5efe:10.0.0.1",
	} {
		if !IsPrivate(netip.MustParseAddr(raw)) {
			t.Errorf("%s is not private", raw)
		}
	}
	// Addresses for special use may be globally reachable: AS112, anycast, ORCHIDv2.
	for _, raw := range []string{
		"172.32.0.1", "100.128.0.1", "8.8.8.8", "93.184.215.14", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::",
		"2606:4700:4700::1111", "2001:4860:4860::8888", "168.63.129.17", "192.31.196.1", "2001:1::1", "2001:20::1",
		"2606:4700::5efe:8.8.8.8",
	} {
		if IsPrivate(netip.MustParseAddr(raw)) {
			t.Errorf("%s is private", raw)
		}
	}
}

// The bounds for the tests that see this package through a client.
const (
	MaxLate                = maxLate
	InitialHostConcurrency = 2 // of package host
	DefaultHostConcurrency = 8 // the default of package fetch
)
