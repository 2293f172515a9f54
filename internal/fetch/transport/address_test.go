package transport

import (
	"net/netip"
	"testing"
)

func TestIsPrivate(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"127.0.0.1":                    true,
		"127.255.255.254":              true,
		"10.1.2.3":                     true,
		"172.16.0.1":                   true,
		"172.32.0.1":                   false,
		"192.168.0.1":                  true,
		"169.254.169.254":              true,
		"100.64.0.1":                   true,
		"100.127.255.255":              true,
		"100.128.0.1":                  false,
		"100.100.100.200":              true,
		"192.0.0.192":                  true,
		"198.18.0.1":                   true,
		"0.0.0.0":                      true,
		"0.1.2.3":                      true,
		"224.0.0.1":                    true,
		"240.0.0.1":                    true,
		"255.255.255.255":              true,
		"8.8.8.8":                      false,
		"93.184.215.14":                false,
		"::":                           true,
		"::1":                          true,
		"::ffff:127.0.0.1":             true,
		"::ffff:10.0.0.1":              true,
		"::ffff:8.8.8.8":               false,
		"::7f00:1":                     true,
		"::ffff:0:127.0.0.1":           true,
		"64:ff9b::127.0.0.1":           true,
		"64:ff9b::8.8.8.8":             false,
		"64:ff9b:1::8.8.8.8":           true,
		"2002:7f00:1::":                true,
		"2002:808:808::":               false,
		"fc00::1":                      true,
		"fd00:ec2::254":                true,
		"fe80::1":                      true,
		"fe80::1%eth0":                 true,
		"fec0::1":                      true,
		"ff02::1":                      true,
		"2606:4700:4700::1111":         false,
		"2001:4860:4860::8888":         false,
		"168.63.129.16":                true,
		"168.63.129.17":                false,
		"192.88.99.1":                  true,
		"192.0.2.1":                    true,
		"198.51.100.1":                 true,
		"203.0.113.1":                  true,
		"192.31.196.1":                 false, // AS112, globally reachable
		"100::1":                       true,
		"100:0:0:1::1":                 true,
		"2001:0:808:808::1":            true,
		"2001:1::1":                    false, // anycast, globally reachable
		"2001:20::1":                   false, // ORCHIDv2, globally reachable
		"2001:db8::1":                  true,
		"3fff::1":                      true,
		"5f00::1":                      true,
		"::ffff:168.63.129.16":         true,
		"2606:4700::5efe:10.0.0.1":     true,
		"2606:4700::200:5efe:10.0.0.1": true,
		"2606:4700::5efe:8.8.8.8":      false,
	}
	for raw, want := range tests {
		t.Run(raw, func(t *testing.T) {
			t.Parallel()
			if got := IsPrivate(netip.MustParseAddr(raw)); got != want {
				t.Errorf("IsPrivate(%s) = %t, want %t", raw, got, want)
			}
		})
	}
}
