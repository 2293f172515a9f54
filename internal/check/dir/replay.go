package dir

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Recorded is a site as the facts of one run or of several tell it. Its files cannot be read.
type Recorded struct {
	parts []recordedPart
	dir   *site.Dir
}

// recordedPart is one directory of the site.
type recordedPart struct {
	facts.Part
	// prefix is where it is on the site, as a slash path, and place the same as a URL path.
	prefix, place string
	// first is the number of its first file, and end the number after its last one.
	first, end int32
	// rules is how many rules the parts before it have.
	rules int
}

// OpenRecorded reads which files the directories of the facts have. Each is at a path below
// the base path of the site, by its number in places.
func OpenRecorded(parts []facts.Part, places []string, hosting string) (*Recorded, error) {
	m := &Recorded{}
	for i, part := range parts {
		m.parts = append(m.parts, recordedPart{Part: part, place: places[i], prefix: weburl.Unescape(places[i])})
	}
	slices.SortFunc(m.parts, func(a, b recordedPart) int { return strings.Compare(a.prefix, b.prefix) })
	listed := make([]site.Part, len(m.parts))
	for i := range m.parts {
		var err error
		if listed[i], err = m.parts[i].listing(); err != nil {
			return nil, err
		}
	}
	dir, err := site.FromParts(listed, hosting)
	if err != nil {
		return nil, fmt.Errorf("could not read the facts %q: %w; write them again", parts[0].Files[0].Name(), err)
	}
	m.dir = dir
	return m, nil
}

// listing returns what the facts say of the part's directory. All its shards must say the same.
func (p *recordedPart) listing() (listed site.Part, err error) {
	first := p.Files[0]
	found, err := first.Find(sectionSite, nil)
	if err != nil {
		return listed, err
	}
	if len(found) != 1 {
		return listed, first.Invalid(errors.New("the directory is not described"))
	}
	if err := json.Unmarshal(found[0].Value, &listed.Listing); err != nil {
		return listed, first.Invalid(err)
	}
	for _, other := range p.Files[1:] {
		same, err := other.Find(sectionSite, nil)
		if err != nil {
			return listed, err
		}
		if len(same) != 1 || !bytes.Equal(same[0].Value, found[0].Value) {
			return listed, other.Invalid(fmt.Errorf("it is of another build than %q, with other folders or rules of the host", first.Name()))
		}
	}
	listed.Prefix = p.prefix
	listed.Names = func(yield func(string, error) bool) {
		for record, err := range first.Records(sectionFiles) {
			if !yield(string(record.Value), err) {
				return
			}
		}
	}
	return listed, nil
}

// factsFiles are the files of facts of all parts.
func (m *Recorded) factsFiles() []*facts.File {
	var all []*facts.File
	for i := range m.parts {
		all = append(all, m.parts[i].Files...)
	}
	return all
}

// Check judges what the facts tell, and returns the report that one run over the whole
// site would have. answers are those of external targets that were asked for before.
func (m *Recorded) Check(ctx context.Context, job *check.Job, answers []*facts.File) *link.Report {
	p := newReplay(job, m)
	d := p.directory
	ctx, end := d.bounds.WithEnd(ctx)
	defer end()
	late, stop := check.Late(ctx, check.Grace)
	defer stop()
	p.forwarded, p.skips = facts.NewSorter("", sorterMemory), facts.NewSorter("", sorterMemory)
	defer func() {
		// They hold nothing that is needed.
		_ = p.forwarded.Close()
		_ = p.skips.Close()
	}()
	p.sortSkips()
	d.steps.Do("load the facts", "", func() {
		p.eachPart(ctx, func(q partReplay) { q.load(ctx) })
		p.eachPart(ctx, func(q partReplay) { q.loadRefreshes(ctx) })
		p.whole().loadOutside(ctx)
		partReplay{p, &recordedPart{Part: facts.Part{Files: answers}}}.loadUses(ctx)
		p.noteUnread(ctx)
	})
	d.steps.Do("request the targets of other sites", "", func() { p.request(ctx, answers) })
	d.steps.Do("check the links between parts", "", func() {
		p.eachPart(ctx, func(q partReplay) { q.judgeBeside(ctx) })
		p.whole().countSkips(ctx)
	})
	p.missDocuments()
	d.steps.Do("check the fragments", "", func() { p.judgeAsks(ctx) })
	return d.conclude(ctx, late, []*worker{p.worker})
}

