package dir

import (
	"bytes"
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// skipCounter counts skipped targets, which come in the order of their keys. One that is
// skipped for several reasons counts once, as in one run.
type skipCounter struct {
	counted map[check.Skip]int
	key     []byte
	why     check.Skip
}

func (c *skipCounter) add(key []byte, why check.Skip) {
	switch {
	case !bytes.Equal(key, c.key):
		c.end()
		c.key, c.why = append(c.key[:0], key...), why
	case why.Before(c.why):
		c.why = why
	}
}

// end counts the last target.
func (c *skipCounter) end() {
	if len(c.key) > 0 {
		c.counted[c.why]++
	}
}

// sortSkips lets the links that are judged now add to the skipped targets, for countSkips.
func (p *replay) sortSkips() {
	p.local.OnSkip = func(name string, why check.Skip) {
		p.skipsAnew = true
		p.fail(p.skips.Add(p.skipKey(name), skipRecord(why)))
	}
}

// countSkips counts the targets that are skipped. Without external links, those that only
// another run would request are among them, and those that it would not check.
func (p partReplay) countSkips(ctx context.Context) {
	clear(p.local.Skips) // the sorter has them
	c := skipCounter{counted: p.local.Counted}
	defer c.end()
	count := func(key []byte, v *facts.Decoder) error {
		why, err := readSkip(v)
		if err == nil {
			c.add(key, why)
		}
		return err
	}
	if p.job.Config.External && !p.skipsAnew {
		p.each(ctx, sectionSkips, count)
		return
	}
	// Links to one target may be in several sections, and these have other orders.
	p.eachRecord(ctx, sectionSkips, p.skips.Add)
	if !p.job.Config.External {
		p.sortLeftOut(ctx)
	}
	for record, err := range p.skips.Sorted() {
		if err == nil {
			err = count(record.Key, facts.NewDecoder(record.Value))
		}
		if p.fail(err); err != nil || ctx.Err() != nil {
			return
		}
	}
}

// sortLeftOut adds the external targets to the skipped ones.
func (p partReplay) sortLeftOut(ctx context.Context) {
	isOff := skipRecord(check.Skip{Reason: link.ExternalOff})
	p.eachRecord(ctx, sectionOutside, func(key, lacksBase []byte) error {
		if len(lacksBase) > 0 {
			p.local.AddOutsideBase(string(lacksBase))
		}
		return p.skips.Add(key, isOff)
	})
	p.outside = 0
	var last []byte
	for record, err := range facts.Join(p.part.Files, facts.External) {
		if err == nil && !bytes.Equal(record.Key, last) {
			last = append(last[:0], record.Key...)
			err = p.skips.Add(hashKey(weburl.Redact(readName(record.Key, facts.NewDecoder(record.Value)))), isOff)
		}
		if p.fail(err); err != nil || ctx.Err() != nil {
			return
		}
	}
}
