package dir

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// numberFiles finds out which files and rules of the site are those of each part.
func (p *replay) numberFiles() {
	for i := range p.parts {
		p.parts[i].first, p.parts[i].rules = p.dir.Numbered(i)
		p.parts[i].end = int32(p.dir.Len())
		if i > 0 {
			p.parts[i-1].end = p.parts[i].first
		}
	}
}

// fileOf reads the number of a file of the part.
func (p partReplay) fileOf(key []byte) (int32, error) {
	if len(key) != 4 {
		return 0, errors.New("a record is not that of a file")
	}
	return p.numbered(int64(binary.BigEndian.Uint32(key)))
}

// numbered returns the number on the site of a file of the part.
func (p partReplay) numbered(n int64) (int32, error) {
	if n < 0 || n >= int64(p.part.end-p.part.first) {
		return 0, fmt.Errorf("file %d does not exist", n)
	}
	return p.part.first + int32(n), nil
}

// placed returns a path of the part as a path of the site.
func (p partReplay) placed(name string) string {
	if p.part.place == "" || !strings.HasPrefix(name, "/") {
		return name
	}
	return "/" + p.part.place + name[1:]
}

// load takes over all that needs no further judgment.
func (p partReplay) load(ctx context.Context) {
	p.loadPages(ctx)
	p.loadSums(ctx)
	p.loadSet(ctx, sectionLinked, p.targets.linked)
	p.loadSet(ctx, sectionReached, p.targets.reached)
	p.each(ctx, sectionTargets, func(key []byte, v *facts.Decoder) error {
		_, err := p.named(readName(key, v))
		return err
	})
	p.each(ctx, sectionBroken, func(key []byte, v *facts.Decoder) error {
		other, err := p.named(readName(key, v))
		if err != nil {
			return err
		}
		m, err := p.readPlace(v)
		if err == nil && other != nil && other.outcome != nil {
			p.quotedBytes += quoted(m)
			p.fault(other.name, true, *other.outcome, m)
		}
		return err
	})
	p.each(ctx, sectionFaults, p.loadFault)
	p.each(ctx, sectionMissing, func(key []byte, v *facts.Decoder) error {
		name, fragment := p.placed(readName(key, v)), v.String()
		m, err := p.readPlace(v)
		if err == nil && p.isMissNamedKept(name, fragment) {
			p.quotedBytes += quoted(m)
			p.missNamed(name, fragment, m)
		}
		return err
	})
}

// quoted is how many bytes of a page the report has of a link.
func quoted(m check.OccurrenceRef) int64 { return int64(len(m.At.Link) + len(m.At.Text)) }

// loadPages loads what is kept of each page.
func (p partReplay) loadPages(ctx context.Context) {
	p.each(ctx, sectionPages, func(key []byte, v *facts.Decoder) error {
		file, err := p.fileOf(key)
		if err != nil {
			return err
		}
		v.Bool()
		if v.Bool() {
			p.scripted.add(file)
		}
		p.read.add(file)
		refresh := v.Int()
		if refresh == noRefresh || refresh == unknownPage || refresh == besidePage {
			p.refreshes[file] = int32(refresh)
		} else {
			p.refreshes[file], err = p.numbered(refresh)
		}
		v.Bytes()
		for n := v.Uint(); n > 0 && v.Err() == nil; n-- {
			v.Bytes()
		}
		return errors.Join(err, v.Done())
	})
}

// loadRefreshes finds out where refreshes to URLs beside the base path of their part lead.
func (p partReplay) loadRefreshes(ctx context.Context) {
	p.eachRecord(ctx, sectionRefreshes, func(key, value []byte) error {
		file, err := p.fileOf(key)
		if err != nil {
			return err
		}
		u, err := weburl.Parse(string(value))
		if to := p.job.DestinationOf(u); err == nil && to.Internal {
			p.refreshes[file] = noRefresh
			p.refreshTo(file, to)
		}
		return err
	})
}

