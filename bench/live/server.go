package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// configuration has one worker, which keeps connections open and logs each
// request with its connection's number. No file stays open, so that the limit of
// open files does not bound the size of a site.
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

// server is a running nginx.
type server struct {
	address string
	log     string // the file
	cmd     *exec.Cmd
	ended   chan error
}

// serve starts nginx for dir on a free port of the loopback interface, and waits
// until it answers.
func serve(ctx context.Context, nginx, dir, scratch string, overTLS bool) (*server, error) {
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;" // else its worker could not read what only root may
	}
	listen, directives := address, ""
	if overTLS {
		listen, directives = address+" ssl http2", fmt.Sprintf(tlsDirectives, scratch)
	}
	path := filepath.Join(scratch, "nginx.conf")
	if err := os.WriteFile(path, fmt.Appendf(nil, configuration, scratch, listen, dir, user, directives), 0o644); err != nil {
		return nil, fmt.Errorf("could not configure nginx: %w", err)
	}
	s := &server{address: address, log: filepath.Join(scratch, "nginx-access.log"), ended: make(chan error, 1)}
	if err := os.WriteFile(s.log, nil, 0o644); err != nil {
		return nil, fmt.Errorf("could not clear nginx's log: %w", err)
	}
	s.cmd = exec.CommandContext(ctx, nginx, "-p", scratch, "-c", path)
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("could not start nginx: %w", err)
	}
	go func() { s.ended <- s.cmd.Wait() }()
	if err := answering(ctx, address); err != nil {
		s.kill()
		return nil, err
	}
	return s, nil
}

// quit ends nginx in good order, so that its log is whole. Connections that a
// tool left open do not hold it up: they are idle.
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
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may be gone
	<-s.ended
}

// freeAddress returns an address that nothing listens on.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("could not find a free port: %w", err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String(), nil
}

// answering waits until somebody accepts connections at address.
func answering(ctx context.Context, address string) error {
	var dialer net.Dialer
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		conn, err := dialer.DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		if time.Now().After(deadline) || ctx.Err() != nil {
			return fmt.Errorf("could not reach nginx: %w", err)
		}
	}
}