// Ask requests the external targets whose hosts are in the share of the job, and writes the
// answers to the facts of the job. Its report has no verdict on a link.
func (m *Recorded) Ask(ctx context.Context, job *check.Job, answers []*facts.File) *link.Report {
	p := newReplay(job, m)
	j := p.job
	ctx, end := p.bounds.WithEnd(ctx)
	defer end()
	p.steps.Do("request the targets of other sites", "", func() { p.ask(ctx, p.recorded(answers)) })
	p.checker.JudgePending()
	p.checker.KeepAnswers(j.Facts)
	newRecorder(j).recordUses(j)
	r := j.NewReport(link.Directory)
	r.Stats.Requests = j.Client.Requests()
	if problem := p.checker.UnnamedProblem(); problem != "" {
		p.problems = append(p.problems, problem)
	}
	p.concludeShard(ctx, r, p.worker)
	r.Share = "requested part " + j.Config.Shard.String() + " of the external links"
	return r
}

// noteUnread makes a problem of pages that no run has read, although all say that they have read
// all of theirs.
func (p *replay) noteUnread(ctx context.Context) {
	if len(p.problems) > 0 || ctx.Err() != nil {
		return
	}
	n, first := 0, ""
	for file, kind := range p.kinds {
		if kind.HasAnchors() && !p.isRead(int32(file)) {
			if n++; n == 1 {
				first = p.dir.File(int32(file))
			}
		}
	}
	if n > 0 {
		p.problems = append(p.problems, fmt.Sprintf("%s read by none of the runs, such as %q: merge the facts of all shards",
			check.Plural(n, "1 page was", fmt.Sprintf("%d pages were", n)), first))
	}
}

// newReplay returns the run over a recorded site, of which nothing is loaded.
func newReplay(job *check.Job, m *Recorded) *replay {
	d := newDirectory(job.ForRun(), m.dir)
	p := &replay{Recorded: m, read: newFileSet(m.dir.Len()), scripted: newFileSet(m.dir.Len())}
	d.recorded = p
	p.worker = newWorker(d)
	p.numberFiles()
	return p
}

// sorterMemory is how many bytes of links are sorted in memory, before a file takes them.
const sorterMemory = 64 << 20

// replay loads what runs recorded, so that the run ends like one that has read all itself.
type replay struct {
	*worker
	*Recorded
	// read are the files that a run read for their anchors, and scripted those to which
	// scripts may add elements.
	read, scripted fileSet
	// forwarded are links that ask for a fragment of a file, to be judged in the next round.
	forwarded *facts.Sorter
	// skips are the targets that are skipped, and skipsAnew is whether some were not recorded.
	skips     *facts.Sorter
	skipsAnew bool
	// last is the page that pageOf returned last.
	last recordedPage
}

// errEnough is returned to each by a function that needs no further record. It is no fault.
var errEnough = errors.New("enough")

// partReplay reads the records of one part.
type partReplay struct {
	*replay
	part *recordedPart
}

// eachPart calls do for each part, as long as the run has not ended.
func (p *replay) eachPart(ctx context.Context, do func(partReplay)) {
	for i := range p.parts {
		if ctx.Err() == nil {
			do(partReplay{p, &p.parts[i]})
		}
	}
}

// whole has the files, rules and records of all parts as one.
func (p *replay) whole() partReplay {
	return partReplay{p, &recordedPart{Part: facts.Part{Files: p.factsFiles()}, end: int32(p.dir.Len())}}
}

// each calls do with each record of a section of the part, in the order of the keys. A record
// that several shards wrote counts once.
func (p partReplay) each(ctx context.Context, section facts.Section, do func(key []byte, v *facts.Decoder) error) {
	p.eachRecord(ctx, section, func(key, value []byte) error { return do(key, facts.NewDecoder(value)) })
}

