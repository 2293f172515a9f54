package dir

// What one thing takes that a worker keeps until the end of the run, in bytes, with its
// part of maps and lists; measured on a million of each. Names come on top.
const (
	skipBytes  = 64
	placeBytes = 600
	namedBytes = 64
)

// keptBytes estimates how many bytes a worker keeps until the end, without the facts of
// pages. This memory grows only with the links of pages, and a hostile site has any number
// of them.
func (r *worker) keptBytes() int64 {
	n := skipBytes*len(r.local.Skips) + r.local.NameBytes
	n += placeBytes*len(r.targets.others) + r.targets.nameBytes
	n += askPiece * len(r.asks.pieces)
	n += namedBytes*len(r.fragments.Names) + r.fragments.Bytes
	return int64(n) + r.quotedBytes
}

// noteKept notes what a worker has kept since it did so last.
func (r *worker) noteKept() {
	kept := r.keptBytes()
	r.bounds.AddKept(kept - r.noted)
	r.noted = kept
}
