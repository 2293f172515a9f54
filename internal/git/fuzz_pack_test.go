package git

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// packed is one object of a pack that a fuzz target makes.
type packed struct {
	kind byte
	// size is what the object says of its own size.
	size int
	// base is how far before the object the one is that it is made of.
	base int
	data []byte
}

// packOf reads a script of the fuzzer: each object is its kind, what is added to its
// size, which object before it is its base, and its data, as long as a byte says.
func packOf(script []byte) []packed {
	var objects []packed
	for len(script) >= 4 && len(objects) < 20 {
		length := min(int(script[3]), len(script)-4)
		objects = append(objects, packed{
			kind: script[0] & 7, size: length + int(int8(script[1])), base: int(script[2]), data: script[4 : 4+length],
		})
		script = script[4+length:]
	}
	return objects
}

// packedNameOf is the made-up name of the i-th object: packs are not checked for the
// right ones.
func packedNameOf(i int) []byte {
	name := make([]byte, sha1Size)
	name[0], name[1] = byte(i*16), byte(i+1)
	return name
}

// encodePack returns the pack of some objects and the index to it.
func encodePack(t *testing.T, objects []packed) (pack, index []byte) {
	t.Helper()
	b := bytes.NewBufferString("PACK\x00\x00\x00\x02")
	b.Write(binary.BigEndian.AppendUint32(nil, uint32(len(objects))))
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		writePackedHead(b, o.kind, max(o.size, 0))
		switch o.kind {
		case packedOffset:
			back := b.Len() // of nothing that is there
			if o.base < i {
				back = offsets[i] - offsets[i-1-o.base]
			}
			writeDistance(b, back)
		case packedName:
			b.Write(packedNameOf(o.base % 21))
		}
		z := zlib.NewWriter(b)
		if _, err := z.Write(o.data); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	sum := sha1.Sum(b.Bytes())
	b.Write(sum[:])
	x := bytes.NewBufferString("\xfftOc\x00\x00\x00\x02")
	for first := range 256 {
		n := 0
		for i := range objects {
			if int(packedNameOf(i)[0]) <= first {
				n++
			}
		}
		x.Write(binary.BigEndian.AppendUint32(nil, uint32(n)))
	}
	order := sortedObjects(len(objects))
	for _, i := range order {
		x.Write(packedNameOf(i))
	}
	x.Write(make([]byte, 4*len(objects))) // checksums, which are not looked at
	for _, i := range order {
		x.Write(binary.BigEndian.AppendUint32(nil, uint32(offsets[i])))
	}
	x.Write(sum[:])
	checksum := sha1.Sum(x.Bytes())
	x.Write(checksum[:])
	return b.Bytes(), x.Bytes()
}

// sortedObjects are the numbers of objects in the order of their names.
func sortedObjects(n int) []int {
	var order []int
	for first := range 16 {
		for i := range n {
			if i%16 == first {
				order = append(order, i)
			}
		}
	}
	return order
}

func writePackedHead(b *bytes.Buffer, kind byte, size int) {
	c := kind<<4 | byte(size&15)
	for size >>= 4; size > 0; size >>= 7 {
		b.WriteByte(c | 0x80)
		c = byte(size & 0x7f)
	}
	b.WriteByte(c)
}

func writeDistance(b *bytes.Buffer, back int) {
	bytes := []byte{byte(back & 0x7f)}
	for back >>= 7; back > 0; back >>= 7 {
		back--
		bytes = append([]byte{0x80 | byte(back&0x7f)}, bytes...)
	}
	b.Write(bytes)
}

