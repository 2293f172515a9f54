package crawl

import (
	"bytes"
	"context"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// targetRecord is what one run knows of a target of the site.
type targetRecord struct {
	name    string
	level   target.Level
	flags   int
	outcome check.Outcome
	leadsTo string
	failed  check.Outcome
	away    weburl.URL
	what    string
	before  check.Outcome
}

func (r *targetRecord) is(flag int) bool { return r.flags&flag != 0 }

// isBetterThan reports whether the record says more of the target than another.
func (r *targetRecord) isBetterThan(other *targetRecord) bool {
	switch {
	case other == nil:
		return true
	case r.is(targetLeftOut) != other.is(targetLeftOut):
		return other.is(targetLeftOut)
	case r.level != other.level:
		return r.level > other.level
	}
	return r.outcome.Good() && !other.outcome.Good()
}

// readTarget reads what appendTarget wrote.
func readTarget(d *facts.Decoder) (*targetRecord, error) {
	r := &targetRecord{name: d.String()}
	level, err := check.ReadNumber(d, int(target.LevelLinks))
	if err != nil {
		return nil, err
	}
	r.level = target.Level(level)
	if r.flags, err = check.ReadNumber(d, targetFlags); err != nil {
		return nil, err
	}
	if r.outcome, err = check.ReadOutcome(d); err != nil {
		return nil, err
	}
	if r.is(targetLeads) {
		r.leadsTo = d.String()
	}
	if r.is(targetFailed) {
		if r.failed, err = check.ReadOutcome(d); err != nil {
			return nil, err
		}
	}
	if r.is(targetAway) {
		if r.away, err = weburl.Parse(d.String()); err != nil {
			return nil, errName
		}
	}
	if r.is(targetNoPage) {
		r.what = d.String()
	}
	if r.is(targetShowsMissing) {
		if r.before, err = check.ReadOutcome(d); err != nil {
			return nil, err
		}
	}
	if r.level == target.NoLevel {
		return nil, errKind
	}
	return r, d.Done()
}

// replayTargets takes over what became of the targets of the site.
func (c *crawl) replayTargets(ctx context.Context, files []*facts.File) error {
	var key []byte
	var best *targetRecord
	var from int
	keep := func() error {
		if best == nil {
			return nil
		}
		if err := c.restoreLocked(best); err != nil {
			return files[from].Invalid(err)
		}
		return nil
	}
	for r, err := range facts.Join(files, facts.LiveTargets) {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		if best != nil && !bytes.Equal(key, r.Key) {
			if err := keep(); err != nil {
				return err
			}
			best = nil
		}
		t, err := readTarget(facts.NewDecoder(r.Value))
		if err != nil {
			return files[r.From].Invalid(err)
		}
		if t.isBetterThan(best) {
			best, from = t, r.From
		}
		key = append(key[:0], r.Key...)
	}
	return keep()
}

// restoreLocked gives a target the state that is recorded.
func (c *crawl) restoreLocked(r *targetRecord) error {
	t, err := c.namedLocked(r.name)
	if err != nil || t.IsAnswered() { // by a rule
		return err
	}
	c.restored[t] = r.level
	t.IsHTML, t.FixedFragment = t.IsHTML || r.is(targetHTML), r.is(targetFixed)
	if r.is(targetLeftOut) {
		t.LeaveLocked()
		t.Linked = true
		return nil
	}
	c.job.Progress.Record(t.Outcome, &r.outcome)
	t.Restore(r.level, r.outcome)
	if r.outcome.Status != 0 {
		c.job.Accepts(r.outcome.Status, t.URL) // which notes that the patterns of accept are used
	}
	if r.is(targetLeads) {
		if t.FragmentPage, err = c.namedLocked(r.leadsTo); err != nil {
			return err
		}
	}
	if r.is(targetFailed) {
		c.access.failed[t] = r.failed
	}
	if r.is(targetAway) {
		c.access.away[t] = r.away
	}
	if r.is(targetNoPage) {
		c.access.noPages = append(c.access.noPages, unpaged{t, r.what})
	}
	if r.is(targetCompared) {
		c.matches.record(t, match{before: r.before, shows: r.is(targetShowsMissing)})
	}
	return nil
}

// isUnread reports whether t is a page that no run has read, although it is to be read.
func isUnread(t *target.Target) bool {
	return t.Internal && t.Claimed() >= target.LevelLinks && t.Answered() < target.LevelLinks && t.Holds == link.NoKind &&
		(!t.IsAnswered() || t.Outcome.Good())
}
