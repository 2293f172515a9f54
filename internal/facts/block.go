package facts

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/klauspost/compress/zstd"
)

const (
	// blockSize is how many bytes of records a block has; a larger record has a block of its own.
	blockSize = 256 << 10
	// maxBlock is how many bytes a block has that holds the largest record alone.
	maxBlock = 1 + MaxKey + MaxValue + 2*binary.MaxVarintLen32
	// maxWorse is how many bytes packing adds at most, to records that do not get smaller.
	maxWorse = 4 << 10
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// packer and unpacker are safe for concurrent use.
var (
	packer = sync.OnceValue(func() *zstd.Encoder {
		e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
			zstd.WithWindowSize(blockSize), zstd.WithEncoderCRC(false), zstd.WithLowerEncoderMem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		return e
	})
	unpacker = sync.OnceValue(func() *zstd.Decoder {
		d, err := zstd.NewReader(nil, zstd.WithDecoderMaxMemory(maxBlock), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderLowmem(true))
		if err != nil {
			panic(err) // the options are constants
		}
		return d
	})
)

// block says where a block is in its file, and what a reader must find there.
type block struct {
	offset int64
	// stored is how many bytes it has in the file, and raw how many once unpacked.
	stored, raw uint32
	sum         uint32 // of the stored bytes
}

// size is how many bytes a record has in a block.
func (r Record) size() int {
	return uvarintLen(len(r.Key)) + uvarintLen(len(r.Value)) + len(r.Key) + len(r.Value)
}

func uvarintLen(n int) int {
	length := 1
	for ; n >= 0x80; n >>= 7 {
		length++
	}
	return length
}

// appendRecord appends a record to the bytes of a block.
func appendRecord(raw []byte, r Record) []byte {
	raw = binary.AppendUvarint(raw, uint64(len(r.Key)))
	raw = binary.AppendUvarint(raw, uint64(len(r.Value)))
	raw = append(raw, r.Key...)
	return append(raw, r.Value...)
}

// cutRecord returns the first record of the bytes of a block, and the bytes after it. The
// record is not a copy.
func cutRecord(raw []byte) (r Record, rest []byte, err error) {
	key, a := binary.Uvarint(raw)
	if a <= 0 {
		return r, nil, errRecord
	}
	value, b := binary.Uvarint(raw[a:])
	rest = raw[a+max(b, 0):]
	if b <= 0 || key > 1+MaxKey || value > MaxValue || key+value > uint64(len(rest)) {
		return r, nil, errRecord
	}
	end := key + value
	return Record{Key: rest[:key:key], Value: rest[key:end:end]}, rest[end:], nil
}

// pack appends the packed bytes of a block to packed. The block is to be written at offset.
func pack(packed, raw []byte, offset int64) ([]byte, block) {
	packed = packer().EncodeAll(raw, packed)
	return packed, block{offset: offset, stored: uint32(len(packed)), raw: uint32(len(raw)), sum: crc32.Checksum(packed, castagnoli)}
}

// unpack returns the records of a block, in the memory of buffer if that is large enough.
func unpack(b block, packed, buffer []byte) ([]byte, error) {
	if crc32.Checksum(packed, castagnoli) != b.sum {
		return nil, errSum
	}
	if uint32(cap(buffer)) < b.raw {
		buffer = make([]byte, 0, b.raw)
	}
	raw, err := unpacker().DecodeAll(packed, buffer[:0:b.raw])
	if err != nil || uint32(len(raw)) != b.raw {
		return nil, errUnpack
	}
	return raw, nil
}

var (
	errRecord = damaged("a record is not valid")
	errOrder  = damaged("its records are out of order")
	errSum    = damaged("the checksum of a block differs")
	errUnpack = damaged("a block does not unpack to what the index says")
	errLong   = errors.New("a record is too large for the facts")
)

// damaged is the error for a file that is not as it was written. Its text says what is wrong.
type damaged string

func (d damaged) Error() string { return "it is damaged (" + string(d) + ")" }

// tooLong returns an error for a record that is larger than a file may hold.
func (r Record) tooLong() error {
	if len(r.Key) > MaxKey || len(r.Value) > MaxValue {
		return fmt.Errorf("%w: its key has %d bytes of at most %d, its value %d of at most %d", errLong, len(r.Key), MaxKey, len(r.Value), MaxValue)
	}
	return nil
}

// compare orders records by key and value.
func (r Record) compare(other Record) int {
	if c := bytes.Compare(r.Key, other.Key); c != 0 {
		return c
	}
	return bytes.Compare(r.Value, other.Value)
}
