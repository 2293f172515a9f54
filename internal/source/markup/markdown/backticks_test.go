package markdown

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestTicks holds the runs of backticks against looking for each of them.
func TestTicks(t *testing.T) {
	t.Parallel()
	for _, src := range []string{"", "`a`", "``a`b``", "`a ``b `c` ```", "a`b\n\n`c`", "`````", "`a``b```c``d`e"} {
		var got, want []int
		runs := findTicks([]byte(src), 0, len(src))
		for i := range len(src) {
			for n := 1; n < 4; n++ {
				at, ok := runs.next(n, i)
				if !ok {
					at = -1
				}
				got = append(got, at)
				want = append(want, nextRun(src, n, i))
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
}

func nextRun(src string, n, from int) int {
	for i := 0; i < len(src); i++ {
		size := len(src[i:]) - len(strings.TrimLeft(src[i:], "`"))
		if size == n && i >= from {
			return i
		}
		i += size
	}
	return -1
}
