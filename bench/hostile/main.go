//go:build linux

// Command hostile makes sites that do harm to whoever reads them, runs linkvet on
// each, and says what that took. It exits with 1 when a limit was exceeded. See
// bench/README.md.
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
	"regexp"
	"runtime"
	"time"

	"github.com/linkvet/linkvet/bench/internal/doc"
	"github.com/linkvet/linkvet/bench/internal/peer"
)

// settings are what the command line says.
type settings struct {
	only    *regexp.Regexp
	scale   float64
	binary  string
	scratch string
	list    bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	broken, err := run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	stop()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "hostile:", err)
		os.Exit(2)
	case broken > 0:
		os.Exit(1)
	}
}

func parse(stderr io.Writer, args []string) (s settings, err error) {
	flags := flag.NewFlagSet("hostile", flag.ContinueOnError)
	flags.SetOutput(stderr)
	only := flags.String("only", "", "run the cases alone whose names this regular expression matches")
	flags.Float64Var(&s.scale, "scale", 1, "make each input so many times as large as it is by default")
	flags.StringVar(&s.binary, "linkvet", "", "the program to run (default: built from this checkout)")
	flags.StringVar(&s.scratch, "scratch", "", "folder for what is made, of which up to 10 GB are there at once (default: a temporary one)")
	flags.BoolVar(&s.list, "list", false, "print the names of the cases, and run none")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	if flags.NArg() > 0 || s.scale <= 0 {
		flags.Usage()
		return s, errors.New("the only arguments are flags, and -scale must be greater than 0")
	}
	s.only, err = regexp.Compile(*only)
	return s, err
}

// run runs the cases, prints their table, and returns how many exceeded a limit.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) (broken int, err error) {
	s, err := parse(stderr, args)
	if errors.Is(err, flag.ErrHelp) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	scratch, err := os.MkdirTemp(s.scratch, "linkvet-hostile-")
	if err != nil {
		return 0, fmt.Errorf("could not make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, removeAll(scratch)) }()
	if s.binary == "" && !s.list {
		built, err := peer.Build(ctx, scratch)
		if err != nil {
			return 0, err
		}
		s.binary = built.Path
	}
	r := runner{binary: s.binary, scratch: scratch, scale: s.scale}
	table := doc.NewTable("case", "size", "processor time", "growth", "memory", "exit status", "what it says")
	for _, c := range cases() {
		if !s.only.MatchString(c.name) {
			continue
		}
		if s.list {
			_, _ = fmt.Fprintln(stdout, c.name)
			continue
		}
		_, _ = fmt.Fprintf(stderr, "%s …", c.name)
		began := time.Now()
		result, err := r.run(ctx, c)
		if err != nil {
			// What was measured so far took long.
			_, _ = fmt.Fprint(stdout, table)
			return broken, fmt.Errorf("%s: %w", c.name, err)
		}
		_, _ = fmt.Fprintf(stderr, " %v, exit status %d, %s %s\n", time.Since(began).Round(time.Millisecond), result.sample.Exit, result.verdict, result.fault)
		if result.fault != "" {
			broken++
		}
		table.Add(result.cells()...)
	}
	if s.list {
		return 0, nil
	}
	_, err = fmt.Fprintf(stdout, "%s. %d cases of %d exceed a limit.\n\n%s", doc.Machine(), broken, table.Len(), table)
	return broken, err
}

// removeAll removes a folder, also one in which there are others that nobody may
// list.
func removeAll(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	_ = filepath.WalkDir(dir, func(name string, entry os.DirEntry, _ error) error {
		if entry != nil && entry.IsDir() {
			_ = os.Chmod(name, 0o700)
		}
		return nil
	})
	// What this process kept of directories that are gone is given back first.
	runtime.GC()
	return os.RemoveAll(dir)
}
