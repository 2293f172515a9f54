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

// patience bounds how long an implementation takes to listen, and farewell how long it takes to
// end.
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
	// says is whether it prints the line "ready"; otherwise it is ready when it listens.
	says bool
}

// implemented are the profiles that hosts has an implementation of.
func implemented() []string {
	var profiles []string
	entries, _ := hosts.ReadDir("hosts") // An embedded directory is always there.
	for _, entry := range entries {
		if !entry.IsDir() {
			profiles = append(profiles, strings.TrimSuffix(entry.Name(), path.Ext(entry.Name())))
		}
	}
	slices.Sort(profiles)
	return profiles
}

// newHost returns the implementation of a profile, installed.
func newHost(ctx context.Context, profile string) (*host, error) {
	if conf, err := hosts.ReadFile("hosts/" + profile + ".conf"); err == nil {
		return newServer(ctx, string(conf))
	}
	script, err := hosts.ReadFile("hosts/" + profile + ".mjs")
	if err != nil {
		return nil, errors.New("there is no implementation of it")
	}
	return newNode(ctx, profile, string(script))
}

// newServer is nginx with a configuration in which DIRECTORY stands for the repository and PORT for
// the port. A comment "before:" is a command that is run in the repository first, and "version:"
// one that prints the version of what that command runs.
func newServer(ctx context.Context, conf string) (*host, error) {
	output, err := exec.CommandContext(ctx, "nginx", "-v").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("could not run nginx: %w: %s", err, output)
	}
	_, version, _ := strings.Cut(strings.TrimSpace(string(output)), "nginx/")
	version = "nginx " + version
	if command := commentOf(conf, "version"); command != "" {
		output, err := shell(ctx, "", command)
		if err != nil {
			return nil, err
		}
		version = strings.TrimSpace(output) + ", " + version
	}
	return &host{version: version, command: func(ctx context.Context, repository, port string) (*exec.Cmd, error) {
		if command := commentOf(conf, "before"); command != "" {
			if _, err := shell(ctx, repository, command); err != nil {
				return nil, err
			}
		}
		file := filepath.Join(repository, "server.conf")
		if err := writeFile(file, strings.NewReplacer("DIRECTORY", repository, "PORT", port).Replace(conf)); err != nil {
			return nil, err
		}
		return exec.CommandContext(ctx, "nginx", "-e", "stderr", "-p", repository, "-c", file), nil
	}}, nil
}

// commentOf is what a comment of the configuration says behind a word.
func commentOf(conf, word string) string {
	_, text, _ := strings.Cut("\n"+conf, "\n# "+word+": ")
	text, _, _ = strings.Cut(text, "\n")
	return text
}

// shell runs a command in a directory, and returns what it prints.
func shell(ctx context.Context, dir, command string) (string, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("could not run %q: %w: %s", command, err, output)
	}
	return string(output), nil
}

// newNode is a script for Node. It runs in a folder of the user's cache beside the packages that
// it needs, which are installed there once.
func newNode(ctx context.Context, profile, script string) (*host, error) {
	var packages []string
	for line := range strings.Lines(script) {
		if names, ok := strings.CutPrefix(line, "// npm:"); ok {
			packages = append(packages, strings.Fields(names)...)
		}
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, fmt.Errorf("could not find a place for packages: %w", err)
	}
	dir := filepath.Join(cache, "linkvet-hosting-diff", profile)
	file := filepath.Join(dir, profile+".mjs")
	// What is installed already stays.
	if err := errors.Join(writeFile(file, script), writeFile(filepath.Join(dir, "package.json"), "{\"private\": true}\n")); err != nil {
		return nil, err
	}
	install := "npm install --prefer-offline --no-audit --no-fund --no-update-notifier --loglevel=error --save-exact "
	if _, err := shell(ctx, dir, install+strings.Join(packages, " ")); err != nil {
		return nil, err
	}
	return &host{version: strings.Join(packages, ", "), says: true, command: func(ctx context.Context, repository, port string) (*exec.Cmd, error) {
		cmd := exec.CommandContext(ctx, "node", file, repository, port)
		cmd.Dir = dir
		return cmd, nil
	}}, nil
}

// serve runs the implementation for a repository until stop is called.
func (h *host) serve(ctx context.Context, repository string) (origin string, stop func(), err error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, fmt.Errorf("could not find a free port: %w", err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	ctx, cancel := context.WithCancel(ctx)
	cmd, err := h.command(ctx, repository, strings.TrimPrefix(address, "127.0.0.1:"))
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
	if err := h.await(ctx, output, address); err != nil {
		stop()
		return "", nil, err
	}
	return "http://" + address, stop, nil
}

// await returns when the host is ready.
func (h *host) await(ctx context.Context, output io.Reader, address string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	ready := make(chan bool, 1)
	go func() {
		defer close(ready)
		// All is read, as what it prints must not block it.
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if lines.Text() == "ready" {
				ready <- true
			}
		}
	}()
	for {
		select {
		case ok := <-ready:
			if !ok {
				return errors.New("the host ended before it was ready")
			}
			return nil
		case <-ctx.Done():
			return errors.New("the host was not ready in time")
		case <-time.After(20 * time.Millisecond):
			if h.says {
				continue
			}
			if conn, err := net.Dial("tcp", address); err == nil {
				return conn.Close()
			}
		}
	}
}
