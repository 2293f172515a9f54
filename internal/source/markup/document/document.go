// Package document is one source file while it is read: its text, and the links,
// headings and front matter that the readers of the syntaxes find in it.
package document

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/markup/plaintext"
)

// Document is one source file while it is read.
type Document struct {
	// Source is the text of the file without a byte order mark. It must not be changed.
	Source []byte
	// Name is the name of the file without directories.
	Name string
	// Body is where the text after the front matter begins.
	Body  int
	Front FrontMatter
	// Links are those that the caller wants. Readers call Add, and may remove links that
	// they added.
	Links    []Link
	headings []heading
	wants    func(destination.Destination) bool

	// ctx cuts the reading short; steps counts the calls of Ended since ctx was last
	// looked at, and cut is true when ctx has ended.
	ctx   context.Context
	steps int
	cut   bool
}

// heading is a folded heading and where it begins.
type heading struct {
	offset int
	text   string
}

// ByteOrderMark may be before the text of a file, and is no part of its first line.
const ByteOrderMark = "\uFEFF"

// New returns a document with no links. wants reports whether a link with a destination
// is worth keeping.
func New(ctx context.Context, name string, src []byte, wants func(destination.Destination) bool) *Document {
	return &Document{ctx: ctx, Name: name, Source: bytes.TrimPrefix(src, []byte(ByteOrderMark)), wants: wants}
}

// Ended reports whether the reading must end early. Readers call it for each step; it
// looks at the context only now and then.
func (d *Document) Ended() bool {
	const often = 1 << 10
	if d.steps++; d.steps == often {
		d.steps, d.cut = 0, d.ctx.Err() != nil
	}
	return d.cut
}

// IsCut reports whether Ended has ended the reading.
func (d *Document) IsCut() bool { return d.cut }

// Add keeps a link if the caller wants it. Its destination is the text from l.Offset to
// l.End, or l.Raw where that is set.
func (d *Document) Add(l Link) {
	l.Offset, l.End = max(l.Offset, 0), min(l.End, len(d.Source))
	if l.Offset >= l.End {
		return
	}
	if l.Raw == "" {
		l.Raw = string(d.Source[l.Offset:l.End])
	}
	if strings.TrimSpace(l.Raw) == "" {
		return
	}
	if l.Dest = destination.Read(l.Raw); !d.wants(l.Dest) {
		return
	}
	if l.Order == 0 {
		l.Order = l.Offset + 1
	}
	d.Links = append(d.Links, l)
}

// AddHeading notes a heading.
func (d *Document) AddHeading(offset int, text []byte) {
	if folded, _ := plaintext.Read(string(text)); folded != "" {
		d.headings = append(d.headings, heading{offset: offset, text: folded})
	}
}

// Finish sorts the links as readers see them, and sets their headings and positions.
func (d *Document) Finish() {
	if len(d.Links) == 0 {
		return
	}
	slices.SortFunc(d.headings, func(a, b heading) int { return a.offset - b.offset })
	slices.SortStableFunc(d.Links, func(a, b Link) int { return a.Order - b.Order })
	next := 0
	for i := range d.Links {
		for next < len(d.headings) && d.headings[next].offset <= d.Links[i].Order {
			next++
		}
		if next > 0 {
			d.Links[i].Heading = d.headings[next-1].text
		}
	}
	d.locate()
}

// locate sets the lines and columns of the links. Links may overlap, so that their ends are
// in another order than their beginnings.
func (d *Document) locate() {
	links := make([]*Link, len(d.Links))
	for i := range d.Links {
		links[i] = &d.Links[i]
	}
	slices.SortFunc(links, func(a, b *Link) int { return a.Offset - b.Offset })
	lines := position.NewLines(d.Source)
	for _, l := range links {
		l.Line, l.Column = lines.Position(l.Offset)
	}
	slices.SortFunc(links, func(a, b *Link) int { return a.End - b.End })
	lines = position.NewLines(d.Source)
	for _, l := range links {
		if line, column := lines.Position(l.End); line == l.Line {
			l.EndColumn = column
		}
	}
}
