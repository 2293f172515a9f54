package proportion

import (
	"fmt"
	"math"
	"testing"
)

// heard is a test of which only is kept whether it failed.
type heard struct {
	testing.TB
	failed bool
}

func (h *heard) Helper()                   {}
func (h *heard) Errorf(_ string, _ ...any) { h.failed = true }

func TestCheckTellsWorkThatGrowsFaster(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps func(size int) int
		fails bool
	}{
		"nothing":         {steps: func(int) int { return 0 }, fails: false},
		"constant":        {steps: func(int) int { return 1e6 }, fails: false},
		"in proportion":   {steps: func(size int) int { return 4000 * size }, fails: false},
		"with logarithms": {steps: func(size int) int { return 100 * size * int(math.Log2(float64(size))) }, fails: false},
		"the square":      {steps: func(size int) int { return size * size }, fails: true},
		"a part squared":  {steps: func(size int) int { return 100*size + size*size }, fails: true},
		"the cube":        {steps: func(size int) int { return size * size * size / 1000 }, fails: true},
		"exponential":     {steps: func(size int) int { return 1 << min(size/64, 26) }, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &heard{TB: t}
			Check(h, 1<<12, func(size int) func() {
				steps := test.steps(size)
				return func() { count(steps) }
			})
			if h.failed != test.fails {
				t.Errorf("failed is %v, want %v", h.failed, test.fails)
			}
		})
	}
}

// count does so many steps.
func count(steps int) {
	x := uint64(1)
	for range steps {
		x = x*6364136223846793005 + 1
	}
	if x == 0 {
		fmt.Println(x) // or there would be nothing to do
	}
}
