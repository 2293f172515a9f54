package settings

import (
	"strings"
	"testing"
)

func TestPositionsOnLongLines(t *testing.T) {
	t.Parallel()
	data := []byte("é\n" + strings.Repeat("aé", 1000) + "\nb")
	x := newLineIndex(data)
	for _, offset := range []int{0, 2, 3, 4, 6, 511, 512, 513, 1023, 1024, 1025, len(data) - 2, len(data) - 1, len(data)} {
		line := strings.Count(string(data[:offset]), "\n")
		wantColumn := len([]rune(string(data[strings.LastIndexByte(string(data[:offset]), '\n')+1:offset]))) + 1
		if offset > 0 && offset < len(data) && data[offset]&0xc0 == 0x80 {
			continue // no place begins within a code point
		}
		if gotLine, gotColumn := x.position(offset); gotLine != line+1 || gotColumn != wantColumn {
			t.Errorf("offset %d is at %d:%d, want %d:%d", offset, gotLine, gotColumn, line+1, wantColumn)
		}
	}
}
