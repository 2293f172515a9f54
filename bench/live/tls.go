package main

import (
	"compress/gzip"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tlsDirectives make nginx serve HTTP/2 over TLS, and the compressed copies that
// compressSite made of files.
const tlsDirectives = `
		ssl_certificate %[1]s/certificate.pem;
		ssl_certificate_key %[1]s/key.pem;
		gzip_static on;`

// certificate writes a certificate of this machine's loopback address into scratch, and
// returns the environment in which the tools accept it.
func certificate(scratch string) (env []string, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("could not make a key: %w", err)
	}
	address := net.IPv4(127, 0, 0, 1)
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), IPAddresses: []net.IP{address}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}
	signed, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("could not make a certificate: %w", err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("could not write the key: %w", err)
	}
	path := filepath.Join(scratch, "certificate.pem")
	for _, file := range []struct {
		path, kind string
		bytes      []byte
	}{
		{path, "CERTIFICATE", signed},
		{filepath.Join(scratch, "key.pem"), "PRIVATE KEY", secret},
	} {
		if err := os.WriteFile(file.path, pem.EncodeToMemory(&pem.Block{Type: file.kind, Bytes: file.bytes}), 0o644); err != nil {
			return nil, fmt.Errorf("could not write certificate and key: %w", err)
		}
	}
	// Go, Node and Python, in this order.
	return []string{"SSL_CERT_FILE=" + path, "NODE_EXTRA_CA_CERTS=" + path, "REQUESTS_CA_BUNDLE=" + path}, nil
}

// compressed are the ends of the names of files that hosts send compressed.
var compressed = []string{".html", ".htm", ".xhtml", ".css", ".js", ".svg", ".xml"}

// compressSite makes a folder in scratch with links to the files of dir, and beside those
// that hosts compress what gzip makes of them: compressing takes the server's time only
// once on most hosts.
func compressSite(dir, scratch string) (string, error) {
	copied, err := os.MkdirTemp(scratch, "site-")
	if err == nil {
		err = os.Chmod(copied, 0o755)
	}
	if err != nil {
		return "", fmt.Errorf("could not make a folder: %w", err)
	}
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil || relative == "." {
			return err
		}
		to := filepath.Join(copied, relative)
		switch name, isPacked := strings.CutSuffix(path, ".gz"); {
		case entry.IsDir():
			return os.Mkdir(to, 0o755)
		case isPacked && isCompressed(name):
			return nil // without TLS it is no page
		}
		if err := os.Symlink(path, to); err != nil || !entry.Type().IsRegular() || !isCompressed(path) {
			return err
		}
		return compressFile(path, to+".gz")
	})
	if err != nil {
		return "", fmt.Errorf("could not compress the files of %q: %w", dir, err)
	}
	return copied, nil
}

func isCompressed(path string) bool {
	return slices.Contains(compressed, strings.ToLower(filepath.Ext(path)))
}

func compressFile(path, to string) (err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	file, err := os.Create(to)
	if err != nil {
		return err
	}
	defer func() {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}()
	packer := gzip.NewWriter(file)
	if _, err := packer.Write(text); err != nil {
		return err
	}
	return packer.Close()
}
