package github

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/contain"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/report"
)

// The bounds that a runner sets on annotations: how many of one level it shows
// for a step, and after how many UTF-16 units it cuts a message.
const (
	maxAnnotations = 10
	maxMessage     = 4096
)

// level is the command by which an annotation is made.
type level string

const (
	failure level = "error"
	caution level = "warning"
	remark  level = "notice"
)

// annotation is what a runner shows at a line, or on the page of the run.
type annotation struct {
	level       level
	title       string
	file        string // "" none
	line        int    // 0 none
	column, end int    // 0 none
	messages    []string
	// findings is how many it is about, here is the same with those that have another
	// annotation before it.
	findings, here int
	// rank and round say how soon it is shown: see before. round counts the annotations
	// of one cause.
	rank, round int
}

// maxProblems is the most annotations for problems: the last of them holds those
// that exceed it, so that findings are seen, too.
const maxProblems = 3

// Annotate shows the problems, and the findings that no baseline knows beside the
// lines that an author can edit. A runner shows ten annotations of each level:
// what is best placed goes first, and a tenth says how many more there are and
// where they are listed. summary is true when Summary is called, too. The error is
// that of the first command that could not be written, those of Mask and Group
// included.
func (w *Workflow) Annotate(r *link.Report, files Files, summary bool) error {
	if !w.active {
		return nil
	}
	var all []annotation
	omitted := map[link.Verdict]int{}
	summary = summary && w.getenv(summaryFile) != ""
	if problem := contain.Panic("write the annotations", "", func() {
		all = annotations(r, files)
		if summary && len(all) > maxAnnotations {
			omitted = report.MarkdownOmits(r, w.summaryOptions(r, files))
		}
	}); problem != "" {
		return errors.New(problem)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range []level{failure, caution, remark} {
		var some []annotation
		for _, a := range all {
			if a.level == l {
				some = append(some, a)
			}
		}
		for _, a := range within(some, l, w.more(r, l, summary, omitted[verdictOf(l)])) {
			w.show(a)
		}
	}
	return w.out.err
}

// more says where the findings of a level are that have no annotation. The job
// summary omits so many of them.
func (w *Workflow) more(r *link.Report, l level, summary bool, omitted int) string {
	where := "See the log of this step"
	switch {
	case summary && omitted == 0:
		where = "The job summary lists all"
	case summary:
		where = fmt.Sprintf("The job summary leaves out %d %s targets", omitted, word(l))
	}
	if server, repository, run := w.getenv("GITHUB_SERVER_URL"), w.getenv("GITHUB_REPOSITORY"), w.getenv("GITHUB_RUN_ID"); server != "" && repository != "" && run != "" {
		where += " (" + server + "/" + repository + "/actions/runs/" + run + ")"
	}
	if summary && omitted == 0 && r.JSONPath == "" {
		return where + "."
	}
	return where + "; " + report.WhereAll(r) + "."
}

// within keeps the best annotations of a level when they exceed the budget. more
// says where to find the others.
func within(some []annotation, l level, more string) []annotation {
	slices.SortStableFunc(some, before)
	if len(some) <= maxAnnotations {
		return some
	}
	rest, hidden := 0, some[maxAnnotations-1:]
	for _, a := range hidden {
		rest += a.findings
	}
	last := annotation{level: l, title: fmt.Sprintf("%d more %s links", rest, word(l))}
	if in := filesOf(hidden); in != "" {
		last.messages = append(last.messages, "In "+in+".")
	}
	last.messages = append(last.messages, more)
	return append(some[:maxAnnotations-1:maxAnnotations-1], last)
}

// maxFiles is the most files that the last annotation names.
const maxFiles = 5

// filesOf names the files of annotations, each once.
func filesOf(some []annotation) string {
	var names []string
	seen := map[string]bool{}
	for _, a := range some {
		if a.file != "" && !seen[a.file] {
			names = append(names, a.file)
			seen[a.file] = true
		}
	}
	if rest := len(names) - maxFiles; rest == 1 {
		names = append(names[:maxFiles], "one more file")
	} else if rest > 1 {
		names = append(names[:maxFiles], fmt.Sprintf("%d more files", rest))
	}
	return strings.Join(names, ", ")
}

// annotations returns one for each problem, and one or more for each cause of new findings,
// those on the same line of the same file folded into one, and those that have no
// file in the repository into one for each level.
func annotations(r *link.Report, files Files) []annotation {
	var all []annotation
	for i, p := range r.Problems {
		p = report.Clean(p, maxMessage)
		if i < maxProblems {
			all = append(all, annotation{level: failure, title: "The site was not checked completely", messages: []string{p}})
		} else {
			last := &all[maxProblems-1]
			last.messages = append(last.messages, p)
		}
	}
	type line struct {
		level level
		file  string
		line  int
	}
	seen, inFile := map[line]int{}, map[string]int{}
	for _, g := range report.Groups(r) {
		// Targets that were not reached are what the problem is about.
		if g.Known() || g.NotCaused() || g.Findings[0].Reason == link.NotReached {
			continue
		}
		for _, a := range ofGroup(&g, files) {
			if a.file != "" { // a layout is a cause, too
				a.round = max(a.round, inFile[a.file]/maxInRound)
				inFile[a.file]++
			}
			key := line{a.level, a.file, a.line}
			if j, ok := seen[key]; ok && (a.line > 0 && a.file != "" || a.file == "" && files.Known() && !files.IsOther) {
				all[j].fold(a)
				continue
			}
			seen[key] = len(all)
			all = append(all, a)
		}
	}
	return all
}

// fold adds another finding on the same line, or another without any.
func (a *annotation) fold(b annotation) {
	a.messages = append(a.messages, b.messages...)
	a.findings += b.findings
	a.here += b.here
	a.rank, a.round = min(a.rank, b.rank), min(a.round, b.round)
	a.column, a.end = 0, 0
	a.title = fmt.Sprintf("%d %s links", a.here, word(a.level))
	if a.file == "" {
		a.title += " on pages that are not in the repository"
	}
}

// word is the verdict that a level stands for.
func word(l level) string {
	switch l {
	case failure:
		return "broken"
	case caution:
		return "unverified"
	default:
		return "redirected"
	}
}

// verdictOf is the verdict of the findings of a level.
func verdictOf(l level) link.Verdict {
	switch l {
	case failure:
		return link.Broken
	case caution:
		return link.Unverified
	default:
		return link.Redirected
	}
}

// The ranks of annotations. Problems have none and come first; then what is
// in a file that the pull request changes; then in a source, then in a page's
// file; within these, links inside the site.
const (
	inChange = 1
	inSource = 3
	inFile   = 5
	nowhere  = 7
)

// annotationOf returns the annotation of a finding at a spot.
func annotationOf(f *link.Finding, s spot) annotation {
	a := annotation{level: remark, rank: nowhere, here: 1, messages: []string{message(f)}}
	switch f.Verdict {
	case link.Broken:
		a.level = failure
	case link.Unverified:
		a.level = caution
	}
	target := report.Clean(f.Target, maxTitle)
	isLost := f.Reason == link.URLLost
	a.title = "Lost URL: " + target
	if !isLost {
		a.title = strings.ToUpper(word(a.level)[:1]) + word(a.level)[1:] + " link: " + target
	}
	switch {
	case s.file != "":
		a.file, a.line, a.column, a.end, a.rank = s.file, s.line, s.column, s.end, s.rank
	case s.page != "" && !isLost:
		a.title += " on " + report.Clean(s.page, maxTitle)
	}
	if !f.Internal {
		a.rank++
	}
	return a
}

// message says what is wrong with a target, what to write instead and how often
// it is linked.
func message(f *link.Finding) string {
	const most = 500
	s := report.Clean(f.Target, most) + ": " + report.Clean(report.Explain(f), most) + " (" + string(f.Reason) + ")"
	switch {
	case !report.Advises(f):
	case f.Reason == link.URLLost:
		s += ". Redirect it to " + report.Clean(f.Suggestion, most)
	case f.Verdict == link.Redirected:
		s += ". Use " + report.Clean(f.Suggestion, most)
	default:
		s += ". Did you mean " + report.Clean(f.Suggestion, most)
	}
	if n := len(f.Occurrences); n > 1 {
		s += fmt.Sprintf(". Linked from %d places", n)
		if pages := report.PagesOf(f); pages > 1 && pages < n {
			s += fmt.Sprintf(" on %d pages", pages)
		}
	}
	return s
}

// show writes the command of an annotation.
func (w *Workflow) show(a annotation) {
	fields := map[string]string{"title": harmless(a.title)}
	if a.file != "" {
		fields["file"] = harmless(a.file)
	}
	if a.file != "" && a.line > 0 {
		fields["line"] = strconv.Itoa(a.line)
		if a.column > 0 {
			fields["col"] = strconv.Itoa(a.column)
			if a.end > a.column {
				fields["endColumn"] = strconv.Itoa(a.end)
			}
		}
	}
	sdk, text := w.sdk.WithFieldsMap(fields), cut(harmless(strings.Join(a.messages, "\n")))
	switch a.level {
	case failure:
		sdk.Errorf("%s", text)
	case caution:
		sdk.Warningf("%s", text)
	default:
		sdk.Noticef("%s", text)
	}
}

// harmless keeps the older form of a command, which is looked for anywhere in a
// line, out of s.
func harmless(s string) string { return strings.ReplaceAll(s, "##[", `##\[`) }

// cut shortens a message to what a runner shows of it, however it counts the
// characters that are escaped on the way.
func cut(s string) string {
	n, keep := 0, 0
	for i, r := range s {
		switch {
		case r == '%' || r == '\n' || r == '\r':
			n += 3
		case r > 0xffff:
			n += 2
		default:
			n++
		}
		if n > maxMessage {
			return s[:keep] + "…"
		}
		if n < maxMessage {
			keep = i + len(string(r))
		}
	}
	return s
}
