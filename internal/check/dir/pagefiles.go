package dir

import (
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/site"
)

// pageFiles reads the documents of a directory for one worker, one after the other.
// Large ones are read when the budget admits them.
type pageFiles struct {
	files  *site.Reader
	budget *check.PageBudget
	held   int64
	// admit and admitAll take what a file of a size may take, and what any may take.
	admit, admitAll func(size int64) error
}

// openPages returns a reader of the directory's documents, to be closed. What waits
// for the budget ends with ctx.
func (d *directory) openPages(ctx context.Context) *pageFiles {
	p := &pageFiles{files: d.dir.NewReader(), budget: d.inWork}
	p.admit = func(size int64) (err error) {
		p.held, err = p.budget.Admit(ctx, size)
		return err
	}
	p.admitAll = func(int64) error { return p.admit(check.LargePages) }
	return p
}

// read returns the bytes of a file, which are good until done is called, as it has to
// be before the next one is read. The error may also be that of the context.
func (p *pageFiles) read(file int32) ([]byte, error) {
	src, err := p.files.ReadAdmitted(file, p.admit)
	if !check.IsPacked(src) || p.held == check.LargePages {
		return src, err
	}
	// It may unpack to more than was admitted. To wait while it holds memory could be a
	// deadlock, so it is released and read once more.
	p.release()
	return p.files.ReadAdmitted(file, p.admitAll)
}

// done lets the next large document be read, and lets go of the memory of doc, if that
// is large.
func (p *pageFiles) done(doc *page.Document) {
	if p.held > 0 {
		*doc = page.Document{}
	}
	p.release()
}

// release frees the memory, and its part of the budget.
func (p *pageFiles) release() {
	if p.held > 0 {
		p.files.Forget()
		p.budget.Release(p.held)
		p.held = 0
	}
}

// Close gives back all that p holds.
func (p *pageFiles) Close() error {
	p.release()
	return p.files.Close()
}
