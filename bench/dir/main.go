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
	"strings"
	"time"

	"github.com/linkvet/linkvet/bench/internal/measure"
	"github.com/linkvet/linkvet/bench/internal/plan"
)

// settings are what the command line says.
type settings struct {
	*plan.Plan
	generate    string
	keep        string
	most        int
	differences string
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
	flags, common := plan.Flags("dir", "[NAME=DIRECTORY...]", 5, stderr)
	s := settings{Plan: common}
	flags.StringVar(&s.generate, "generate", "", "also make sites of so many pages, such as 1000,10000")
	flags.StringVar(&s.keep, "keep", "", "folder where made sites are kept and found again (default: a temporary one)")
	flags.IntVar(&s.most, "most", 100_000, "tools other than linkvet and read get no site of more pages than this")
	flags.StringVar(&s.differences, "differences", "", "file for every target that one tool calls broken and another does not")
	if err := s.Parse(flags, args); err != nil {
		return s, err
	}
	if len(s.Sites) == 0 && s.generate == "" {
		flags.Usage()
		return s, errors.New("no site: name a directory or say -generate")
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
	tools, err := findTools(ctx, scratch, s.Plan, stderr)
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
	r.samples, r.failed = measure.Rounds(r.names, s.Warm, s.Count, func(name string) (measure.Sample, error) {
		if err := ctx.Err(); err != nil {
			return measure.Sample{}, err
		}
		t := r.tools[name]
		args, err := t.command(site, scratch)
		if err != nil {
			return measure.Sample{}, err
		}
		_, _ = fmt.Fprintf(stderr, "%s: %s …", site.name, name)
		sample, err := s.Run(ctx, measure.Command{Args: args, Output: r.outputs[name]}, t.ends)
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
