package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestChangedInEveryFormat checks what the reports say of findings that a pull request does
// not cause, and that they have no annotation.
func TestChangedInEveryFormat(t *testing.T) {
	t.Parallel()
	p := newPullRequest(t, changedBase, fileTree{"content/new.md": "# New\n\n[nothing](/nothing/) [never](/never/)\n"})
	build(t, p.dir)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	got := p.check([]string{"GITHUB_STEP_SUMMARY=" + at("summary.md")}, "--report=sarif="+at("r.sarif"),
		"--report=junit="+at("r.xml"), "--report=html="+at("r.html"), "public")
	const words = `3 broken \(1 not caused by this pull request\)`
	for _, want := range []string{
		`(?m)^Broken: 3 targets, 1 not caused by this pull request$`,
		`(?m)^✗ Failed: ` + words + ` in public$`,
		// What is caused comes first, also among the places of one target.
		`(?s)/nothing/ — .*✗ not caused, not-found  /gone-footer/ — `,
		`(?s)not-found  /never/ — [^\n]*\n *content/new\.md:3:\d+.*content/about\.md:5:15 [^\n]*not caused`,
		`(?m)^note: changed: this pull request does not cause 1 of 3 findings, which therefore cannot fail the run$`,
		`(?m)^::error .*file=content/new\.md,.*/nothing/`,
	} {
		if !regexp.MustCompile(want).MatchString(got.out) {
			t.Errorf("the text does not match %s", want)
		}
	}
	for line := range strings.Lines(got.out) {
		if strings.HasPrefix(line, "::error") && (strings.Contains(line, "gone-footer") || strings.Contains(line, "about.md")) {
			t.Errorf("an annotation of what is not caused: %s", line)
		}
	}
	for name, want := range map[string]string{
		"summary.md": `(?s)❌ Failed: ` + words + ".*not caused, \\*\\*not-found\\*\\*",
		"r.html":     `not caused by this pull request</span>`,
		"r.xml":      `(?s)failures="2".*skipped="1".*not caused, broken: no such file`,
		"r.sarif":    `(?s)"baselineState": ?"new".*("baselineState": ?"unchanged".*){2}`,
	} {
		data, err := os.ReadFile(at(name))
		if err != nil || !regexp.MustCompile(want).Match(data) {
			t.Errorf("%s does not match %s: %v", name, want, err)
		}
	}
	if t.Failed() {
		t.Log(got.out)
	}
}
