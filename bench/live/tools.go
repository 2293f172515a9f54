package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/linkvet/linkvet/bench/internal/compare"
)

// linkCheckerConfig lifts its limit of ten requests a second, and adds the check of anchors.
const linkCheckerConfig = "[checking]\nmaxrequestspersecond=1000000\n[AnchorCheck]\n"

// allTools returns the tools, each with the same number of requests in flight.
func allTools(scratch string, concurrency int, env []string) ([]compare.Tool, error) {
	config := filepath.Join(scratch, "linkcheckerrc")
	if err := os.WriteFile(config, []byte(linkCheckerConfig), 0o644); err != nil {
		return nil, fmt.Errorf("could not configure LinkChecker: %w", err)
	}
	n := strconv.Itoa(concurrency)
	return []compare.Tool{
		{
			Name: compare.Linkvet, Ends: []int{0}, Env: env,
			Args: func(url string) []string {
				return []string{"--external=false", "--fail-on=none", "--concurrency", n, url}
			},
		},
		{
			// It checks external links too, unless the links to check are named.
			Name: "muffet", Ends: []int{0, 1}, Env: env,
			Args: func(url string) []string {
				return []string{"--include", "^" + url, "--max-connections", n, "--max-connections-per-host", n, url}
			},
		},
		{
			Name: "linkinator", Ends: []int{0, 1}, Env: env,
			Args: func(url string) []string {
				return []string{
					url, "--recurse", "--check-fragments", "--concurrency", n, "--skip", "^(?!" + url + ")", "--verbosity", "error",
				}
			},
		},
		{
			Name: "LinkChecker", Ends: []int{0, 1}, Env: env,
			Args: func(url string) []string {
				return []string{"--config", config, "--no-robots", "--no-status", "--threads", n, "--output", "csv", url}
			},
		},
	}, nil
}
