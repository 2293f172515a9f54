package cli

import (
	"bytes"
	"errors"
	"math"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/report"
)

// TestTokens covers which token goes where.
func TestTokens(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		input, environment, api string
		publish, links          string
	}{
		"none":                               {},
		"input":                              {input: "ghp_1", publish: "ghp_1", links: "ghp_1"},
		"input and environment":              {input: "ghp_1", environment: "ghp_2", publish: "ghp_1", links: "ghp_1"},
		"job token":                          {input: "ghs_1", publish: "ghs_1", links: "ghs_1"},
		"job token and personal one":         {input: "ghs_1", environment: "github_pat_2", publish: "ghs_1", links: "github_pat_2"},
		"API of github.com with a slash":     {input: "ghs_1", api: "https://api.github.com/", publish: "ghs_1", links: "ghs_1"},
		"token of a company's server":        {input: "ghs_1", api: "https://github.example.com/api/v3", publish: "ghs_1"},
		"a host that begins like github.com": {input: "ghs_1", api: "https://api.github.com.example.com", publish: "ghs_1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := Process{Environ: []string{"GITHUB_TOKEN=" + test.environment, "GITHUB_API_URL=" + test.api}}
			cfg := config.Config{Token: test.input}
			cfg.Token = p.token(cfg)
			if cfg.Token != test.publish || p.linkToken(cfg) != test.links {
				t.Errorf("got %q for publish and %q for links, want %q and %q", cfg.Token, p.linkToken(cfg), test.publish, test.links)
			}
		})
	}
}

// A path of Windows is shown with slashes, and the prefix for long paths makes no other
// path of it.
func TestSlashed(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		`docs\public`:           "docs/public",
		`C:\site`:               "C:/site",
		`\\server\share\site`:   "//server/share/site",
		`\\?\C:\site`:           "C:/site",
		`\\?\UNC\server\share\`: "//server/share/",
		`\\?\Volume{1}\site`:    `\\?\Volume{1}\site`,
		`\\.\pipe\report`:       "//./pipe/report",
	} {
		if got := slashed(name); got != want {
			t.Errorf("slashed(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestLimitMemory is not parallel: the limit is that of the whole process.
func TestLimitMemory(t *testing.T) {
	before := debug.SetMemoryLimit(math.MaxInt64)
	defer debug.SetMemoryLimit(before)
	for want, environ := range map[int64][]string{memoryLimit: nil, math.MaxInt64: {"GOMEMLIMIT=off"}} {
		undo := limitMemory(Process{Environ: environ})
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("with %q the limit is %d, want %d", environ, got, want)
		}
		undo()
		if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
			t.Errorf("the limit is %d at last", got)
		}
	}
}

// A settings file of a stranger may be wrong on each of its lines, and fills no log.
func TestFailToStarttsAreBounded(t *testing.T) {
	t.Parallel()
	var faults []error
	for range 3 * maxErrorLines {
		faults = append(faults, errors.New("unknown setting"))
	}
	for _, environ := range [][]string{nil, {"GITHUB_ACTIONS=true"}} {
		var out, log bytes.Buffer
		p := Process{Environ: environ, Stdout: &out, Stderr: &log}
		if status := failToStart(p, config.Config{Format: report.FormatText, Annotations: true}, errors.Join(faults...)); status != exitUsage {
			t.Errorf("got status %d", status)
		}
		lines := strings.Split(strings.TrimSpace(log.String()), "\n")
		if last := lines[len(lines)-1]; len(lines) != maxErrorLines || last != "and 2001 more" {
			t.Errorf("got %d lines, the last %q", len(lines), last)
		}
		if n := strings.Count(out.String(), "\n"); n > 10 {
			t.Errorf("got %d annotations", n)
		}
	}
}
