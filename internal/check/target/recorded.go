package target

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Recorded are the facts of other runs, for a merge. It is read as a stream, twice: first
// the targets are requested, and then the links to them are judged with their places. So
// only targets and faults are kept.
type Recorded struct {
	// Links are the files with links to external targets, and Answers those with answers
	// for them. Where several have one for the same target, the first counts.
	Links, Answers []*facts.File
	// Shard is the share of the hosts, one of Shards, whose targets are requested. All are
	// when Shards is 0.
	Shard, Shards int
	// Placed returns the path on the site of a page of one of the Links; nil returns it as
	// it is.
	Placed func(file int, page string) string
}

// Asks reports whether targets on a host are requested here. All targets of one host are in
// the same share, so that no host gets more requests at once than from one run.
func (r *Recorded) Asks(host string) bool {
	return r.Shards == 0 || facts.ShardOf(host, r.Shards) == r.Shard
}

// AskRecorded requests the external targets that recorded links lead to, but for those for
// which there is an answer that is enough for their links. The error names a file whose
// records are not valid; what was read before it is requested.
func (a *Checker) AskRecorded(ctx context.Context, from Recorded) error {
	var err error
	a.WithLock(func() {
		a.recorded = map[*Target]*answer{}
		a.GatherLocked(func() { err = a.expectRecordedLocked(ctx, &from) })
	})
	a.Run(ctx)
	return err
}

// Expect notes a link to an external target that is added after AskRecorded, which requests
// the target unless there is an answer.
func (a *Checker) Expect(u weburl.URL, fragment string) {
	a.WithLock(func() {
		t := a.TargetLocked(u, false)
		key, _ := check.FactKey(t.URL.String())
		g := a.further.byKey[string(key)]
		if g == nil {
			g = &linkGroup{key: key, url: t.URL, fragments: map[string]struct{}{}}
			if a.further.byKey == nil {
				a.further.byKey = map[string]*linkGroup{}
			}
			a.further.byKey[string(key)] = g
		}
		if _, ok := g.fragments[fragment]; !ok {
			g.fragments[strings.Clone(fragment)] = struct{}{}
			a.bounds.AddKept(int64(len(fragment)))
		}
	})
}

// HoldExternal makes the checker keep the links to external targets until AskHeld. Call it
// before any is added.
func (a *Checker) HoldExternal() {
	a.HoldsExternal, a.asked, a.recorded = true, askedFragments{}, map[*Target]*answer{}
}

// AskHeld requests the external targets that were held, but for those for which from has an
// answer that is enough for their links. The error is that of AskRecorded.
func (a *Checker) AskHeld(ctx context.Context, from Recorded) error {
	var err error
	a.WithLock(func() {
		err = a.useAnswersLocked(ctx, &from)
		a.HoldsExternal = false
		for _, t := range a.external {
			if t.IsOpen() && t.claimed != NoLevel && from.Asks(t.URL.Host) {
				a.Queue.Add(a.host(t), Task{Target: t, Level: t.claimed})
			}
		}
	})
	a.Run(ctx)
	return err
}

// useAnswersLocked settles the external targets that were held by the answers of other runs.
func (a *Checker) useAnswersLocked(ctx context.Context, from *Recorded) error {
	answers := newAnswerStream(from.Answers)
	defer answers.stop()
	if err := a.joinNetworkLocked(answers); err != nil {
		return err
	}
	for !answers.isDone && ctx.Err() == nil {
		r, name, err := answers.read()
		if err != nil {
			return err
		}
		t := a.external[name]
		if t != nil && t.claimed != NoLevel && !t.IsAnswered() && r.servesAll(a.asked[t]) {
			t.State = State{}
			a.useLocked(t, r)
			a.judgeHeldLocked(t)
		}
		if err := answers.step(); err != nil {
			return err
		}
	}
	return nil
}

