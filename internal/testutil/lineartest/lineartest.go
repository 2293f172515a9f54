// Package lineartest is for benchmarks alone: it holds a reader of untrusted input to
// linear time.
package lineartest

import (
	"strconv"
	"strings"
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

// Texts is Time for a reader of texts that are made to take long. Each text is a piece
// again and again, and has n bytes. In a piece, "%d" stands for a number that is another
// one each time, and "…" parts what the first half of the text repeats from what the second
// half repeats.
func Texts(b *testing.B, size int, read func(text string), pieces ...string) {
	b.Helper()
	Time(b, size, func(n int) func() {
		texts := make([]string, len(pieces))
		for i, piece := range pieces {
			if opener, closer, isPair := strings.Cut(piece, "…"); isPair {
				texts[i] = repeated(opener, n/2) + repeated(closer, n/2)
			} else {
				texts[i] = repeated(piece, n)
			}
		}
		return func() {
			for _, text := range texts {
				read(text)
			}
		}
	})
}

// repeated is a piece as often as n bytes have room for it.
func repeated(piece string, n int) string {
	if !strings.Contains(piece, "%d") {
		return strings.Repeat(piece, max(n/len(piece), 1))
	}
	var text strings.Builder
	for i := 0; text.Len() < n; i++ {
		// All numbers have one length, or larger texts would hold longer ones.
		text.WriteString(strings.ReplaceAll(piece, "%d", strconv.Itoa(100_000+i)))
	}
	return text.String()
}
