package source

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// TestAMistakeOfOursCostsOneFinding maps findings of which one makes the mapping fail.
func TestAMistakeOfOursCostsOneFinding(t *testing.T) {
	t.Parallel()
	dir := sourcetest.Write(t, map[string]string{"content/a.md": "[x](/no/)\n[y](/nope/)\n[z](/never/)\n", "content/bad.md": "[y](/nope/)\n"})
	r := &link.Report{Mode: link.Live, Findings: []link.Finding{
		internal("/never/", anchor("/a/", "/never/", "z")),
		internal("/no/", anchor("/a/", "/no/", "x")),
		internal("/nope/", anchor("/bad/", "/nope/", "y"), anchor("/a/", "/nope/", "y")),
	}}
	read := func(page string) []byte {
		if page == "/bad/" {
			panic("a mistake of ours")
		}
		return nil
	}
	var problems []string
	opt := Options{Dir: dir, Read: read, Problem: func(problem string) { problems = append(problems, problem) }}
	if err := Map(t.Context(), r, opt); err != nil {
		t.Fatal(err)
	}
	want := []string{"content/a.md:3", "content/a.md:1"}
	if diff := cmp.Diff(want, told(dir, r)[:2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(problems) != 1 || !strings.Contains(problems[0], `could not find the source of links to "/nope/": internal error`) {
		t.Errorf("the problems are %q", problems)
	}
}
