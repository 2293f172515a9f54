package scan

import (
	"bytes"
	"strings"
	"testing"
)

func TestIndexFromFindsTheFirst(t *testing.T) {
	t.Parallel()
	// What differs from a "<" by one bit, or by one, is none.
	decoys := []byte{'<' ^ 0x80, '<' ^ 1, '<' + 1, '<' - 1, 0, 0xff}
	for size := range 40 {
		for start := range size + 1 {
			for at := start; at <= size; at++ {
				src := make([]byte, size)
				for i := range src {
					src[i] = decoys[i%len(decoys)]
				}
				if at < size {
					src[at] = '<'
				}
				if start > 0 {
					src[start-1] = '<'
				}
				want := bytes.IndexByte(src[start:], '<')
				if want >= 0 {
					want += start
				}
				if got := indexFrom(src, start, '<'); got != want {
					t.Fatalf("indexFrom(%q, %d) = %d, want %d", src, start, got, want)
				}
			}
		}
	}
}

func TestIsPlainLooksAtTheValueAlone(t *testing.T) {
	t.Parallel()
	for _, decoy := range []string{"a", "\n", "\x01", "\x80", "\x8d", "\xa6", "%", "'"} {
		for size := range 20 {
			for behind := range 10 {
				value := strings.Repeat(decoy, size)
				src := []byte("&\r" + value + strings.Repeat("&", behind))
				if !isPlain(src, 2, 2+size) {
					t.Errorf("the value %q before %q is not plain", value, src[2+size:])
				}
				for at := range size {
					for _, c := range []byte{'&', '\r', 0} {
						src := bytes.Clone(src)
						src[2+at] = c
						if isPlain(src, 2, 2+size) {
							t.Errorf("the value %q before %q is plain", src[2:2+size], src[2+size:])
						}
					}
				}
			}
		}
	}
}
