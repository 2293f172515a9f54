package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// delayArgument makes this program a proxy, instead of measure. It is a process
// of its own because what the measuring process holds counts as the least memory
// of those that it starts.
const delayArgument = "-delay-only"

// proxy is a running proxy.
type proxy struct {
	address string
	cmd     *exec.Cmd
}

// startDelay starts a proxy before address that adds latency.
func startDelay(ctx context.Context, latency time.Duration, address string) (*proxy, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("could not find this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, delayArgument, latency.String(), address)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("could not start proxy: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("could not start proxy: %w", err)
	}
	p := &proxy{cmd: cmd}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		p.stop()
		return nil, fmt.Errorf("could not start proxy: %w", err)
	}
	p.address = strings.TrimSpace(line)
	return p, nil
}

// stop ends the proxy.
func (p *proxy) stop() {
	_ = p.cmd.Process.Kill() // it may be gone
	_ = p.cmd.Wait()         // killed
}

// delay accepts connections, says on stdout where, and passes them on to the
// address in args, adding the latency in args.
func delay(ctx context.Context, stdout io.Writer, args []string) error {
	if len(args) != 2 {
		return errors.New("the proxy takes a latency and an address")
	}
	latency, err := time.ParseDuration(args[0])
	if err != nil {
		return fmt.Errorf("could not read latency: %w", err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("could not listen: %w", err)
	}
	stop := context.AfterFunc(ctx, func() { _ = listener.Close() })
	defer stop()
	if _, err := fmt.Fprintln(stdout, listener.Addr()); err != nil {
		return fmt.Errorf("could not say where the proxy is: %w", err)
	}
	for {
		conn, err := listener.Accept()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("could not accept: %w", err)
		}
		go pass(conn, args[1], latency)
	}
}

// chunk is what a client sent, and when it is due at the server.
type chunk struct {
	data []byte
	due  time.Time
}

// pass connects client to address. What the client sends arrives later by
// latency, what comes first later by twice that, as a handshake over a long line
// takes. Answers pass at once. Nothing waits for what went before it, so
// pipelined requests are not slowed further.
func pass(client net.Conn, address string, latency time.Duration) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", address)
	if err != nil {
		return // the client sees its connection closed
	}
	ready := time.Now().Add(latency)
	chunks := make(chan chunk, 64)
	var group sync.WaitGroup
	group.Go(func() {
		defer close(chunks)
		for {
			buf := make([]byte, 4096)
			n, err := client.Read(buf)
			if n > 0 {
				now := time.Now()
				if now.Before(ready) {
					now = ready
				}
				chunks <- chunk{buf[:n], now.Add(latency)}
			}
			if err != nil {
				return
			}
		}
	})
	group.Go(func() {
		for c := range chunks {
			time.Sleep(time.Until(c.due))
			_, _ = server.Write(c.data) // the other direction ends too
		}
		if tcp, ok := server.(*net.TCPConn); ok {
			_ = tcp.CloseWrite()
		}
	})
	_, _ = io.Copy(client, server) // in the kernel, where it can
	_ = client.Close()
	group.Wait()
	_ = server.Close()
}
