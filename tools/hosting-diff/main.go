// Command hosting-diff asks the hosts' own implementations what the tables of
// internal/hosting/HOST/testdata say that they answer. It prints the counts as a
// Markdown table and each difference in a second one, and exits with 1 when one
// has no reason, or a reason is given for what does not differ.
//
// Usage: go run ./tools/hosting-diff [profile]...
//
//	go run ./tools/hosting-diff -moves [-list FILE] [-rules FILE] [format]...
//
// Without an argument it asks all that hosts/ has an implementation of: nginx,
// as PROFILE.conf, or a script for Node, as PROFILE.mjs. A script is run as
//
//	node PROFILE.mjs REPOSITORY PORT
//
// serves the directory "public" of the repository by its rules on that port of
// 127.0.0.1, and prints the line "ready" when it does. Its lines
// "// npm: NAME@VERSION" name the packages that it needs. They are installed in
// the user's cache directory, and are what the results are of. What it would
// have of another host it answers with the header "Hosting-Diff-Proxy: URL", and
// what a program of the deployment would answer with "Hosting-Diff-Unknown: 1".
//
// With -moves it has the host read redirects that internal/redirectrules wrote, and asks for each
// old URL. The formats are the arguments, without which it asks all. -list names another list of
// moves, and -rules a file of redirects, for one format.
//
// It needs nginx, Jekyll, Node and npm, for the profiles that they serve. CI does
// not run it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/linkvet/linkvet/internal/hosting/cloudflare"
	"github.com/linkvet/linkvet/internal/hosting/githubpages"
)

// hostFolders is where the folders of all hosts are, from the top of the module.
const hostFolders = "internal/hosting"

// tablesOf returns the pattern of the tables of a profile.
func tablesOf(profile string) string {
	folder := profile
	switch profile {
	case cloudflare.Name:
		folder = "cloudflare"
	case githubpages.Name:
		folder = "githubpages"
	}
	return filepath.Join(hostFolders, folder, "testdata", "*.txtar")
}

func main() {
	moves := flag.Bool("moves", false, "ask for moved pages")
	list := flag.String("list", movesFile, "`FILE` with moves: an old URL and a new one, or \"gone\"")
	rules := flag.String("rules", "", "`FILE` with redirects for one format")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	ask := run
	if *moves {
		ask = func(ctx context.Context, formats []string) (bool, error) {
			return askMoves(ctx, os.Stdout, *list, *rules, formats)
		}
	}
	known, err := ask(ctx, flag.Args())
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
		result, err := compare(ctx, profile)
		if err != nil {
			return false, fmt.Errorf("%s: %w", profile, err)
		}
		results = append(results, result)
	}
	return write(os.Stdout, results), nil
}

// compare asks the implementation of one profile all its tables.
func compare(ctx context.Context, profile string) (*result, error) {
	paths, err := filepath.Glob(tablesOf(profile))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("could not find tables (run this from the top of the module): %v", err)
	}
	h, err := newHost(ctx, profile)
	if err != nil {
		return nil, err
	}
	r := &result{profile: profile, implementation: h.version}
	for _, path := range paths {
		t, err := readTable(path)
		if err != nil {
			return nil, err
		}
		if err := r.ask(ctx, h, t); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	return r, nil
}
