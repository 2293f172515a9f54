package report

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// Each finding is in one group, with others of its verdict and baseline.
func TestGroupsLoseNothing(t *testing.T) {
	t.Parallel()
	all := reports()
	all["much"] = much(2000)
	for name, r := range all {
		seen := map[*link.Finding]bool{}
		for _, g := range Groups(r) {
			for _, f := range g.Findings {
				if seen[f] || f.Verdict != g.Verdict() || f.Known != g.Known() {
					t.Errorf("%s: %s is in a group of %s, or in two", name, f.Target, g.Findings[0].Target)
				}
				seen[f] = true
			}
		}
		if len(seen) != len(r.Findings) {
			t.Errorf("%s: %d findings are in groups, of %d", name, len(seen), len(r.Findings))
		}
	}
}

// Text and Markdown say how many findings of a group they do not list, and where all are.
func TestGroupsSayWhatIsNotListed(t *testing.T) {
	t.Parallel()
	const n = 1447
	var all []link.Finding
	for i := range n {
		target := fmt.Sprintf("/p%d/#{{%%20tag%%20}}", i)
		all = append(all, link.Finding{
			Reason: link.FragmentNotFound, Target: target, Internal: true,
			Occurrences: []link.Occurrence{{Page: fmt.Sprintf("/p%d/", i), Element: "a", Attribute: "href", Link: "#{{ tag }}", Text: "{{ tag }}"}},
		})
	}
	r := reportOf(all...)
	for name, out := range map[string]string{"text": textOf(t, r, TextOptions{}), "markdown": markdownOf(t, r, MarkdownOptions{})} {
		rest := n - strings.Count(out, "fragment-not-found")
		if name == "markdown" {
			rest++ // the title of the section
		}
		for _, want := range []string{
			"Start here:", "all 1,447 broken targets come from one link that a template probably repeats", "and 1," + strconv.Itoa(rest)[1:] + " like these", "for the full list",
		} {
			if !strings.Contains(out, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, out)
			}
		}
	}
	if n := MarkdownOmits(r, MarkdownOptions{})[link.Broken]; n != 1444 {
		t.Errorf("Markdown omits %d findings", n)
	}
	if out := textOf(t, r, TextOptions{Verbose: true}); strings.Count(out, "✗ fragment-not-found") != n {
		t.Error("verbose does not list all")
	}
}
