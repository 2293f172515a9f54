// Command schedule compares the crawl engine with the schedules that tutorials
// teach, on a simulated site: no network, and next to no work but waiting. See
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
	"slices"
	"time"

	"github.com/linkvet/linkvet/bench/internal/doc"
	"github.com/linkvet/linkvet/bench/internal/plot"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Stderr, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "schedule:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, stdout, stderr io.Writer, args []string) error {
	flags := flag.NewFlagSet("schedule", flag.ContinueOnError)
	flags.SetOutput(stderr)
	pages := flags.Int("pages", 2000, "pages of the simulated site")
	workers := flags.Int("workers", 32, "requests in flight at once")
	count := flags.Int("n", 3, "rounds, of which the median is taken")
	update := flags.Bool("update", false, "rewrite the section and the plot in the documentation")
	docs := flags.String("docs", "docs", "folder of the documentation")
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return nil
	} else if err != nil {
		return err
	}
	if *pages < 1 || *workers < 1 || *count < 1 {
		return errors.New("-pages, -workers and -n are to be at least 1")
	}
	body := fmt.Sprintf("%s. `go run ./bench/schedule -pages %d -workers %d -n %d`\n", doc.Machine(), *pages, *workers, *count)
	chart := plot.Chart{Title: "Schedules: seconds for the same pages, shorter is better"}
	for _, w := range []world{newWorld(*pages, 0), newWorld(*pages, slowLinks)} {
		outcomes, err := race(ctx, w, *workers, *count, stderr)
		if err != nil {
			return err
		}
		body += "\n" + w.describe() + "\n\n" + table(outcomes)
		chart.Groups = append(chart.Groups, bars(w, outcomes))
	}
	_, _ = fmt.Fprintln(stdout, body)
	if !*update {
		return nil
	}
	if err := chart.Write(filepath.Join(*docs, "bench-schedule.svg")); err != nil {
		return err
	}
	return doc.Update(filepath.Join(*docs, "benchmarks.md"), "schedule", body)
}

// outcome is what one schedule took.
type outcome struct {
	schedule schedule
	wall     time.Duration
	// idle is the share of the time that the workers had nothing in flight.
	idle float64
	// tasks is the most goroutines at once.
	tasks int
}

// race runs each schedule in turn, count times, and returns the run of median
// time of each.
func race(ctx context.Context, w world, workers, count int, stderr io.Writer) ([]outcome, error) {
	all := schedules()
	runs := make([][]outcome, len(all))
	for range count {
		for i, s := range all {
			_, _ = fmt.Fprintf(stderr, "%s …", s.name)
			o, err := once(ctx, s, w, workers)
			if err != nil {
				return nil, err
			}
			_, _ = fmt.Fprintf(stderr, " %v\n", o.wall.Round(time.Millisecond))
			runs[i] = append(runs[i], o)
		}
	}
	medians := make([]outcome, len(all))
	for i := range runs {
		slices.SortFunc(runs[i], func(a, b outcome) int { return int(a.wall - b.wall) })
		medians[i] = runs[i][len(runs[i])/2]
	}
	return medians, nil
}

// once runs one schedule, and makes sure that it asked for each page once.
func once(ctx context.Context, s schedule, w world, workers int) (outcome, error) {
	v := newVisit(w)
	start := time.Now()
	s.run(ctx, v, workers)
	wall := time.Since(start)
	if err := ctx.Err(); err != nil {
		return outcome{}, err
	}
	if asked := int(v.asked.Load()); asked != len(w.pages) {
		return outcome{}, fmt.Errorf("%s asked for %d pages, not %d", s.name, asked, len(w.pages))
	}
	busy := time.Duration(v.busy.Load())
	return outcome{
		schedule: s,
		wall:     wall,
		idle:     1 - busy.Seconds()/(wall.Seconds()*float64(workers)),
		tasks:    int(v.most.Load()),
	}, nil
}

func table(outcomes []outcome) string {
	t := doc.NewTable("schedule", "time", "of ours", "idle", "goroutines at once")
	own := outcomes[len(outcomes)-1].wall
	for _, o := range outcomes {
		t.Add(o.schedule.name, doc.Seconds(o.wall), doc.Times(o.wall.Seconds(), own.Seconds()),
			fmt.Sprintf("%.0f%%", 100*o.idle), doc.Count(o.tasks))
	}
	return t.String()
}

func bars(w world, outcomes []outcome) plot.Group {
	g := plot.Group{Name: w.name}
	for i, o := range outcomes {
		g.Bars = append(g.Bars, plot.Bar{
			Name: o.schedule.short, Value: o.wall.Seconds(), Text: doc.Seconds(o.wall),
			Ours: i == len(outcomes)-1,
		})
	}
	return g
}
