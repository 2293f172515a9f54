package fetch

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/linkvet/linkvet/internal/fetch/transport"
	"github.com/linkvet/linkvet/internal/link"
)

// explainTLS explains errors of a host's certificate or handshake. The reason is empty for
// others.
func explainTLS(err error, host string) (link.Reason, string) {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verification *tls.CertificateVerificationError
	var roots x509.SystemRootsError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &roots), errors.As(err, &unknown) && transport.HasNoAuthorities():
		return link.ConnectionFailed, "this machine has no certificate authorities"
	case errors.As(err, &unknown):
		return explainAuthority(unknown)
	case errors.As(err, &name):
		return link.TLSInvalid, fmt.Sprintf("certificate is not for %q", host)
	case errors.As(err, &invalid):
		return link.TLSInvalid, invalidMessage(invalid)
	case errors.As(err, &verification):
		return link.TLSInvalid, "certificate is not valid: " + verification.Err.Error()
	case errors.As(err, &record):
		return link.ConnectionFailed, "TLS handshake failed: the host does not speak TLS"
	}
	return explainAlert(err)
}

// explainAlert explains the alert by which one side ends a handshake. Its type is internal
// to crypto/tls, so the operation of the error around it decides.
func explainAlert(err error) (link.Reason, string) {
	var op *net.OpError
	if errors.As(err, &op) && (op.Op == "remote error" || op.Op == "local error") {
		return link.ConnectionFailed, "TLS handshake failed: " + op.Err.Error()
	}
	return "", ""
}

// explainAuthority explains a certificate without a known authority. Where only an
// intermediate certificate is missing, and the certificate says where to find it, browsers
// fetch it or know it already: such a link works for readers.
func explainAuthority(err x509.UnknownAuthorityError) (link.Reason, string) {
	if incompleteChain(err) {
		return link.ConnectionFailed, "certificate chain is incomplete; browsers may still accept it"
	}
	return link.TLSInvalid, "certificate is signed by an unknown authority"
}

func incompleteChain(err x509.UnknownAuthorityError) bool {
	return err.Cert != nil && len(err.Cert.IssuingCertificateURL) > 0
}

func invalidMessage(err x509.CertificateInvalidError) string {
	if err.Reason != x509.Expired || err.Cert == nil {
		return "certificate is not valid: " + err.Error()
	}
	// x509 also calls a certificate expired that is not valid yet.
	if from := err.Cert.NotBefore; from.After(time.Now()) {
		return "certificate is not valid before " + from.UTC().Format(time.DateOnly)
	}
	return "certificate expired on " + err.Cert.NotAfter.UTC().Format(time.DateOnly)
}
