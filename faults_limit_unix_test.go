//go:build unix

package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"
)

// pageOf answers with a page that links to 40 others and to one that does not exist.
func pageOf(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/lost" {
		http.NotFound(w, r)
		return
	}
	text := "<p>This is the page " + r.URL.Path + "</p><a href=/lost>x</a>"
	for i := range 40 {
		text += fmt.Sprintf("<a href=/%d>x</a>", i)
	}
	page(w, text)
}

// With few open files a run does less at once, and checks and writes all the same.
func TestFewOpenFiles(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"directory", "external links", "live"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(pageOf))
			t.Cleanup(server.Close)
			d := deliver(t, 1, "--allow-private")
			d.inWorkflow()
			files := d.everyReport()
			for i := range 20 {
				d.fill(t, fmt.Sprintf("site/%d.html", i), "<!doctype html><a href=index.html>x</a>")
			}
			switch kind {
			case "external links":
				d.fill(t, "site/others.html", linksTo(server.URL, 40))
			case "live":
				d.checks(server.URL + "/")
			}
			d.inShell(t, "ulimit -n 16")
			if got := d.status(t, d.Run()); got != 1 {
				t.Errorf("exit status %d, want 1: %s%s", got, &d.stderr, &d.stdout)
			}
			for _, name := range append(files, "summary.md") {
				if d.text(t, name) == "" {
					t.Errorf("%s was not written", name)
				}
			}
			if got := d.outputs(t); got["complete"] != "true" || got["broken"] != "1" || got["unverified"] != "0" {
				t.Errorf("outputs: %v", got)
			}
			d.holds(t, "links.json", "the process can open only ")
		})
	}
}

// With too few to begin it says so before the runtime ends it, with the status of
// what was not checked: a run that only lacks files is no wrong call.
func TestTooFewOpenFiles(t *testing.T) {
	t.Parallel()
	d := deliver(t, 0)
	d.inWorkflow()
	d.inShell(t, "ulimit -n 9")
	d.isRefused(t, 3, "more files, and needs at least 8; raise the limit with ulimit -n 1024")

	d = deliver(t, 0)
	d.inWorkflow()
	d.inShell(t, "ulimit -n 5")
	if got := d.status(t, d.Run()); got != 3 || !strings.Contains(d.stdout.String(), "::error title=linkvet could not start::") {
		t.Errorf("exit status %d, want 3: %s%s", got, &d.stderr, &d.stdout)
	}
}

// Without the memory that Go needs the process ends by itself. That is neither a
// pass nor findings, and no file is half written.
func TestTooLittleMemory(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the limit is that of Linux")
	}
	d := deliver(t, 2)
	files := d.everyReport()
	for _, name := range files {
		d.fill(t, name, oldText)
	}
	d.inShell(t, "ulimit -v 300000")
	if got := d.status(t, d.Run()); got == 0 || got == 1 {
		t.Errorf("exit status %d: %s", got, &d.stdout)
	}
	for _, name := range files {
		if d.text(t, name) != oldText {
			t.Errorf("%s is not as it was", name)
		}
	}
}

// A machine without certificate authorities can say nothing of any certificate.
func TestNoCertificateAuthorities(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the authorities of this system cannot be hidden")
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(pageOf))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	d := deliver(t, 0, "--allow-private", "--report=json=links.json")
	d.inWorkflow()
	d.fill(t, "site/index.html", "<!doctype html><a href="+server.URL+">x</a>")
	d.Env = append(d.Env, "SSL_CERT_FILE="+os.DevNull, "SSL_CERT_DIR="+d.file("none"))
	if got := d.status(t, d.Run()); got != 3 {
		t.Errorf("exit status %d, want 3: %s%s", got, &d.stderr, &d.stdout)
	}
	d.holds(t, "summary.md", "this machine has no certificate authorities: 1 target is not checked; install ca-certificates, or set SSL\\_CERT\\_FILE to their file")
	d.holds(t, "links.json", `"reason": "connection-failed"`)
	if got := d.outputs(t); got["broken"] != "0" || got["unverified"] != "1" {
		t.Errorf("outputs: %v", got)
	}
}
