package check

import (
	"encoding/binary"
	"strings"
)

// ledger holds the links that wait for the answer of one target, packed one
// behind the other. A crawl has hundreds of thousands of them at a time and
// forgets nearly all: packed they cost a quarter of what occurrences cost, and
// the garbage collector has nothing to look for in them.
type ledger []byte

// entry is one link that waits.
type entry struct {
	// page numbers the document that holds the link.
	page int32
	// index numbers the link in it, directory mode.
	index int32
	// fragment is that of a mention.
	fragment string
	// seen is what the link is, live mode.
	seen seen
}

// seen is a link as it stands in a document that cannot be read again. The zero
// value is none.
type seen struct {
	// line and column are 1-based.
	line, column int
	// element and attribute are numbers of the crawl's words.
	element, attribute int32
	raw, text          string
}

// add appends e.
func (l *ledger) add(e entry) {
	// It is written in small pieces, each of which might have the ledger grow.
	packed := binary.AppendUvarint(make([]byte, 0, 256), uint64(e.page))
	packed = binary.AppendUvarint(packed, uint64(e.index))
	packed = binary.AppendUvarint(packed, uint64(e.seen.line))
	if e.seen.line > 0 {
		packed = binary.AppendUvarint(packed, uint64(e.seen.column))
		packed = binary.AppendUvarint(packed, uint64(e.seen.element))
		packed = binary.AppendUvarint(packed, uint64(e.seen.attribute))
		packed = appendString(packed, e.seen.raw)
		packed = appendString(packed, e.seen.text)
	}
	// Nearly every fragment is the end of what its author wrote.
	written := e.fragment != "" && strings.HasSuffix(e.seen.raw, e.fragment)
	packed = binary.AppendUvarint(packed, uint64(len(e.fragment))<<1|bit(written))
	if !written {
		packed = append(packed, e.fragment...)
	}
	*l = append(*l, packed...)
}

// each calls visit with each entry, in the order in which they were added. Their
// strings share the memory of the whole ledger: clone what is kept.
func (l ledger) each(visit func(entry)) {
	for p := (unpacker{rest: string(l)}); p.rest != ""; {
		e := entry{page: int32(p.number()), index: int32(p.number())}
		if e.seen.line = int(p.number()); e.seen.line > 0 {
			e.seen.column = int(p.number())
			e.seen.element, e.seen.attribute = int32(p.number()), int32(p.number())
			e.seen.raw, e.seen.text = p.text(), p.text()
		}
		n := p.number()
		if length := int(n >> 1); n&1 != 0 {
			e.fragment = e.seen.raw[len(e.seen.raw)-length:]
		} else {
			e.fragment = p.bytes(length)
		}
		visit(e)
	}
}

// unpacker takes a ledger apart.
type unpacker struct{ rest string }

func (p *unpacker) number() uint64 {
	n := uint64(0)
	for shift := 0; ; shift += 7 {
		c := p.rest[0]
		p.rest = p.rest[1:]
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return n
		}
	}
}

func (p *unpacker) text() string { return p.bytes(int(p.number())) }

func (p *unpacker) bytes(n int) string {
	s := p.rest[:n]
	p.rest = p.rest[n:]
	return s
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
