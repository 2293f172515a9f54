package dir

import (
	"context"
	"iter"
	"math"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
)

// judgeAsks judges the links that ask for a fragment of a page that their own run did not read.
// Both are in the order of the files, so they pass side by side. A page whose meta refresh
// leads on hands those that it does not satisfy to the next round.
func (p *replay) judgeAsks(ctx context.Context) {
	p.eachPart(ctx, func(q partReplay) {
		pages := newPageStream(func(yield pageYield) { q.yieldPages(ctx, yield) })
		defer pages.stop()
		q.each(ctx, sectionAsks, func(key []byte, v *facts.Decoder) error { return q.judgeAsk(pages, key, v) })
	})
	for range check.MaxFragmentHops {
		if !p.judgeForwarded(ctx) {
			return
		}
	}
}

// judgeForwarded judges the links that the last round handed on, and reports whether there
// were any.
func (p *replay) judgeForwarded(ctx context.Context) (any bool) {
	round := p.forwarded
	p.forwarded = facts.NewSorter("", sorterMemory)
	pages := newPageStream(func(yield pageYield) {
		p.eachPart(ctx, func(q partReplay) { q.yieldPages(ctx, yield) })
	})
	defer pages.stop()
	whole := p.whole()
	for record, err := range round.Sorted() {
		any = true
		if err == nil {
			err = whole.judgeAsk(pages, record.Key, facts.NewDecoder(record.Value))
		}
		if err != nil || ctx.Err() != nil {
			p.fail(err)
			break
		}
	}
	p.fail(round.Close())
	return any && ctx.Err() == nil
}

// askLater is that of recordedPages. The link is judged in the next round.
func (p *replay) askLater(file int32, name, fragment string, m check.OccurrenceRef) {
	var e facts.Encoder
	appendPlace(&e, m)
	p.fail(p.forwarded.Add(numberKey(file), append(askHead(name, fragment), e.Bytes()...)))
}

// pageYield takes a file and the record of its page. It returns false when it needs no more.
type pageYield func(file int32, record []byte) bool

// yieldPages yields the pages of the part, in the order of the files.
func (p partReplay) yieldPages(ctx context.Context, yield pageYield) {
	p.eachRecord(ctx, sectionPages, func(key, value []byte) error {
		file, err := p.fileOf(key)
		if err == nil && !yield(file, value) {
			return errEnough
		}
		return err
	})
}

// pageStream goes from page to page.
type pageStream struct {
	next func() (int32, []byte, bool)
	stop func()
	// file is the one that next returned last, with its record, and page its page once it
	// is asked for.
	file   int32
	record []byte
	page   *recordedPage
}

func newPageStream(all func(pageYield)) *pageStream {
	s := &pageStream{file: -1}
	s.next, s.stop = iter.Pull2(func(yield func(int32, []byte) bool) { all(yield) })
	return s
}

// at goes to the page of a file, which is not before that of the last call. It returns nil for
// one that no run has read.
func (s *pageStream) at(file int32) (*recordedPage, error) {
	for ok := true; s.file < file; s.page = nil {
		if s.file, s.record, ok = s.next(); !ok {
			s.file = math.MaxInt32
		}
	}
	if s.file != file || s.page != nil {
		return s.page, nil
	}
	page, err := readPage(file, facts.NewDecoder(s.record))
	s.page = &page
	return s.page, err
}

// judgeAsk judges one link that asks for a fragment of a file.
func (p partReplay) judgeAsk(pages *pageStream, key []byte, v *facts.Decoder) error {
	file, err := p.fileOf(key)
	if err != nil {
		return err
	}
	name, fragment := p.placed(v.String()), v.String()
	m, err := p.readPlace(v)
	if err != nil {
		return err
	}
	page, err := pages.at(file)
	if err != nil || page == nil || page.facts.Indicates(fragment) {
		return err
	}
	if name == "" {
		name = "/" + p.dir.URLPath(file)
	}
	switch to := p.refreshes[file]; {
	case to >= 0:
		p.askLater(to, name, fragment, m)
	case to == noRefresh && p.isMissNamedKept(name, fragment):
		p.missNamed(name, fragment, m)
	}
	return nil
}
