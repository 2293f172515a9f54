package document

import "slices"

// Part is text that is taken out of a document to be read in another syntax: a comment
// without its marks, or a string without its escapes. It keeps where each byte comes from.
type Part struct {
	Text   []byte
	pieces []piece
}

// piece is a range of a part that begins at an offset, and the bytes of the document that it
// stands for. Ranges of the same length correspond byte by byte.
type piece struct{ at, from, to int }

// Add appends a range of the document.
func (p *Part) Add(d *Document, from, to int) {
	if from < to {
		p.pieces = append(p.pieces, piece{at: len(p.Text), from: from, to: to})
		p.Text = append(p.Text, d.Source[from:to]...)
	}
}

// AddText appends a text that stands for a range of the document.
func (p *Part) AddText(text string, from, to int) {
	if text != "" {
		p.pieces = append(p.pieces, piece{at: len(p.Text), from: from, to: to})
		p.Text = append(p.Text, text...)
	}
}

// Reset removes all text, and keeps its memory.
func (p *Part) Reset() { p.Text, p.pieces = p.Text[:0], p.pieces[:0] }

// find returns the piece that holds an offset, and where this piece ends in the part.
func (p *Part) find(offset int) (found piece, end int) {
	i, exact := slices.BinarySearchFunc(p.pieces, offset, func(x piece, at int) int { return x.at - at })
	if !exact {
		i--
	}
	if i+1 < len(p.pieces) {
		return p.pieces[i], p.pieces[i+1].at
	}
	return p.pieces[i], len(p.Text)
}

// start returns the offset in the document at which a byte of the part begins.
func (p *Part) start(offset int) int {
	x, end := p.find(offset)
	if x.to-x.from == end-x.at {
		return x.from + offset - x.at
	}
	return x.from
}

// end returns the offset in the document after the last byte before an offset of the part.
func (p *Part) end(offset int) int {
	x, end := p.find(offset - 1)
	if x.to-x.from == end-x.at {
		return x.from + offset - x.at
	}
	return x.to
}

// ReadComment reads a part that is documentation of a program.
func (d *Document) ReadComment(p *Part, read func(*Document)) {
	added := d.ReadPart(p, read)
	for i := range added {
		added[i].InComment = true
	}
}

// ReadPart reads a part with a reader, and adds its links, which it returns. It leaves out
// headings: a comment is no section of the next one.
func (d *Document) ReadPart(p *Part, read func(*Document)) []Link {
	if len(p.pieces) == 0 || d.cut {
		return nil
	}
	part := &Document{ctx: d.ctx, Name: d.Name, Source: p.Text, wants: d.wants}
	read(part)
	d.cut = d.cut || part.cut
	first := len(d.Links)
	for _, l := range part.Links {
		l.Order = p.start(min(max(l.Order-1, 0), len(p.Text)-1)) + 1
		l.Offset, l.End = p.start(l.Offset), p.end(l.End)
		d.Add(l)
	}
	return d.Links[first:]
}
