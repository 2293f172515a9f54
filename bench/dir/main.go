// Command dir compares link checkers on directories of HTML: time, processor
// time, memory and findings. See bench/README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/bench/internal/measure"
)

// settings are what the command line says.
type settings struct {
	count, warm int
	generate    string
	keep        string
	only        string
	most        int
	timeout     time.Duration
	update      bool
	docs        string
	differences string
	sites       []string
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == floorArgument {
		os.Exit(floor(os.Args[2], runtime.NumCPU(), os.Stderr))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Stderr, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "dir:", err)
		os.Exit(1)
	}
}

func parse(stderr io.Writer, args []string) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("dir", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		_, _ = fmt.Fprintln(stderr, "usage: go run ./bench/dir [flags] [NAME=DIRECTORY...]")
		flags.PrintDefaults()
	}
	flags.IntVar(&s.count, "n", 5, "rounds that are counted")
	flags.IntVar(&s.warm, "warm", 1, "rounds before them that are not")
	flags.StringVar(&s.generate, "generate", "", "also make sites of so many pages, such as 1000,10000")
	flags.StringVar(&s.keep, "keep", "", "folder where made sites are kept and found again (default: a temporary one)")
	flags.StringVar(&s.only, "only", "", "only these tools, such as linkvet,read")
	flags.IntVar(&s.most, "most", 100_000, "tools other than linkvet and read get no site of more pages than this")
	flags.DurationVar(&s.timeout, "timeout", 5*time.Minute, "a tool that takes longer is left out for the site")
	flags.BoolVar(&s.update, "update", false, "rewrite the sections and plots of these sites in the documentation")
	flags.StringVar(&s.docs, "docs", "docs", "folder of the documentation")
	flags.StringVar(&s.differences, "differences", "", "file for every target that one tool calls broken and another does not")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	s.sites = flags.Args()
	if len(s.sites) == 0 && s.generate == "" {
		flags.Usage()
		return s, errors.New("no site: name a directory or say -generate")
	}
	if s.count < 1 || s.warm < 0 {
		return s, errors.New("-n is to be at least 1, -warm at least 0")
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
	scratch, err := os.MkdirTemp("", "linkvet-bench-")
	if err != nil {
		return fmt.Errorf("could not make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	tools, err := findTools(ctx, scratch, s.only, stderr)
	if err != nil {
		return err
	}
	sites, err := findSites(s, scratch, stderr)
	if err != nil {
		return err
	}
	// Findings are read when all is measured: what this process holds counts as the
	// least memory of those that it starts.
	var results []result
	for _, site := range sites {
		r, err := compare(ctx, s, site, tools, scratch, stderr)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	for i := range results {
		if err := results[i].judge(ctx, scratch); err != nil {
			return err
		}
	}
	return tell(s, tools, results, stdout)
}

// compare measures the tools on one site, in turn.
func compare(ctx context.Context, s settings, site site, tools []tool, scratch string, stderr io.Writer) (result, error) {
	r := result{site: site, tools: map[string]tool{}, outputs: map[string]string{}}
	for _, t := range tools {
		if site.pages > s.most && t.Name != linkvetName && t.Name != readName {
			continue
		}
		r.names = append(r.names, t.Name)
		r.tools[t.Name] = t
		r.outputs[t.Name] = filepath.Join(scratch, fmt.Sprintf("%s-%s.out", site.name, t.Name))
	}
	r.samples, r.failed = measure.Turns(r.names, s.warm, s.count, func(name string) (measure.Sample, error) {
		if err := ctx.Err(); err != nil {
			return measure.Sample{}, err
		}
		limited, cancel := context.WithTimeout(ctx, s.timeout)
		defer cancel()
		t := r.tools[name]
		args, err := t.command(site, scratch)
		if err != nil {
			return measure.Sample{}, err
		}
		_, _ = fmt.Fprintf(stderr, "%s: %s …", site.name, name)
		sample, err := measure.Run(limited, measure.Command{Args: args, Dir: scratch, Output: r.outputs[name]})
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("it took more than %v", s.timeout)
		}
		if err == nil && !slices.Contains(t.ends, sample.Exit) {
			err = fmt.Errorf("it ended with status %d", sample.Exit)
		}
		_, _ = fmt.Fprintf(stderr, " %v %v\n", sample.Wall.Round(time.Millisecond), errorText(err))
		return sample, err
	})
	return r, ctx.Err()
}

// errorText returns what err says, or nothing.
func errorText(err error) string {
	if err == nil {
		return ""
	}
	return strings.TrimSpace(err.Error())
}
