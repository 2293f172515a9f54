package main

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

func TestReadLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	lines := "1|GET|200|text/html|/\n1|GET|200|text/html; charset=utf-8|/a.html\n2|HEAD|200|text/html|/b.html\n" +
		"2|GET|404|text/html|/none.html\n3|GET|200|text/css|/style.css\n3|GET|200|text/html|/a.html?x|y\n4|||-|\n"
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var got compare.Sample
	if err := readLog(path, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(compare.Sample{Requests: 6, Connections: 3, Pages: 2}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCertificateIsAccepted(t *testing.T) {
	t.Parallel()
	scratch := t.TempDir()
	if _, err := certificate(scratch); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(scratch, "certificate.pem")
	pair, err := tls.LoadX509KeyPair(path, filepath.Join(scratch, "key.pem"))
	if err != nil {
		t.Fatal(err)
	}
	trusted := x509.NewCertPool()
	trusted.AddCert(pair.Leaf)
	_, err = pair.Leaf.Verify(x509.VerifyOptions{Roots: trusted, DNSName: net.IPv4(127, 0, 0, 1).String()})
	if err != nil {
		t.Error(err)
	}
}
