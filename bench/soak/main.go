// Soak crawls a large site that changes meanwhile and has faults of all kinds, for
// an hour, and watches linkvet's memory, descriptors and goroutines. All faults that
// were planted are to be found, and no others. See bench/README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/bench/internal/doc"
	"github.com/linkvet/linkvet/bench/internal/peer"
)

// settings are what the command line says.
type settings struct {
	world
	concurrency int
	binary, out string
	insidePages int
	shown       int
	growth      int64
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if len(os.Args) > 1 && os.Args[1] == serveArgument {
		err = serveOnly(os.Stdin, os.Stdout)
	} else {
		err = run(ctx, os.Stdout, os.Stderr, os.Args[1:])
	}
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

func parse(stderr io.Writer, args []string) (settings, error) {
	s := settings{world: world{}}
	flags := flag.NewFlagSet("soak", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.IntVar(&s.Pages, "pages", 200_000, "pages that exist from the start; one in 20 makes another one")
	flags.IntVar(&s.Hosts, "hosts", 500, "external hosts")
	flags.IntVar(&s.Externals, "externals", 50_000, "external links")
	flags.Uint64Var(&s.Seed, "seed", 1, "selects which requests meet a fault")
	flags.Float64Var(&s.Minutes, "minutes", 55, "how long the crawl is to take at least; 0 is as fast as it can")
	flags.DurationVar(&s.Latency, "latency", 20*time.Millisecond, "what each answer takes at least")
	flags.DurationVar(&s.Timeout, "timeout", 5*time.Second, "linkvet's timeout")
	flags.IntVar(&s.concurrency, "concurrency", 16, "linkvet's concurrency")
	flags.StringVar(&s.binary, "binary", "", "the linkvet to run; one is built from the checkout otherwise")
	flags.StringVar(&s.out, "out", "soak", "the folder for curve, report and output")
	flags.IntVar(&s.insidePages, "inside", 5000, "pages of the crawl in this process, which counts goroutines")
	flags.IntVar(&s.shown, "show", 40, "how many wrong findings to print")
	flags.Int64Var(&s.growth, "growth", 2000, "how many bytes memory may grow by for each page after the first tenth, on sites of 50,000 pages or more")
	without := flags.String("without", "", "passing faults to leave out, with commas between them")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	if *without != "" {
		s.Without = strings.Split(*without, ",")
	}
	if s.Pages < 100 || s.Hosts < 1 || s.Hosts > 60_000 || s.Externals < 1 || s.Externals > s.Pages || s.insidePages < 100 || flags.NArg() > 0 {
		return s, errors.New("-pages and -inside are to be at least 100, -hosts 1 to 60000, -externals 1 to -pages")
	}
	return s, nil
}

func run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	s, err := parse(stderr, args)
	if err != nil {
		return err
	}
	if s.out, err = filepath.Abs(s.out); err == nil {
		err = os.MkdirAll(s.out, 0o755)
	}
	if err != nil {
		return fmt.Errorf("could not make the folder for the results: %w", err)
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("could not find this program: %w", err)
	}
	own := peer.Peer{Path: s.binary, Version: s.binary}
	if s.binary == "" {
		if own, err = peer.Build(ctx, s.out); err != nil {
			return err
		}
	}
	server := []string{self, serveArgument}
	_, _ = fmt.Fprintf(stdout, "%s. linkvet %s\nsoak %s\n", doc.Machine(), own.Version, strings.Join(args, " "))
	return errors.Join(
		s.outside(ctx, stdout, server, []string{own.Path}),
		s.within(ctx, stdout, server),
	)
}

// linkvetArgs are linkvet's arguments for the world that is served.
func linkvetArgs(w *served, concurrency int, report string) []string {
	return []string{
		"--config", "none", "--allow-private", "--concurrency", strconv.Itoa(concurrency), "--timeout", w.Timeout.String(),
		"--report", "json=" + report, w.site() + "/",
	}
}

// outside crawls with a process of its own.
func (s settings) outside(ctx context.Context, stdout io.Writer, server, command []string) (err error) {
	w, err := startServer(ctx, s.world, server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.stop()) }()
	report := filepath.Join(s.out, "report.json")
	every := min(max(time.Duration(s.Minutes*float64(time.Minute)/720), 20*time.Millisecond), 10*time.Second)
	start := time.Now()
	samples, exit, err := watch(ctx, w, append(command, linkvetArgs(w, s.concurrency, report)...), nil, filepath.Join(s.out, "linkvet.out"), every)
	if err := errors.Join(err, record(s.out, w.world, samples)); err != nil {
		return err
	}
	got, err := w.counts()
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(stdout, "\n%s; %d requests to the site, %d to other hosts, %d pages served\n", doc.Seconds(time.Since(start)), got.Requests, got.External, got.Pages)
	for _, name := range slices.Sorted(maps.Keys(got.Seen)) {
		_, _ = fmt.Fprintf(stdout, "  %6d %s\n", got.Seen[name], name)
	}
	g := grown(w.world, samples)
	_, _ = fmt.Fprintln(stdout, g)
	return errors.Join(g.check(s.growth), tell(stdout, w, report, exit, s.shown))
}

// within crawls a smaller world in this process, twice: what the first run
// leaves for good is the runtime's own.
func (s settings) within(ctx context.Context, stdout io.Writer, server []string) error {
	for round := range 2 {
		if err := s.once(ctx, stdout, server, round); err != nil {
			return err
		}
	}
	return nil
}

// once crawls the smaller world.
func (s settings) once(ctx context.Context, stdout io.Writer, server []string, round int) (err error) {
	small := s.world
	small.Pages, small.Minutes = s.insidePages, 0
	small.Externals = max(1, s.Externals*small.Pages/s.Pages)
	w, err := startServer(ctx, small, server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.stop()) }()
	report := filepath.Join(s.out, fmt.Sprintf("inside-%d.json", round+1))
	out, err := os.Create(filepath.Join(s.out, fmt.Sprintf("inside-%d.out", round+1)))
	if err != nil {
		return fmt.Errorf("could not keep the output: %w", err)
	}
	defer func() { _ = out.Close() }()
	start := time.Now()
	left, err := inside(ctx, linkvetArgs(w, s.concurrency, report), out)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(stdout, "\nin this process, %d pages in %s: %v\n", w.allPages(), doc.Seconds(time.Since(start)), left)
	err = tell(stdout, w, report, left.exit, s.shown)
	if !left.clean() {
		err = errors.Join(err, errors.New("goroutines or descriptors are left"))
	}
	return err
}

// tell prints what is wrong with a report.
func tell(stdout io.Writer, w *served, report string, exit, shown int) error {
	wrong, planted, err := w.judge(report, exit)
	if err != nil {
		return err
	}
	for _, text := range wrong[:min(len(wrong), shown)] {
		_, _ = fmt.Fprintln(stdout, text)
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%d faults in the report", len(wrong))
	}
	_, _ = fmt.Fprintf(stdout, "all %d planted findings are in the report, and no others\n", planted)
	return nil
}
