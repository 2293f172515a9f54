package report

import (
	"fmt"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestStart(t *testing.T) {
	t.Parallel()
	folder := func(n int) (all []link.Finding) {
		for i := range n {
			all = append(all, below("/api/", fmt.Sprintf("/api/%d", i), from(fmt.Sprintf("%d.md", i), 1)))
		}
		return all
	}
	single := func(n int) (all []link.Finding) {
		for i := range n {
			all = append(all, lost(fmt.Sprintf("/%d", i), from(fmt.Sprintf("s%d.md", i), 1)))
		}
		return all
	}
	unbuilt := func(n, drafts int, all ...link.Finding) *link.Report {
		r := reportOf(all...)
		r.Unbuilt, r.UnbuiltDrafts, r.UnbuiltSource = n, drafts, "docs/a.md"
		return r
	}
	incomplete := reportOf(folder(9)...)
	incomplete.Complete = false
	known := reportOf(folder(9)...)
	for i := range known.Findings {
		known.Findings[i].Known = true
	}
	nav := lost("/old/", onPages(9, from("nav.html", 3))...)
	other := lost("/gone/", onPages(9, from("nav.html", 4))...)
	var translated []link.Finding
	for _, language := range []string{"de", "es", "fr"} {
		f := lost("/"+language+"/x", onPages(2, link.Occurrence{Link: "../x"})...)
		for i := range f.Occurrences {
			f.Occurrences[i].Page += language
		}
		translated = append(translated, f)
	}
	for name, tt := range map[string]struct {
		report *link.Report
		want   string
	}{
		"nothing":                {report: clean(), want: ""},
		"few":                    {report: reportOf(folder(4)...), want: ""},
		"known":                  {report: known, want: ""},
		"incomplete":             {report: incomplete, want: ""},
		"all of one cause":       {report: reportOf(folder(9)...), want: "all 9 broken targets are in the folder /api/, which does not exist"},
		"most of one cause":      {report: reportOf(append(single(7), folder(9)...)...), want: "9 of 16 broken targets are in the folder /api/, which does not exist"},
		"a base path":            {report: based(), want: "24 of 24 missing targets exist without /docs/: is the site served there?"},
		"no build":               {report: unbuilt(680, 0, single(9)...), want: "680 missing pages have sources here, such as docs/a.md: is the build complete?"},
		"some drafts":            {report: unbuilt(9, 1, single(9)...), want: "9 missing pages have sources here, such as docs/a.md (1 draft): is the build complete?"},
		"drafts":                 {report: unbuilt(9, 9, single(9)...), want: "9 missing pages have sources here that are drafts, such as docs/a.md: publish them, or remove the links"},
		"a line on many pages":   {report: reportOf(append(single(9), nav)...), want: "nav.html:3 puts a broken link on 9 pages: /old/"},
		"a layout":               {report: reportOf(append(single(9), nav, other)...), want: "2 of 11 broken targets come from one file: nav.html, on 9 pages"},
		"a link of translations": {report: reportOf(append(single(9), translated...)...), want: "3 of 12 broken targets are of the same link, ../x, on 6 pages"},
		"the first of the list":  {report: reportOf(append(single(4), nav)...), want: ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := start(tt.report); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
