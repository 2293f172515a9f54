package check

import (
	"fmt"
	"math"
	"testing"

	"github.com/linkvet/linkvet/internal/scan"
)

// A set has what it was made of, and nothing else, however its hashes are spread.
func TestHashSet(t *testing.T) {
	even := make([]uint64, 5000)
	for i := range even {
		even[i] = scan.HashAnchor(fmt.Sprint("part-", i))
	}
	low, high, mixed := make([]uint64, 500), make([]uint64, 500), make([]uint64, 0, 1000)
	for i := range low {
		low[i], high[i] = uint64(2*i), math.MaxUint64-uint64(2*i)
		mixed = append(mixed, low[i], high[i])
	}
	var memory HashMemory
	for name, hashes := range map[string][]uint64{
		"none": nil, "one": {7}, "twice": {7, 7}, "ends": {0, math.MaxUint64},
		"even": even, "low": low, "high": high, "mixed": mixed,
	} {
		t.Run(name, func(t *testing.T) {
			set, in := memory.keep(hashes), map[uint64]bool{}
			for _, h := range hashes {
				in[h] = true
			}
			if len(set) != len(in) {
				t.Errorf("%d hashes, want %d", len(set), len(in))
			}
			for _, h := range append(hashes, 0, 1, 7, math.MaxUint64/2, math.MaxUint64-1, math.MaxUint64) {
				for _, probe := range []uint64{h - 1, h, h + 1} {
					if got := set.has(probe); got != in[probe] {
						t.Errorf("has(%d) = %t, want %t", probe, got, in[probe])
					}
				}
			}
		})
	}
}
