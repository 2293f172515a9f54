package main

import (
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCertificateIsAccepted(t *testing.T) {
	t.Parallel()
	scratch := t.TempDir()
	env, err := certificate(scratch)
	if err != nil {
		t.Fatal(err)
	}
	path, found := "", false
	for _, variable := range env {
		if path, found = strings.CutPrefix(variable, "SSL_CERT_FILE="); found {
			break
		}
	}
	trusted, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(path, filepath.Join(scratch, "key.pem"))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	server.StartTLS()
	defer server.Close()
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(trusted) {
		t.Fatal("no certificate in the file")
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}
	defer transport.CloseIdleConnections()
	response, err := (&http.Client{Transport: transport}).Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
}

func TestCompressSite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	page := strings.Repeat("<p>a page", 100)
	for path, text := range map[string]string{"index.html": page, "docs/a.CSS": "p {}", "docs/logo.png": "png", "docs/old.html.gz": "a packed page", "docs/old.tar.gz": "an archive"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, path)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	copied, err := compressSite(dir, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, pattern := range []string{"*.*", "docs/*"} {
		found, err := filepath.Glob(filepath.Join(copied, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			names = append(names, strings.TrimPrefix(name, copied+"/"))
		}
	}
	slices.Sort(names)
	want := []string{"docs/a.CSS", "docs/a.CSS.gz", "docs/logo.png", "docs/old.tar.gz", "index.html", "index.html.gz"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	file, err := os.Open(filepath.Join(copied, "index.html.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	reader, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(reader); err != nil || string(text) != page {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if text, err := os.ReadFile(filepath.Join(copied, "index.html")); err != nil || string(text) != page {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}
