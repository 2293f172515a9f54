package facts

import (
	"encoding/binary"
	"hash/crc32"
)

// The parts of the form that tests forge files of.
const (
	Magic      = magic
	BlockSize  = blockSize
	FooterSize = footerSize
	MaxFirst   = maxFirst
)

// SetMemory makes a writer keep so many bytes of records in memory.
func (w *Writer) SetMemory(n int) { w.sorter.memory = n }

// Runs returns how many runs are in the temporary file.
func (s *Sorter) Runs() int {
	if s.spill == nil {
		return 0
	}
	return len(s.spill.runs)
}

// Forged is a block of a forged file: what is stored of it, and what the index says.
type Forged struct {
	Section Section
	First   string
	Stored  []byte
	Raw     uint32
	Hidden  bool // whether the index does not have it
}

// Pack returns the block of some records, in the order given.
func Pack(s Section, records ...Record) Forged {
	var raw []byte
	for _, r := range records {
		raw = appendRecord(raw, r)
	}
	packed, _ := pack(nil, raw, 0)
	return Forged{Section: s, First: string(firstOf(records[0].Key)), Stored: packed, Raw: uint32(len(raw))}
}

// Forge returns a file of these blocks and header with right lengths and checksums.
func Forge(header string, blocks ...Forged) []byte {
	file := []byte(magic)
	var index []byte
	for _, b := range blocks {
		file = append(file, b.Stored...)
		if b.Hidden {
			continue
		}
		index = appendEntry(index, entry{b.Section, []byte(b.First), block{0, uint32(len(b.Stored)), b.Raw, crc32.Checksum(b.Stored, castagnoli)}})
	}
	f := footer{uint64(len(file) - len(magic)), uint64(len(index)), uint64(len(header))}
	return append(file, f.append(append(index, header...))...)
}

// Seal makes all checksums of a file right, as far as it has the form of one.
func Seal(file []byte) {
	at := len(file) - footerSize
	if at < len(magic) {
		return
	}
	copy(file, magic)
	copy(file[len(file)-len(magic):], magic)
	f, err := readFooter(file[at:], uint64(at-len(magic)))
	if err != nil {
		return
	}
	start := len(magic) + int(f.blocks)
	index := file[start : start+int(f.index)]
	offset := int64(len(magic))
	for len(index) > 0 {
		e, rest, ok := cutEntry(index, offset)
		if !ok || offset+int64(e.stored) > int64(start) {
			break
		}
		binary.LittleEndian.PutUint32(index[9:], crc32.Checksum(file[offset:offset+int64(e.stored)], castagnoli))
		offset += int64(e.stored)
		index = rest
	}
	binary.LittleEndian.PutUint32(file[at+lengthsSize:], crc32.Checksum(file[start:at+lengthsSize], castagnoli))
}
