package actions

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// annotation is what a runner shows beside a line, or on the page of the run.
type annotation struct {
	level        level
	title        string
	file         string // "" none
	line, column int    // 0 none
	messages     []string
	rank         int // the lower, the sooner it is shown
}

// Annotate shows the findings that no baseline knows, and the problems, beside
// the lines that an author can edit. A runner shows ten annotations of each
// level: what is best placed goes first, and a tenth says how many more there
// are. The error is that of the first command that could not be written, those
// of Mask and Group included.
func (w *Workflow) Annotate(r *link.Report) error {
	if !w.active {
		return nil
	}
	all := annotations(r)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, l := range []level{failure, caution, remark} {
		var some []annotation
		for _, a := range all {
			if a.level == l {
				some = append(some, a)
			}
		}
		for _, a := range within(some, l) {
			w.show(a)
		}
	}
	return w.out.err
}

// within keeps the best annotations of a level when they exceed the budget.
func within(some []annotation, l level) []annotation {
	slices.SortStableFunc(some, func(a, b annotation) int { return cmp.Compare(a.rank, b.rank) })
	if len(some) <= maxAnnotations {
		return some
	}
	rest := 0
	for _, a := range some[maxAnnotations-1:] {
		rest += len(a.messages)
	}
	return append(some[:maxAnnotations-1:maxAnnotations-1], annotation{
		level: l, title: fmt.Sprintf("%d more %s", rest, word(l)),
		messages: []string{"The log of this step lists all of them, and so does the job summary."},
	})
}

// annotations returns one for each problem and each new finding, those on the
// same line of the same file folded into one.
func annotations(r *link.Report) []annotation {
	var all []annotation
	for _, p := range r.Problems {
		all = append(all, annotation{level: failure, title: "The site was not checked to its end", messages: []string{report.Clean(p, maxMessage)}})
	}
	type line struct {
		level level
		file  string
		line  int
	}
	seen := map[line]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		// Targets that were not reached are what the problem is about.
		if f.Known || f.Reason == link.NotReached {
			continue
		}
		a := annotationOf(f)
		key := line{a.level, a.file, a.line}
		if j, ok := seen[key]; ok && a.line > 0 && a.file != "" {
			all[j].fold(a)
			continue
		}
		seen[key] = len(all)
		all = append(all, a)
	}
	return all
}

// fold adds another finding on the same line.
func (a *annotation) fold(b annotation) {
	a.messages = append(a.messages, b.messages...)
	a.rank = min(a.rank, b.rank)
	a.column = 0
	a.title = fmt.Sprintf("%d %s links", len(a.messages), word(a.level))
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

// The ranks of annotations. Problems have none and come first; then what stands
// in a source, which is shown beside the change, then in a page's file; within
// these, links inside the site.
const (
	inSource = 1
	inFile   = 3
	nowhere  = 5
)

// annotationOf places a finding at the first of its occurrences that has a
// source, else at its first.
func annotationOf(f *link.Finding) annotation {
	a := annotation{level: remark, rank: nowhere, messages: []string{message(f)}}
	switch f.Verdict {
	case link.Broken:
		a.level = failure
	case link.Unverified:
		a.level = caution
	}
	target := report.Clean(f.Target, maxTitle)
	a.title = strings.ToUpper(word(a.level)[:1]) + word(a.level)[1:] + " link: " + target
	if len(f.Occurrences) > 0 {
		at := max(slices.IndexFunc(f.Occurrences, func(o link.Occurrence) bool { return o.Source != nil }), 0)
		a.locate(&f.Occurrences[at])
	}
	if !f.Internal {
		a.rank++
	}
	return a
}

// locate says where an annotation belongs. A page that has no file, or one whose
// name no command can carry, is named in the title.
func (a *annotation) locate(o *link.Occurrence) {
	file, line, column, rank := o.File, o.Line, o.Column, inFile
	if o.Source != nil {
		file, line, column, rank = o.Source.File, o.Source.Line, o.Source.Column, inSource
	}
	if file == "" || report.Clean(file, 0) != file {
		a.title += " on " + report.Clean(cmp.Or(o.Page, file), maxTitle)
		return
	}
	a.file, a.line, a.column, a.rank = file, line, column, rank
}

// message says what is wrong with a target, what to write instead and how often
// it is linked.
func message(f *link.Finding) string {
	const most = 500
	s := report.Clean(f.Target, most) + ": " + report.Clean(report.Explain(f), most) + " (" + string(f.Reason) + ")"
	if f.Suggestion != "" {
		s += ". Did you mean " + report.Clean(f.Suggestion, most)
	}
	if n := len(f.Occurrences); n > 1 {
		s += fmt.Sprintf(". Linked in %d places", n)
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
