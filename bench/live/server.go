package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

// configuration has one worker, which keeps connections open and logs each request with the
// number of its connection. No file stays open, so that the limit of open files does not
// bound the size of a site.
const configuration = `daemon off;
worker_processes 1;
pid %[1]s/nginx.pid;
error_log %[1]s/nginx-error.log warn;
%[4]s
events { worker_connections 4096; }
http {
	types {
		text/html html htm;
		application/xhtml+xml xhtml;
		text/css css;
		text/javascript js;
		image/png png;
		image/svg+xml svg;
		application/xml xml;
	}
	default_type application/octet-stream;
	log_format seen '$connection|$request_method|$status|$sent_http_content_type|$request_uri';
	access_log %[1]s/nginx-access.log seen buffer=256k;
	client_body_temp_path %[1]s/nginx-body;
	proxy_temp_path %[1]s/nginx-proxy;
	fastcgi_temp_path %[1]s/nginx-fastcgi;
	uwsgi_temp_path %[1]s/nginx-uwsgi;
	scgi_temp_path %[1]s/nginx-scgi;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000;
	server {
		listen %[2]s backlog=4096;%[5]s
		root "%[3]s";
		index index.html;
		absolute_redirect off;
	}
}
`

// tlsDirectives make nginx serve over TLS, and a file.gz for the file to tools that accept gzip.
const tlsDirectives = `
		ssl_certificate %[1]s/certificate.pem;
		ssl_certificate_key %[1]s/key.pem;
		gzip_static on;`

// server is an nginx.
type server struct {
	program, dir, scratch string
	overTLS               bool

	url   string // once it is started
	cmd   *exec.Cmd
	ended chan error
}

// log is the file of its access log.
func (s *server) log() string { return filepath.Join(s.scratch, "nginx-access.log") }

// start starts nginx on a free port of the loopback interface, and waits until it answers.
func (s *server) start(ctx context.Context) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("could not find a free port: %w", err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	user, listen, directives := "", address, ""
	if os.Geteuid() == 0 {
		user = "user root;" // otherwise its worker could not read what only root may read
	}
	s.url = "http://" + address + "/"
	if s.overTLS {
		s.url = "https://" + address + "/"
		listen, directives = address+" ssl http2", fmt.Sprintf(tlsDirectives, s.scratch)
	}
	path := filepath.Join(s.scratch, "nginx.conf")
	if err := os.WriteFile(path, fmt.Appendf(nil, configuration, s.scratch, listen, s.dir, user, directives), 0o644); err != nil {
		return fmt.Errorf("could not configure nginx: %w", err)
	}
	if err := os.WriteFile(s.log(), nil, 0o644); err != nil {
		return fmt.Errorf("could not clear nginx's log: %w", err)
	}
	s.cmd = exec.CommandContext(ctx, s.program, "-p", s.scratch, "-c", path)
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("could not start nginx: %w", err)
	}
	s.ended = make(chan error, 1)
	go func() { s.ended <- s.cmd.Wait() }()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			s.kill()
			return fmt.Errorf("could not reach nginx: %w", err)
		}
	}
}

// quit ends nginx gracefully, so that its log is complete. Idle connections do not delay it.
func (s *server) quit() error {
	if err := s.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return fmt.Errorf("could not end nginx: %w", err)
	}
	select {
	case err := <-s.ended:
		s.ended <- nil // for kill
		if err != nil {
			return fmt.Errorf("could not end nginx: %w", err)
		}
		return nil
	case <-time.After(10 * time.Second):
		return errors.New("could not end nginx: it still serves")
	}
}

// kill ends nginx if it still runs, and waits for its end.
func (s *server) kill() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended
	<-s.ended
}

// readLog counts what a tool requested: connections that sent a request, and distinct pages.
func readLog(path string, seen *compare.Sample) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("could not read nginx's log: %w", err)
	}
	defer func() { _ = file.Close() }()
	connections, pages := map[string]bool{}, map[string]bool{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		fields := strings.SplitN(lines.Text(), "|", 5)
		if len(fields) != 5 || fields[4] == "" {
			continue
		}
		connection, method, status, kind, uri := fields[0], fields[1], fields[2], fields[3], fields[4]
		seen.Requests++
		connections[connection] = true
		if method == "GET" && status == "200" && (strings.HasPrefix(kind, "text/html") || strings.HasPrefix(kind, "application/xhtml")) {
			path, _, _ := strings.Cut(uri, "?")
			pages[path] = true
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("could not read nginx's log: %w", err)
	}
	seen.Connections, seen.Pages = int64(len(connections)), int64(len(pages))
	return nil
}
