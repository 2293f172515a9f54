package markdown

import (
	"bytes"
)

// ticks are the runs of backticks in one block. They are gathered once, so that a block
// full of runs that do not match takes linear time.
type ticks struct {
	// end is where the block ends.
	end int
	// byLength has the offsets of the runs of each length ahead.
	byLength map[int][]int
}

// findTicks gathers the runs between two offsets. No run reaches over the first one.
func findTicks(src []byte, from, end int) ticks {
	t := ticks{end: end, byLength: map[int][]int{}}
	for at := from; at < end; {
		j := bytes.IndexByte(src[at:end], '`')
		if j < 0 {
			break
		}
		at += j
		size := 1
		for at+size < end && src[at+size] == '`' {
			size++
		}
		t.byLength[size] = append(t.byLength[size], at)
		at += size
	}
	return t
}

// next returns the offset of the next run of a length from an offset on. The offsets of
// later calls must not be smaller.
func (t *ticks) next(length, from int) (at int, ok bool) {
	runs := t.byLength[length]
	for len(runs) > 0 && runs[0] < from {
		runs = runs[1:]
	}
	if t.byLength != nil {
		t.byLength[length] = runs
	}
	if len(runs) == 0 {
		return 0, false
	}
	return runs[0], true
}
