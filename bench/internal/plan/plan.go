// Package plan holds what the benchmarks of whole programs have in common: their
// flags, which of the programs take part, and what counts as a run to the end.
package plan

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/bench/internal/measure"
	"github.com/linkvet/linkvet/bench/internal/peer"
)

// Plan is what the command line says of a comparison.
type Plan struct {
	// Count is the number of rounds that are counted, Warm that of those before them.
	Count, Warm int
	// Timeout is what a tool may take for one run.
	Timeout time.Duration
	// Update asks for the documentation in Docs to be rewritten.
	Update bool
	Docs   string
	// Sites are the arguments behind the flags.
	Sites []string

	only string
}

// Flags returns the flags that all comparisons have, to which the caller adds its
// own, and the plan that they fill. usage is what stands behind the program's name.
func Flags(name, usage string, count int, stderr io.Writer) (*flag.FlagSet, *Plan) {
	p := &Plan{}
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		_, _ = fmt.Fprintf(stderr, "usage: go run ./bench/%s [flags] %s\n", name, usage)
		flags.PrintDefaults()
	}
	flags.IntVar(&p.Count, "n", count, "rounds that are counted")
	flags.IntVar(&p.Warm, "warm", 1, "rounds before them that are not")
	flags.DurationVar(&p.Timeout, "timeout", 5*time.Minute, "a tool that takes longer is left out for the site")
	flags.StringVar(&p.only, "only", "", "only these tools, such as linkvet,muffet")
	flags.BoolVar(&p.Update, "update", false, "rewrite the sections and plots of these sites in the documentation")
	flags.StringVar(&p.Docs, "docs", "docs", "folder of the documentation")
	return flags, p
}

// Parse reads the arguments. It returns flag.ErrHelp when they ask for help.
func (p *Plan) Parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	p.Sites = flags.Args()
	if p.Count < 1 || p.Warm < 0 {
		return errors.New("-n is to be at least 1, -warm at least 0")
	}
	return nil
}

// Wants reports whether the tool of that name takes part.
func (p *Plan) Wants(name string) bool {
	return p.only == "" || slices.Contains(strings.Split(p.only, ","), name)
}

// Find looks up a tool that takes part, and says so when it is missing.
func (p *Plan) Find(ctx context.Context, name, program, version string, stderr io.Writer) (peer.Peer, bool) {
	if !p.Wants(name) {
		return peer.Peer{}, false
	}
	found, ok := peer.Find(ctx, name, program, version)
	if !ok {
		_, _ = fmt.Fprintf(stderr, "%s is not on PATH and is left out; bench/README.md says how to install it\n", program)
	}
	return found, ok
}

// Run runs a tool to its end, which is one of the statuses in ends, in the time
// that it may take.
func (p *Plan) Run(ctx context.Context, c measure.Command, ends []int) (measure.Sample, error) {
	limited, cancel := context.WithTimeout(ctx, p.Timeout)
	defer cancel()
	sample, err := measure.Run(limited, c)
	if errors.Is(err, context.DeadlineExceeded) {
		return sample, fmt.Errorf("it took more than %v", p.Timeout)
	}
	if err == nil && !slices.Contains(ends, sample.Exit) {
		err = fmt.Errorf("it ended with status %d", sample.Exit)
	}
	return sample, err
}
