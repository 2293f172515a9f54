package github

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

const (
	// maxAnnotations is how many of one level a runner shows for a step.
	maxAnnotations = 10
	// maxMessage is the most bytes of a message: a runner cuts it after 4,096 characters.
	maxMessage = 4096
	// maxTitle is the most code points of a title that may hold text of a page.
	maxTitle = 200
	// maxProblems is the most annotations for problems: the last of them holds those that exceed
	// it, so that findings are seen, too.
	maxProblems = 3
	// maxSpots is the most annotations for one finding.
	maxSpots = 3
	// maxInRound is how many annotations of one cause, or in one file, come before those of others.
	maxInRound = 3
	// manyOfOne is how many findings of one cause come as soon as a line of a source.
	manyOfOne = 5
)

// Files answers questions about the files of the workspace's repository. The zero Files is for a
// workspace without one: then file names are taken as they are.
type Files struct {
	// Path returns where a file that the report names lies in the repository; it is empty for what
	// lies outside. Nil takes every name as it is.
	Path func(file string) string
	// Tracks reports whether the repository holds the file at a path; nil when that is not known.
	Tracks func(path string) bool
	// Changed holds the paths of what the pull request changes; nil is nothing.
	Changed map[string]bool
	// IsOther is true when the files are those of another commit than the one under test: its lines
	// are not those of the findings.
	IsOther bool
}

// path is where a file lies in the repository; empty for what no annotation or address can name.
func (f Files) path(file string) string {
	switch {
	case file == "" || report.Clean(file, 0) != file:
		return ""
	case f.Path != nil:
		return f.Path(file)
	}
	return file
}

// Annotation is what a runner or a check run shows at a line, or on the page of the run.
type Annotation struct {
	level link.Verdict
	title string
	// file, line, column and end are a range of a line in the repository; empty and zero for what is
	// not known.
	file              string
	line, column, end int
	messages          []string
	// findings is how many it is about that no annotation before it is about.
	findings int
	// rank says where it is, and round how many of the same cause come before it.
	rank, round int
}

// levels are the levels of annotations, by the verdicts that they are for: errors, warnings, notices.
var levels = []link.Verdict{link.Broken, link.Unverified, link.Redirected}

// The ranks of annotations; problems have none and come first. Within these, links inside the site
// come first.
const (
	inChange = 1 // in a file that the pull request changes
	inSource = 3
	inPage   = 5
	nowhere  = 7
)

// before orders annotations: first problems and what the pull request changes, last what has no file.
// Between them each cause has its first annotations before any has further ones, and lines of sources
// come before pages.
func before(a, b Annotation) int {
	class := func(a Annotation) int {
		switch {
		case a.rank < inSource:
			return inChange
		case a.rank < nowhere:
			return inSource
		}
		return nowhere
	}
	return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(a.round, b.round), cmp.Compare(a.rank, b.rank))
}

// Annotations returns one annotation for each problem, and one or more for each cause of findings that
// no baseline knows, at the lines that an author can edit. Those on one line are one, and so are those
// without a file in the repository. They are ordered by verdict, then by what to do first.
func Annotations(r *link.Report, files Files) []Annotation {
	var all []Annotation
	for i, p := range r.Problems {
		p = report.Clean(p, maxMessage)
		if i < maxProblems {
			all = append(all, Annotation{level: link.Broken, title: "The site was not checked completely", messages: []string{p}})
		} else {
			all[maxProblems-1].messages = append(all[maxProblems-1].messages, p)
		}
	}
	type line struct {
		level link.Verdict
		file  string
		line  int
	}
	seen, inFile := map[line]int{}, map[string]int{}
	for _, g := range report.Groups(r) {
		// Targets that were not reached are what the problem is about.
		if !g.IsNew() {
			continue
		}
		for _, a := range files.ofGroup(r, &g) {
			if a.file != "" { // a layout is a cause, too
				a.round = max(a.round, inFile[a.file]/maxInRound)
				inFile[a.file]++
			}
			key := line{a.level, a.file, a.line}
			if at, ok := seen[key]; ok && (a.line > 0 || a.file == "" && files.Tracks != nil && !files.IsOther) {
				all[at].fold(a)
				continue
			}
			seen[key] = len(all)
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b Annotation) int {
		return cmp.Or(cmp.Compare(slices.Index(levels, a.level), slices.Index(levels, b.level)), before(a, b))
	})
	return all
}

