// Command generators measures linkvet on real sites of many generators. For each file in
// sites it has the generator build a site, checks it as a new user does, plants breakages
// in the sources, builds the site again, and compares what linkvet says with the labels.
// It prints what was missed, and writes the tables in docs/generators.md and
// docs/sources.md.
//
// With -fix, it fixes the planted sites instead, builds and checks them again, and writes the
// table in docs/fix.md.
//
// Usage: go run ./tools/generators -dir DIR [-only NAME,NAME] [-jobs N] [-fix] [-docs]
//
// DIR keeps the sites. A site is built again only when its file in sites changed. The
// generators have to be installed; docs/generators.md says how. CI does not run it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// options are the flags.
type options struct {
	dir, program, only string
	jobs               int
	docs, without, fix bool
}

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", "", "the directory that keeps the sites (required)")
	flag.StringVar(&o.program, "linkvet", "", "the linkvet to measure; otherwise the one of this module")
	flag.StringVar(&o.only, "only", "", "names of sites, with commas")
	flag.IntVar(&o.jobs, "jobs", 1, "sites at once")
	flag.BoolVar(&o.docs, "docs", false, "write the tables in docs")
	flag.BoolVar(&o.without, "without", false, "also leave out each rule of attribution, one at a time (as -docs does)")
	flag.BoolVar(&o.fix, "fix", false, "fix the planted sites, build them again and check them again; with -docs for the table in docs/fix.md")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, &o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "generators:", err)
		os.Exit(2)
	}
}

// run measures all sites and shows the results.
func run(ctx context.Context, o *options) error {
	if o.docs && o.only != "" {
		return fmt.Errorf("-docs writes tables of all sites: leave -only out")
	}
	if o.dir == "" {
		return fmt.Errorf("-dir is missing: name a directory that keeps the sites")
	}
	var err error
	if o.dir, err = filepath.Abs(o.dir); err != nil {
		return fmt.Errorf("could not name a directory: %w", err)
	}
	if err := os.MkdirAll(o.dir, 0o755); err != nil {
		return fmt.Errorf("could not make a directory: %w", err)
	}
	if o.program == "" {
		o.program = filepath.Join(o.dir, "linkvet")
		cmd := exec.CommandContext(ctx, "go", "build", "-o", o.program, ".")
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("could not build linkvet (run this from the top of the module): %w", err)
		}
	}
	if o.program, err = filepath.Abs(o.program); err != nil {
		return fmt.Errorf("could not name the program: %w", err)
	}
	sites, err := readSites()
	if err != nil {
		return err
	}
	if o.only != "" {
		names := strings.Split(o.only, ",")
		sites = slices.DeleteFunc(sites, func(s *site) bool { return !slices.Contains(names, s.name) })
	}
	if o.fix {
		return fixAll(ctx, o, sites)
	}
	results := measureAll(ctx, o, sites)
	left, unchanged := withoutTable(results)
	for _, table := range []string{sitesTable(results), linesTable(results), rulesTable(results), left} {
		fmt.Println(table)
	}
	for _, rule := range unchanged {
		fmt.Println("changes nothing when left out:", rule)
	}
	if o.docs {
		return writeTables(results)
	}
	return nil
}

// measureAll measures sites, some of them at once.
func measureAll(ctx context.Context, o *options, sites []*site) []*result {
	results := make([]*result, len(sites))
	var group sync.WaitGroup
	turns := make(chan struct{}, max(1, o.jobs))
	for i, s := range sites {
		group.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			r := &result{site: s}
			if err := r.measure(ctx, o); err != nil {
				r.failure = err
			}
			results[i] = r
			fmt.Fprint(os.Stderr, r.details())
		})
	}
	group.Wait()
	return results
}
