// Command hosts measures how long linkvet takes for 1,000 good links of a directory that also has
// links to hosts that are silent, refuse connections or limit their rate. All of them are on the
// loopback interface. See bench/README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

const (
	goodLinks, goodHosts = 1000, 100
	// answerAfter is how long a good host takes, and perSecond is how many requests a host answers
	// in a second that limits its rate.
	answerAfter = 50 * time.Millisecond
	perSecond   = 5
	// refusing is a port on which nothing listens.
	refusing = 9
)

func main() { compare.Main("hosts", run) }

func run(ctx context.Context, scratch string, args []string) error {
	s := compare.Settings{}
	if err := s.Parse(s.Flags("hosts", 1), args); err != nil {
		return err
	}
	if len(s.Sites) > 0 {
		return errors.New("no directory is needed: the links are made")
	}
	tools, err := s.Wanted(ctx, scratch, os.Stderr, []compare.Tool{{
		Name: compare.Linkvet, Ends: []int{0, 1},
		Args: func(dir string) []string { return []string{"--allow-private", "--timeout", "5s", "--quiet", dir} },
	}})
	if err != nil {
		return err
	}
	w, err := listen(ctx)
	if err != nil {
		return err
	}
	table := compare.NewTable("bad hosts", "tool", "good links", "run", "memory")
	for _, bad := range []struct {
		name               string
		hosts, links, port int
	}{
		{name: "none"},
		{"300 refuse connections", 300, 10, refusing},
		{"40 answer 429 to more than five requests a second", 40, 20, w.limited},
		{"1,500 never answer", 1500, 1, w.silent},
		{"3,000 never answer", 3000, 1, w.silent},
		{"10,000 never answer", 10_000, 1, w.silent},
	} {
		dir := filepath.Join(scratch, bad.name)
		if err := write(dir, w.good, bad.hosts, bad.links, bad.port); err != nil {
			return err
		}
		r, err := s.Turns(ctx, bad.name, tools, os.Stderr, func(t *compare.Tool) (compare.Sample, error) {
			w.begin()
			sample, err := t.Run(ctx, s.Timeout, dir, dir+".out")
			sample.Good = w.took()
			return sample, err
		})
		if err != nil {
			return err
		}
		table.Results(r, bad.name, func(_ string, _, m compare.Sample) []string {
			return []string{compare.Seconds(m.Good), compare.Seconds(m.Wall), compare.Megabytes(m.Memory)}
		})
	}
	fmt.Print(s.Preface(tools), table)
	return nil
}

// write makes a page with the good links, and the links to each bad host spread among them.
func write(dir string, good, hosts, links, port int) error {
	var page strings.Builder
	page.WriteString("<!doctype html><title>Links</title><h1>Links</h1>\n")
	add := func(network, host, port, path int) {
		fmt.Fprintf(&page, "<a href=\"http://127.%d.%d.%d:%d/%d\">link</a>\n", network, host/200, host%200+1, port, path)
	}
	for i := range goodLinks {
		add(1, i%goodHosts, good, i/goodHosts)
		for host := i * hosts / goodLinks; host < (i+1)*hosts/goodLinks; host++ {
			for path := range links {
				add(2, host, port, path)
			}
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return fmt.Errorf("could not make the site: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte(page.String()), 0o644); err != nil {
		return fmt.Errorf("could not make the site: %w", err)
	}
	return nil
}

// world is the hosts, by their ports: each address of the loopback network is a host of its own.
type world struct {
	good, limited, silent int

	mu          sync.Mutex
	first, last time.Time // good answers
	recent      map[string][]time.Time
}

// listen starts the hosts. They end with the program.
func listen(ctx context.Context) (*world, error) {
	w := &world{}
	var listeners [3]net.Listener
	for i := range listeners {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp4", "0.0.0.0:0")
		if err != nil {
			return nil, fmt.Errorf("could not listen: %w", err)
		}
		listeners[i] = l
	}
	port := func(l net.Listener) int { return l.Addr().(*net.TCPAddr).Port }
	w.good, w.limited, w.silent = port(listeners[0]), port(listeners[1]), port(listeners[2])
	serve := func(l net.Listener, do http.HandlerFunc) {
		server := &http.Server{Handler: do, ReadHeaderTimeout: time.Minute}
		go func() { _ = server.Serve(l) }()
	}
	serve(listeners[0], w.answer)
	serve(listeners[1], w.limit)
	go func() {
		for {
			conn, err := listeners[2].Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(io.Discard, conn) // until the client gives up
				_ = conn.Close()
			}()
		}
	}()
	return w, nil
}

// begin forgets the answers to the run before, and took is the time from the first good answer to
// the last.
func (w *world) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.first, w.last, w.recent = time.Time{}, time.Time{}, map[string][]time.Time{}
}

func (w *world) took() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.last.Sub(w.first)
}

func (w *world) answer(resp http.ResponseWriter, _ *http.Request) {
	time.Sleep(answerAfter)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = time.Now()
	if w.first.IsZero() {
		w.first = w.last
	}
	_, _ = resp.Write([]byte("<!doctype html><title>Good</title><p>Good"))
}

func (w *world) limit(resp http.ResponseWriter, req *http.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	recent := w.recent[req.Host]
	for len(recent) > 0 && time.Since(recent[0]) >= time.Second {
		recent = recent[1:]
	}
	if len(recent) < perSecond {
		w.recent[req.Host] = append(recent, time.Now())
		return
	}
	w.recent[req.Host] = recent
	resp.Header().Set("Retry-After", "1")
	resp.WriteHeader(http.StatusTooManyRequests)
}
