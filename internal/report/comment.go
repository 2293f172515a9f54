package report

import (
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// Comment returns r as a comment on a pull request, in GitHub's Markdown: what Markdown
// writes. A report in which all is well is one line.
func Comment(r *link.Report, opt Options) string {
	if !IsAllWell(r) {
		return compose(r, opt)
	}
	line := "✅ No broken links in " + code(shown(r.Target, maxPath))
	if found := foundWords(r); found != "" {
		line = "✅ No new broken links in " + code(shown(r.Target, maxPath)) + " (" + found + ")"
	}
	if r.Fixed > 0 {
		line += ", fixed: " + count(r.Fixed, "place") + " of the baseline"
	}
	return strings.Join(append([]string{line}, opt.places()...), " · ") + "\n"
}

// hash matches what identifies a commit.
var hash = regexp.MustCompile(`^[0-9a-fA-F]{7,}$`)

// places are the commit and the run.
func (o *Options) places() []string {
	var all []string
	if hash.MatchString(o.Commit) {
		all = append(all, "Commit "+named(&place{Line: strings.ToLower(o.Commit[:7]), Address: address(o.CommitURL)}))
	}
	if run := o.run(); run != "" {
		all = append(all, run)
	}
	return all
}

// run links to the run; empty without an address.
func (o *Options) run() string {
	if address(o.RunURL) == "" {
		return ""
	}
	return "[this run](" + address(o.RunURL) + ")"
}

// FoldedPatch returns a patch as a part of a comment, in GitHub's Markdown, of at most limit
// bytes. Of a longer one it says how to get it.
func FoldedPatch(patch string, limit int) string {
	if patch == "" {
		return ""
	}
	fence := "```"
	for len(patch) <= limit && strings.Contains(patch, fence) {
		fence += "`"
	}
	text := "\n<details><summary>Fixes for links on other lines</summary>\n\n" +
		fence + "diff\n" + patch + fence + "\n\nSave this as a file, and apply it with `git apply FILE`.\n\n</details>\n"
	if len(text) > limit {
		return "\nThe fixes for links on other lines are too long for this comment: run `linkvet --fix diff`.\n"
	}
	return text
}

// maxCauses is the most causes that Stopped lists.
const maxCauses = 20

// Stopped returns, in GitHub's Markdown, how a run ended that checked nothing, and
// why. The headline is a few words of our own; the causes may quote untrusted text.
func Stopped(headline string, causes []string, failed bool) string {
	mark := "⏳"
	if failed {
		mark = "❌"
	}
	text := "## " + mark + " " + prose(shown(headline, maxMessage)) + "\n"
	if len(causes) > 0 {
		text += "\nNothing was checked:\n\n" + bullets(atMost(causes, maxCauses))
	}
	return text
}
