// Command dir compares link checkers on directories of HTML: time, processor time, memory and
// findings. See bench/README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

func main() {
	compare.Main("dir", func(ctx context.Context, scratch string, args []string) error {
		if len(args) == 2 && args[0] == readArgument {
			return readPages(args[1], runtime.NumCPU())
		}
		return run(ctx, scratch, args)
	})
}

// result is what came out for one site.
type result struct {
	compare.Result
	site site
	// broken holds the distinct broken targets of the tools that look for any.
	broken map[string][]string
}

func run(ctx context.Context, scratch string, args []string) error {
	var s compare.Settings
	flags := s.Flags("dir", 5)
	generate := flags.String("generate", "", "numbers of pages of sites to make, such as 1000,10000")
	keep := flags.String("keep", scratch, "folder where made sites are kept and found again")
	most := flags.Int64("most", 100_000, "pages above which only linkvet and read are run")
	if err := s.Parse(flags, args); err != nil {
		return err
	}
	for number := range strings.FieldsFuncSeq(*generate, func(r rune) bool { return r == ',' }) {
		pages, err := strconv.Atoi(number)
		if err != nil || pages < 1 || pages > 1_000_000 {
			return fmt.Errorf("-generate: %q must be a number of pages from 1 to 1000000", number)
		}
		made, err := makeSite(*keep, pages, os.Stderr)
		if err != nil {
			return err
		}
		s.Sites = append(s.Sites, made)
	}
	if len(s.Sites) == 0 {
		return errors.New("no site: name a directory, or use -generate")
	}
	all, err := allTools(scratch)
	if err != nil {
		return err
	}
	tools, err := s.Wanted(ctx, scratch, os.Stderr, all)
	if err != nil {
		return err
	}
	var results []result
	for _, given := range s.Sites {
		r, err := measure(ctx, &s, given, tools, scratch, *most)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	// Only now, as the memory of this process counts as the least of those that it starts.
	for i := range results {
		if err := results[i].judge(ctx, scratch); err != nil {
			return err
		}
	}
	fmt.Print(s.Preface(tools), table(results), "\n", differences(results))
	return nil
}

// measure runs the tools on one site, in turn.
func measure(ctx context.Context, s *compare.Settings, given compare.Site, tools []compare.Tool, scratch string, most int64) (result, error) {
	r := result{broken: map[string][]string{}}
	var err error
	if r.site, err = inspect(given); err != nil {
		return r, err
	}
	var smaller []compare.Tool
	for _, t := range tools {
		if r.site.pages <= most || t.Name == compare.Linkvet || t.Name == readName {
			smaller = append(smaller, t)
		}
	}
	r.Result, err = s.Turns(ctx, given.Name, smaller, os.Stderr, func(t *compare.Tool) (compare.Sample, error) {
		return t.Run(ctx, s.Timeout, given.Dir, outputFile(scratch, given.Name, t.Name))
	})
	return r, err
}

// outputFile is where the output of a tool for a site is.
func outputFile(scratch, site, tool string) string {
	return filepath.Join(scratch, site+"-"+tool+".out")
}

// table compares the tools on each site.
func table(results []result) string {
	t := compare.NewTable("site", "tool", "time", "of linkvet's", "a page", "processor time", "memory", "of linkvet's", "broken targets")
	for _, r := range results {
		label := fmt.Sprintf("**%s**, %s pages, %s", r.Site, compare.Count(r.site.pages), compare.Megabytes(r.site.bytes))
		t.Results(r.Result, label, func(tool string, own, m compare.Sample) []string {
			cells := []string{
				compare.Seconds(m.Wall), compare.Times(float64(m.Wall), float64(own.Wall)),
				fmt.Sprintf("%d µs", m.Wall.Microseconds()/max(r.site.pages, 1)), compare.Seconds(m.CPU),
				compare.Megabytes(m.Memory), compare.Times(float64(m.Memory), float64(own.Memory)),
			}
			if broken, found := r.broken[tool]; found {
				cells = append(cells, compare.Count(int64(len(broken))))
			}
			return cells
		})
	}
	return t.String()
}