// FuzzPack compares the objects of packs, and those that are made of others, with what
// git reads from the same packs.
func FuzzPack(f *testing.F) {
	tree := "\x02\x00\x00\x1d100644 a\x0011111111111111111111"
	for _, seed := range []string{
		tree,
		tree + "\x06\x00\x00\x04\x1d\x03\x90\x03",
		tree + "\x06\x00\x00\x04\x1d\x03\x90\x03" + "\x06\x00\x00\x07\x03\x05\x02hi\x90\x03",
		"\x01\x00\x00\x05tree \x07\x00\x00\x06\x05\x06\x90\x05\x01!",
		"\x02\x05\x00\x03abc", "\x02\xff\x00\x03abc", // another size than it says
		"\x07\x00\x00\x04\x00\x00\x90\x01", // made of itself
		"\x07\x00\x01\x03\x00\x00\x01\x07\x00\x00\x03\x00\x00\x01",
		"\x03\x00\x00\x01a\x06\x00\x00\x04\x01\x01\x90\x01", // of a blob
		"\x02\x00\x00\x00\x06\x00\x00\x02\x00\x00",
	} {
		f.Add([]byte(seed))
	}
	dir := fuzzRepository(f)
	folder := filepath.Join(dir, ".git", "objects", "pack")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		objects := packOf(script)
		if len(objects) == 0 {
			return
		}
		pack, index := encodePack(t, objects)
		write(t, filepath.Join(folder, "pack-1.pack"), pack)
		write(t, filepath.Join(folder, "pack-1.idx"), index)
		o := openObjects(t.Context(), filepath.Join(dir, ".git"), sha1Size)
		defer o.close()
		if len(o.packs) != 1 {
			t.Fatalf("%d packs are open", len(o.packs))
		}
		for i := range objects {
			name := hex.EncodeToString(packedNameOf(i))
			kind, data, err := o.find(name, 0)
			if err == nil && int64(len(data)) > maxObject {
				t.Fatalf("%s has %d bytes", name, len(data))
			}
			if goesRound(objects, i) {
				if err == nil {
					t.Errorf("object %d of %+v is made of itself, and is a %s of %q", i, objects, kind, data)
				}
				continue // git would not end
			}
			wantKind, want, known := catFile(t, dir, name)
			switch {
			case err == nil && !known:
				t.Errorf("object %d of %+v is a %s of %q; git refuses it", i, objects, kind, data)
			case err == nil && (kind != wantKind || !bytes.Equal(data, want)):
				t.Errorf("object %d of %+v is a %s of %q; git says %s of %q", i, objects, kind, data, wantKind, want)
			case err != nil && known && (wantKind == "commit" || wantKind == "tree"):
				t.Errorf("object %d of %+v: %v; git says %s of %q", i, objects, err, wantKind, want)
			}
		}
	})
}

// goesRound reports whether what an object is made of is made of the object.
func goesRound(objects []packed, i int) bool {
	for range objects {
		switch o := objects[i]; {
		case o.kind == packedOffset && o.base < i:
			i -= 1 + o.base
		case o.kind == packedName && o.base%21 < len(objects):
			i = o.base % 21
		default:
			return false
		}
	}
	return true
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// catFile is what git reads of an object.
func catFile(t *testing.T, dir, name string) (kind string, data []byte, ok bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "-C", dir, "cat-file", "--batch")
	cmd.Env = gitEnviron()
	cmd.Stdin = strings.NewReader(name + "\n")
	out, err := cmd.Output()
	if err != nil {
		return "", nil, false
	}
	head, data, found := bytes.Cut(out, []byte("\n"))
	words := strings.Fields(string(head))
	if !found || len(words) != 3 {
		return "", nil, false
	}
	return words[1], bytes.TrimSuffix(data, []byte("\n")), true
}

// FuzzObjects reads any bytes as files of packs, and as files of single objects.
func FuzzObjects(f *testing.F) {
	f.Add([]byte("PACK"), []byte("\xfftOc\x00\x00\x00\x02"), []byte("x"), []byte("tree 0\x00"))
	f.Add([]byte{}, []byte{}, []byte{}, []byte("100644 a\x0011111111111111111111"))
	f.Add([]byte{}, []byte{}, []byte{}, []byte("tree 1\nparent 2\ncommitter a <b> 99999999999999999999 +0000\n\nx"))
	f.Fuzz(func(t *testing.T, pack, index, file, content []byte) {
		dir := t.TempDir()
		for _, folder := range []string{"objects/pack", "objects/01", "objects/02", "objects/info"} {
			if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		const raw = "01" + "00000000000000000000000000000000000000"
		write(t, filepath.Join(dir, "objects/pack/p.pack"), pack)
		write(t, filepath.Join(dir, "objects/pack/p.idx"), index)
		write(t, filepath.Join(dir, "objects/01/00000000000000000000000000000000000000"), file)
		tree, commit := loose(t, dir, 0x10, "tree", content), loose(t, dir, 0x11, "commit", content)
		o := openObjects(t.Context(), dir, sha1Size)
		defer o.close()
		for _, name := range []string{raw, tree, commit} {
			if _, data, err := o.find(name, 0); err == nil && int64(len(data)) > maxObject {
				t.Errorf("%s has %d bytes", name, len(data))
			}
		}
		d := treeDiff{objects: o}
		if entries, err := d.entries(tree); err == nil {
			for name, e := range entries {
				if len(e.name) != 2*sha1Size || !bytes.Contains(content, []byte(e.mode+" "+name+"\x00")) {
					t.Errorf("%q is %+v of %q", name, e, content)
				}
			}
		}
		if c, err := o.commit(commit); err == nil {
			for _, parent := range append(c.parents, c.tree) {
				if parent != "" && !isObjectName(parent) {
					t.Errorf("%q names %q", content, parent)
				}
			}
		}
	})
}
