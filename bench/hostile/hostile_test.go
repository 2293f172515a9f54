//go:build linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/linkvet/linkvet/bench/internal/measure"
)

// TestInputsCanBeMade makes each input in a small size. Bombs are left out: they are
// as large as they are.
func TestInputsCanBeMade(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range cases() {
		if seen[c.name] || len(c.ends) == 0 || (c.size == 0) != (c.unit == "") {
			t.Errorf("%s: its name is taken, or its size or exit status is missing", c.name)
		}
		seen[c.name] = true
		if c.make == nil || strings.Contains(c.name, "10 GB") || strings.Contains(c.name, "60 MB") {
			continue
		}
		p, err := newPlace(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if c.make(p, min(c.size, 100)); p.err != nil {
			t.Errorf("%s: %v", c.name, p.err)
		}
		if err := removeAll(p.dir); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestJudge(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		output string
		sample measure.Sample
		fault  string
	}{
		"right":              {output: "✗ Failed: 1 broken\n", sample: measure.Sample{Exit: 1}, fault: ""},
		"wrong exit status":  {output: "✓ No broken links\n", sample: measure.Sample{}, fault: "exit status"},
		"too much memory":    {output: "✗ Failed\n", sample: measure.Sample{Exit: 1, Memory: maxMemory + 1}, fault: "memory"},
		"a crash":            {output: "panic: oh\n\ngoroutine 1\n", sample: measure.Sample{Exit: 1}, fault: "crashed"},
		"a crash, contained": {output: "problem: could not read: internal error (x): please report it at https://example.com/\n", sample: measure.Sample{Exit: 1}, fault: "crashed"},
	}
	for name, test := range tests {
		output := filepath.Join(t.TempDir(), "output")
		if err := os.WriteFile(output, []byte(test.output), 0o600); err != nil {
			t.Fatal(err)
		}
		o := outcome{sample: test.sample}
		o.judge(hostile{ends: ends(failed)}, output)
		if (o.fault == "") != (test.fault == "") || !strings.Contains(o.fault, test.fault) {
			t.Errorf("%s: %q", name, o.fault)
		}
	}
}

func TestGrowthIsNotSeenInShortTimes(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		before, now time.Duration
		want        float64
	}{{before: 0, now: time.Millisecond, want: 1}, {before: time.Millisecond, now: leastTime, want: 1}, {before: time.Second, now: 3 * time.Second, want: 3}} {
		if got := growth(test.before, test.now); got != test.want {
			t.Errorf("from %v to %v: %v, want %v", test.before, test.now, got, test.want)
		}
	}
}
