package dir

import (
	"context"
	"fmt"
	"sync"

	"github.com/linkvet/linkvet/internal/check/advice"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/phase"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/site"
	"github.com/linkvet/linkvet/internal/suggest"
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
	a := advice.Advisor{Job: d.job, Steps: d.steps, Report: r, Queries: true, Titled: titles.find, LinkedAs: linkedAs, HasFolder: d.dir.HasFolder, Site: suggest.Site{
		Len:  d.dir.Len(),
		Path: func(i int32) string { return "/" + d.dir.URLPath(i) },
		End:  d.end,
	}}
	a.AdvisePaths(ctx)
	r.Note(a.BasePathNote(ctx, sum.local.OutsideBase))
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

// find returns the one of the files whose title is what a link to a finding's
// target reads; negative when none is, or several are.
func (t *titles) find(f *link.Finding, files []int32) int32 {
	texts := map[string]bool{}
	for i := range min(len(f.Occurrences), advice.MaxUses) {
		if text := f.Occurrences[i].Text; text != "" {
			texts[text] = true
		}
	}
	if len(texts) == 0 || len(files) == 0 {
		return -1
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = t.of(file)
	}
	found := int32(-1)
	for text := range texts {
		i := suggest.Titled(text, names)
		switch {
		case i < 0:
		case found >= 0 && found != files[i]:
			return -1
		default:
			found = files[i]
		}
	}
	if found >= 0 && t.end(found) != found {
		return -1
	}
	return found
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
