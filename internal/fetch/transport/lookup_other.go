//go:build !windows

package transport

import "net"

// systemServers are the name servers of this system.
func systemServers() nameServers {
	return strictResolver{&net.Resolver{PreferGo: true, StrictErrors: true}}
}
