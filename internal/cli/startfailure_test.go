package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/report"
)

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
