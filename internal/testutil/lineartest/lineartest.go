// Package lineartest is for benchmarks alone: it holds a reader of untrusted input to
// linear time.
package lineartest

import (
	"testing"
	"time"
)

// Time fails a benchmark when work on twice the input takes three times as long or longer.
// prepare returns the work on an input of n bytes; size has to be so large that the
// work takes some milliseconds. A busy machine gets five tries.
func Time(b *testing.B, size int, prepare func(n int) (work func())) {
	b.Helper()
	once, twice := prepare(size), prepare(2*size)
	ratio := 0.0
	for range 5 {
		ratio = float64(shortest(twice)) / float64(max(shortest(once), 1))
		if ratio < 3 {
			break
		}
	}
	if ratio >= 3 {
		b.Errorf("twice the input takes %.1f times as long, want less than 3", ratio)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		once()
	}
	b.ReportMetric(ratio, "growth")
}

// shortest returns the least time that work takes of five times.
func shortest(work func()) time.Duration {
	least := time.Duration(1 << 62)
	for range 5 {
		started := time.Now()
		work()
		least = min(least, time.Since(started))
	}
	return least
}
