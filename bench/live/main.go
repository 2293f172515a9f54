// Command live compares link checkers on directories that nginx serves on the loopback
// interface: pages a second, processor time, memory, requests and connections. See
// bench/README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

func main() { compare.Main("live", run) }

func run(ctx context.Context, scratch string, args []string) error {
	var s compare.Settings
	flags := s.Flags("live", 3)
	concurrency := flags.Int("concurrency", 64, "requests in flight at once, told to each tool")
	overTLS := flags.Bool("tls", false, "serve over TLS with HTTP/2, and FILE.gz for FILE to tools that accept gzip")
	if err := s.Parse(flags, args); err != nil {
		return err
	}
	if len(s.Sites) == 0 {
		return errors.New("no site: name a directory")
	}
	if *concurrency < 1 {
		return errors.New("-concurrency must be at least 1")
	}
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		return fmt.Errorf("could not find nginx, which serves the sites: %w", err)
	}
	var env []string
	if *overTLS {
		if env, err = certificate(scratch); err != nil {
			return err
		}
	}
	all, err := allTools(scratch, *concurrency, env)
	if err != nil {
		return err
	}
	tools, err := s.Wanted(ctx, scratch, os.Stderr, all)
	if err != nil {
		return err
	}
	var results []compare.Result
	for _, site := range s.Sites {
		r, err := s.Turns(ctx, site.Name, tools, os.Stderr, func(t *compare.Tool) (compare.Sample, error) {
			return crawl(ctx, &s, t, server{program: nginx, dir: site.Dir, scratch: scratch, overTLS: *overTLS})
		})
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	fmt.Print(s.Preface(tools), table(results))
	return nil
}

// crawl runs one tool against a server of its own, and reads the log of that server.
func crawl(ctx context.Context, s *compare.Settings, t *compare.Tool, at server) (compare.Sample, error) {
	if err := at.start(ctx); err != nil {
		return compare.Sample{}, err
	}
	defer at.kill()
	sample, err := t.Run(ctx, s.Timeout, at.url, filepath.Join(at.scratch, t.Name+".out"))
	if err == nil {
		err = at.quit()
	}
	if err == nil {
		err = readLog(at.log(), &sample)
	}
	return sample, err
}

// table compares the tools on each site.
func table(results []compare.Result) string {
	t := compare.NewTable("site", "tool", "pages a second", "linkvet is", "pages", "time", "processor time", "memory",
		"of linkvet's", "requests a page", "connections")
	for _, r := range results {
		t.Results(r, "**"+r.Site+"**", func(_ string, own, m compare.Sample) []string {
			return []string{
				compare.Count(int64(pagesASecond(m))), compare.Times(pagesASecond(own), pagesASecond(m)), compare.Count(m.Pages),
				compare.Seconds(m.Wall), compare.Seconds(m.CPU), compare.Megabytes(m.Memory),
				compare.Times(float64(m.Memory), float64(own.Memory)),
				fmt.Sprintf("%.2f", float64(m.Requests)/float64(max(m.Pages, 1))), compare.Count(m.Connections),
			}
		})
	}
	return t.String()
}

func pagesASecond(m compare.Sample) float64 { return float64(m.Pages) / max(m.Wall.Seconds(), 1e-9) }
