package dir

import "encoding/binary"

// askList keeps asks in pieces of bytes, so that it can grow without being copied: some 14
// bytes each, as those of one page follow each other.
type askList struct {
	pieces [][]byte
	last   fragmentAsk // the one that was added last
}

const (
	// askPiece is the size of a piece in bytes.
	askPiece = 64 << 10
	// maxAsk is how many bytes an ask takes at most: four numbers and the hash.
	maxAsk = 4*binary.MaxVarintLen32 + 8
)

func (a *askList) add(ask fragmentAsk) {
	n := len(a.pieces) - 1
	if n < 0 || len(a.pieces[n]) > askPiece-maxAsk {
		a.pieces = append(a.pieces, make([]byte, 0, askPiece))
		n++
	}
	p := binary.AppendVarint(a.pieces[n], int64(ask.page-a.last.page))
	p = binary.AppendVarint(p, int64(ask.index-a.last.index))
	p = binary.AppendVarint(p, int64(ask.place))
	p = binary.AppendVarint(p, int64(ask.spelled))
	a.pieces[n] = binary.LittleEndian.AppendUint64(p, ask.hash)
	a.last = ask
}

// each calls do for each ask in the order in which they were added.
func (a *askList) each(do func(fragmentAsk)) {
	var ask fragmentAsk
	for _, p := range a.pieces {
		number := func() int32 {
			value, n := binary.Varint(p)
			p = p[n:]
			return int32(value)
		}
		for len(p) > 0 {
			ask.page += number()
			ask.index += number()
			ask.place = number()
			ask.spelled = number()
			ask.hash = binary.LittleEndian.Uint64(p)
			p = p[8:]
			do(ask)
		}
	}
}
