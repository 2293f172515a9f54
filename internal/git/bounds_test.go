package git

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestPathsOfAnIndexHaveABound reads an index of version 4 in which each path is the
// one before with another last byte.
func TestPathsOfAnIndexHaveABound(t *testing.T) {
	t.Parallel()
	index := func(length, entries int) []byte {
		var b bytes.Buffer
		b.WriteString("DIRC\x00\x00\x00\x04")
		_ = binary.Write(&b, binary.BigEndian, uint32(entries)) // nothing fails in memory
		entry := func(cut byte, name string) {
			b.Write(make([]byte, modeAt))
			_ = binary.Write(&b, binary.BigEndian, uint32(0o100644))
			b.Write(make([]byte, statSize-modeAt-4+sha1Size+flagsSize))
			b.WriteString(string(cut) + name + "\x00")
		}
		entry(0, strings.Repeat("a", length))
		for i := range entries - 1 {
			entry(1, string(rune('a'+i%2)))
		}
		b.Write(make([]byte, sha1Size))
		return b.Bytes()
	}
	if entries, err := parseGitIndex(index(1000, 100), sha1Size); err != nil || len(entries) != 99 {
		t.Errorf("%d entries, error %v", len(entries), err)
	}
	const length = 4 << 20
	if entries, err := parseGitIndex(index(length, 2*maxIndexNames/length), sha1Size); !errors.Is(err, ErrIndex) {
		t.Errorf("%d entries, error %v", len(entries), err)
	}
}

// TestEntriesOfDirectoriesHaveABound compares directories with more entries than are
// held.
func TestEntriesOfDirectoriesHaveABound(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var tree bytes.Buffer
	for i := range 1000 {
		fmt.Fprintf(&tree, "100644 %d\x00%s", i, strings.Repeat("a", sha1Size))
	}
	name := loose(t, dir, 1, "tree", tree.Bytes())
	o := openObjects(t.Context(), dir, sha1Size)
	defer o.close()
	d := treeDiff{objects: o, known: maxEntries - 1500}
	if err := d.compare(t.Context(), "", "", name); err != nil {
		t.Error(err)
	}
	if err := d.compare(t.Context(), "", "", name); !errors.Is(err, errTooMuch) {
		t.Errorf("got %v, want %v", err, errTooMuch)
	}
}
