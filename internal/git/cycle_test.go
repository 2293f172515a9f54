package git

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// deltaPack writes a pack with one object, which is told by how it differs from
// another.
func deltaPack(t *testing.T, dir, name, id, base string) {
	t.Helper()
	object, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	other, err := hex.DecodeString(base)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	packed.WriteString("PACK\x00\x00\x00\x02\x00\x00\x00\x01")
	packed.WriteByte(packedName<<4 | 2)
	packed.Write(other)
	z := zlib.NewWriter(&packed)
	if _, err := z.Write([]byte{0, 0}); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	index := bytes.NewBufferString("\xfftOc\x00\x00\x00\x02")
	for i := range 256 {
		count := uint32(0)
		if i >= int(object[0]) {
			count = 1
		}
		index.Write(binary.BigEndian.AppendUint32(nil, count))
	}
	index.Write(object)
	index.Write([]byte{0, 0, 0, 0, 0, 0, 0, 12})
	for end, content := range map[string][]byte{".pack": packed.Bytes(), ".idx": index.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, name+end), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDeltasOfEachOther would have no end: two packs whose objects are each told by
// how they differ from the other.
func TestDeltasOfEachOther(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	packs := filepath.Join(dir, "objects", "pack")
	if err := os.MkdirAll(packs, 0o700); err != nil {
		t.Fatal(err)
	}
	one, two := strings.Repeat("11", sha1Size), strings.Repeat("22", sha1Size)
	deltaPack(t, packs, "one", one, two)
	deltaPack(t, packs, "two", two, one)
	o := openObjects(t.Context(), dir, sha1Size)
	defer o.close()
	if len(o.packs) != 2 {
		t.Fatalf("%d packs were opened, want 2", len(o.packs))
	}
	if _, err := o.read(one, "commit"); !errors.Is(err, errObject) {
		t.Errorf("got %v, want %v", err, errObject)
	}
}
