package compare

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"
)

// Sample is what one run took, and what a server saw of it.
type Sample struct {
	Wall time.Duration // from start to end
	CPU  time.Duration // of user and system
	// Memory is the peak of resident memory in bytes; zero where the system does not say.
	Memory int64
	// Requests, Connections and Pages, which are distinct, are zero without a server.
	Requests, Connections, Pages int64
	// Good is from the first to the last good answer; zero where a server does not say.
	Good time.Duration
}

// Result is what came out for one site.
type Result struct {
	Site  string
	Tools []string // in order
	// Median holds the medians of each tool that did not fail.
	Median map[string]Sample
	Failed map[string]error
}

// Turns runs each tool on a site, and then again, in turn: other work on the machine meets all
// of them alike. Every other round goes backwards, as memory that a tool gave up makes the next
// one slower. A tool that fails is left out from then on.
func (s *Settings) Turns(ctx context.Context, site string, tools []Tool, log io.Writer, run func(*Tool) (Sample, error)) (Result, error) {
	r := Result{Site: site, Median: map[string]Sample{}, Failed: map[string]error{}}
	for _, t := range tools {
		r.Tools = append(r.Tools, t.Name)
	}
	samples := map[string][]Sample{}
	order := slices.Clone(tools)
	for round := range s.Warm + s.Rounds {
		for i := range order {
			t := &order[i]
			if r.Failed[t.Name] != nil {
				continue
			}
			sample, err := run(t)
			if ctx.Err() != nil {
				return r, ctx.Err()
			}
			if err != nil {
				_, _ = fmt.Fprintf(log, "%s: %s %v\n", site, t.Name, err)
				r.Failed[t.Name] = fmt.Errorf("round %d: %w", round+1, err)
				continue
			}
			_, _ = fmt.Fprintf(log, "%s: %s took %v\n", site, t.Name, sample.Wall.Round(time.Millisecond))
			if round >= s.Warm {
				samples[t.Name] = append(samples[t.Name], sample)
			}
		}
		slices.Reverse(order)
	}
	for name, list := range samples {
		if r.Failed[name] == nil {
			r.Median[name] = median(list)
		}
	}
	return r, nil
}

// median returns the median of each measure by itself.
func median(samples []Sample) Sample {
	return Sample{
		Wall:        middle(samples, func(s Sample) time.Duration { return s.Wall }),
		CPU:         middle(samples, func(s Sample) time.Duration { return s.CPU }),
		Memory:      middle(samples, func(s Sample) int64 { return s.Memory }),
		Requests:    middle(samples, func(s Sample) int64 { return s.Requests }),
		Connections: middle(samples, func(s Sample) int64 { return s.Connections }),
		Pages:       middle(samples, func(s Sample) int64 { return s.Pages }),
		Good:        middle(samples, func(s Sample) time.Duration { return s.Good }),
	}
}

// middle returns the median of a measure; of an even number, the mean of the two in the middle.
func middle[N ~int64](samples []Sample, of func(Sample) N) N {
	values := make([]N, len(samples))
	for i, s := range samples {
		values[i] = of(s)
	}
	slices.Sort(values)
	half := len(values) / 2
	if len(values)%2 == 1 {
		return values[half]
	}
	return (values[half-1] + values[half]) / 2
}
