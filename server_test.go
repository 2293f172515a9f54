package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// originVariable names the variable that holds the origin of serve's server.
const originVariable = "ORIGIN"

// serve starts a server on a loopback port for the rest of the script, and puts
// its origin where the given files say $ORIGIN: serve FILE…
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: serve FILE…")
	}
	server := httptest.NewServer(site(ts.MkAbs("asked")))
	ts.Defer(server.Close)
	ts.Setenv(originVariable, server.URL)
	for _, name := range args {
		text := strings.ReplaceAll(ts.ReadFile(name), "$"+originVariable, server.URL)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}

// site is what serve serves: / and /page are pages, /xml is one in XML, /status/NNN answers with
// that status, which leads to /page when it is a redirect, and /slow never
// answers, but makes the file called asked. /token/ has what is its own for who
// brings a token, and /spy only for who brings none. Below /preview/ is one of what
// will be at https://example.com/docs/. /unread leads to pages that fail. Anything else does not
// exist.
func site(asked string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/{$}", func(w http.ResponseWriter, _ *http.Request) {
		page(w, `<a href="/page">a page</a> <a href="/lost">no page</a>`)
	})
	mux.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) {
		page(w, `<h2 id="here">here</h2>`)
	})
	mux.HandleFunc("/unread", func(w http.ResponseWriter, _ *http.Request) {
		page(w, `<a href="/page">a page</a> <a href="/status/500">a fault</a> <a href="/status/503">another</a>`)
	})
	mux.HandleFunc("/preview/", preview)
	mux.HandleFunc("/xml", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/xhtml+xml")
		fmt.Fprint(w, `<title/><a href="/page"/>`)
	})
	mux.HandleFunc("/status/{status}", func(w http.ResponseWriter, r *http.Request) {
		status, err := strconv.Atoi(r.PathValue("status"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		if status >= 300 && status < 400 {
			w.Header().Set("Location", "/page")
		}
		w.WriteHeader(status)
	})
	mux.HandleFunc("/slow", func(_ http.ResponseWriter, r *http.Request) {
		if err := os.WriteFile(asked, nil, 0o644); err == nil {
			<-r.Context().Done()
		}
	})
	mux.HandleFunc("/token/{leads}", guarded)
	mux.HandleFunc("/spy", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Token") != "" {
			w.WriteHeader(http.StatusGone)
		}
	})
	mux.HandleFunc("/head", func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusGone)
		}
	})
	mux.HandleFunc("/later", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(3 * time.Second):
		case <-r.Context().Done():
		}
	})
	return mux
}

// preview answers below /preview/.
func preview(w http.ResponseWriter, r *http.Request) {
	const production = "https://example.com/docs/"
	switch strings.TrimPrefix(r.URL.Path, "/preview/") {
	case "":
		page(w, `<link rel=canonical href="`+production+`"> <a href="`+production+`new">new</a> <a href="`+production+`lost">lost</a>`)
	case "new":
		page(w, `<link rel=canonical href="`+production+`new"> <a href="`+production+`">home</a>`)
	case "sitemap.xml":
		w.Header().Set("Content-Type", "application/xml")
		fmt.Fprintf(w, "<urlset><url><loc>%[1]s</loc></url><url><loc>%[1]sunlisted</loc></url></urlset>", production)
	default:
		http.NotFound(w, r)
	}
}

// guarded answers who brings the token: at /token/here with a page, at /token/echo
// by repeating it in a redirect, and at /token/away by leading to the spy under
// another name of the host.
func guarded(w http.ResponseWriter, r *http.Request) {
	brought := r.Header.Get("X-Token")
	switch {
	case brought == "":
		w.WriteHeader(http.StatusNotFound)
	case r.PathValue("leads") == "echo":
		http.Redirect(w, r, "/status/404?token="+brought, http.StatusFound)
	case r.PathValue("leads") == "away":
		_, port, _ := strings.Cut(r.Host, ":")
		http.Redirect(w, r, "http://localhost:"+port+"/spy", http.StatusFound)
	default:
		page(w, "welcome")
	}
}

func page(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<!doctype html>\n<title>A page</title>\n%s\n", body)
}
