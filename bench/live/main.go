// Command live compares link checkers on directories that nginx serves on the
// loopback interface: pages a second, processor time, memory, requests and
// connections. See bench/README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/linkvet/linkvet/bench/internal/measure"
	"github.com/linkvet/linkvet/bench/internal/plan"
)

// settings are what the command line says.
type settings struct {
	*plan.Plan
	concurrency int
	latency     time.Duration
	tls         bool
	// env is the environment in which the tools accept the server's certificate.
	env []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if len(os.Args) > 1 && os.Args[1] == delayArgument {
		err = delay(ctx, os.Stdout, os.Args[2:])
	} else {
		err = run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "live:", err)
		os.Exit(1)
	}
}

func parse(stderr io.Writer, args []string) (settings, error) {
	flags, common := plan.Flags("live", "NAME=DIRECTORY...", 3, stderr)
	s := settings{Plan: common}
	flags.IntVar(&s.concurrency, "concurrency", 64, "requests in flight at once, told to each tool")
	flags.DurationVar(&s.latency, "latency", 0, "latency to add to each connection and request, such as 20ms")
	flags.BoolVar(&s.tls, "tls", false, "serve over TLS with HTTP/2, and compressed with gzip for those that ask for it")
	if err := s.Parse(flags, args); err != nil {
		return s, err
	}
	if len(s.Sites) == 0 {
		flags.Usage()
		return s, errors.New("no site: name a directory")
	}
	if s.concurrency < 1 || s.latency < 0 {
		return s, errors.New("-concurrency is to be at least 1, -latency at least 0")
	}
	if s.tls && s.latency > 0 {
		return s, errors.New("-tls and -latency go one at a time: the least time would be another one over TLS")
	}
	return s, nil
}

func run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	s, err := parse(stderr, args)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		return fmt.Errorf("could not find nginx, which serves the sites: %w", err)
	}
	// Some tools give up being root, and still have to read what is in here.
	scratch, err := os.MkdirTemp("", "linkvet-bench-")
	if err == nil {
		err = os.Chmod(scratch, 0o755)
	}
	if err != nil {
		return fmt.Errorf("could not make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	if s.tls {
		if s.env, err = certificate(scratch); err != nil {
			return err
		}
	}
	tools, err := findTools(ctx, scratch, s, stderr)
	if err != nil {
		return err
	}
	var results []result
	for _, arg := range s.Sites {
		r, err := compare(ctx, s, arg, tools, nginx, scratch, stderr)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	return tell(s, tools, results, stdout)
}

// compare measures the tools on one site, in turn.
func compare(ctx context.Context, s settings, arg string, tools []tool, nginx, scratch string, stderr io.Writer) (result, error) {
	name, dir, ok := strings.Cut(arg, "=")
	if !ok {
		name, dir = filepath.Base(arg), arg
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return result{}, fmt.Errorf("could not find site %q: %w", name, err)
	}
	if s.tls {
		if dir, err = compressSite(dir, scratch); err != nil {
			return result{}, err
		}
	}
	r := result{site: name, tools: map[string]tool{}, traffic: map[string][]traffic{}}
	for _, t := range tools {
		r.names = append(r.names, t.Name)
		r.tools[t.Name] = t
	}
	round := map[string]int{}
	r.samples, r.failed = measure.Rounds(r.names, s.Warm, s.Count, func(name string) (measure.Sample, error) {
		if err := ctx.Err(); err != nil {
			return measure.Sample{}, err
		}
		_, _ = fmt.Fprintf(stderr, "%s: %s …", r.site, name)
		sample, seen, err := crawl(ctx, s, r.tools[name], nginx, dir, scratch)
		_, _ = fmt.Fprintf(stderr, " %v, %d pages", sample.Wall.Round(time.Millisecond), seen.pages)
		if err != nil {
			_, _ = fmt.Fprintf(stderr, ", %v", err)
		}
		_, _ = fmt.Fprintln(stderr)
		if round[name]++; round[name] > s.Warm {
			r.traffic[name] = append(r.traffic[name], seen)
		}
		return sample, err
	})
	return r, ctx.Err()
}

// crawl runs one tool against a server of its own, and reads that server's log.
func crawl(ctx context.Context, s settings, t tool, nginx, dir, scratch string) (measure.Sample, traffic, error) {
	server, err := serve(ctx, nginx, dir, scratch, s.tls)
	if err != nil {
		return measure.Sample{}, traffic{}, err
	}
	defer server.kill()
	address, scheme := server.address, "http://"
	if s.tls {
		scheme = "https://"
	}
	if s.latency > 0 {
		proxy, err := startDelay(ctx, s.latency, address)
		if err != nil {
			return measure.Sample{}, traffic{}, err
		}
		defer proxy.stop()
		address = proxy.address
	}
	args, err := t.command(scheme+address+"/", scratch)
	if err != nil {
		return measure.Sample{}, traffic{}, err
	}
	sample, err := s.Run(ctx, measure.Command{Args: args, Env: s.env, Output: filepath.Join(scratch, t.Name+".out")}, t.ends)
	if err != nil {
		return sample, traffic{}, err
	}
	if err := server.quit(); err != nil {
		return sample, traffic{}, err
	}
	seen, err := readLog(server.log)
	return sample, seen, err
}
