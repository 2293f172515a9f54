package report

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// About says what a comment is about.
type About struct {
	// Site identifies the site among those that one pull request has comments about. It
	// is the same from run to run, and holds no secret.
	Site string
	// Commit is the hash of the commit under test, and CommitURL its web address; empty
	// when they are not known.
	Commit, CommitURL string
	// RunURL is the web address of the run; empty when it is not known.
	RunURL string
}

// Comment returns r as a comment on a pull request, in GitHub's Markdown: the marker of
// the site, and what Markdown writes, with the commit and the run. A report in which all is
// well is one line.
func Comment(r *link.Report, about About, opt Options) string {
	if !IsAllWell(r) {
		return compose(r, opt, &about)
	}
	line := "✅ No broken links in " + code(shown(r.Target, maxPath))
	if found := foundWords(r); found != "" {
		line = "✅ No new broken links in " + code(shown(r.Target, maxPath)) + " (" + found + ")"
	}
	if r.Fixed > 0 {
		line += ", fixed: " + count(r.Fixed, "place") + " of the baseline"
	}
	return Marker(about.Site) + "\n" + strings.Join(append([]string{line}, about.places()...), " · ") + "\n"
}

// hash matches what identifies a commit.
var hash = regexp.MustCompile(`^[0-9a-fA-F]{7,}$`)

// places are the commit and the run. A report that is no comment has none.
func (o *About) places() []string {
	var all []string
	if o != nil && hash.MatchString(o.Commit) {
		all = append(all, "Commit "+named(&place{Line: strings.ToLower(o.Commit[:7]), Address: address(o.CommitURL)}))
	}
	if run := o.run(); run != "" {
		all = append(all, run)
	}
	return all
}

// run links to the run; empty without an address.
func (o *About) run() string {
	if o == nil || address(o.RunURL) == "" {
		return ""
	}
	return "[this run](" + address(o.RunURL) + ")"
}

// markable matches a name that can be in an HTML comment as it is.
var markable = regexp.MustCompile(`^[\w./]([\w./]|-[\w./]){0,59}$`)

// Marker returns the line by which a later run finds the comment about a site. GitHub does
// not show it. Two sites never share a marker.
func Marker(site string) string {
	if !markable.MatchString(site) {
		sum := sha256.Sum256([]byte(site))
		site = "site-" + hex.EncodeToString(sum[:])
	}
	return "<!-- linkvet:" + site + " -->"
}

// HasMarker reports whether body is a comment about a site: its first line is the marker.
func HasMarker(body, site string) bool {
	first, _, _ := strings.Cut(body, "\n")
	return strings.TrimRight(first, "\r") == Marker(site)
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
