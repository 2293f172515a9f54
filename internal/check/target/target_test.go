package target

import (
	"testing"
	"unsafe"
)

// A crawl keeps a target for each URL that it has met.
func TestTargetsAreSmall(t *testing.T) {
	t.Parallel()
	if size := unsafe.Sizeof(Target{}); size > 192 {
		t.Errorf("a target takes %d bytes, want 192 at most", size)
	}
}
