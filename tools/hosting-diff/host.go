package main

import (
	"bufio"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

//go:embed hosts
var hosts embed.FS

// patience bounds how long an implementation takes to listen, and farewell how
// long it takes to end when it is asked to.
const (
	patience = 90 * time.Second
	farewell = 3 * time.Second
)

// host is an implementation of a host.
type host struct {
	// version names the implementation and its version.
	version string
	// command starts it for a repository on a port of 127.0.0.1.
	command func(ctx context.Context, repository, port string) (*exec.Cmd, error)
	// says is whether it prints the line "ready"; else it is ready when it listens.
	says bool
}

// implemented are the profiles that hosts has an implementation of.
func implemented() []string {
	var profiles []string
	entries, _ := hosts.ReadDir("hosts") // An embedded directory is always there.
	for _, entry := range entries {
		if extension := path.Ext(entry.Name()); extension == ".conf" || extension == ".mjs" {
			profiles = append(profiles, strings.TrimSuffix(entry.Name(), extension))
		}
	}
	slices.Sort(profiles)
	return profiles
}

// newHost returns the implementation of a profile, installed.
func newHost(ctx context.Context, profile string) (*host, error) {
	if conf, err := hosts.ReadFile("hosts/" + profile + ".conf"); err == nil {
		return newNginx(ctx, string(conf))
	}
	if script, err := hosts.ReadFile("hosts/" + profile + ".mjs"); err == nil {
		return newNode(ctx, profile, script)
	}
	return nil, errors.New("there is no implementation of it")
}

// serve runs the implementation for a repository until stop is called.
func (h *host) serve(ctx context.Context, repository string) (origin string, stop func(), err error) {
	port, err := freePort(ctx)
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	cmd, err := h.command(ctx, repository, port)
	if err != nil {
		cancel()
		return "", nil, err
	}
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = farewell
	output, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		cancel()
		return "", nil, fmt.Errorf("could not start the host: %w", err)
	}
	stop = func() { cancel(); _ = cmd.Wait() }
	if err := h.await(ctx, output, port); err != nil {
		stop()
		return "", nil, err
	}
	return "http://127.0.0.1:" + port, stop, nil
}

// await returns when the host is ready.
func (h *host) await(ctx context.Context, output io.Reader, port string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ready := make(chan bool, 1)
	go func() {
		lines := bufio.NewScanner(output)
		for lines.Scan() {
			if lines.Text() == "ready" {
				ready <- true
			}
		}
		close(ready)
		// What it prints further must not block it.
		_, _ = io.Copy(io.Discard, output)
	}()
	if !h.says {
		return dial(ctx, port)
	}
	select {
	case ok := <-ready:
		if !ok {
			return errors.New("the host ended before it was ready")
		}
		return nil
	case <-ctx.Done():
		return errors.New("the host was not ready in time")
	}
}

// dial returns when the port accepts connections.
func dial(ctx context.Context, port string) error {
	var dialer net.Dialer
	for ctx.Err() == nil {
		if conn, err := dialer.DialContext(ctx, "tcp", "127.0.0.1:"+port); err == nil {
			return conn.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("the host was not ready in time")
}

// freePort is a port that nobody listened on a moment ago.
func freePort(ctx context.Context) (string, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("could not find a port: %w", err)
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	return port, errors.Join(err, listener.Close())
}

// cacheDir is a directory that outlives the run, made when it is not there.
func cacheDir(profile string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("could not find a place for packages: %w", err)
	}
	dir := filepath.Join(cache, "linkvet-hosting-diff", profile)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("could not make a place for packages: %w", err)
	}
	return dir, nil
}
