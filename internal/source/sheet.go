package source

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/scan"
)

// sheet is one source file while it is read.
type sheet struct {
	// ctx cuts the reading short; nil for none. steps counts what was looked at
	// since it was asked.
	ctx   context.Context
	steps int
	over  bool
	src   []byte
	// name is that of the file, without directories.
	name string
	// from is where the body begins, behind the front matter.
	from     int
	file     int32
	sought   sought
	front    front
	records  []record
	headings []heading
	includes map[string][]string
}

// heading is a folded heading and where it begins.
type heading struct {
	offset int
	text   string
}

// byteOrderMark may stand before the text of a file, and is no part of its
// first line.
var byteOrderMark = []byte("\uFEFF")

// isReport tells whether a file is a report of an earlier run, which holds just
// what is looked for.
func isReport(src []byte) bool {
	return bytes.Contains(src[:min(len(src), 256)], []byte(reportMark))
}

// reportMark stands near the beginning of every report in JSON, whatever the
// version of its schema.
const reportMark = `"linkvet.report/`

// ended reports whether the reading of a file is to end before its end. It is asked
// for each step, and looks only now and then.
func (h *sheet) ended() bool {
	const often = 1 << 10
	if h.steps++; h.steps == often {
		h.steps, h.over = 0, h.ctx != nil && h.ctx.Err() != nil
	}
	return h.over
}

// readFile reads the links of one file whose contents are src, as far as ctx allows.
func readFile(ctx context.Context, f *file, number int32, src []byte, s sought) {
	if isReport(src) {
		return
	}
	h := &sheet{ctx: ctx, src: bytes.TrimPrefix(src, byteOrderMark), name: path.Base(f.name), file: number, sought: s}
	h.read(f.syntax)
	h.finish()
	f.page = f.syntax.prose() || f.syntax == markupSyntax && h.isPage(f.name)
	f.elements = f.syntax == jsonSyntax && bytes.Contains(h.src, []byte("</"))
	f.front, f.includes, f.records = h.front, h.includes, h.records
}

// isPage tells whether a file of HTML is a page of its own, and not a layout or a
// part of others: it has front matter, or is whole and holds no expressions.
func (h *sheet) isPage(name string) bool {
	for segment := range strings.SplitSeq(path.Dir(name), "/") {
		switch strings.TrimLeft(segment, "_") {
		case "layouts", "layout", "includes", "include", "partials", "templates", "components", "shortcodes", "themes", "theme":
			return false
		}
	}
	head := bytes.ToLower(h.src[:min(len(h.src), 1024)])
	whole := bytes.Contains(head, []byte("<!doctype")) || bytes.Contains(head, []byte("<html"))
	return h.from > 0 || whole && !bytes.Contains(h.src, []byte("{{")) && !bytes.Contains(h.src, []byte("{%")) && !bytes.Contains(h.src, []byte("<%"))
}

// read reads the file as its syntax asks for.
func (h *sheet) read(kind syntax) {
	if !kind.data() {
		h.readFront()
	}
	switch kind {
	case markdownSyntax, mdxSyntax:
		readMarkdown(h, h.from, len(h.src), kind == mdxSyntax)
	case markupSyntax:
		readMarkup(h, h.from, len(h.src))
	case rstSyntax:
		readRST(h)
	case adocSyntax:
		readAdoc(h)
	case orgSyntax:
		readOrg(h)
	case yamlSyntax, tomlSyntax, jsonSyntax:
		readData(h, 0, len(h.src), kind)
	}
	h.readIncludes()
}

// add keeps a link if it may be a sought one. Its destination is at r.offset to
// r.end, and is what stands there unless r.raw says it.
func (h *sheet) add(r record) {
	r.offset, r.end = max(r.offset, 0), min(r.end, len(h.src))
	if r.offset >= r.end {
		return
	}
	if r.raw == "" {
		r.raw = string(h.src[r.offset:r.end])
	}
	if strings.TrimSpace(r.raw) == "" {
		return
	}
	if r.dest = readDest(r.raw); !h.sought.wants(r.dest) {
		return
	}
	if r.order == 0 {
		r.order = r.offset + 1
	}
	r.file = h.file
	h.records = append(h.records, r)
}

// addHeading notes a heading.
func (h *sheet) addHeading(offset int, text []byte) {
	if folded, _ := readText(string(text)); folded != "" {
		h.headings = append(h.headings, heading{offset: offset, text: folded})
	}
}

// finish puts the records in order, and finds their headings and positions.
func (h *sheet) finish() {
	if len(h.records) == 0 {
		return
	}
	slices.SortFunc(h.headings, func(a, b heading) int { return a.offset - b.offset })
	slices.SortStableFunc(h.records, func(a, b record) int { return a.order - b.order })
	next := 0
	for i := range h.records {
		for next < len(h.headings) && h.headings[next].offset <= h.records[i].order {
			next++
		}
		if next > 0 {
			h.records[i].heading = h.headings[next-1].text
		}
	}
	byOffset := make([]*record, len(h.records))
	for i := range h.records {
		byOffset[i] = &h.records[i]
	}
	slices.SortFunc(byOffset, func(a, b *record) int { return a.offset - b.offset })
	lines := scan.NewLines(h.src)
	for _, r := range byOffset {
		r.line, r.column = lines.Position(r.offset)
		if endLine, endColumn := lines.Position(r.end); endLine == r.line {
			r.endColumn = endColumn
		}
	}
}
