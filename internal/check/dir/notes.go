package dir

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/project"
)

// judgeRules judges where the host's rules lead: each is a link that an author
// wrote, whether a page uses it or not.
func (r *worker) judgeRules(rules []hosting.Rule) {
	origin := &link.Origin{Element: link.RuleElement}
	for i := range rules {
		if !rules[i].Literal {
			continue
		}
		r.links++
		r.job.Progress.Links.Add(1)
		l := link.Link{Origin: origin, Raw: rules[i].To}
		r.ref = page.ReferenceTo[int32](link.NoKind, &l, r.ruleDestination(l.Raw))
		r.judge(check.OccurrenceRef{Page: r.rulePage(), Index: int32(i)}, &l, &r.ref)
	}
}

// caseNote says which targets have the right file only because the host ignores case.
func caseNote(targets *targets, host project.Choice) []string {
	var names []string
	for i := range targets.others {
		if targets.others[i].Entry.OtherCase {
			names = append(names, targets.others[i].name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	return []string{fmt.Sprintf("%s %s only in upper and lower case, such as %s; %s accepts this, but most hosts do not",
		check.Count(len(names), "target"), check.Plural(len(names), "differs from its file", "differ from their files"), check.FirstNames(names), host.Profile.Name())}
}

// maxFaults is how many faults of rules are listed: all of a file that was written by
// hand.
const maxFaults = 100

// hostingNotes name the host whose rules apply to the directory, and the faults of these
// rules.
func hostingNotes(host project.Choice) []string {
	var notes []string
	if host.Why != "" {
		notes = append(notes, fmt.Sprintf("hosting: %s, %s", host.Profile.Name(), host.Why))
	}
	if note := catchAllNote(host.Profile); note != "" {
		notes = append(notes, note)
	}
	faults := slices.DeleteFunc(slices.Clone(host.Profile.Faults()), isUnread)
	for i, fault := range faults {
		if i == maxFaults {
			notes = append(notes, fmt.Sprintf("%d more rules of the host have errors", len(faults)-i))
			break
		}
		notes = append(notes, placeOf(fault)+": "+fault.Message)
	}
	return notes
}

// placeOf returns where a fault is, as editors read it.
func placeOf(fault hosting.Fault) string {
	if fault.Line == 0 {
		return fault.Source
	}
	return fmt.Sprintf("%s:%d", fault.Source, fault.Line)
}

func isUnread(fault hosting.Fault) bool { return fault.Unread }

// hostingProblems say which files of rules were not read, so that links were judged
// without them.
func (d *directory) hostingProblems() []string {
	problems := d.dir.Locked()
	for _, fault := range d.dir.Hosting().Profile.Faults() {
		if fault.Unread {
			problems = append(problems, placeOf(fault)+": "+fault.Message+"; make it smaller, or set hosting: plain if the host does not use it")
		}
	}
	return problems
}

// catchAllNote says that the host answers at every path, where a rule or a program
// of the deployment makes it do so: a run that finds nothing has to say why. A
// host that does so by itself, or by a file that linkvet does not read, has a fault.
func catchAllNote(profile hosting.Profile) string {
	answer := profile.Answer(hosting.Request{Path: hosting.NoSuchPath})
	for i, a := range append([]hosting.Answer{answer}, answer.Or...) {
		switch {
		case a.Kind == hosting.File && a.Rule != nil:
			return fmt.Sprintf("%s:%d: this rule serves %s for every path that does not exist, so links to missing pages are not reported as broken",
				a.Rule.Source, a.Rule.Line, a.File)
		case a.Kind == hosting.Unknown && a.Rule != nil:
			return fmt.Sprintf("%s:%d: the destination of this rule may answer for every path, so links to missing pages are not reported as broken",
				a.Rule.Source, a.Rule.Line)
		case a.Kind == hosting.Unknown && i == 0:
			return "a function or other code of the deployment may answer for every path, so links to missing pages are not reported as broken"
		}
	}
	return ""
}

// indexNote says which targets are ok only because the unknown host is taken to send
// another file than index.html for a directory.
func indexNote(targets *targets) []string {
	var names, files []string
	for i := range targets.others {
		if other := &targets.others[i]; other.Entry.OtherIndex {
			names = append(names, other.name)
			files = append(files, path.Base(targets.dir.Path(other.Entry.File)))
		}
	}
	if len(names) == 0 {
		return nil
	}
	slices.Sort(names)
	slices.Sort(files)
	return []string{fmt.Sprintf("targets that lead to %s in place of index.html: %d, such as %s; to check for your host, set hosting",
		strings.Join(slices.Compact(files), " or "), len(names), check.FirstNames(names[:1]))}
}
