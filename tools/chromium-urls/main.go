// Command chromium-urls compares how linkvet reads URLs with how Chromium does: every case of the
// web-platform-tests, by the URL class and as a link on a page, and every character in a query on a
// page in each legacy encoding. It prints the counts and each difference, and exits with 1 when
// there is one that is not known.
//
// Usage: go run ./tools/chromium-urls [path of chromium]
//
// It needs Chromium and takes about a minute. CI does not run it.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"time"
)

// patience bounds the whole of what the browser does.
const patience = 5 * time.Minute

func main() {
	browser := "chromium"
	if len(os.Args) > 1 {
		browser = os.Args[1]
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	cases, err := readCases(ctx)
	work := &work{Cases: cases, Encodings: encodings, Queries: queries()}
	var got *answer
	if err == nil {
		got, err = ask(ctx, browser, work)
	}
	cancel()
	if err != nil {
		fmt.Fprintln(os.Stderr, "chromium-urls:", err)
		os.Exit(2)
	}
	if !compare(work, got) {
		os.Exit(1)
	}
}

//go:embed page.html
var page []byte

// answer is what the browser says, case by case and query by query. Refused URLs are nil.
type answer struct {
	URLs    []*string           `json:"urls"`
	Links   []*string           `json:"links"`
	Queries map[string][]string `json:"queries"`
}

// ask has the browser open the page, which does the work and sends the answer.
func ask(ctx context.Context, browser string, work *work) (*answer, error) {
	answers, failures := make(chan *answer, 1), make(chan error, 1)
	server := httptest.NewServer(handler(work, answers, failures))
	defer server.Close()
	profile, err := os.MkdirTemp("", "chromium-urls")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(profile) }()
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, browser,
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--remote-debugging-port=0", "--user-data-dir="+profile, server.URL+"/")
	// The browser's wrapper is a shell script: ask it to end rather than kill it.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("could not start the browser: %w", err)
	}
	// Last in, first out: the browser ends, then its profile goes.
	defer func() { _ = cmd.Wait() }()
	defer cancel()
	select {
	case got := <-answers:
		return got, nil
	case err := <-failures:
		return nil, err
	case <-ctx.Done():
		return nil, errors.New("the browser gave no answer in time")
	}
}

// handler serves the page and what it needs, and hands over what it sends.
func handler(work *work, answers chan<- *answer, failures chan<- error) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page)
	})
	mux.HandleFunc("GET /work", func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(work)
	})
	mux.HandleFunc("GET /empty", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset="+r.FormValue("charset"))
		_, _ = io.WriteString(w, emptyPage(r.FormValue("charset")))
	})
	// What the page sends in place of an answer says how it failed.
	mux.HandleFunc("POST /", func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got := new(answer)
		if err := json.Unmarshal(text, got); err != nil {
			failures <- fmt.Errorf("the page failed: %s (%w)", text, err)
			return
		}
		answers <- got
	})
	return mux
}

// emptyPage returns a page with one anchor, as bytes of that encoding.
func emptyPage(encoding string) string {
	text := "<!doctype html><a>x</a>"
	switch encoding {
	case "utf-16le":
		return strings.Join(strings.Split(text, ""), "\x00") + "\x00"
	case "utf-16be":
		return "\x00" + strings.Join(strings.Split(text, ""), "\x00")
	}
	return text
}
