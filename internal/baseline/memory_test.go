package baseline

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// TestParseHoldsLittle holds that of a large report no more is in memory than one occurrence
// and the places. It counts bytes of the heap, and so is no parallel test.
func TestParseHoldsLittle(t *testing.T) {
	const occurrences, padding = 2000, 10_000
	r, w := io.Pipe()
	go func() {
		_, _ = io.WriteString(w, strings.TrimSuffix(reportOf(`[{"reason":"gone","target":"/x","occurrences":[`), "}"))
		for i := range occurrences {
			_, _ = fmt.Fprintf(w, `{"page":"/%d","text":"%s"},`, i, strings.Repeat("x", padding))
		}
		_, err := io.WriteString(w, `{"page":"/"}]}]}`)
		_ = w.CloseWithError(err)
	}()
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	most := 0
	places, err := Parse(t.Context(), readFunc(func(p []byte) (int, error) {
		most = max(most, len(p))
		return r.Read(p)
	}))
	if err != nil || places.Len() != occurrences+1 {
		t.Fatalf("%d places, %v", places.Len(), err)
	}
	if most > 1<<20 {
		t.Errorf("a read asks for %d bytes at once: the report is kept", most)
	}
	runtime.GC()
	runtime.ReadMemStats(&now)
	if held := int64(now.HeapAlloc) - int64(before.HeapAlloc); held > occurrences*padding/10 {
		t.Errorf("%d bytes are held of %d", held, occurrences*padding)
	}
	runtime.KeepAlive(places)
}

// readFunc is an io.Reader.
type readFunc func(p []byte) (int, error)

func (f readFunc) Read(p []byte) (int, error) { return f(p) }
