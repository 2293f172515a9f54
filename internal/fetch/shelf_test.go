package fetch

import (
	"bytes"
	"testing"
)

func TestShelfGivesWhatFits(t *testing.T) {
	t.Parallel()
	var s shelf
	sizes := []int{1 << 10, 80 << 10, 90 << 10, 600 << 10}
	for _, size := range sizes {
		buf := bytes.NewBuffer(make([]byte, 0, size))
		buf.WriteString("what was read before")
		s.put(buf)
	}
	tests := []struct {
		name       string
		size, want int
	}{
		{"the smallest that fits", 70 << 10, 80 << 10},
		{"the next one when that is gone", 70 << 10, 90 << 10},
		{"none that is far too large", 200 << 10, 200 << 10},
		{"the largest", 500 << 10, 600 << 10},
		{"none that is too small", 2 << 10, 2 << 10},
		{"a small one for nothing", 0, 1 << 10},
	}
	for _, test := range tests {
		buf := s.take(test.size)
		if buf.Cap() != test.want || buf.Len() != 0 {
			t.Errorf("%s: for %d bytes there are %d, %d of them used, want %d", test.name, test.size, buf.Cap(), buf.Len(), test.want)
		}
	}
}

func TestShelfIsBounded(t *testing.T) {
	t.Parallel()
	var s shelf
	s.put(bytes.NewBuffer(make([]byte, 0, shelfBytes+1)))
	if len(s.kept) != 0 {
		t.Error("a buffer larger than the shelf is kept")
	}
	for range 100 {
		s.put(bytes.NewBuffer(make([]byte, 0, 64<<10)))
	}
	s.put(bytes.NewBuffer(make([]byte, 0, shelfBytes/2)))
	sum := 0
	for _, buf := range s.kept {
		sum += buf.Cap()
	}
	if sum > shelfBytes || sum != s.bytes {
		t.Errorf("%d bytes are kept and %d counted, want at most %d", sum, s.bytes, shelfBytes)
	}
	if last := s.kept[len(s.kept)-1]; last.Cap() != shelfBytes/2 {
		t.Errorf("the newest has %d bytes, want %d: older ones make room", last.Cap(), shelfBytes/2)
	}
}
