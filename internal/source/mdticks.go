package source

import "bytes"

// ticks are the runs of backticks of one paragraph. They are gathered once, so that
// a paragraph full of runs without their like is still read in linear time.
type ticks struct {
	// end is where the paragraph ends.
	end int
	// byLength has the offsets of the runs of each length that were not passed yet.
	byLength map[int][]int
}

// ticksOf gathers the runs between two offsets, of which no run is cut by the first.
func ticksOf(src []byte, from, end int) ticks {
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

// next is the offset of the next run of a length from an offset on. Offsets that are
// asked for only grow.
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
