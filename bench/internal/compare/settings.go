// Package compare runs programs in turn and reports what they took.
package compare

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Settings are what the command line of a comparison says.
type Settings struct {
	// Rounds are counted, Warm rounds before them are not.
	Rounds, Warm int
	// Timeout is for one run of a tool.
	Timeout time.Duration
	Sites   []Site
	only    string
	command string // as it was called, without the paths of the sites
}

// Site is a directory of HTML.
type Site struct {
	Name string
	Dir  string // absolute, without symbolic links
}

// Main calls run with the arguments and a folder for temporary files, and ends the program.
func Main(name string, run func(ctx context.Context, scratch string, args []string) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	// LinkChecker gives up being root, and has to read files in the folder.
	scratch, err := os.MkdirTemp("", "linkvet-bench-")
	if err == nil {
		err = os.Chmod(scratch, 0o755)
	}
	if err == nil {
		err = run(ctx, scratch, os.Args[1:])
	}
	_ = os.RemoveAll(scratch)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
		os.Exit(1)
	}
}

// Flags returns the flags that comparisons have in common. They write to s.
func (s *Settings) Flags(name string, rounds int) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.Usage = func() {
		_, _ = fmt.Fprintf(flags.Output(), "usage: go run ./bench/%s [flags] NAME=DIRECTORY...\n", name)
		flags.PrintDefaults()
	}
	flags.IntVar(&s.Rounds, "n", rounds, "rounds that are counted")
	flags.IntVar(&s.Warm, "warm", 1, "rounds before them that are not counted")
	flags.DurationVar(&s.Timeout, "timeout", 5*time.Minute, "limit for one run; a slower tool is left out for the site")
	flags.StringVar(&s.only, "only", "", "names of the tools to run, such as linkvet,muffet")
	return flags
}

// Parse reads the arguments.
func (s *Settings) Parse(flags *flag.FlagSet, args []string) error {
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.Rounds < 1 || s.Warm < 0 {
		return errors.New("-n must be at least 1, and -warm at least 0")
	}
	s.command = strings.Join(append([]string{"go run ./bench/" + flags.Name()}, args[:len(args)-flags.NArg()]...), " ")
	for _, arg := range flags.Args() {
		name, dir, found := strings.Cut(arg, "=")
		if !found {
			name, dir = filepath.Base(arg), arg
		}
		site, err := NewSite(name, dir)
		if err != nil {
			return err
		}
		s.Sites = append(s.Sites, site)
		s.command += " " + name + "=…"
	}
	return nil
}

// NewSite returns the site in a directory.
func NewSite(name, dir string) (Site, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return Site{}, fmt.Errorf("could not find site %q: %w", name, err)
	}
	return Site{Name: name, Dir: dir}, nil
}

// Preface says which machine and tools the figures are of, and which command they are from.
func (s *Settings) Preface(tools []Tool) string {
	var versions []string
	for _, t := range tools {
		if t.Version != "" {
			versions = append(versions, t.Name+" "+t.Version)
		}
	}
	return fmt.Sprintf("%s. %s.\nMedians of %d rounds after %d to warm up, the tools in turn: `%s`\n\n",
		machine(), strings.Join(versions, ", "), s.Rounds, s.Warm, s.command)
}

// Wanted returns the tools that take part and can be run. It builds linkvet, looks the others
// up on PATH, and names on stderr those that are missing.
func (s *Settings) Wanted(ctx context.Context, scratch string, stderr io.Writer, all []Tool) ([]Tool, error) {
	var tools []Tool
	for _, t := range all {
		if s.only != "" && !slices.Contains(strings.Split(s.only, ","), t.Name) {
			continue
		}
		found, err := t.find(ctx, scratch)
		if err != nil {
			return nil, err
		}
		if !found {
			_, _ = fmt.Fprintf(stderr, "%s is not on PATH and is left out; bench/README.md says how to install it\n", t.Name)
			continue
		}
		tools = append(tools, t)
	}
	if len(tools) == 0 {
		return nil, errors.New("no tool to run: change -only")
	}
	return tools, nil
}
