package git

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math"
	"os"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// pack is one file of packed objects, with the index to it. Both stay on disk, as
// they may be large.
type pack struct {
	file, index *os.File
	hash        int
	// counts tells how many names begin with each byte or a lesser one.
	counts [256]uint32
}

// The parts of an index of version 2: a head of eight bytes, a table of counts,
// names, checksums of four bytes, offsets of four bytes, and longer offsets.
const (
	indexHead = 8
	fanout    = 256 * 4
)

// openPack opens the pack whose index has that name, in which the names of objects
// have that many bytes.
func openPack(name string, hash int) (*pack, error) {
	p := &pack{hash: hash}
	var err error
	if p.index, err = openfile.Open(name); err != nil {
		return nil, err
	}
	head := make([]byte, indexHead+fanout)
	_, err = p.index.ReadAt(head, 0)
	if err == nil && string(head[:indexHead]) != "\xfftOc\x00\x00\x00\x02" {
		err = errObject
	}
	if err == nil {
		p.file, err = openfile.Open(strings.TrimSuffix(name, ".idx") + ".pack")
	}
	if err != nil {
		_ = p.index.Close() // it was only read from
		return nil, err
	}
	for i := range p.counts {
		p.counts[i] = binary.BigEndian.Uint32(head[indexHead+4*i:])
	}
	return p, nil
}

// close closes what was only read from.
func (p *pack) close() {
	_ = p.file.Close()
	_ = p.index.Close()
}

// offset is where an object is in the pack.
func (p *pack) offset(id []byte) (int64, bool) {
	if len(id) != p.hash {
		return 0, false
	}
	low, high := int64(0), int64(p.counts[id[0]])
	if id[0] > 0 {
		low = int64(p.counts[id[0]-1])
	}
	name := make([]byte, p.hash)
	for low < high {
		middle := (low + high) / 2
		if _, err := p.index.ReadAt(name, indexHead+fanout+middle*int64(p.hash)); err != nil {
			return 0, false
		}
		switch bytes.Compare(name, id) {
		case 0:
			return p.offsetOf(middle)
		case -1:
			low = middle + 1
		default:
			high = middle
		}
	}
	return 0, false
}

// offsetOf is where the i-th object is in the pack.
func (p *pack) offsetOf(i int64) (int64, bool) {
	count := int64(p.counts[255])
	offsets := indexHead + fanout + count*int64(p.hash+4)
	var b [8]byte
	if _, err := p.index.ReadAt(b[:4], offsets+4*i); err != nil {
		return 0, false
	}
	at := int64(binary.BigEndian.Uint32(b[:4]))
	if at < 1<<31 {
		return at, true
	}
	if _, err := p.index.ReadAt(b[:], offsets+4*count+8*(at-1<<31)); err != nil {
		return 0, false
	}
	far := binary.BigEndian.Uint64(b[:])
	return int64(far), far <= math.MaxInt64
}

// The kinds of packed objects: the last two are what differs from another object,
// which is told by how far before it is, or by its name.
const (
	packedCommit = 1
	packedTree   = 2
	packedBlob   = 3
	packedOffset = 6
	packedName   = 7
)

// maxDeltas bounds how many objects are made one of another.
const maxDeltas = 100

// object reads the object at an offset, the depth-th of those that are made one of
// another.
func (p *pack) object(o *objects, at int64, depth int) (kind string, data []byte, err error) {
	if at < 0 || depth > maxDeltas {
		return "", nil, errObject
	}
	r := bufio.NewReader(io.NewSectionReader(p.file, at, math.MaxInt64-at))
	is, size, err := packedHead(r)
	if err != nil || size > maxObject {
		return "", nil, errObject
	}
	kind, base, err := p.base(o, r, is, at, depth)
	if err != nil {
		return "", nil, err
	}
	if data, err = o.inflate(r, size); err == nil && int64(len(data)) != size {
		err = errObject
	}
	if err == nil && is >= packedOffset {
		data, err = patch(base, data)
		o.unpackBudget -= int64(len(data))
	}
	return kind, data, err
}

