package main

import (
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFixFollowsRedirects replaces links to what moved for good, on another site. Of other
// redirects it only speaks.
func TestFixFollowsRedirects(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	for _, page := range []string{"/new", "/login", "/one", "/y"} {
		mux.HandleFunc("GET "+page, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<title>x</title><p id=f>x")) })
	}
	mux.Handle("GET /old", http.RedirectHandler("/new", http.StatusMovedPermanently))
	mux.Handle("GET /members", http.RedirectHandler("/login?to=members", http.StatusMovedPermanently))
	mux.Handle("GET /now", http.RedirectHandler("/one", http.StatusFound))
	mux.Handle("GET /x", http.RedirectHandler("/y?session=1", http.StatusPermanentRedirect))
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	var page, source, want strings.Builder
	for _, link := range []string{"/old#f", "/members", "/now", "/x"} {
		page.WriteString("<p><a href=\"" + server.URL + link + "\">link " + link + "</a>\n")
		source.WriteString("[link " + link + "](" + server.URL + link + ")\n\n")
		want.WriteString("[link " + link + "](" + server.URL + strings.Replace(link, "/old", "/new", 1) + ")\n\n")
	}
	s := newFixSite(t, fileTree{"content/guide.md": source.String()}, fileTree{"index.html": "x", "guide/index.html": page.String()})
	s.args = []string{"--allow-private", "--redirects=all"}
	s.expect(fileTree{"content/guide.md": want.String()})
}

// bothListener answers with and without TLS on one port. A connection that says nothing yet
// keeps no other one waiting.
type bothListener struct {
	net.Listener
	begun, ended chan net.Conn
}

func newBothListener(l net.Listener, config *tls.Config) *bothListener {
	b := &bothListener{l, make(chan net.Conn), make(chan net.Conn)}
	go func() {
		defer close(b.ended)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go b.begin(c, config)
		}
	}()
	return b
}

// begin looks at the first byte of a connection.
func (l *bothListener) begin(c net.Conn, config *tls.Config) {
	first := make([]byte, 1)
	if _, err := io.ReadFull(c, first); err != nil {
		_ = c.Close()
		return
	}
	c = &begunConn{Conn: c, begun: first}
	const handshake = 22 // how TLS begins
	if first[0] == handshake {
		c = tls.Server(c, config)
	}
	select {
	case l.begun <- c:
	case <-l.ended:
		_ = c.Close()
	}
}

func (l *bothListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.begun:
		return c, nil
	case <-l.ended:
		return nil, net.ErrClosed
	}
}

// begunConn is a connection of which the first bytes were read.
type begunConn struct {
	net.Conn
	begun []byte
}

func (c *begunConn) Read(p []byte) (int, error) {
	if len(c.begun) > 0 {
		n := copy(p, c.begun)
		c.begun = c.begun[n:]
		return n, nil
	}
	return c.Conn.Read(p)
}

// TestFixWritesHTTPS replaces http: by https: where the host answers the same with both, also
// in a page without findings.
func TestFixWritesHTTPS(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /same", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<title>x</title><p>One text.")) })
	mux.HandleFunc("GET /other", func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, "<title>x</title><p>With TLS: %v.", r.TLS != nil)
	})
	server := httptest.NewUnstartedServer(mux)
	server.StartTLS() // for its certificate
	config := server.TLS.Clone()
	config.NextProtos = nil
	certificate := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o644); err != nil {
		t.Fatal(err)
	}
	server.Close()
	both := httptest.NewUnstartedServer(mux)
	both.Listener = newBothListener(both.Listener, config)
	both.Start()
	t.Cleanup(both.Close)
	page, source, want := "", "", ""
	for _, link := range []string{"/same#x", "/other"} {
		page += "<p><a href=\"" + both.URL + link + "\">link " + link + "</a>\n"
		source += "[link " + link + "](" + both.URL + link + ")\n\n"
		want += "[link " + link + "](" + strings.Replace(both.URL+link, "http", "https", strings.Count(link, "same")) + ")\n\n"
	}
	url := both.URL + "/same"
	names := fileTree{ // which mean no page
		"layouts/base.html": "<!DOCTYPE html PUBLIC \"x\" \"" + url + "\">\n<html xmlns=\"" + url + "\" prefix=\"og: " + url + "\">\n<svg xmlns=\"" + url + "\" xmlns:xlink='" + url + "'></svg>\n" +
			"<script type=\"application/ld+json\">{\"@context\": \"" + url + "\", \"@type\": \"" + url + "\"}</script>\n<div itemscope itemtype=\"" + url + "\" vocab=\"" + url + "\">\n",
		"layouts/sitemap.xml": "<urlset xmlns=\"" + url + "\"></urlset>\n",
		"static/pic.svg":      "<svg xmlns=\"" + url + "\"><rdf:RDF xmlns:cc=\"" + url + "\"/></svg>\n",
		"content/code.md":     "```xml\n<a href=\"" + url + "\">x</a>\n```\n\n`" + url + "` and\n\n    [x](" + url + ")\n\n<code>" + url + "</code>\n\n<!-- [x](" + url + ") -->\n",
		"content/guide.rst":   "Guide\n=====\n\n.. code-block:: xml\n\n   <a href=\"" + url + "\">\n\n``" + url + "``\n",
		"content/guide.adoc":  "= Guide\n\n----\nlink:" + url + "[x]\n----\n\n`+" + url + "+`\n",
		"package.json":        "{\"license\": \"" + url + "\"}\n",
	}
	data := "{\"$schema\": \"" + both.URL + "/same\"}\n" // a name, and no link
	names["content/guide.md"], names["data/x.json"] = source, data
	s := newFixSite(t, names, fileTree{"index.html": "x", "guide/index.html": page})
	s.args, s.env = []string{"--allow-private"}, []string{"SSL_CERT_FILE=" + certificate}
	s.expect(fileTree{"content/guide.md": want})
}
