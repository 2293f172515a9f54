package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"time"
)

//go:embed page.html
var page []byte

// answer is what the browser says, case by case and query by query. Refused
// URLs are nil.
type answer struct {
	URLs    []*string           `json:"urls"`
	Links   []*string           `json:"links"`
	Queries map[string][]string `json:"queries"`
}

// ask has the browser open the page, which does the work and sends the answer.
func ask(ctx context.Context, browser string, work *work) (*answer, error) {
	answers, failures := make(chan *answer, 1), make(chan error, 1)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("could not listen: %w", err)
	}
	server := &http.Server{Handler: handler(work, answers, failures), ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	defer func() { _ = server.Close() }()

	profile, err := os.MkdirTemp("", "chromium-urls")
	if err != nil {
		return nil, fmt.Errorf("could not make a profile: %w", err)
	}
	defer func() { _ = os.RemoveAll(profile) }()
	ctx, cancel := context.WithCancel(ctx)
	cmd := exec.CommandContext(ctx, browser,
		"--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--remote-debugging-port=0", "--user-data-dir="+profile, "http://"+listener.Addr().String()+"/")
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
	mux.HandleFunc("POST /answer", func(_ http.ResponseWriter, r *http.Request) {
		got := new(answer)
		if err := json.NewDecoder(r.Body).Decode(got); err != nil {
			failures <- fmt.Errorf("could not read the answer: %w", err)
			return
		}
		answers <- got
	})
	mux.HandleFunc("POST /failure", func(_ http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		failures <- fmt.Errorf("the page failed: %s", text)
	})
	return mux
}

// emptyPage returns a page with one anchor, as bytes of that encoding.
func emptyPage(encoding string) string {
	const text = "<!doctype html><a>x</a>"
	if encoding != "utf-16le" && encoding != "utf-16be" {
		return text
	}
	wide := make([]byte, 0, 2*len(text))
	for i := range len(text) {
		if encoding == "utf-16be" {
			wide = append(wide, 0, text[i])
		} else {
			wide = append(wide, text[i], 0)
		}
	}
	return string(wide)
}
