package check

import (
	"bytes"
	"context"

	"golang.org/x/sync/semaphore"

	"github.com/linkvet/linkvet/internal/site"
)

const (
	// largePages is the size in bytes that the large documents in work may have
	// together. A larger one is read alone. The text, the links and the anchors of a
	// document take up to nine times its size: windows-1252 becomes three bytes for
	// each, which are copied as they grow.
	largePages = 32 << 20
	// smallPages is the size that all others may have together.
	smallPages = 16 << 20
)

// pageBudget bounds the memory of the documents that are in work at once: large ones
// wait for each other, and small ones never take part.
//
// No deadlock is possible. Who waits for the budget holds none of it, as each document
// is admitted once, for all that it may take, and no document asks for more than there
// is. Who holds some of it waits for nothing but a desk and short locks; a desk is only
// held by those who were admitted before, or are small.
type pageBudget struct {
	free *semaphore.Weighted
	// small is the size up to which a document does not take part: even if each worker
	// has one of these, they keep within smallPages.
	small int64
}

func newPageBudget(workers int) *pageBudget {
	return &pageBudget{free: semaphore.NewWeighted(largePages), small: smallPages / int64(max(workers, 1))}
}

// admit waits until a document of that size may be read, and returns how much of the
// budget it holds then, for leave to give back. The error is that of ctx.
func (b *pageBudget) admit(ctx context.Context, size int64) (held int64, err error) {
	if size <= b.small {
		return 0, nil
	}
	held = min(size, largePages)
	if b.free.Acquire(ctx, held) != nil {
		return 0, context.Cause(ctx)
	}
	return held, nil
}

// leave gives back what a document held.
func (b *pageBudget) leave(held int64) {
	if held > 0 {
		b.free.Release(held)
	}
}

// unpackedSize is how many bytes a document may have that came so, once it is unpacked.
func unpackedSize(src []byte) int64 {
	if isPacked(src) {
		return maxUnpacked
	}
	return int64(len(src))
}

// isPacked reports whether a document came in gzip.
func isPacked(src []byte) bool { return bytes.HasPrefix(src, []byte{0x1f, 0x8b}) }

// pageFiles reads the documents of a directory for one worker, one after the other.
// Large ones are read when the budget admits them.
type pageFiles struct {
	files  *site.Reader
	budget *pageBudget
	held   int64
	// admit and admitAll take what a file of a size may take, and what any may take.
	admit, admitAll func(size int64) error
}

// openPages returns a reader of the directory's documents, to be closed. What waits
// for the budget ends with ctx.
func (d *directory) openPages(ctx context.Context) *pageFiles {
	p := &pageFiles{files: d.dir.NewReader(), budget: d.inWork}
	p.admit = func(size int64) (err error) {
		p.held, err = p.budget.admit(ctx, size)
		return err
	}
	p.admitAll = func(int64) error { return p.admit(largePages) }
	return p
}

// read returns the bytes of a file, which are good until done is called, as it has to
// be before the next one is read. The error may also be that of the context.
func (p *pageFiles) read(file int32) ([]byte, error) {
	src, err := p.files.ReadAdmitted(file, p.admit)
	if !isPacked(src) || p.held == largePages {
		return src, err
	}
	// It may unpack to more than was admitted. Who waits must hold nothing, so it is
	// read once more.
	p.release()
	return p.files.ReadAdmitted(file, p.admitAll)
}

// done lets the next large document be read, and lets go of the memory of doc, if that
// is large.
func (p *pageFiles) done(doc *document) {
	if p.held > 0 {
		*doc = document{}
	}
	p.release()
}

// release gives back what is held of the budget, with the memory that it stands for.
func (p *pageFiles) release() {
	if p.held > 0 {
		p.files.Forget()
		p.budget.leave(p.held)
		p.held = 0
	}
}

// Close gives back all that p holds.
func (p *pageFiles) Close() error {
	p.release()
	return p.files.Close()
}
