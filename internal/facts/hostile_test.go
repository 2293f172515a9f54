package facts_test

import (
	"encoding/binary"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/linkvet/linkvet/internal/facts"
)

const forgedHeader = `{"schema":"linkvet.facts/1","version":"1","mode":"live","target":"t","build":"b","shard":1,"shards":1}`

func record(key, value string) facts.Record {
	return facts.Record{Key: []byte(key), Value: []byte(value)}
}

// frame returns a zstd frame that claims a size and a window, and has no more than its start.
func frame(size uint64, rest ...byte) []byte {
	// Magic, a descriptor with a content size of 8 bytes and a window, the largest window.
	head := append(binary.LittleEndian.AppendUint32(nil, 0xFD2FB528), 0xC0, 0xFF)
	return append(binary.LittleEndian.AppendUint64(head, size), rest...)
}

// zeros returns a zstd frame of so many zeros.
func zeros(t *testing.T, n int) []byte {
	t.Helper()
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	return e.EncodeAll(make([]byte, n), nil)
}

func TestAForgedFileIsRefused(t *testing.T) {
	t.Parallel()
	block := func(stored []byte, raw int) []byte {
		return facts.Forge(forgedHeader, facts.Forged{Section: 1, Stored: stored, Raw: uint32(raw)})
	}
	packed := func(raw ...byte) []byte {
		e, _ := zstd.NewWriter(nil) // the options are constants
		defer e.Close()
		return block(e.EncodeAll(raw, nil), len(raw))
	}
	other := func(change func(*facts.Forged)) []byte {
		b := facts.Pack(1, record("a", "1"), record("b", "2"))
		change(&b)
		return facts.Forge(forgedHeader, b)
	}
	for name, data := range map[string][]byte{
		"claims 10 GiB of zeros":            block(frame(10<<30, 3, 0, 8, 0), facts.MaxValue),
		"unpacks to more than the index":    block(zeros(t, 1<<20), 10),
		"unpacks to more than a record":     block(zeros(t, 64<<20), facts.MaxValue),
		"no zstd":                           block([]byte("hello"), 5),
		"a skippable frame":                 block([]byte{0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, 1, 2, 3, 4}, 5),
		"records in the wrong order":        facts.Forge(forgedHeader, facts.Pack(1, record("b", ""), record("a", ""))),
		"blocks that overlap":               facts.Forge(forgedHeader, facts.Pack(1, record("a", ""), record("c", "")), facts.Pack(1, record("b", ""))),
		"sections in the wrong order":       facts.Forge(forgedHeader, facts.Pack(2, record("a", "")), facts.Pack(1, record("a", ""))),
		"another first key in the index":    other(func(b *facts.Forged) { b.First = "0" }),
		"more than one block in the index":  other(func(b *facts.Forged) { b.Stored = append(b.Stored, b.Stored...) }),
		"more than the blocks of the index": facts.Forge(forgedHeader, facts.Pack(1, record("a", "")), facts.Forged{Stored: []byte("hidden"), Hidden: true}),
		"a block with a MiB to skip": other(func(b *facts.Forged) {
			b.Stored = append(append([]byte{0x50, 0x2A, 0x4D, 0x18, 0, 0, 0x10, 0}, make([]byte, 1<<20)...), b.Stored...)
		}),
		"a key that is cut":        packed(5, 0, 'a'),
		"a length without an end":  packed(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
		"a key that is too long":   facts.Forge(forgedHeader, facts.Pack(1, record(strings.Repeat("k", facts.MaxKey+2), ""))),
		"a value that is too long": facts.Forge(forgedHeader, facts.Pack(1, record("", strings.Repeat("v", facts.MaxValue+1)))),
		"bytes after the records":  packed(1, 0, 'a', 9),
		"no header":                facts.Forge(""),
	} {
		t.Run(name, func(t *testing.T) {
			if err := refused(t, filepath.Join(t.TempDir(), "a.facts"), data); err == nil {
				t.Error("it is read without an error")
			}
		})
	}
}

// many returns so many blocks, each of one byte.
func many(n int) []facts.Forged {
	blocks := make([]facts.Forged, n)
	for i := range blocks {
		blocks[i] = facts.Forged{Section: 1, First: strings.Repeat("k", facts.MaxFirst), Stored: []byte{0}, Raw: 1}
	}
	return blocks
}

// What a file claims costs nothing; only what it has does.
func TestAForgedFileCostsLittleMemory(t *testing.T) {
	lengths := func(blocks, index, header uint64) []byte {
		file := append([]byte(facts.Magic), make([]byte, facts.FooterSize)...)
		end := file[len(file)-facts.FooterSize:]
		binary.LittleEndian.PutUint64(end, blocks)
		binary.LittleEndian.PutUint64(end[8:], index)
		binary.LittleEndian.PutUint64(end[16:], header)
		copy(end[facts.FooterSize-len(facts.Magic):], facts.Magic)
		facts.Seal(file)
		return file
	}
	for name, test := range map[string]struct {
		data []byte
		most uint64
	}{
		"an index of 10,000,000 entries":           {lengths(0, 10_000_000*15, 0), 1 << 20},
		"a header of 1 TiB":                        {lengths(0, 0, 1<<40), 1 << 20},
		"a block of 10 GiB":                        {facts.Forge(forgedHeader, facts.Forged{Section: 1, Stored: frame(10<<30, 3, 0, 8, 0), Raw: 100}), 1 << 20},
		"a block of 16 MiB, 10 bytes in the index": {facts.Forge(forgedHeader, facts.Forged{Section: 1, Stored: zeros(t, 16<<20), Raw: 10}), 1 << 20},
	} {
		path := filepath.Join(t.TempDir(), "a.facts")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := refused(t, path, test.data)
		runtime.ReadMemStats(&after)
		if got := after.TotalAlloc - before.TotalAlloc; got > test.most {
			t.Errorf("%s: %d bytes were allocated, of at most %d", name, got, test.most)
		}
		if err == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
