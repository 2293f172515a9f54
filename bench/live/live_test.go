package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestReadLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "log")
	lines := "1|GET|200|text/html|/\n1|GET|200|text/html; charset=utf-8|/a.html\n2|HEAD|200|text/html|/b.html\n" +
		"2|GET|404|text/html|/none.html\n3|GET|200|text/css|/style.css\n3|GET|200|text/html|/a.html?x|y\n4|||-|\n"
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readLog(path)
	if err != nil {
		t.Fatal(err)
	}
	want := traffic{requests: 6, connections: 3, pages: 2}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(traffic{})); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestDelayAddsARoundTripToEachRequestAndEachConnection(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat(r.URL.Path, 10_000))
	}))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	reader, writer := io.Pipe()
	ended := make(chan error, 1)
	const latency = 30 * time.Millisecond
	go func() { ended <- delay(ctx, writer, []string{latency.String(), server.Listener.Addr().String()}) }()
	address, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	client := &http.Client{Transport: transport}
	for i, least := range []time.Duration{2 * latency, latency} {
		start := time.Now()
		response, err := client.Get("http://" + strings.TrimSpace(address) + "/page")
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || len(body) != 50_000 {
			t.Errorf("request %d: %d bytes, %v", i, len(body), err)
		}
		if took := time.Since(start); took < least {
			t.Errorf("request %d took %v, want at least %v", i, took, least)
		}
	}
	transport.CloseIdleConnections()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestLeastTime(t *testing.T) {
	t.Parallel()
	s := settings{concurrency: 10, latency: time.Second}
	for requests, want := range map[int]time.Duration{1: 3 * time.Second, 2: 6 * time.Second, 11: 6 * time.Second, 12: 7 * time.Second, 101: 15 * time.Second} {
		if got := least(s, requests); got != want {
			t.Errorf("%d requests take at least %v, want %v", requests, got, want)
		}
	}
}
