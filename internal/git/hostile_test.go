package git

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/index"
)

// packed is one object of a pack: data behind a header, and what it is made of.
type packed struct {
	kind byte
	size int64
	// base is the name of the object that a delta is made of.
	base plumbing.Hash
	data []byte
}

// numbered is the made-up name of the i-th object.
func numbered(i int) (name plumbing.Hash) {
	name[0], name[1] = byte(i>>8), byte(i)
	return name
}

// writePack writes objects into a pack with its index, and returns the git directory.
func writePack(t testing.TB, objects []packed) string {
	t.Helper()
	dir := t.TempDir()
	b := bytes.NewBufferString("PACK\x00\x00\x00\x02")
	b.Write(binary.BigEndian.AppendUint32(nil, uint32(len(objects))))
	x := bytes.NewBufferString("\xfftOc\x00\x00\x00\x02")
	for first := range 256 {
		n := 0
		for i := range objects {
			if i>>8 <= first {
				n++
			}
		}
		x.Write(binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
	var offsets []byte
	for i, o := range objects {
		name := numbered(i)
		x.Write(name[:])
		offsets = binary.BigEndian.AppendUint32(offsets, uint32(b.Len()))
		c, size := o.kind<<4|byte(o.size&15), o.size>>4
		for ; size > 0; size >>= 7 {
			b.WriteByte(c | 0x80)
			c = byte(size & 0x7f)
		}
		b.WriteByte(c)
		if o.kind == byte(plumbing.REFDeltaObject) {
			b.Write(o.base[:])
		}
		b.Write(deflate(t, o.data))
	}
	x.Write(make([]byte, 4*len(objects))) // checksums, which are not looked at
	x.Write(offsets)
	x.Write(make([]byte, 20))
	sum := sha1.Sum(x.Bytes())
	x.Write(sum[:])
	write(t, filepath.Join(dir, "objects", "pack", "p.pack"), b.Bytes())
	write(t, filepath.Join(dir, "objects", "pack", "p.idx"), x.Bytes())
	return dir
}

func deflate(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func write(t testing.TB, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// writeLoose writes an object of its own file.
func writeLoose(t testing.TB, dir string, number int, text []byte) {
	t.Helper()
	name := numbered(number).String()
	write(t, filepath.Join(dir, "objects", name[:2], name[2:]), deflate(t, text))
}

// delta is one that copies the first so many bytes of its base, again and again.
func delta(base, size uint64) []byte {
	text := binary.AppendUvarint(binary.AppendUvarint(nil, base), size)
	for size > 0 {
		n := min(size, base, 0xffffff)
		text = append(text, 0xf0, byte(n), byte(n>>8), byte(n>>16))
		size -= n
	}
	return text
}

// TestHostileObjects reads objects that would not end, or take all memory.
func TestHostileObjects(t *testing.T) {
	debug.SetMaxStack(16 << 20) // an endless recursion ends the test soon
	const ref, blob = byte(plumbing.REFDeltaObject), byte(plumbing.BlobObject)
	made := func(base int, data []byte) packed {
		return packed{kind: ref, size: int64(len(data)), base: numbered(base), data: data}
	}
	bomb := []packed{{kind: blob, size: 1 << 10, data: make([]byte, 1<<10)}}
	for size := uint64(1 << 10); size < 1<<40; size <<= 10 {
		bomb = append(bomb, made(len(bomb)-1, delta(size, size<<10)))
	}
	for name, objects := range map[string][]packed{
		"a delta of itself":     {made(0, delta(1, 1))},
		"deltas of each other":  {made(1, delta(1, 1)), made(0, delta(1, 1))},
		"an empty delta":        {made(0, nil)},
		"a delta of nothing":    {made(7, delta(1, 1))},
		"a delta bomb":          bomb,
		"a size of its own":     {{kind: blob, size: 1 << 62, data: []byte("x")}},
		"more than its size":    {{kind: blob, size: 1, data: make([]byte, 1<<24)}},
		"a large object":        {{kind: blob, size: maxItem + 1, data: make([]byte, 1<<20)}},
		"no delta, and no kind": {{kind: 5, size: 1, data: []byte("x")}},
	} {
		dir := writePack(t, objects)
		o := openObjects(t.Context(), place{shared: dir})
		o.budget = 64 << 20
		if len(o.packs) != 1 {
			t.Fatalf("%s: %d packs are open", name, len(o.packs))
		}
		if got, err := o.EncodedObject(plumbing.AnyObject, numbered(len(objects)-1)); err == nil && name != "no delta, and no kind" {
			t.Errorf("%s: got %d bytes", name, got.Size())
		}
		o.close()
	}
	dir := t.TempDir()
	writeLoose(t, dir, 1, append(fmt.Appendf(nil, "blob %d\x00", 200<<20), make([]byte, 1<<20)...))
	writeLoose(t, dir, 2, append([]byte("blob 1\x00"), make([]byte, 1<<24)...))
	writeLoose(t, dir, 3, bytes.Repeat([]byte("b"), 1<<22))
	o := openObjects(t.Context(), place{shared: dir})
	for i, want := range []int64{0, 0, 1, 0} {
		if got, err := o.EncodedObject(plumbing.BlobObject, numbered(i)); (err == nil) != (want > 0) || err == nil && got.Size() != want {
			t.Errorf("loose object %d: %v", i, err)
		}
	}
}

// TestHostileTrees compares directories that hold each other twice: they stand for more than
// can be looked at. The bound of all objects ends it, or the deadline of the run.
func TestHostileTrees(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), ".git")
	double := func(number, of int) {
		name := numbered(of)
		text := "40000 a\x00" + string(name[:]) + "40000 b\x00" + string(name[:])
		writeLoose(t, dir, number, fmt.Appendf(nil, "tree %d\x00%s", len(text), text))
	}
	writeLoose(t, dir, 1, []byte("tree 0\x00"))
	name := numbered(1)
	text := "100644 a\x00" + string(name[:])
	writeLoose(t, dir, 2, fmt.Appendf(nil, "tree %d\x00%s", len(text), text))
	for i := 3; i < 60; i++ {
		double(i, i-2)
	}
	for i, tree := range []int{58, 59} {
		commit := fmt.Sprintf("tree %v\n", numbered(tree))
		if i == 1 {
			commit += fmt.Sprintf("parent %v\n", numbered(100))
		}
		commit += "author a <a@b.test> 1 +0000\ncommitter a <a@b.test> 1 +0000\n\nx"
		writeLoose(t, dir, 100+i, fmt.Appendf(nil, "commit %d\x00%s", len(commit), commit))
	}
	write(t, filepath.Join(dir, "HEAD"), []byte(numbered(101).String()))
	tree, err := Open(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	start := time.Now()
	if _, err := tree.Compare(ctx, numbered(100).String(), numbered(101).String()); err == nil || time.Since(start) > 10*time.Second {
		t.Errorf("after %v: %v", time.Since(start), err)
	}
}

// TestPathsOfAnIndexHaveABound reads an index of version 4 in which each path is the one
// before with another last byte.
func TestPathsOfAnIndexHaveABound(t *testing.T) {
	t.Parallel()
	text := func(length, entries int) []byte {
		var b bytes.Buffer
		b.WriteString("DIRC\x00\x00\x00\x04")
		b.Write(binary.BigEndian.AppendUint32(nil, uint32(entries)))
		for i := range entries {
			b.Write(make([]byte, 24))
			b.Write(binary.BigEndian.AppendUint32(nil, 0o100644))
			b.Write(make([]byte, 34))
			if i == 0 {
				b.WriteString("\x00" + strings.Repeat("a", length) + "\x00")
			} else {
				b.WriteString("\x01" + string(rune('a'+i%2)) + "\x00")
			}
		}
		b.Write(make([]byte, 20))
		return b.Bytes()
	}
	const most = 64 << 20
	var read index.Index
	if err := decodeIndex(text(1000, 100), &read, most); err != nil || len(read.Entries) != 100 {
		t.Errorf("%d entries, error %v", len(read.Entries), err)
	}
	const length = 1 << 20
	if err := decodeIndex(text(length, 4*most/length), &index.Index{}, most); err == nil {
		t.Error("no error")
	}
	if err := decodeIndex(nil, &index.Index{}, most); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}
