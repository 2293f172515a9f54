package site

import (
	"strconv"
	"testing"
)

func TestNumbering(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 2, 3, 4, 1000, 4096, 30_000} {
		var paths pathList
		for i := range size {
			paths.add("folder-"+strconv.Itoa(i%7), "page-"+strconv.Itoa(i)+".html")
		}
		n := newNumbering(&paths)
		for i, path := range paths.all {
			if number, ok := n.number(path); !ok || number != i {
				t.Fatalf("of %d, %q has the number %d, %v, want %d", size, path, number, ok, i)
			}
			if number, ok := n.number(path + "x"); ok {
				t.Errorf("of %d, %q has the number %d, want none", size, path+"x", number)
			}
		}
		taken := 0
		for _, s := range n.slots {
			if s.number != 0 {
				taken++
			}
		}
		if taken != size || 2*taken > len(n.slots) {
			t.Errorf("%d of %d slots are taken by %d paths", taken, len(n.slots), size)
		}
	}
}
