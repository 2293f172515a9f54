package facts

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// A file is, one after the other:
//
//	magic    "linkvet.facts\n"
//	blocks   zstd frames of records, sorted by section, key and value
//	index    an entry for each block
//	header   JSON
//	footer   the lengths of blocks, index and header, a checksum of all after the blocks,
//	         and magic again
//
// Magic, footer, and schema and version in the header stay as they are in later schemas, so
// that each build can tell which one made a file.
const (
	magic = "linkvet.facts\n"
	// lengthsSize and footerSize are how many bytes the lengths have, and the whole footer.
	lengthsSize = 3 * 8
	footerSize  = lengthsSize + 4 + len(magic)
	// maxIndex is how many bytes the index may have.
	maxIndex = 32 << 20
	// maxUnpacked is how many bytes of records a file may have.
	maxUnpacked = 64 << 30
	// maxFirst is how many bytes of a block's first key its entry has.
	maxFirst = 256
	// entrySize is how many bytes an entry has without its first key.
	entrySize = 1 + 4 + 4 + 4 + 2
)

var (
	errCut   = damaged("its end is missing")
	errIndex = damaged("its index is not valid")
)

// entry is a block in the index.
type entry struct {
	section Section
	first   []byte // of its first key: at most maxFirst bytes
	block
}

// firstOf returns what an entry has of a key.
func firstOf(key []byte) []byte { return key[:min(len(key), maxFirst)] }

// appendEntry appends an entry to the bytes of the index. Its offset follows from the
// entries before.
func appendEntry(index []byte, e entry) []byte {
	index = append(index, byte(e.section))
	index = binary.LittleEndian.AppendUint32(index, e.stored)
	index = binary.LittleEndian.AppendUint32(index, e.raw)
	index = binary.LittleEndian.AppendUint32(index, e.sum)
	index = binary.LittleEndian.AppendUint16(index, uint16(len(e.first)))
	return append(index, e.first...)
}

// cutEntry returns the first entry of an index, and the bytes after it. Its block is at
// offset. The entry is not a copy. ok is false when it is not valid.
func cutEntry(index []byte, offset int64) (e entry, rest []byte, ok bool) {
	if len(index) < entrySize {
		return e, nil, false
	}
	e.section = Section(index[0])
	e.offset = offset
	e.stored = binary.LittleEndian.Uint32(index[1:])
	e.raw = binary.LittleEndian.Uint32(index[5:])
	e.sum = binary.LittleEndian.Uint32(index[9:])
	first := int(binary.LittleEndian.Uint16(index[13:]))
	index = index[entrySize:]
	if first > min(maxFirst, len(index)) || e.raw == 0 || e.raw > maxBlock || e.stored == 0 || e.stored > e.raw+maxWorse {
		return e, nil, false
	}
	e.first = index[:first:first]
	return e, index[first:], true
}

// readIndex reads an index. The blocks that it lists have blocks bytes together.
func readIndex(index []byte, blocks int64) (entries []entry, err error) {
	offset, unpacked := int64(len(magic)), int64(0)
	var before entry
	for len(index) > 0 {
		var e entry
		var ok bool
		if e, index, ok = cutEntry(index, offset); !ok {
			return nil, errIndex
		}
		if e.section < before.section || e.section == before.section && bytes.Compare(e.first, before.first) < 0 {
			return nil, errIndex
		}
		offset += int64(e.stored)
		unpacked += int64(e.raw)
		entries = append(entries, e)
		before = e
	}
	if offset != int64(len(magic))+blocks || unpacked > maxUnpacked {
		return nil, errIndex
	}
	return entries, nil
}

// footer is the end of a file.
type footer struct{ blocks, index, header uint64 }

// append appends the footer to the index and the header.
func (f footer) append(tail []byte) []byte {
	tail = binary.LittleEndian.AppendUint64(tail, f.blocks)
	tail = binary.LittleEndian.AppendUint64(tail, f.index)
	tail = binary.LittleEndian.AppendUint64(tail, f.header)
	tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(tail, castagnoli))
	return append(tail, magic...)
}

// readFooter reads the footer of a file that has body bytes between magic and footer.
func readFooter(end []byte, body uint64) (f footer, err error) {
	if string(end[footerSize-len(magic):]) != magic {
		return f, errCut
	}
	f.blocks = binary.LittleEndian.Uint64(end)
	f.index = binary.LittleEndian.Uint64(end[8:])
	f.header = binary.LittleEndian.Uint64(end[16:])
	if f.index > maxIndex || f.header > maxHeader || f.blocks > body || f.blocks+f.index+f.header != body {
		return f, damaged("its footer is not valid")
	}
	return f, nil
}

// sealed reports whether index and header have the checksum of the footer end.
func sealed(tail, end []byte) bool {
	sum := crc32.Update(crc32.Checksum(tail, castagnoli), castagnoli, end[:lengthsSize])
	return sum == binary.LittleEndian.Uint32(end[lengthsSize:])
}
