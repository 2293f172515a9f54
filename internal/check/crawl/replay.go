package crawl

import (
	"context"
	"errors"
	"math"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/soft404"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Recorded are the facts of runs on one live site, for a merge.
type Recorded struct {
	// Files are those of the shares, in their order, and Answers those that hold only
	// answers of external targets.
	Files, Answers []*facts.File
	// Problems say what is missing of them.
	Problems []string
}

// external is what is recorded of external targets.
func (r *Recorded) external() target.Recorded {
	return target.Recorded{Answers: append(append([]*facts.File(nil), r.Answers...), r.Files...)}
}

var (
	errName = errors.New("a record has the name of no URL of the site")
	errKind = errors.New("a record is of an unknown kind")
)

// replay puts the crawl into the state that the runs with these facts came to, all in all.
func (c *crawl) replay(ctx context.Context, from *Recorded) error {
	c.restored = map[*target.Target]target.Level{}
	for _, step := range []func(context.Context, []*facts.File) error{c.replaySite, c.replayAnchors, c.replayTargets} {
		var err error
		c.checker.WithLock(func() { err = step(ctx, from.Files) })
		if err != nil {
			return err
		}
	}
	if c.access.start == nil {
		return errors.New("the facts do not name the start page: run the shards again")
	}
	return c.replayDocuments(ctx, from.Files)
}

// replaySite takes over what is known of the site as a whole.
func (c *crawl) replaySite(_ context.Context, files []*facts.File) error {
	texts := map[string]map[string]bool{siteProblem: {}, siteRemark: {}, siteSeries: {}}
	for r, err := range facts.Join(files, facts.LiveSite) {
		if err != nil {
			return err
		}
		d := facts.NewDecoder(r.Value)
		switch key := string(r.Key); key {
		case siteStart:
			err = c.replayStart(d.String())
		case siteProblem, siteRemark, siteSeries:
			if text := d.String(); !texts[key][text] {
				texts[key][text] = true
				c.addText(key, text)
			}
		case siteUse:
			c.job.SetUsed(d.String())
		case siteOutside:
			var n int
			n, err = check.ReadNumber(d, math.MaxInt32)
			// Each share reads the same sitemaps.
			c.outside = max(c.outside, n)
		case siteMissing:
			err = c.replayMissing(d)
		default:
			err = errKind
		}
		if err == nil {
			err = d.Done()
		}
		if err != nil {
			return files[r.From].Invalid(err)
		}
	}
	c.outsideSitemaps = c.outside
	return nil
}

// addText adds a text that runs recorded under a key to the texts of this run.
func (c *crawl) addText(key, text string) {
	switch key {
	case siteProblem:
		c.problems = append(c.problems, text)
	case siteRemark:
		c.remarks = append(c.remarks, text)
	default:
		c.seriesNotes = append(c.seriesNotes, text)
	}
}

// replayStart notes the start page. All shares have the same.
func (c *crawl) replayStart(name string) error {
	t, err := c.namedLocked(name)
	if err != nil {
		return err
	}
	if c.access.start == nil {
		c.access = newAccess(t)
		t.Follow, t.IsHTML, t.Depth, t.Placed = true, true, 0, true
	}
	if c.access.start != t {
		return errors.New("the start page is another one than in the other shares")
	}
	return nil
}

// replayMissing takes over how the site answers for paths that do not exist, by the first
// share that knows it.
func (c *crawl) replayMissing(d *facts.Decoder) error {
	k := soft404.Known{Honest: d.Bool(), Admits: d.Bool(), Matches: d.Bool()}
	way := d.String()
	k.Start = d.String()
	n, err := check.ReadNumber(d, facts.MaxValue)
	if err != nil {
		return err
	}
	for range n {
		k.Text = append(k.Text, d.String())
		if d.Err() != nil {
			return d.Err()
		}
	}
	if way != "" {
		if k.Way, err = weburl.Parse(way); err != nil {
			return errName
		}
	}
	if c.recorder != nil {
		return nil // this run asks the site itself
	}
	if c.prober == nil || !c.prober.Known().Tells() {
		c.prober = soft404.Restore(k, c.job.WrittenURL)
	}
	return nil
}

// namedLocked returns the target of the site with that name.
func (c *crawl) namedLocked(name string) (*target.Target, error) {
	if t := c.checker.Internal[name]; t != nil {
		return t, nil
	}
	home := c.job.Scope.Page("")
	u, err := weburl.Parse(home.Origin() + name)
	if err != nil || u.Fragment != "" || u.Path+u.Query != name {
		return nil, errName
	}
	if at, isInternal := c.job.Scope.Internal(u); !isInternal || at.Path+at.Query != name {
		return nil, errName
	}
	return c.checker.TargetLocked(u, true), nil
}

// replayAnchors takes over the anchors of the documents.
func (c *crawl) replayAnchors(ctx context.Context, files []*facts.File) error {
	var open *anchors
	keep := func() {
		if open != nil {
			page := scan.Page{Anchors: open.hashes, Scripts: open.addsElements, Uses: open.addsElements}
			known := check.NewPageFacts(&page, nil, open.isCut, nil)
			open.page.Page = &known
			c.bounds.AddKept(known.Size())
		}
	}
	err := eachGrouped(ctx, files, facts.LiveAnchors, func(d *facts.Decoder, isFirst bool) (err error) {
		if isFirst {
			keep()
			open = &anchors{}
			if open.page, err = c.namedLocked(d.String()); err != nil {
				return err
			}
			open.isCut, open.addsElements = d.Bool(), d.Bool()
		}
		for d.Bool() {
			open.hashes = append(open.hashes, scan.HashAnchor(d.String()))
		}
		return d.Done()
	})
	if err == nil && ctx.Err() == nil {
		keep()
	}
	return err
}

// anchors are those of one document.
type anchors struct {
	page                *target.Target
	isCut, addsElements bool
	hashes              []uint64
}
