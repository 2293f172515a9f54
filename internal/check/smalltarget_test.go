package check

import (
	"testing"
	"unsafe"
)

// A crawl keeps a target for each URL that it has met.
func TestTargetsAreSmall(t *testing.T) {
	t.Parallel()
	if size := unsafe.Sizeof(target{}); size > 192 {
		t.Errorf("a target takes %d bytes, want 192 at most", size)
	}
}