// judgeHeldLocked judges the links that waited for t, which the answer of another run settled.
func (a *Checker) judgeHeldLocked(t *Target) {
	if t.Held == nil {
		return
	}
	waiting := t.Held.Waiting
	t.Held.Waiting = nil
	waiting.each(func(e WaitingLink) {
		if !t.Satisfies(e.Fragment) || a.isLostLocked(t, e.Fragment) {
			a.judgeRecordedLocked(t, a.unpack(e))
		}
	})
	t.letGo()
}

// joinNetworkLocked takes over what other runs found out about the network.
func (a *Checker) joinNetworkLocked(answers *answerStream) error {
	network, err := answers.network()
	if err != nil {
		return err
	}
	a.network = network
	if network.isConnected {
		a.isConnected.Store(true)
	}
	return nil
}

// expectRecordedLocked claims the targets of recorded links.
func (a *Checker) expectRecordedLocked(ctx context.Context, from *Recorded) error {
	answers := newAnswerStream(from.Answers)
	defer answers.stop()
	if err := a.joinNetworkLocked(answers); err != nil {
		return err
	}
	a.further.sort()
	var group linkGroup
	for r, err := range facts.Join(from.Links, facts.External) {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		if group.fragments == nil || !bytes.Equal(group.key, r.Key) {
			if err := a.expectGroupLocked(&group, answers, from); err != nil {
				return err
			}
			if err := a.expectFurtherLocked(r.Key, answers, from); err != nil {
				return err
			}
			if err := group.begin(r, a.further.take(r.Key)); err != nil {
				return invalid(from.Links[r.From], err)
			}
		}
		if err := group.add(r); err != nil {
			return invalid(from.Links[r.From], err)
		}
	}
	if err := a.expectGroupLocked(&group, answers, from); err != nil {
		return err
	}
	return a.expectFurtherLocked(nil, answers, from)
}

// expectFurtherLocked claims the targets of further links whose keys are before one; nil is
// behind all.
func (a *Checker) expectFurtherLocked(before []byte, answers *answerStream, from *Recorded) error {
	for g := a.further.first(before); g != nil; g = a.further.first(before) {
		if err := a.expectGroupLocked(g, answers, from); err != nil {
			return err
		}
	}
	return nil
}

// invalid says that a file has a record that no run writes.
func invalid(f *facts.File, err error) error {
	return fmt.Errorf("could not use the facts %q: %w; run this shard again", f.Name(), err)
}

// expectGroupLocked claims the target of a group for all its links, unless an answer is
// enough for them.
func (a *Checker) expectGroupLocked(g *linkGroup, answers *answerStream, from *Recorded) error {
	if g.fragments == nil || !from.Asks(g.url.Host) {
		return nil
	}
	found, err := answers.find(g)
	if err != nil {
		return err
	}
	t := a.TargetLocked(g.url, false)
	switch {
	case found != nil:
		a.useLocked(t, found)
	case !a.job.Config.External && !t.IsAnswered():
		t.close(byFacts)
		t.Outcome = &check.Outcome{Verdict: link.Skipped, Reason: link.ExternalOff}
	}
	for fragment := range g.fragments {
		a.ExpectLocked(t, fragment, LevelAnswer)
	}
	return nil
}

// useLocked settles t, which is not claimed, by the answer of another run. What the rules
// and the checkout say of it counts more.
func (a *Checker) useLocked(t *Target, r *answer) {
	if t.claimed != NoLevel && t.closedBy != byCache {
		return
	}
	a.results.drop(t)
	t.close(byFacts)
	a.job.Progress.Record(t.Outcome, &r.outcome)
	t.Outcome, t.FixedFragment = r.outcome.Kept(), true
	if r.outcome.Status != 0 {
		a.job.Accepts(r.outcome.Status, t.URL) // which notes that the patterns of accept are used
	}
	for _, lost := range r.fragments {
		if lost != nil {
			a.recorded[t] = r
			return
		}
	}
}