// loadSums loads the counts, the shells and the texts.
func (p partReplay) loadSums(ctx context.Context) {
	var all sums
	p.each(ctx, sectionSums, func(_ []byte, v *facts.Decoder) error {
		all = all.plus(readSums(v))
		return v.Done()
	})
	last := int32(-1)
	p.each(ctx, sectionGuests, func(key []byte, v *facts.Decoder) error {
		file, err := p.fileOf(key)
		// Where links of two shards say different things of a file, that of the first round
		// counts, and the least kind, as in one run. It comes first.
		if err != nil || file == last {
			return err
		}
		v.Uint()
		last, p.kinds[file] = file, link.Kind(v.Uint())
		all = all.plus(readSums(v))
		if note := v.String(); note != "" {
			p.notes = append(p.notes, note)
		}
		return v.Done()
	})
	p.pages, p.links, p.outside, p.bytes = p.pages+all.pages, p.links+all.links, p.outside+all.outside, p.bytes+all.bytes
	p.shells.AddPages(all.shells)
	p.each(ctx, sectionShells, func(key []byte, v *facts.Decoder) error {
		file, err := p.fileOf(key)
		if err == nil {
			p.shells.AddShell(file, v.Uint() == shellRedirects)
		}
		return err
	})
	p.each(ctx, sectionNotes, func(key []byte, v *facts.Decoder) error {
		p.notes = append(p.notes, readName(key, v))
		return v.Done()
	})
	p.each(ctx, sectionProblems, func(key []byte, v *facts.Decoder) error {
		p.problems = append(p.problems, readName(key, v))
		return v.Done()
	})
	p.loadUses(ctx)
}

// loadUses loads which patterns and rules of the settings matched something.
func (p partReplay) loadUses(ctx context.Context) {
	p.each(ctx, sectionUses, func(key []byte, v *facts.Decoder) error {
		p.job.SetUsed(readName(key, v))
		return v.Done()
	})
}

func readSums(v *facts.Decoder) sums {
	count := func() int { return int(v.Uint()) }
	return sums{pages: count(), links: count(), outside: count(), shells: count(), bytes: int64(v.Uint())}
}

// loadSet loads a set of files.
func (p partReplay) loadSet(ctx context.Context, section facts.Section, set fileSet) {
	p.each(ctx, section, func(key []byte, v *facts.Decoder) error {
		from, err := p.fileOf(key)
		if err != nil {
			return err
		}
		n, err := check.ReadNumber(v, int(p.part.end-from+63)/64)
		if err != nil {
			return err
		}
		for i := range int32(n) {
			for word := v.Uint(); word != 0; word &= word - 1 {
				if file := from + 64*i + int32(bits.TrailingZeros64(word)); file < p.part.end {
					set.add(file)
				}
			}
		}
		return v.Done()
	})
}

// named looks up an internal target by what the report calls it. It returns nil for a file by
// its own URL.
func (p partReplay) named(name string) (*targetByName, error) {
	if name = p.placed(name); name == "" || name[0] != '/' {
		return nil, fmt.Errorf("%q is no path of the site", name)
	}
	path, query := check.CutQuery(name)
	u := p.job.Scope.Page(path[1:])
	u.Query = query
	return p.targets.other(p.lookUp(check.Destination{URL: u, Internal: true})), nil
}

// loadFault loads a link with a fault that the link itself shows.
func (p partReplay) loadFault(key []byte, v *facts.Decoder) error {
	name, internal := readName(key, v), v.Bool()
	if internal {
		name = p.placed(name)
	}
	o, err := check.ReadOutcome(v)
	if err != nil {
		return err
	}
	m, err := p.readPlace(v)
	if err == nil {
		p.quotedBytes += quoted(m)
		p.fault(name, internal, o, m)
	}
	return err
}

// loadOutside loads the targets outside the base path, and those on a host that other sites
// may share.
func (p partReplay) loadOutside(ctx context.Context) {
	p.each(ctx, sectionShared, func([]byte, *facts.Decoder) error {
		p.shared++
		return nil
	})
	p.each(ctx, sectionOutsideBase, func(key []byte, v *facts.Decoder) error {
		p.local.AddOutsideBase(readName(key, v))
		return v.Done()
	})
}