// fold adds another finding on the same line, or another without any.
func (a *Annotation) fold(b Annotation) {
	a.messages = append(a.messages, b.messages...)
	a.findings += b.findings
	a.rank, a.round = min(a.rank, b.rank), min(a.round, b.round)
	a.column, a.end = 0, 0
	a.title = fmt.Sprintf("%d %s links", max(len(a.messages), a.findings), a.level)
	if a.file == "" {
		a.title += " on pages that are not in the repository"
	}
}

// ofGroup returns the annotations of the findings of one cause. When one change fixes all, those in
// files that the pull request changes are enough, or else the best one.
func (f Files) ofGroup(r *link.Report, g *report.Group) []Annotation {
	var all []Annotation
	for _, finding := range g.Findings {
		for i, a := range f.ofFinding(r, finding) {
			a.round = len(all) / maxInRound
			if i == 0 {
				a.findings = 1
			}
			all = append(all, a)
		}
	}
	n := len(g.Findings)
	if n == 1 || !g.OneFix() {
		return all
	}
	slices.SortStableFunc(all, func(a, b Annotation) int { return cmp.Compare(a.rank, b.rank) })
	few := 1
	for few < min(len(all), maxSpots) && all[few].rank < inSource {
		few++
	}
	all = all[:few]
	for i := range all {
		all[i].round, all[i].findings = 0, 0
	}
	first := &all[0]
	first.title, first.findings = fmt.Sprintf("%d %s links with one cause", n, first.level), n
	if n >= manyOfOne {
		first.rank = min(first.rank, inSource)
	}
	before, name, after := g.Title()
	first.messages = append(first.messages, "One of "+before+report.Clean(name, maxTitle)+after+".")
	return all
}

// ofFinding returns the annotations of a finding, at places that no baseline lists: those in files
// that the pull request changes, else the first in a source, else the first in a page's file that the
// repository holds, else the first page.
func (f Files) ofFinding(r *link.Report, finding *link.Finding) []Annotation {
	var changed []Annotation
	best := Annotation{rank: nowhere + 1}
	page := ""
	for i := range finding.Occurrences {
		o := &finding.Occurrences[i]
		if o.Known || o.NotCaused && !finding.NotCaused {
			continue
		}
		a := f.at(o)
		isSame := func(b Annotation) bool {
			return a.file == b.file && a.line == b.line && a.column == b.column && a.end == b.end
		}
		if page == "" {
			page = cmp.Or(o.Page, o.File)
		}
		switch {
		case a.rank == inChange && len(changed) < maxSpots && !slices.ContainsFunc(changed, isSame):
			changed = append(changed, a)
		case a.rank < best.rank:
			best = a
		}
	}
	if len(changed) == 0 {
		changed = append(changed, best)
	}
	title := strings.ToUpper(string(finding.Verdict[:1])) + string(finding.Verdict[1:]) + " link: "
	if finding.Reason == link.URLLost {
		title, page = "Lost URL: ", ""
	}
	for i := range changed {
		a := &changed[i]
		a.level, a.messages, a.rank = finding.Verdict, []string{message(r, finding)}, min(a.rank, nowhere)
		a.title = title + report.Clean(finding.Target, maxTitle)
		if a.file == "" && page != "" {
			a.title += " on " + report.Clean(page, maxTitle)
		}
		if !finding.Internal {
			a.rank++
		}
	}
	return changed
}

