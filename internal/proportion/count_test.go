package proportion

import "testing"

func TestStepsTellsWorkThatGrowsFaster(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		steps func(size int) int
		fails bool
	}{
		"nothing":       {steps: func(int) int { return 0 }, fails: false},
		"in proportion": {steps: func(size int) int { return 3 * size }, fails: false},
		"the square":    {steps: func(size int) int { return size * size }, fails: true},
		"later":         {steps: func(size int) int { return 1_000_000 + size*size }, fails: false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := &heard{TB: t}
			Steps(h, 100, test.steps)
			if h.failed != test.fails {
				t.Errorf("failed is %v, want %v", h.failed, test.fails)
			}
		})
	}
}

var kept []byte

func TestAllocatedTellsMemoryThatGrowsFaster(t *testing.T) {
	for fails, power := range map[bool]int{false: 1, true: 2} {
		h := &heard{TB: t}
		Allocated(h, 1<<10, func(size int) func() {
			return func() {
				kept = make([]byte, 1<<10)
				for range power {
					for range size >> (10 * (2 - power)) {
						kept = make([]byte, size)
					}
				}
			}
		})
		if h.failed != fails {
			t.Errorf("with %d loops failed is %v, want %v", power, h.failed, fails)
		}
	}
}
