package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// hostedPreview is a site with the name of a host on the internet: a proxy on loopback leads all
// connections to it, and a file has the authority that its certificate is from.
type hostedPreview struct {
	proxy, authority string

	mu    sync.Mutex
	hosts []string
}

// newHostedPreview serves a preview at a URL until the end of the test. Its start page names
// hostedCommit.
func newHostedPreview(t *testing.T, at string, isBroken bool) *hostedPreview {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSuffix(u.Path, "/") + "/"
	site := served{
		base:         fmt.Sprintf(`<meta name="commit" content=%q><h1>Welcome</h1><p>We sell tea. <a href="tea">Tea</a>`, hostedCommit),
		base + "tea": `<h1>Tea</h1><p>Green, black and white.`,
	}
	if isBroken {
		site[base+"tea"] += ` <a href="missing">Coffee</a>`
	}
	// The rest of the host is another site.
	if base != "/" {
		site["/"] = "<h1>The published site</h1>"
	}
	p := &hostedPreview{authority: filepath.Join(t.TempDir(), "authority.pem")}
	server := httptest.NewUnstartedServer(site)
	server.TLS = &tls.Config{Certificates: []tls.Certificate{certificate(t, u.Hostname(), p.authority)}}
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // the program ends with open connections
	server.StartTLS()
	t.Cleanup(server.Close)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.connect(w, r, server.Listener.Addr().String())
	}))
	t.Cleanup(proxy.Close)
	p.proxy = proxy.URL
	return p
}

// connect joins a client of the proxy and the server at an address.
func (p *hostedPreview) connect(w http.ResponseWriter, r *http.Request, address string) {
	p.mu.Lock()
	p.hosts = append(p.hosts, r.Host)
	p.mu.Unlock()
	server, err := (&net.Dialer{}).DialContext(r.Context(), "tcp", address)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		_ = server.Close()
		return
	}
	_, _ = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
	join := func(from io.Reader, to net.Conn) func() {
		return func() {
			_, _ = io.Copy(to, from)
			_ = to.Close()
		}
	}
	var both sync.WaitGroup
	both.Go(join(buffered, server))
	both.Go(join(server, client))
	both.Wait()
}

// asked returns the hosts that were asked for, each once.
func (p *hostedPreview) asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	hosts := slices.Clone(p.hosts)
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// certificate returns a certificate for a name, which signs itself, and writes it to a
// file for SSL_CERT_FILE.
func certificate(t *testing.T, name, file string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotAfter: time.Now().Add(time.Hour),
		Subject: pkix.Name{CommonName: name}, // curl wants one
		IsCA:    true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
