package dir

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/health"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/weburl"
)

// remark adds to the report what the reading has shown besides links.
func (r *worker) remark() {
	host := r.dir.Hosting()
	slices.Sort(r.notes)
	r.Report.Notes = append(r.Report.Notes, r.notes...)
	r.Note(check.OutsideURLs.Of(int(r.sums.outside.Load()), nil))
	if host.Why != "" {
		r.Note(check.HostChosen.About(host.Profile.Name(), host.Why))
	}
	r.Note(catchAllNote(host.Profile))
	for _, fault := range host.Profile.Faults() {
		text := fault.Source + ": " + fault.Message
		if fault.Line > 0 {
			text = fmt.Sprintf("%s:%d: %s", fault.Source, fault.Line, fault.Message)
		}
		if fault.Unread {
			r.Problem(check.UnreadRules.About(text)) // links were judged without its rules
		} else {
			r.Note(text)
		}
	}
	r.Note(r.bareNote)
	r.judgeShells()
}

// catchAllNote says that the host answers at every path, where a rule or a program
// of the deployment makes it do so: a run that finds nothing has to say why. A
// host that does so by itself, or by a file that linkvet does not read, has a fault.
func catchAllNote(profile hosting.Profile) string {
	answer := profile.Answer(hosting.Request{Path: hosting.NoSuchPath})
	for i, a := range append([]hosting.Answer{answer}, answer.Or...) {
		place := ""
		if a.Rule != nil {
			place = fmt.Sprintf("%s:%d", a.Rule.Source, a.Rule.Line)
		}
		switch {
		case a.Kind == hosting.File && a.Rule != nil:
			return check.CatchAll.About(place, a.File)
		case a.Kind == hosting.Unknown && a.Rule != nil:
			return check.MayCatchAll.About(place)
		case a.Kind == hosting.Unknown && i == 0:
			return check.HasProgram.About()
		}
	}
	return ""
}

// judgeShells puts into the report what there is to say of pages that scripts fill.
func (r *worker) judgeShells() {
	page := func(file int32) *health.Page {
		p := &health.Page{Outcome: new(check.Outcome), IsRead: true}
		if file >= 0 {
			p.URL.Path, p.Name, p.Look = r.dir.Path(file), r.dir.File(file), r.shells[file]
		}
		return p
	}
	start := r.start()
	if start >= 0 {
		start = r.end(start)
	}
	site := health.Site{IsDirectory: true, Start: page(start), First: page(start), Others: r.Report.Stats.Pages - len(r.shells)}
	for file := range r.shells {
		site.Add(page(file))
	}
	site.Judge(r.Report)
}

// start is the file of the start page; negative for none.
func (d *directory) start() int32 {
	if entry := d.walk(d.Job.Scope.Page("")).entry; entry.Kind == site.Found {
		return entry.File
	}
	return nowhere
}

// markAboveRoot marks the missing targets to which all links climb above the root, and puts
// first a note about these links: no suggestion is right for them.
func markAboveRoot(r *link.Report) {
	links := 0
	var first *link.Occurrence
	for i := range r.Findings {
		f, above := &r.Findings[i], 0
		for j := range f.Occurrences {
			if o := &f.Occurrences[j]; o.AboveRoot && f.Internal && f.Reason == link.NotFound {
				if above++; first == nil {
					first = o
				}
			}
		}
		links += above
		f.AboveRoot = above > 0 && above == len(f.Occurrences)
	}
	if first != nil {
		r.Notes = slices.Insert(r.Notes, 0, check.ClimbingLinks.Of(links, nil, check.Shorten(weburl.Redact(first.Link), 200), check.Shorten(first.Page, 200)))
	}
}

// An unknown host is taken to serve pages without ".html" when links name at least minBare
// pages so, and nine in ten of all, as one may be a mistake of its author. Generators that leave
// ".html" out of their links write all of them so, and need a host that serves them: Next.js,
// SvelteKit, VitePress with cleanUrls, Docusaurus with trailingSlash: false, and Astro with the
// build format "file", among others. On other sites such a link is a mistake.
const minBare = 2

// judgeBare decides, when all pages are read, whether the unknown host serves pages without
// ".html". If it does not, the links to such paths are broken. r has the marks of all workers.
func (r *worker) judgeBare(workers []*worker) {
	var targets []*other
	files, full := map[int32]bool{}, 0
	for _, w := range workers {
		for i := range w.others {
			if t := &w.others[i]; t.entry.Bare {
				targets, files[t.entry.File] = append(targets, t), true
			}
		}
	}
	if len(files) == 0 {
		return
	}
	for file, m := range r.marks {
		if m&direct != 0 && strings.HasSuffix(r.dir.URLPath(int32(file)), hosting.PageExtension) {
			full++
		}
	}
	bare, text := len(files), check.MissingBare
	if r.isBare = bare >= minBare && full*9 <= bare; r.isBare {
		text = check.ServedBare
	}
	if r.isBare || bare > minBare {
		first := "/" + r.dir.URLPath(slices.Min(slices.Collect(maps.Keys(files))))
		r.bareNote = text.Of(bare, nil, check.FirstNames([]string{strings.TrimSuffix(first, hosting.PageExtension)}), check.FirstNames([]string{first}))
	}
	if r.isBare {
		return
	}
	r.dir.ServeNoBare()
	for _, t := range targets {
		t.entry = r.walk(r.Job.URLOf(t.name)).entry
		r.judgeTarget(t)
	}
}
