package crawl

import (
	"encoding/binary"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/position"
)

// recorder writes what a crawl reads to facts. Nil writes nothing. It is safe for concurrent
// use.
type recorder struct {
	job *check.Job
	to  *facts.Writer
	// documents counts the documents that were written.
	documents atomic.Uint64
}

func newRecorder(job *check.Job) *recorder {
	if job.Facts == nil {
		return nil
	}
	return &recorder{job: job, to: job.Facts}
}

// follow makes the numbers of documents follow that of a key, which was copied.
func (r *recorder) follow(key []byte) {
	if n := len(key) - keyEnd; n >= 0 {
		r.documents.Store(max(r.documents.Load(), binary.BigEndian.Uint64(key[n+1:])))
	}
}

// chunkSize is the size in bytes from which the rest of a document goes into another record.
const chunkSize = 1 << 20

// documentWriter writes one document as records with its name, its number and their own
// numbers as keys, so that the records of one document follow each other in order.
type documentWriter struct {
	job     *check.Job
	to      *facts.Writer
	section facts.Section
	key     []byte
	chunk   uint32
	facts.Encoder
}

// keyEnd is the length of a key behind its name: a zero byte, the number of the reading and
// that of the record.
const keyEnd = 1 + 8 + 4

// document begins a document with that name. The whole name is in its first record.
func (r *recorder) document(section facts.Section, name string) *documentWriter {
	name = r.job.Masked(name)
	key, _ := check.FactKey(name)
	w := &documentWriter{job: r.job, to: r.to, section: section}
	w.key = binary.BigEndian.AppendUint64(append(key, 0), r.documents.Add(1))
	w.String(name)
	return w
}

// text appends a text without the secrets of the run.
func (w *documentWriter) text(text string) { check.AppendText(&w.Encoder, w.job.Masked(text)) }

// item begins an item of a list, perhaps in a new record.
func (w *documentWriter) item() {
	if len(w.Bytes()) >= chunkSize {
		w.end()
	}
	w.Bool(true)
}

// end ends the list and writes the record.
func (w *documentWriter) end() {
	w.Bool(false)
	w.to.Add(w.section, binary.BigEndian.AppendUint32(w.key[:len(w.key):len(w.key)], w.chunk), w.Bytes())
	w.chunk++
	w.Reset()
}

// writeAnchors writes the anchors of a document: its name, whether it was not read to its end,
// whether scripts may add elements, and the texts of the anchors.
func (r *recorder) writeAnchors(page *target.Target, doc *check.Document, isCut bool) {
	if r == nil {
		return
	}
	w := r.document(facts.LiveAnchors, nameOf(page))
	w.Bool(isCut)
	w.Bool(doc.Page.Scripts && doc.Page.Uses)
	for _, id := range doc.Page.IDs {
		w.item()
		w.text(id)
	}
	w.end()
}

// nameOf is the name of a target of the site in facts.
func nameOf(t *target.Target) string { return t.URL.Path + t.URL.Query }

// documentHead is what is recorded of a document besides its links.
type documentHead struct {
	// name is that of its target, or the URL of a sitemap.
	name      string
	isSitemap bool
	kind      link.Kind
	size      int64
	// fault says why it was not read to its end; empty when it was.
	fault string
	// from is what its links resolve against, and hasBase whether it says that itself.
	from    check.Base
	hasBase bool
	refresh string
	// links counts its links.
	links int
	looks looks
}

func (h *documentHead) append(w *documentWriter) {
	w.Bool(h.isSitemap)
	w.Uint(uint64(h.kind))
	w.Uint(uint64(max(h.size, 0)))
	w.text(h.fault)
	w.text(h.from.URL.String())
	w.String(h.from.Encoding())
	w.Bool(h.hasBase)
	w.text(h.refresh)
	w.Uint(uint64(h.links))
	w.Bool(h.looks.isEmpty)
	w.Uint(h.looks.door)
	w.Uint(uint64(h.looks.rendering))
	w.Bool(h.looks.hasForm)
	w.Bool(h.looks.form.Named)
	w.Uint(uint64(max(h.looks.form.Text, 0)))
	w.Uint(uint64(max(h.looks.form.Links, 0)))
	w.Uint(h.looks.form.Print)
}

// headOf is what is recorded of a document of the site.
func headOf(owner *target.Target, from check.Base, doc *check.Document, looks looks, fault error) *documentHead {
	h := &documentHead{
		name: nameOf(owner), kind: doc.Kind, size: doc.Size, from: from, hasBase: doc.Page.HasBase,
		refresh: doc.Page.Refresh, links: len(doc.Page.Links), looks: looks,
	}
	if fault != nil {
		h.fault = fault.Error()
	}
	return h
}

// The flags of a link in facts, in the order in which appendLink writes them.
const (
	linkFollow = 1 << iota
	linkIgnored
	linkMap
	linkHasMap
	linkOnSite

	linkFlags = 1<<iota - 1
)

// appendLink appends a link that is at a line and a column. hasMap is whether it names a map
// of its page.
func appendLink(w *documentWriter, l *link.Link, line, column int, hasMap bool) {
	w.Flags(l.Follow, l.Ignored, l.Map, hasMap, l.OnSite)
	w.Uint(uint64(l.Holds))
	w.Uint(uint64(l.Identity))
	w.String(l.Element)
	w.String(l.Attribute)
	w.Uint(uint64(line))
	w.Uint(uint64(column))
	w.Uint(uint64(len(l.Base)))
	for _, base := range l.Base {
		w.text(base)
	}
	w.text(l.Raw)
	w.text(l.Text)
}

// writeDocument writes a document with its links.
func (r *recorder) writeDocument(h *documentHead, page *target.Target, links []link.Link, lines *position.Lines) {
	if r == nil {
		return
	}
	w := r.document(facts.LiveDocuments, h.name)
	h.append(w)
	for i := range links {
		l := &links[i]
		line, column := lines.Position(l.Offset)
		w.item()
		appendLink(w, l, line, column, l.Map && page.Page.HasMap(l.Raw))
	}
	w.end()
}
