package dir

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/check/page"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/weburl"
)

// advise looks among the files for the paths that wrong links perhaps meant, and on the
// pages for the fragments.
func (d *directory) advise(ctx context.Context, r *link.Report, sum *worker) {
	if len(r.Findings) > 0 && d.dir.Len() > maxAdvised {
		r.Notes = append(r.Notes, fmt.Sprintf("no suggestions are made for a site with more than %d files", maxAdvised))
		return
	}
	d.job.Progress.Phases.Begin(phase.Suggesting)
	forms := sync.OnceValue(func() *pageForms { return newPageForms(d.dir, []*worker{sum}) })
	linkedAs := func(file int32) string { return forms().path(file) }
	titles := titles{directory: d, known: map[int32]string{}}
	a := advice.Advisor{Job: d.job, Steps: d.steps, Report: r, Queries: true, Outside: sum.local.OutsideBase, Titled: titles.find, LinkedAs: linkedAs, HasFolder: d.dir.HasFolder, Site: suggest.Site{
		Len:  d.dir.Len(),
		Path: func(i int32) string { return "/" + d.dir.URLPath(i) },
		End:  d.end,
	}}
	a.AdvisePaths(ctx)
	titles.close()
	d.adviseFragments(ctx, r)
}

// maxAdvised is how many files a site may have for suggestions: the index of so many takes
// half a gigabyte.
const maxAdvised = 2_000_000

// maxTitles is how many pages are read for their titles: enough for what people
// look at, and quick.
const maxTitles = 512

// titles reads the titles of pages, each once.
type titles struct {
	*directory
	files *site.Reader
	// head has room for the beginning of a page.
	head  []byte
	known map[int32]string
}

// find returns the one of the files whose title is what all links to a finding's target
// read; negative when none is, or several are.
func (t *titles) find(f *link.Finding, files []int32) int32 {
	text := f.Occurrences[0].Text
	if text == "" || len(files) == 0 || slices.ContainsFunc(f.Occurrences, func(o link.Occurrence) bool { return o.Text != text }) {
		return -1
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = t.of(file)
	}
	i := suggest.Titled(text, names)
	if i < 0 || t.end(files[i]) != files[i] {
		return -1
	}
	return files[i]
}

// of is the title of a page; empty when it has none, or is not to be read.
func (t *titles) of(file int32) string {
	title, ok := t.known[file]
	if ok || len(t.known) == maxTitles || !t.kinds[file].IsPage() {
		return title
	}
	if t.files == nil {
		t.files, t.head = t.dir.NewReader(), make([]byte, content.MaxTitleAt)
	}
	text, _ := charset.Decode(t.files.ReadHead(file, t.head), "")
	title = content.TitleOf(text)
	t.known[file] = title
	return title
}

func (t *titles) close() {
	if t.files != nil {
		// What it keeps open was only read from.
		_ = t.files.Close()
	}
}

// maxPagesReread is how many pages are read again for the texts of their anchors: no
// reader reads a report about more of them to its end.
const maxPagesReread = 1000

// missed is a fragment that the page of a finding does not have.
type missed struct {
	finding *link.Finding
	// page is the finding's target up to the fragment.
	page, fragment string
}

// adviseFragments suggests a fragment for findings about one that does not exist: an anchor
// of the same page, or else the same anchor on the only other page that has it.
func (d *directory) adviseFragments(ctx context.Context, r *link.Report) {
	var files []int32
	pages := map[int32][]missed{}
	for i := range r.Findings {
		if ctx.Err() != nil {
			return
		}
		f := &r.Findings[i]
		page, fragment, ok := strings.Cut(f.Target, "#")
		if f.Reason != link.FragmentNotFound || !f.Internal || f.Suggestion != "" || !ok || isMap(f) {
			continue
		}
		path, query := check.CutQuery(page)
		u := d.job.Scope.Page(path[1:])
		u.Query = query
		entry := d.land(u).Entry
		if entry.Kind != site.Found {
			continue
		}
		file := d.end(entry.File)
		if file < 0 {
			continue
		}
		if file != entry.File {
			page = "/" + d.dir.URLPath(file)
		}
		if pages[file] == nil {
			if len(files) == maxPagesReread {
				continue
			}
			files = append(files, file)
		}
		pages[file] = append(pages[file], missed{f, page, fragment})
	}
	d.eachDocument(ctx, "reread", files, scan.Options{IDs: true}, func(_ int, file int32, doc *page.Document, _, _ error) {
		d.adviseFrom(ctx, d.facts[file].Load(), doc.Page.IDs, pages[file])
	})
	d.adviseOnOtherPages(ctx, files, pages)
}

// isMap reports whether a finding is about the map of an image.
func isMap(f *link.Finding) bool {
	return len(f.Occurrences) > 0 && f.Occurrences[0].Attribute == "usemap"
}

// adviseFrom suggests the nearest anchor for each missing fragment of one page. The page
// may have changed since it was read, so only anchors that facts has count.
func (d *directory) adviseFrom(ctx context.Context, facts *page.Facts, ids []string, all []missed) {
	anchors := suggest.NewAnchors(ids)
	for _, l := range all {
		if ctx.Err() != nil {
			return
		}
		id := anchors.Nearest(l.fragment)
		right := weburl.EscapeFragment(id)
		if id != "" && right != l.fragment && facts != nil && weburl.Indicated(right, facts.Has) {
			l.finding.Suggestion = l.page + "#" + right
		}
	}
}

// distinct is how many letters a fragment has at least that is looked for on
// other pages: short ones, such as "usage", are on many for different things.
const distinct = 8

// adviseOnOtherPages looks for the fragments that are lost on their pages on all
// others.
func (d *directory) adviseOnOtherPages(ctx context.Context, files []int32, pages map[int32][]missed) {
	found := map[uint64]int32{}
	for _, file := range files {
		for _, l := range pages[file] {
			if l.finding.Suggestion == "" && isDistinct(l.fragment) {
				found[scan.HashAnchor(weburl.Unescape(l.fragment))] = noRefresh
			}
		}
	}
	if len(found) == 0 {
		return
	}
	for file := range int32(len(d.facts)) {
		facts := d.facts[file].Load()
		if ctx.Err() != nil {
			return
		}
		if facts == nil || !d.kinds[file].IsPage() || pagekind.IsErrorPage("/"+d.dir.URLPath(file)) {
			continue
		}
		for _, hash := range facts.Anchors {
			if other, ok := found[hash]; ok && other == noRefresh {
				found[hash] = file
			} else if ok {
				found[hash] = unknownPage
			}
		}
	}
	for _, file := range files {
		for _, l := range pages[file] {
			other, ok := found[scan.HashAnchor(weburl.Unescape(l.fragment))]
			if ok && other >= 0 && l.finding.Suggestion == "" && d.refreshes[other] == noRefresh && isDistinct(l.fragment) {
				l.finding.Suggestion = "/" + d.dir.URLPath(other) + "#" + l.fragment
			}
		}
	}
}

func isDistinct(fragment string) bool {
	letters := 0
	for _, r := range weburl.Unescape(fragment) {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= distinct
}
