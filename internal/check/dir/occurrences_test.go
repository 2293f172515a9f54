package dir

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/checktest"
)

// However a page is made, the report shows what its links read, those judged at
// once and those judged at the end.
func TestTextsOfQuotedLinks(t *testing.T) {
	t.Parallel()
	const (
		links  = `<a href="b.html#nope">fragment</a><a href="gone.html">file</a><a ping="gone">ping</a>`
		nested = `<iframe srcdoc="<p><a href='lost.html'>inside</a>"></iframe>`
		svg    = `<svg><a xlink:href="pic.html">picture<title> of it</title></a></svg>`
	)
	usual := map[string]string{"b.html#nope": "fragment", "gone.html": "file", "gone": ""}
	with := func(raw, text string) map[string]string {
		all := map[string]string{raw: text}
		for k, v := range usual {
			all[k] = v
		}
		return all
	}
	tests := map[string]struct {
		page string
		want map[string]string
	}{
		"usual":           {page: links, want: usual},
		"with a srcdoc":   {page: links + nested, want: with("lost.html", "inside")},
		"with a picture":  {page: links + svg, want: with("pic.html", "picture of it")},
		"behind a srcdoc": {page: nested + links, want: with("lost.html", "inside")},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			job, dir := checktest.OpenPages(t, map[string]string{"a.html": tt.page, "b.html": ""})
			got := map[string]string{}
			for _, f := range Check(t.Context(), job, dir).Findings {
				for _, at := range f.Occurrences {
					got[at.Link] = at.Text
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("texts by link (-want +got):\n%s", diff)
			}
		})
	}
}
