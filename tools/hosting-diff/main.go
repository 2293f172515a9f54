// Command hosting-diff asks the hosts' own implementations what the tables of
// internal/hosting/testdata/HOST say that they answer. It prints the counts and the differences
// as Markdown tables. It exits with 1 when a difference has no reason, or when a reason is given
// for a row that is equal.
//
// Usage: go run ./tools/hosting-diff [profile]...
//
//	go run ./tools/hosting-diff -moves [format]...
//
// Without an argument it asks all that hosts/ has an implementation of: nginx, as PROFILE.conf, or
// a script for Node, as PROFILE.mjs. A script is run as
//
//	node PROFILE.mjs REPOSITORY PORT
//
// serves the directory "public" of the repository by its rules on that port of 127.0.0.1, and
// prints the line "ready" when it does. Its lines "// npm: NAME@VERSION" name the packages that it
// needs, which are installed in the user's cache directory. Where the host would ask another one,
// the script answers with the header "Hosting-Diff-Proxy: URL", and where a program of the
// deployment would answer, with "Hosting-Diff-Unknown: 1".
//
// With -moves it has the host read redirects that internal/compare wrote, and asks for each
// old URL.
//
// It needs nginx, Node and npm, for the profiles that they serve. CI does not run it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
)

// tableFolders is where the folders of the tables of all hosts are, from the top of the module.
const tableFolders = "internal/hosting/testdata"

func main() {
	moves := flag.Bool("moves", false, "ask for moved pages")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var known bool
	var err error
	if *moves {
		known, err = askMoves(ctx, os.Stdout, movesFile, flag.Args())
	} else {
		known, err = run(ctx, flag.Args())
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "hosting-diff:", err)
		os.Exit(2)
	}
	if !known {
		os.Exit(1)
	}
}

// run compares the profiles, and reports whether every difference is known.
func run(ctx context.Context, profiles []string) (bool, error) {
	if len(profiles) == 0 {
		profiles = implemented()
	}
	var results []*result
	for _, profile := range profiles {
		r := &result{profile: profile}
		if err := r.compare(ctx); err != nil {
			return false, fmt.Errorf("%s: %w", profile, err)
		}
		results = append(results, r)
	}
	return write(os.Stdout, results), nil
}

// compare asks the implementation of the profile all its tables.
func (r *result) compare(ctx context.Context) error {
	paths, err := filepath.Glob(filepath.Join(tableFolders, r.profile, "*.txtar"))
	if err != nil || len(paths) == 0 {
		return fmt.Errorf("could not find tables (run this from the top of the module): %v", err)
	}
	h, err := newHost(ctx, r.profile)
	if err != nil {
		return err
	}
	r.implementation = h.version
	for _, path := range paths {
		t, err := readTable(path)
		if err == nil {
			err = r.ask(ctx, h, t)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}
