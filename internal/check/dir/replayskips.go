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

// skipRecord is the value of a record of sectionSkips.
func skipRecord(why check.Skip) []byte {
	var e facts.Encoder
	e.String(string(why.Reason))
	e.String(why.Scheme)
	return e.Bytes()
}

func readSkip(v *facts.Decoder) (why check.Skip, err error) {
	why.Reason, why.Scheme = link.Reason(v.String()), v.String()
	return why, v.Done()
}

// countSkips counts the targets that are skipped. Without external links, those that only
// another run would request are among them, and those that it would not check.
func (p partReplay) countSkips(ctx context.Context) {
	c := skipCounter{counted: p.local.Counted}
	defer c.end()
	count := func(key []byte, v *facts.Decoder) error {
		why, err := readSkip(v)
		if err == nil {
			c.add(key, why)
		}
		return err
	}
	if p.job.Config.External {
		p.each(ctx, sectionSkips, count)
		return
	}
	// Links to one target may be in both sections, and these have other orders.
	sorter := facts.NewSorter("", sorterMemory)
	defer func() { _ = sorter.Close() }() // it holds nothing that is needed
	p.eachRecord(ctx, sectionSkips, sorter.Add)
	p.eachRecord(ctx, sectionOutside, func(key, beside []byte) error {
		if len(beside) > 0 {
			p.local.AddOutsideBase(string(beside))
		}
		return sorter.Add(key, skipRecord(check.Skip{Reason: link.ExternalOff}))
	})
	p.outside = 0
	p.sortLeftOut(ctx, sorter)
	for record, err := range sorter.Sorted() {
		if err == nil {
			err = count(record.Key, facts.NewDecoder(record.Value))
		}
		if p.fail(err); err != nil || ctx.Err() != nil {
			return
		}
	}
}

// sortLeftOut adds the external targets to the skipped ones.
func (p partReplay) sortLeftOut(ctx context.Context, to *facts.Sorter) {
	var last []byte
	for record, err := range facts.Join(p.part.Files, facts.External) {
		if err == nil && !bytes.Equal(record.Key, last) {
			last = append(last[:0], record.Key...)
			name := readName(record.Key, facts.NewDecoder(record.Value))
			err = to.Add(hashKey(weburl.Redact(name)), skipRecord(check.Skip{Reason: link.ExternalOff}))
		}
		if p.fail(err); err != nil || ctx.Err() != nil {
			return
		}
	}
}