// eachRecord is each for values that are not decoded.
func (p partReplay) eachRecord(ctx context.Context, section facts.Section, do func(key, value []byte) error) {
	n := 0
	for record, err := range facts.Union(p.part.Files, section) {
		if n++; n%check.Batch == 0 {
			if p.noteKept(); ctx.Err() != nil {
				return
			}
		}
		if err != nil {
			p.fail(err)
			return
		}
		err := do(record.Key, record.Value)
		if errors.Is(err, errEnough) {
			return
		}
		if err != nil {
			p.fail(p.part.Files[record.From].Invalid(err))
			return
		}
	}
}

// fail notes that facts could not be read, if err is not nil. What was read is still judged.
func (p *replay) fail(err error) {
	if err != nil {
		p.problems = append(p.problems, err.Error())
	}
}

// expectBeside lets the checker request the URLs beside the base path of their part of the site
// that no other part has.
func (p partReplay) expectBeside(ctx context.Context, from *target.Recorded) {
	p.each(ctx, sectionBeside, func(key []byte, v *facts.Decoder) error {
		d, l, _, err := p.readLink(key, v)
		if err == nil && !d.Internal && d.Reason == "" && check.ShouldJudge(p.doc.Kind, &l, d) && from.Asks(d.URL.Host) {
			fragment := ""
			if p.job.JudgesFragment(&d) {
				fragment = d.Fragment
			}
			p.checker.Expect(d.URL, fragment)
		}
		return err
	})
}

// judgeBeside judges the links to URLs beside the base path of their part of the site, where
// another part may be, and those to targets of the site that a rule takes for ok.
func (p partReplay) judgeBeside(ctx context.Context) {
	judge := func(key []byte, v *facts.Decoder) error {
		d, l, m, err := p.readLink(key, v)
		if err == nil {
			p.judge(m, &l, d)
		}
		return err
	}
	p.each(ctx, sectionBeside, judge)
	p.each(ctx, sectionLinks, judge)
}

// missDocuments adds a problem for the documents that no run has read, because only links of
// another part tell that they are documents.
func (p *replay) missDocuments() {
	var names []string
	for _, file := range p.discovered([]*worker{p.worker}) {
		if !p.read.has(file) {
			names = append(names, p.dir.File(file))
		}
	}
	slices.Sort(names)
	if n := len(names); n > 0 {
		p.problems = append(p.problems, fmt.Sprintf("%s that only links of another part use %s read by no run, such as %s: read the whole site in one run",
			check.Count(n, "file"), check.Plural(n, "was", "were"), check.FirstNames(names)))
	}
}

// recorded are the links to external targets, and the answers that are there.
func (p *replay) recorded(answers []*facts.File) *target.Recorded {
	files := p.factsFiles()
	from := &target.Recorded{Links: files, Answers: slices.Concat(answers, files), Placed: p.placedPage}
	if p.job.Facts != nil {
		from.Shard, from.Shards = p.job.Config.Shard.Index, p.job.Config.Shard.Count
	}
	return from
}

// ask requests the external targets that have no answer.
func (p *replay) ask(ctx context.Context, from *target.Recorded) {
	p.eachPart(ctx, func(q partReplay) { q.expectBeside(ctx, from) })
	p.fail(p.checker.AskRecorded(ctx, *from))
}

// request requests the external targets that have no answer, and judges the links to all.
func (p *replay) request(ctx context.Context, answers []*facts.File) {
	from := p.recorded(answers)
	if !p.job.Config.External {
		from.Links = nil
	}
	p.ask(ctx, from)
	p.fail(p.checker.JudgeRecorded(ctx, *from))
}

// placedPage returns the path of a page of one of the files of facts as a path of the site.
func (p *replay) placedPage(file int, page string) string {
	for i := range p.parts {
		if file -= len(p.parts[i].Files); file < 0 {
			return partReplay{p, &p.parts[i]}.placed(page)
		}
	}
	return page
}
