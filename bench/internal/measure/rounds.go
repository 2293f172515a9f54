package measure

import (
	"fmt"
	"slices"
)

// Rounds calls run once for each of the names and then again, in turn, so that
// whatever else the machine does meets all of them alike: warm rounds that are
// not counted, then count rounds that are. Every other round goes backwards: what a
// tool leaves behind, such as memory that the machine has yet to take back, makes the
// next one faster or slower, and so none has always the same one before it. A name
// that fails is left out from then on, with its error in failed.
func Rounds(names []string, warm, count int, run func(name string) (Sample, error)) (samples map[string][]Sample, failed map[string]error) {
	samples, failed = map[string][]Sample{}, map[string]error{}
	for round := range warm + count {
		order := slices.Clone(names)
		if round%2 == 1 {
			slices.Reverse(order)
		}
		for _, name := range order {
			if failed[name] != nil {
				continue
			}
			sample, err := run(name)
			if err != nil {
				failed[name] = fmt.Errorf("round %d: %w", round+1, err)
				delete(samples, name)
				continue
			}
			if round >= warm {
				samples[name] = append(samples[name], sample)
			}
		}
	}
	return samples, failed
}
