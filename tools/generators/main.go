// Command generators measures linkvet on real sites of many generators. For each file in sites it
// has the generator build a site, checks it as a new user does, plants breakages in the sources,
// builds the site again, and compares what linkvet says with the labels. It lists what a person
// has to look at, and prints the tables of docs/generators.md and docs/sources.md.
//
// Usage: go run ./tools/generators -dir DIR [-only NAME,NAME]
//
// DIR keeps the sites. A site is built again only when its file in sites changed. The generators
// have to be installed; docs/generators.md says how.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// options are the flags, with an absolute path, and the linkvet to measure.
type options struct {
	dir, program, only string
}

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", "", "the directory that keeps the sites (required)")
	flag.StringVar(&o.only, "only", "", "names of sites, with commas")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, &o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "generators:", err)
		os.Exit(2)
	}
}

// run measures all sites, one after the other, and prints the results. The error says which sites
// could not be measured, and of which linkvet said something wrong.
func run(ctx context.Context, o *options) error {
	if o.dir == "" {
		return errors.New("-dir is missing: name a directory that keeps the sites")
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return err
	}
	var err error
	if o.dir, err = filepath.Abs(o.dir); err != nil {
		return err
	}
	o.program = filepath.Join(o.dir, "linkvet")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", o.program, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("could not build linkvet (run this from the top of the module): %w: %s", err, out)
	}
	sites, err := readSites()
	if err != nil {
		return err
	}
	var failed []error
	var results []*result
	for _, s := range sites {
		if o.only != "" && !slices.Contains(strings.Split(o.only, ","), s.name) {
			continue
		}
		r := &result{site: s}
		if err := r.measure(ctx, o); err != nil {
			failed = append(failed, fmt.Errorf("could not measure %s: %w", s.name, err))
			continue
		}
		fmt.Fprintf(os.Stderr, "== %s\n%s", s.name, r.details())
		if f := r.figures(); f.found < f.planted || f.lines[wrong] > 0 || len(r.unlabeled)+len(r.others) > 0 {
			failed = append(failed, fmt.Errorf("%s: a finding is missing or new, or a line is wrong", s.name))
		}
		results = append(results, r)
	}
	writeTables(os.Stdout, results)
	return errors.Join(failed...)
}
