package livetest

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
)

// Page answers with an HTML document.
func Page(body string) http.HandlerFunc { return Typed("text/html; charset=utf-8", body) }

// Typed answers with a body of a media type; "" sends no Content-Type at all.
func Typed(mediaType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil
		if mediaType != "" {
			w.Header().Set("Content-Type", mediaType)
		}
		fmt.Fprint(w, body)
	}
}

// TypedStatus answers with a status and an HTML document all the same.
func TypedStatus(code int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(code)
		fmt.Fprint(w, body)
	}
}

// Status answers with a status and header fields, name and value in turns.
func Status(code int, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(code)
	}
}

// Redirect answers with a Location as it is written.
func Redirect(code int, to string) http.HandlerFunc { return Status(code, "Location", to) }

// InTurn gives one answer after the other, and the last one from then on.
func InTurn(answers ...http.HandlerFunc) http.HandlerFunc {
	var n atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		i := min(int(n.Add(1)), len(answers))
		answers[i-1](w, r)
	}
}

// Hang answers nothing until the client gives up.
func Hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// Links is a page body that links to each target.
func Links(targets ...string) string {
	var b strings.Builder
	for _, target := range targets {
		fmt.Fprintf(&b, "<a href=%q>x</a>\n", target)
	}
	return b.String()
}

// FullPage answers with a page that has a title and the navigation of a site.
func FullPage(title, body string) http.HandlerFunc {
	return Page("<!doctype html><title>" + title + "</title>" + nav + body)
}

// nav is the navigation of a full page.
const nav = `<nav><a href="/">Home</a> <a href="/guide/">Guide</a> <a href="/install">Install</a></nav>`

// Reset ends the connection as a crashed server does.
func Reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// Cut answers with a document of which only the head arrives.
func Cut(code int, head string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Length", "100000")
		w.WriteHeader(code)
		fmt.Fprint(w, head)
	}
}

// Sitemap is a sitemap of pages.
func Sitemap(locs ...string) string { return sitemapOf("urlset", "url", locs) }

// SitemapIndex is a sitemap of other sitemaps.
func SitemapIndex(locs ...string) string { return sitemapOf("sitemapindex", "sitemap", locs) }

// sitemapOf is a document with an entry for each location.
func sitemapOf(root, entry string, locs []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<?xml version=\"1.0\"?>\n<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", root)
	for _, loc := range locs {
		fmt.Fprintf(&b, "<%s><loc>%s</loc></%s>\n", entry, loc, entry)
	}
	fmt.Fprintf(&b, "</%s>\n", root)
	return b.String()
}

// XML answers with a document of XML.
func XML(body string) http.HandlerFunc { return Typed("application/xml", body) }
