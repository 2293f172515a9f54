package main

import (
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/linkvet/linkvet/bench/internal/plot"
)

// record writes the samples as a table and as curves.
func record(dir string, w world, samples []sample) error {
	f, err := os.Create(filepath.Join(dir, "curve.csv"))
	if err != nil {
		return fmt.Errorf("could not write the curve: %w", err)
	}
	table := csv.NewWriter(f)
	rows := [][]string{{"seconds", "pages", "requests", "external_requests", "memory_bytes", "peak_bytes", "descriptors", "threads"}}
	for _, s := range samples {
		rows = append(rows, []string{
			strconv.FormatFloat(s.at.Seconds(), 'f', 1, 64), strconv.FormatInt(s.Pages, 10), strconv.FormatInt(s.Requests, 10),
			strconv.FormatInt(s.External, 10), strconv.FormatInt(s.memory, 10), strconv.FormatInt(s.peak, 10),
			strconv.Itoa(s.files), strconv.Itoa(s.threads),
		})
	}
	if err := table.WriteAll(rows); err != nil {
		return fmt.Errorf("could not write the curve: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("could not write the curve: %w", err)
	}
	return curves(w, samples).Write(filepath.Join(dir, "curve.svg"))
}

// shownPoints is about how many samples a curve shows.
const shownPoints = 360

// curves draws memory, descriptors and pages over time.
func curves(w world, samples []sample) plot.Curves {
	line := func(name, unit string, of func(sample) float64) plot.Curve {
		c := plot.Curve{Name: name, Unit: unit}
		step := len(samples)/shownPoints + 1
		for i := step - 1; i < len(samples); i += step {
			c.Points = append(c.Points, plot.Point{X: samples[i].at.Minutes(), Y: of(samples[i])})
		}
		return c
	}
	return plot.Curves{
		Title: fmt.Sprintf("A crawl of %d pages that change, with faults in a tenth of the requests", w.allPages()),
		X:     "minutes",
		Curves: []plot.Curve{
			line("resident memory", "MB", func(s sample) float64 { return float64(s.memory) / 1e6 }),
			line("open descriptors", "", func(s sample) float64 { return float64(s.files) }),
			line("threads", "", func(s sample) float64 { return float64(s.threads) }),
			line("pages read", "", func(s sample) float64 { return float64(s.Pages) }),
		},
	}
}

// growth is how memory went on after the first tenth of the pages.
type growth struct {
	// tenth is the most memory until a tenth of the pages was read, most the most
	// from then on, and last what there was at the end.
	tenth, most, last int64
	pages             int64 // read after the first tenth
	files, mostFiles  int   // the most descriptors until then, and from then on
	threads           int   // the most of all
}

// grown returns how memory went on.
func grown(w world, samples []sample) (g growth) {
	all := int64(w.allPages())
	for _, s := range samples {
		if s.Pages*10 <= all {
			g.tenth, g.files = max(g.tenth, s.memory), max(g.files, s.files)
		}
		if s.Pages*10 >= all {
			g.most, g.mostFiles = max(g.most, s.memory), max(g.mostFiles, s.files)
		}
		g.last, g.threads = s.memory, max(g.threads, s.threads)
	}
	g.pages = all - all/10
	return g
}

// manyPages is from how many pages on growth says something: before, it is that of
// buffers and of what the runtime needs.
const manyPages = 50_000

// check fails when memory grew by more than so many bytes a page, or descriptors went
// on to grow.
func (g growth) check(limit int64) error {
	if g.pages < manyPages {
		return nil
	}
	if a := (g.most - g.tenth) / g.pages; a > limit {
		return fmt.Errorf("memory grew by %d bytes a page after the first tenth, more than %d", a, limit)
	}
	if g.mostFiles > 2*g.files {
		return fmt.Errorf("descriptors grew from %d to %d after the first tenth", g.files, g.mostFiles)
	}
	return nil
}

func (g growth) String() string {
	return fmt.Sprintf("memory: %.1f MB in the first tenth of the pages, at most %.1f MB after it, %.1f MB at the end: %d bytes for each of %d further pages\n"+
		"descriptors: at most %d in the first tenth, %d after it; threads: at most %d",
		float64(g.tenth)/1e6, float64(g.most)/1e6, float64(g.last)/1e6, (g.most-g.tenth)/max(g.pages, 1), g.pages, g.files, g.mostFiles, g.threads)
}
