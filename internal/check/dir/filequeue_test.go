package dir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestQueue takes everything from queues of several lengths: each file once, in
// order, and never more at once than leaves something for the other workers.
func TestQueue(t *testing.T) {
	t.Parallel()
	for _, length := range []int{0, 1, 2, 7, 64, 1000, 5000} {
		var files, taken []int32
		for i := range length {
			files = append(files, int32(i))
		}
		var q queue
		q.fill(files, 3)
		for {
			some := q.take()
			if len(some) == 0 {
				break
			}
			if left := length - len(taken); len(some) > max(1, min(maxAtOnce, left/3)) {
				t.Errorf("of %d files %d were taken at once", left, len(some))
			}
			taken = append(taken, some...)
		}
		if diff := cmp.Diff(files, taken); diff != "" {
			t.Errorf("%d files, taken (-want +got):\n%s", length, diff)
		}
	}
}
