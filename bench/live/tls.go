package main

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
)

// certificate writes a certificate of the loopback address and its key into scratch. It returns
// the environment in which the tools accept it. Tests of Go's library have one that is long valid.
func certificate(scratch string) (env []string, err error) {
	example := httptest.NewTLSServer(nil)
	defer example.Close()
	key, err := x509.MarshalPKCS8PrivateKey(example.TLS.Certificates[0].PrivateKey)
	if err != nil {
		return nil, fmt.Errorf("could not encode the key: %w", err)
	}
	path := filepath.Join(scratch, "certificate.pem")
	err = os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: example.Certificate().Raw}), 0o644)
	if err == nil {
		err = os.WriteFile(filepath.Join(scratch, "key.pem"), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}), 0o600)
	}
	if err != nil {
		return nil, fmt.Errorf("could not write certificate and key: %w", err)
	}
	// Go, Node and Python, in this order.
	return []string{"SSL_CERT_FILE=" + path, "NODE_EXTRA_CA_CERTS=" + path, "REQUESTS_CA_BUNDLE=" + path}, nil
}
