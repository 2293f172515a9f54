package target

import (
	"encoding/binary"
	"strings"
)

// packedQueue holds the links that wait for the answer of one target, packed one behind the
// other. A crawl has hundreds of thousands of them at a time, and most are ok and dropped.
// Packed they need a quarter of the memory of occurrences, and contain no pointer for the
// garbage collector to follow.
type packedQueue []byte

// WaitingLink is one link that waits.
type WaitingLink struct {
	// Page numbers the document that holds the link.
	Page int32
	// index numbers the link in it, directory mode.
	index int32
	// Fragment is what the link asks for.
	Fragment string
	// Seen is what the link is, live mode.
	Seen SeenLink
}

// SeenLink is a link of a document that cannot be read again. The zero value is no link.
type SeenLink struct {
	// Line and column are 1-based.
	Line, Column int
	// Element and attribute are numbers of the crawl's words.
	Element, Attribute int32
	Raw, Text          string
}

// Add appends e.
func (l *packedQueue) Add(e WaitingLink) {
	// The entry is written in small pieces, and each append to the queue itself might grow
	// it.
	packed := binary.AppendUvarint(make([]byte, 0, 256), uint64(e.Page))
	packed = binary.AppendUvarint(packed, uint64(e.index))
	packed = binary.AppendUvarint(packed, uint64(e.Seen.Line))
	if e.Seen.Line > 0 {
		packed = binary.AppendUvarint(packed, uint64(e.Seen.Column))
		packed = binary.AppendUvarint(packed, uint64(e.Seen.Element))
		packed = binary.AppendUvarint(packed, uint64(e.Seen.Attribute))
		packed = appendString(packed, e.Seen.Raw)
		packed = appendString(packed, e.Seen.Text)
	}
	// Nearly every fragment is the end of what its author wrote.
	written := e.Fragment != "" && strings.HasSuffix(e.Seen.Raw, e.Fragment)
	packed = binary.AppendUvarint(packed, uint64(len(e.Fragment))<<1|bit(written))
	if !written {
		packed = append(packed, e.Fragment...)
	}
	*l = append(*l, packed...)
}

// each calls visit with each entry, in the order in which they were added. Their
// strings share the memory of the whole queue: clone what is kept.
func (l packedQueue) each(visit func(WaitingLink)) {
	for p := (queueReader{rest: string(l)}); p.rest != ""; {
		e := WaitingLink{Page: int32(p.number()), index: int32(p.number())}
		if e.Seen.Line = int(p.number()); e.Seen.Line > 0 {
			e.Seen.Column = int(p.number())
			e.Seen.Element, e.Seen.Attribute = int32(p.number()), int32(p.number())
			e.Seen.Raw, e.Seen.Text = p.text(), p.text()
		}
		n := p.number()
		if length := int(n >> 1); n&1 != 0 {
			e.Fragment = e.Seen.Raw[len(e.Seen.Raw)-length:]
		} else {
			e.Fragment = p.bytes(length)
		}
		visit(e)
	}
}

// queueReader reads a packed queue.
type queueReader struct{ rest string }

func (p *queueReader) number() uint64 {
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

func (p *queueReader) text() string { return p.bytes(int(p.number())) }

func (p *queueReader) bytes(n int) string {
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
