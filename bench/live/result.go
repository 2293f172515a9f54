package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/bench/internal/doc"
	"github.com/linkvet/linkvet/bench/internal/measure"
	"github.com/linkvet/linkvet/bench/internal/plot"
)

// result is what came out for one site.
type result struct {
	site    string
	names   []string // of the tools, in order
	tools   map[string]tool
	samples map[string][]measure.Sample
	traffic map[string][]traffic
	failed  map[string]error
}

// pagesASecond returns the pages of the median run over the median time.
func (r result) pagesASecond(name string) float64 {
	wall := measure.Median(r.samples[name]).Wall.Seconds()
	if wall == 0 {
		return 0
	}
	return float64(r.seen(name).pages) / wall
}

// seen returns the median of each count of the traffic by itself.
func (r result) seen(name string) traffic {
	middle := func(of func(traffic) int) int {
		var values []int
		for _, t := range r.traffic[name] {
			values = append(values, of(t))
		}
		slices.Sort(values)
		if len(values) == 0 {
			return 0
		}
		return values[len(values)/2]
	}
	return traffic{
		requests:    middle(func(t traffic) int { return t.requests }),
		connections: middle(func(t traffic) int { return t.connections }),
		pages:       middle(func(t traffic) int { return t.pages }),
	}
}

// tell prints the results, and writes them where the settings say.
func tell(s settings, tools []tool, results []result, stdout io.Writer) error {
	marker, title := "live", "Live mode: pages a second, longer is better"
	switch {
	case s.tls:
		marker, title = "tls", "Live mode, TLS, HTTP/2 and gzip: pages a second, longer is better"
	case s.latency > 0:
		marker, title = "latency", fmt.Sprintf("Live mode, %v away: pages a second, longer is better", s.latency)
	}
	body := preface(s, tools, results) + table(s, results)
	_, _ = fmt.Fprintln(stdout, body)
	if !s.Update {
		return nil
	}
	chart := plot.Chart{Title: title}
	for _, r := range results {
		g := plot.Group{Name: r.site}
		for _, name := range r.names {
			if r.failed[name] == nil {
				speed := r.pagesASecond(name)
				g.Bars = append(g.Bars, plot.Bar{Name: name, Value: speed, Text: doc.Count(int(speed)), Ours: name == linkvetName})
			}
		}
		chart.Groups = append(chart.Groups, g)
	}
	if err := chart.Write(filepath.Join(s.Docs, "bench-"+marker+".svg")); err != nil {
		return err
	}
	return doc.Update(filepath.Join(s.Docs, "benchmarks.md"), marker, body)
}

// preface says what was run where.
func preface(s settings, tools []tool, results []result) string {
	var versions, sites []string
	for _, t := range tools {
		versions = append(versions, t.Name+" "+t.Version)
	}
	for _, r := range results {
		sites = append(sites, r.site+"=…")
	}
	command := fmt.Sprintf("go run ./bench/live -n %d -warm %d -timeout %v -concurrency %d", s.Count, s.Warm, s.Timeout, s.concurrency)
	switch {
	case s.tls:
		command += " -tls"
	case s.latency > 0:
		command += " -latency " + s.latency.String()
	}
	text := fmt.Sprintf("%s. %s.\nMedians of %d rounds after %d to warm up, the tools in turn: `%s %s`\n",
		doc.Machine(), strings.Join(versions, ", "), s.Count, s.Warm, command, strings.Join(sites, " "))
	if s.latency > 0 {
		text += fmt.Sprintf("At %v and %d requests at once, %.0f requests a second are possible. The least time is that of as many requests\n"+
			"when the first page comes alone, the other connections are opened then, and none is ever idle.\n",
			s.latency, s.concurrency, ceiling(s))
	}
	return text + "\n"
}

// ceiling returns how many requests a second the latency allows.
func ceiling(s settings) float64 { return float64(s.concurrency) / s.latency.Seconds() }

// least returns the least time that a number of requests takes: two latencies for
// the first connection, one for the first page, two for the other connections, and
// one for each turn of the others.
func least(s settings, requests int) time.Duration {
	if requests < 2 {
		return 3 * s.latency
	}
	turns := (requests - 1 + s.concurrency - 1) / s.concurrency
	return s.latency * time.Duration(5+turns)
}

// table compares the tools on each site.
func table(s settings, results []result) string {
	columns := []string{"site", "tool", "pages a second", "linkvet is", "pages", "time", "processor time", "memory", "of linkvet's", "requests a page", "connections"}
	if s.latency > 0 {
		columns = append(columns, "of the possible", "least time")
	}
	t := doc.NewTable(columns...)
	for _, r := range results {
		label, own := "**"+r.site+"**", measure.Median(r.samples[linkvetName])
		for _, name := range r.names {
			if err := r.failed[name]; err != nil {
				cells := make([]string, len(columns))
				cells[0], cells[1], cells[2] = label, name, "failed: "+err.Error()
				t.Add(cells...)
				label = ""
				continue
			}
			m, seen := measure.Median(r.samples[name]), r.seen(name)
			cells := []string{
				label, name, doc.Count(int(r.pagesASecond(name))), doc.Times(r.pagesASecond(linkvetName), r.pagesASecond(name)),
				doc.Count(seen.pages), doc.Seconds(m.Wall), doc.Seconds(m.CPU), doc.Megabytes(m.Memory),
				doc.Times(float64(m.Memory), float64(own.Memory)),
				fmt.Sprintf("%.2f", float64(seen.requests)/float64(max(seen.pages, 1))), doc.Count(seen.connections),
			}
			if s.latency > 0 {
				cells = append(cells, fmt.Sprintf("%.2f", float64(seen.requests)/m.Wall.Seconds()/ceiling(s)), doc.Seconds(least(s, seen.requests)))
			}
			t.Add(cells...)
			label = ""
		}
	}
	return t.String()
}
