package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/bench/internal/doc"
	"github.com/linkvet/linkvet/bench/internal/measure"
	"github.com/linkvet/linkvet/bench/internal/plot"
)

// result is what came out for one site.
type result struct {
	site    site
	names   []string // of the tools that were run, in order
	tools   map[string]tool
	outputs map[string]string // files
	samples map[string][]measure.Sample
	failed  map[string]error
	// broken holds the distinct broken targets, of the tools that look for any.
	broken map[string][]string
}

// judge reads what the tools found.
func (r *result) judge(ctx context.Context, scratch string) error {
	r.broken = map[string][]string{}
	for _, name := range r.names {
		if r.failed[name] != nil || name == readName {
			continue
		}
		var err error
		if name == linkvetName {
			r.broken[name], err = brokenOfLinkvet(ctx, r.tools[name].Path, r.site, scratch)
		} else {
			var output []byte
			if output, err = os.ReadFile(r.outputs[name]); err == nil {
				r.broken[name], err = r.tools[name].broken(output, r.site)
			}
		}
		if err != nil {
			return fmt.Errorf("could not judge %s on %s: %w", name, r.site.name, err)
		}
	}
	for name, targets := range r.broken {
		r.broken[name] = withoutFragments(targets, r.broken[linkvetName])
	}
	return nil
}

// tell prints the results, and writes them where the settings say.
func tell(s settings, tools []tool, results []result, stdout io.Writer) error {
	var given, made []result
	for _, r := range results {
		if r.site.made {
			made = append(made, r)
		} else {
			given = append(given, r)
		}
	}
	for _, part := range []struct {
		marker, title string
		results       []result
		bars          func(result) plot.Group
	}{
		{"dir", "Directory mode: seconds, shorter is better", given, times},
		{"scale", "Made sites: microseconds a page, shorter is better", made, timesPerPage},
	} {
		if len(part.results) == 0 {
			continue
		}
		body := preface(s, tools, part.results) + table(part.results) + "\n" + differences(part.results)
		_, _ = fmt.Fprintf(stdout, "%s\n", body)
		if !s.Update {
			continue
		}
		chart := plot.Chart{Title: part.title}
		for _, r := range part.results {
			chart.Groups = append(chart.Groups, part.bars(r))
		}
		if err := chart.Write(filepath.Join(s.Docs, "bench-"+part.marker+".svg")); err != nil {
			return err
		}
		if err := doc.Update(filepath.Join(s.Docs, "benchmarks.md"), part.marker, body); err != nil {
			return err
		}
	}
	if s.differences == "" {
		return nil
	}
	return list(s.differences, results)
}

// preface says what was run where.
func preface(s settings, tools []tool, results []result) string {
	var versions, command []string
	for _, t := range tools {
		if t.Version != "" {
			versions = append(versions, t.Name+" "+t.Version)
		}
	}
	for _, r := range results {
		if r.site.made {
			command = append(command, fmt.Sprint(r.site.pages))
		} else {
			command = append(command, r.site.name+"=…")
		}
	}
	sites := strings.Join(command, " ")
	if results[0].site.made {
		sites = "-generate " + strings.Join(command, ",")
	}
	return fmt.Sprintf("%s. %s.\nMedians of %d rounds after %d to warm up, the tools in turn: `go run ./bench/dir -n %d -warm %d -timeout %v %s`\n\n",
		doc.Machine(), strings.Join(versions, ", "), s.Count, s.Warm, s.Count, s.Warm, s.Timeout, sites)
}

// table compares the tools on each site.
func table(results []result) string {
	t := doc.NewTable("site", "tool", "time", "of linkvet's", "a page", "processor time", "memory", "of linkvet's", "broken targets")
	for _, r := range results {
		own := measure.Median(r.samples[linkvetName])
		label := fmt.Sprintf("**%s**, %s pages, %s", r.site.name, doc.Count(r.site.pages), doc.Megabytes(r.site.bytes))
		for _, name := range r.names {
			if r.failed[name] != nil {
				t.Add(label, name, "failed: "+r.failed[name].Error(), "", "", "", "", "", "")
				label = ""
				continue
			}
			m := measure.Median(r.samples[name])
			found := ""
			if list, ok := r.broken[name]; ok {
				found = doc.Count(len(list))
			}
			t.Add(label, name, doc.Seconds(m.Wall), doc.Times(float64(m.Wall), float64(own.Wall)),
				fmt.Sprintf("%.0f µs", perPage(m, r.site)), doc.Seconds(m.CPU), doc.Megabytes(m.Memory),
				doc.Times(float64(m.Memory), float64(own.Memory)), found)
			label = ""
		}
	}
	return t.String()
}

// perPage returns how many microseconds a page takes.
func perPage(m measure.Sample, s site) float64 {
	return float64(m.Wall.Microseconds()) / float64(max(s.pages, 1))
}

func times(r result) plot.Group {
	return group(r, func(m measure.Sample) (float64, string) { return m.Wall.Seconds(), doc.Seconds(m.Wall) })
}

func timesPerPage(r result) plot.Group {
	return group(r, func(m measure.Sample) (float64, string) {
		return perPage(m, r.site), fmt.Sprintf("%.0f µs", perPage(m, r.site))
	})
}

// group returns the bars of one site.
func group(r result, value func(measure.Sample) (float64, string)) plot.Group {
	g := plot.Group{Name: fmt.Sprintf("%s, %s pages", r.site.name, doc.Count(r.site.pages))}
	for _, name := range r.names {
		if r.failed[name] != nil {
			continue
		}
		v, text := value(measure.Median(r.samples[name]))
		g.Bars = append(g.Bars, plot.Bar{Name: name, Value: v, Text: text, Ours: name == linkvetName})
	}
	return g
}