// at returns an annotation at the place of an occurrence.
func (f Files) at(o *link.Occurrence) Annotation {
	a := Annotation{rank: nowhere}
	if f.IsOther {
		return a
	}
	if o.Source != nil {
		if path := f.path(o.Source.File); path != "" {
			a = Annotation{file: path, line: o.Source.Line, column: o.Source.Column, end: o.Source.EndColumn, rank: inSource}
		}
	} else if path := f.path(o.File); path != "" && (f.Tracks == nil || f.Tracks(path)) {
		a = Annotation{file: path, line: o.Line, column: o.Column, rank: inPage}
	}
	if a.file != "" && f.Changed[a.file] {
		a.rank = inChange
	}
	return a
}

// message describes a finding, and says how often it is linked.
func message(r *link.Report, f *link.Finding) string {
	s := report.Describe(r, f) + " (" + string(f.Reason) + ")"
	if n := len(f.Occurrences); n > 1 {
		s += fmt.Sprintf("; linked from %d places", n)
		if pages := report.PagesOf(f); pages > 1 && pages < n {
			s += fmt.Sprintf(" on %d pages", pages)
		}
	}
	return s
}

// Annotate shows the problems and findings. A runner shows ten annotations of each level: what is best
// placed goes first, and a tenth says how many more there are and where they are listed. summary is
// true when Summary is called, too. The error is that of the first command that could not be written,
// those of Mask and Group included.
func (w *Workflow) Annotate(r *link.Report, files Files, summary bool) error {
	if !w.active {
		return nil
	}
	all := Annotations(r, files)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, level := range levels {
		some := slices.DeleteFunc(slices.Clone(all), func(a Annotation) bool { return a.level != level })
		if len(some) > maxAnnotations {
			last := w.others(some[maxAnnotations-1:], summary, report.WhereAll(r))
			some = append(some[:maxAnnotations-1], last)
		}
		for _, a := range some {
			w.show(a)
		}
	}
	return w.out.err
}

// others returns the annotation in the place of those that exceed the budget. whereAll says where
// everything is.
func (w *Workflow) others(rest []Annotation, summary bool, whereAll string) Annotation {
	a := Annotation{level: rest[0].level}
	for _, r := range rest {
		a.findings += r.findings
	}
	where := "See the log of this step"
	if summary && w.getenv(summaryFile) != "" {
		where = "See the job summary"
	}
	if e, run := w.Event(), w.getenv("GITHUB_RUN_ID"); e.Server != "" && e.Repository != "" && run != "" {
		where += " (" + e.Server + "/" + e.Repository + "/actions/runs/" + run + ")"
	}
	a.title = fmt.Sprintf("%d more %s links", a.findings, a.level)
	a.messages = []string{where + "; " + whereAll + "."}
	return a
}

// AnnotateProblems shows problems that were found after the report was annotated.
func (w *Workflow) AnnotateProblems(problems []string) error {
	return w.Annotate(&link.Report{Problems: problems}, Files{}, false)
}

// show writes the command of an annotation.
func (w *Workflow) show(a Annotation) {
	// The older form of a command is looked for anywhere in a line.
	harmless := func(s string) string { return strings.ReplaceAll(s, "##[", `##\[`) }
	fields := map[string]string{"title": harmless(a.title)}
	for name, number := range map[string]int{"line": a.line, "col": a.column, "endColumn": a.end} {
		if number > 0 && a.file != "" && a.line > 0 && (name != "endColumn" || a.end > a.column) {
			fields[name] = strconv.Itoa(number)
		}
	}
	if a.file != "" {
		fields["file"] = harmless(a.file)
	}
	sdk, text := w.sdk.WithFieldsMap(fields), cut(harmless(strings.Join(a.messages, "\n")), maxMessage)
	switch a.level {
	case link.Broken:
		sdk.Errorf("%s", text)
	case link.Unverified:
		sdk.Warningf("%s", text)
	default:
		sdk.Noticef("%s", text)
	}
}

// cut shortens a text to a number of bytes.
func cut(s string, most int) string {
	const mark = "…"
	if len(s) <= most {
		return s
	}
	end := most - len(mark)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + mark
}