// base returns the kind of an object at an offset, and the one that it is made of,
// if it is: which one is before the object itself.
func (p *pack) base(o *objects, r *bufio.Reader, is byte, at int64, depth int) (kind string, data []byte, err error) {
	switch is {
	case packedCommit:
		return "commit", nil, nil
	case packedTree:
		return "tree", nil, nil
	case packedBlob:
		return "blob", nil, nil
	case packedOffset:
		back, err := packedDistance(r)
		if err != nil || back <= 0 {
			return "", nil, errObject
		}
		return p.object(o, at-back, depth+1)
	case packedName:
		id := make([]byte, p.hash)
		if _, err := io.ReadFull(r, id); err != nil {
			return "", nil, err
		}
		if at, here := p.offset(id); here {
			return p.object(o, at, depth+1)
		}
		return o.find(hex.EncodeToString(id), depth+1)
	}
	return "", nil, errObject
}

// packedHead reads the kind of an object and how large it is unpacked.
func packedHead(r io.ByteReader) (kind byte, size int64, err error) {
	c, err := r.ReadByte()
	kind, size = c>>4&7, int64(c&15)
	for shift := 4; err == nil && c&0x80 != 0; shift += 7 {
		if shift > 32 {
			return 0, 0, errObject
		}
		c, err = r.ReadByte()
		size |= int64(c&0x7f) << shift
	}
	return kind, size, err
}

// packedDistance reads how far before an object the one is that it is made of.
func packedDistance(r io.ByteReader) (int64, error) {
	c, err := r.ReadByte()
	back := int64(c & 0x7f)
	for err == nil && c&0x80 != 0 {
		if back > math.MaxInt64>>8 {
			return 0, errObject
		}
		c, err = r.ReadByte()
		back = (back+1)<<7 | int64(c&0x7f)
	}
	return back, err
}

// patch makes an object of another by instructions: to copy from that, or to insert
// what follows.
func patch(base, delta []byte) ([]byte, error) {
	const least = 4 // bytes of instructions that git takes
	if len(delta) < least {
		return nil, errObject
	}
	from, n := patchSize(delta)
	size, m := patchSize(delta[n:])
	if n == 0 || m == 0 || from != len(base) || size > maxObject {
		return nil, errObject
	}
	made := make([]byte, 0, size)
	for delta = delta[n+m:]; len(delta) > 0; {
		c := delta[0]
		delta = delta[1:]
		if c&0x80 == 0 {
			if c == 0 || int(c) > len(delta) {
				return nil, errObject
			}
			made = append(made, delta[:c]...)
			delta = delta[c:]
			continue
		}
		at, length, n := patchRange(c, delta)
		if n < 0 {
			return nil, errObject
		}
		delta = delta[n:]
		if length == 0 {
			length = 0x10000
		}
		if at+length > len(base) || len(made)+length > size {
			return nil, errObject
		}
		made = append(made, base[at:at+length]...)
	}
	if len(made) != size {
		return nil, errObject
	}
	return made, nil
}

// patchRange reads what is to be copied: each bit of the instruction says whether a
// byte of the offset or of the length is there. n is how many are, -1 when they are
// not.
func patchRange(c byte, b []byte) (at, length, n int) {
	for bit := range 7 {
		if c>>bit&1 == 0 {
			continue
		}
		if n == len(b) {
			return 0, 0, -1
		}
		if bit < 4 {
			at |= int(b[n]) << (8 * bit)
		} else {
			length |= int(b[n]) << (8 * (bit - 4))
		}
		n++
	}
	return at, length, n
}

// patchSize reads a size; n is how many bytes it has, 0 when it is none.
func patchSize(b []byte) (size, n int) {
	for n < len(b) && n < 5 {
		c := b[n]
		size |= int(c&0x7f) << (7 * n)
		if n++; c&0x80 == 0 {
			return size, n
		}
	}
	return 0, 0
}