// answerStream finds the answers for targets that come in the order of their keys.
type answerStream struct {
	files []*facts.File
	next  func() (facts.Joined, error, bool)
	stop  func()
	// at is the first record that was not passed, unless isDone.
	at     facts.Joined
	isDone bool
}

func newAnswerStream(files []*facts.File) *answerStream {
	s := &answerStream{files: files}
	s.next, s.stop = iter.Pull2(facts.Join(files, facts.Answers))
	return s
}

// step takes the next record.
func (s *answerStream) step() error {
	r, err, ok := s.next()
	s.at, s.isDone = r, !ok
	return err
}

// network adds up what runs found out about the network. Their records come first.
func (s *answerStream) network() (n networkFacts, err error) {
	for {
		if err := s.step(); err != nil || s.isDone || len(s.at.Key) > 0 {
			return n, err
		}
		if err := n.add(facts.NewDecoder(s.at.Value)); err != nil {
			return n, invalid(s.files[s.at.From], err)
		}
	}
}

// find returns the first answer that is enough for all links of a group; nil when there is
// none.
func (s *answerStream) find(g *linkGroup) (found *answer, err error) {
	for !s.isDone {
		c := bytes.Compare(s.at.Key, g.key)
		if c > 0 {
			break
		}
		if c == 0 && found == nil {
			r, _, err := s.read()
			if err != nil {
				return nil, err
			}
			if r.servesAll(g.fragments) {
				found = r
			}
		}
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// read reads the answer that the stream is at, and the name of its target.
func (s *answerStream) read() (r *answer, name string, err error) {
	d := facts.NewDecoder(s.at.Value)
	if name = d.String(); name == "" {
		name = string(s.at.Key)
	}
	if r, err = readAnswer(d); err != nil {
		return nil, "", invalid(s.files[s.at.From], err)
	}
	return r, name, nil
}

// JudgeRecorded judges the recorded links to the targets that AskRecorded requested, or
// that had an answer. Only faults are kept. The error is that of AskRecorded.
func (a *Checker) JudgeRecorded(ctx context.Context, from Recorded) error {
	for r, err := range facts.Join(from.Links, facts.External) {
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		d := facts.NewDecoder(r.Value)
		name := d.Bytes()
		if len(name) == 0 {
			name = r.Key
		}
		t := a.external[string(name)]
		if t == nil {
			continue
		}
		fragment := d.Bytes()
		if t.IsAnswered() && a.recorded[t] == nil && t.Satisfies(string(fragment)) {
			continue
		}
		at, err := check.ReadOccurrence(d)
		if err == nil {
			err = d.Done()
		}
		if err != nil {
			return invalid(from.Links[r.From], err)
		}
		if from.Placed != nil {
			at.Page = from.Placed(r.From, at.Page)
		}
		a.WithLock(func() { a.judgeRecordedLocked(t, check.OccurrenceRef{At: &at, Fragment: string(fragment)}) })
	}
	return nil
}

// judgeRecordedLocked judges one recorded link.
func (a *Checker) judgeRecordedLocked(t *Target, m check.OccurrenceRef) {
	if !t.IsAnswered() {
		if held := t.Hold(); len(held.Faults) == 0 || a.bounds.AddOccurrence() {
			held.Faults = append(held.Faults, m)
		}
		return
	}
	a.JudgeLocked(t, m)
}

// isLostLocked reports whether another run found that t lacks a fragment.
func (a *Checker) isLostLocked(t *Target, fragment string) bool {
	r := a.recorded[t]
	return r != nil && r.fragments[fragment] != nil
}

// lostLocked is the outcome for a fragment of t that is missing.
func (a *Checker) lostLocked(t *Target, name, fragment string) check.Outcome {
	if a.isLostLocked(t, fragment) {
		return *a.recorded[t].fragments[fragment]
	}
	o := t.lost(fragment)
	o.Suggestion = t.likely(name, fragment)
	return o
}
