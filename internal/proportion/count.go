package proportion

import (
	"runtime"
	"testing"
)

// maxGrowth is how many times as much work a doubled input may be.
const maxGrowth = 2.6

// Steps fails the test when counted work grows by more than a factor of 2.6 each time
// that the size of the input doubles, from size to twice and four times that. It
// depends on no clock.
func Steps(t testing.TB, size int, steps func(size int) int) {
	t.Helper()
	before := steps(size)
	for _, times := range []int{2, 4} {
		after := steps(times * size)
		if float64(after) > maxGrowth*float64(max(before, 1)) {
			t.Errorf("%d times as large an input is %d steps, half of that %d", times, after, before)
			return
		}
		before = after
	}
}

// Allocated is Steps for the bytes that work allocates, which has to be on one
// goroutine. As memory is taken in ever larger pieces, inputs of four times the size
// are looked at alone. Tests that call it are not to be parallel ones, as what others allocate
// would count.
func Allocated(t testing.TB, size int, prepare func(size int) (work func())) {
	t.Helper()
	steps := func(size int) int {
		work := prepare(size)
		work() // what is kept from then on is no work of this input
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		work()
		runtime.ReadMemStats(&after)
		// What everything costs is no part of what grows.
		const base = 64 << 10
		return int(after.TotalAlloc-before.TotalAlloc) + base
	}
	if small, large := steps(size), steps(4*size); float64(large) > maxGrowth*maxGrowth*float64(small) {
		t.Errorf("an input 4 times as large allocates %d bytes, and the small one %d", large, small)
	}
}
