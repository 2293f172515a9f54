package dir

// askList keeps asks in pieces, so that it can grow without being copied.
type askList struct{ pieces [][]fragmentAsk }

// askPiece is how many asks a piece holds, 24 bytes each.
const askPiece = 4096

func (a *askList) add(ask fragmentAsk) {
	last := len(a.pieces) - 1
	if last < 0 || len(a.pieces[last]) == askPiece {
		a.pieces = append(a.pieces, make([]fragmentAsk, 0, askPiece))
		last++
	}
	a.pieces[last] = append(a.pieces[last], ask)
}

// each calls do for each ask in the order in which they were added.
func (a *askList) each(do func(fragmentAsk)) {
	for _, piece := range a.pieces {
		for _, ask := range piece {
			do(ask)
		}
	}
}
