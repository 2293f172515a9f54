package transport

import (
	"crypto/x509"
	"errors"
	"net"
	"slices"
	"strings"
	"sync"
	"syscall"
)

// Resource is something of this machine that a request needs.
type Resource int

const (
	// NoResource is the zero Resource.
	NoResource Resource = iota
	// OpenFiles are file descriptors, of which each connection takes one.
	OpenFiles
	// Authorities are the certificate authorities that certificates are checked with.
	Authorities
)

// ResourceOf returns what this machine lacked for a request that ended with err.
func ResourceOf(err error) Resource {
	var roots x509.SystemRootsError
	var unknown x509.UnknownAuthorityError
	switch {
	case IsErrno(err, syscall.EMFILE, syscall.ENFILE):
		return OpenFiles
	case errors.As(err, &roots), errors.As(err, &unknown) && HasNoAuthorities():
		return Authorities
	}
	return NoResource
}

// IsErrno reports whether err is, or comes from, one of the errors of the system. Go names
// them as Unix does on every system, but gives those of Windows as Windows numbers them. A
// failed look-up of a name keeps only the text of its cause (net.DNSError as of Go 1.26).
func IsErrno(err error, errnos ...syscall.Errno) bool {
	var dns *net.DNSError
	isLookup := errors.As(err, &dns)
	for _, errno := range errnos {
		for _, same := range append(slices.Clip(sameErrnos(errno)), errno) {
			if errors.Is(err, same) || isLookup && strings.HasSuffix(dns.Err, same.Error()) {
				return true
			}
		}
	}
	return false
}

// HasNoAuthorities reports whether this machine has no certificate authorities at all, as
// in a minimal container: crypto/x509 then says of every certificate that its authority
// is unknown.
var HasNoAuthorities = sync.OnceValue(func() bool {
	pool, err := x509.SystemCertPool()
	return err != nil || pool.Equal(x509.NewCertPool())
})
