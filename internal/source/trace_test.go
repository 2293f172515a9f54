package source

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// TestTrace expects the rules that named lines, and no line where they are left out.
func TestTrace(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{
		"content/guide.md": "[install](/instal/)\n",
		"content/other.md": "[twice](/twice/) and [twice](/twice/)\n",
	})
	trace := func(without ...string) []string {
		r := &link.Report{Findings: []link.Finding{
			internal("/instal/", anchor("/guide/", "/instal/", "install")),
			internal("/twice/", anchor("/other/", "/twice/", "twice"), anchor("/other/", "/twice/", "twice")),
		}}
		var named []string
		tr := &Trace{Named: func(o *link.Occurrence, rules string) { named = append(named, o.Link+": "+rules) }}
		if len(without) > 0 {
			tr.Without = without[0]
		}
		if err := Map(t.Context(), r, Options{Dir: dir, Trace: tr}); err != nil {
			t.Fatal(err)
		}
		return named
	}
	const pageFile = "a file that the page is made of"
	numbered := "/twice/: " + pageFile + "; equal links are numbered"
	if diff := cmp.Diff([]string{"/instal/: " + pageFile, numbered, numbered}, trace()); diff != "" {
		t.Errorf("all rules (-want +got):\n%s", diff)
	}
	number := rules[len(rules)-1].name
	if diff := cmp.Diff([]string{"/instal/: " + pageFile}, trace(number)); diff != "" {
		t.Errorf("without %q (-want +got):\n%s", number, diff)
	}
	if names := Rules(); !slices.Contains(names, number) || !slices.Contains(names, pageFile) {
		t.Errorf("the rules are %q", names)
	}
}
