package main

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// serveShared starts a server of settings files, over TLS on a loopback port, for the rest
// of the script: shared FILE…. It serves the files of the folder remote, and puts its origin
// where the given files say $SHARED. The file requests.txt lists its requests, each with
// the names of its header fields.
func serveShared(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("usage: shared FILE…")
	}
	remote := http.FileServer(http.Dir(ts.MkAbs("remote")))
	asked, err := os.Create(ts.MkAbs("requests.txt"))
	ts.Check(err)
	ts.Defer(func() { ts.Check(asked.Close()) })
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var fields []string
		for name := range r.Header {
			fields = append(fields, name)
		}
		slices.Sort(fields)
		fmt.Fprintln(asked, r.Method, r.URL, strings.Join(fields, " "))
		switch r.URL.Path {
		case "/moved.yml":
			http.Redirect(w, r, "/team/base.yml", http.StatusFound)
		case "/away.yml":
			http.Redirect(w, r, "http://"+r.Host+"/team/base.yml", http.StatusFound)
		case "/loop.yml":
			http.Redirect(w, r, r.URL.String(), http.StatusFound)
		case "/large.yml":
			fmt.Fprint(w, strings.Repeat("# a comment\n", 100_000))
		case "/login.yml":
			page(w, "Sign in")
		default:
			remote.ServeHTTP(w, r)
		}
	}))
	ts.Defer(server.Close)
	root := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	ts.Check(os.WriteFile(ts.MkAbs("root.pem"), root, 0o644))
	ts.Setenv("SSL_CERT_FILE", ts.MkAbs("root.pem"))
	ts.Setenv("SHARED", server.URL)
	for _, name := range args {
		text := strings.ReplaceAll(ts.ReadFile(name), "$SHARED", server.URL)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
	}
}
