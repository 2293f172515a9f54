// Package proportion is for tests alone: it holds work to time in proportion to
// its input, on a machine of any speed and under any load.
//
// Its own test counts the steps of every reader of strangers' bytes that is listed in
// the program testdata/counted/internal/proportion/readers, for texts that are made to
// take long. The program is built in a copy of the module in which functions, loops and
// calls to searches of the standard library are counted. The count is the same on every
// machine. Allocated bytes are held against the size as well.
//
// Not counted are comparisons with == and hashes of long strings, a Replacer of the
// package strings, the packages of others (YAML, TOML, JSON, regular expressions), and
// what the kernel does. Check is a second net for these: it compares processor time,
// with a wide margin.
package proportion

import (
	"runtime"
	"testing"
	"time"
)

const (
	// parts is how many times larger the largest input is than the smallest.
	parts = 32
	// most is how many times its share a large input may take. Caches, the collector
	// and logarithms make that 1 to 4; the square of the size makes it 32.
	most = 10
	// long is a time in which disturbances even out.
	long = 2 * time.Second
	// tries is how often a measurement is taken before its result is believed: what
	// disturbs it can make work slower by chance, never faster.
	tries = 8
	// least is a time below which the clock tells little.
	least = time.Millisecond
)

// Check fails the test when the work on an input of a size, in bytes or another unit, takes
// far longer than that on smaller inputs which are as large together. Prepare makes an
// input; what it returns is the work, on one goroutine, which is done several times.
//
// No wall time is bounded, only time of the thread's own on the processor is
// compared with itself: what else runs on the machine takes no part in it.
func Check(t testing.TB, size int, prepare func(size int) (work func())) {
	t.Helper()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	small := prepare(size / parts)
	// In steps, as work that doubles with each byte would never end on the largest.
	for _, step := range []int{parts / 8, parts} {
		large := prepare(size / parts * step)
		for try := 1; ; try++ {
			took, share := compare(step, small, large)
			if took <= most*share {
				break
			}
			if try == tries || took > long {
				t.Errorf("an input %d times as large takes %v, and %d of them take %v", step, took, step, share)
				return
			}
		}
	}
}

// compare returns how long the large work takes, and the small one done so many
// times.
func compare(times int, small, large func()) (took, share time.Duration) {
	begin := processorTime()
	for range times {
		small()
	}
	middle := processorTime()
	large()
	return processorTime() - middle, max(middle-begin, least)
}
