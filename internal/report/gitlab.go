package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// GitLab writes r as the list of a GitLab Code Quality artifact: first what kept
// the run from being complete, then the findings, up to maxIssues in all, of which
// the last says how many are left out. GitLab compares the lists of two branches
// by fingerprint, so what a baseline knows is listed like the rest.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func GitLab(w io.Writer, r *link.Report) error {
	var said []gitlabIssue
	for _, p := range atMost(r.Problems, maxLongRemarks) {
		said = append(said, gitlabRemark("problem", "blocker", "The site was not checked completely: "+p))
	}
	n, next := alertQueue(r)
	left := max(n+len(said)-maxIssues, 0)
	if left > 0 {
		left++ // room for the one that says so
		n -= left
		said = append(said, gitlabRemark("left-out", "info", count(left, "finding")+" left out: "+WhereAll(r)))
	}
	return stream(w, "GitLab", list{[]gitlabIssue{}, "]", "  ", len(said) + n, func(i int) any {
		if i < len(said) {
			return said[i]
		}
		return gitlabIssueOf(next())
	}})
}

// gitlabRemark is an entry about the run, which has no place of its own.
func gitlabRemark(check, severity, text string) gitlabIssue {
	sum := sha256.Sum256([]byte(check + "\x00" + text))
	return gitlabIssue{
		Description: Clean(text, maxMessage),
		Check:       "linkvet/" + check,
		Fingerprint: hex.EncodeToString(sum[:16]),
		Severity:    severity,
		Location:    gitlabLocation{Path: gitlabNoPath, Lines: gitlabLines{Begin: 1}},
	}
}

// gitlabNoPath is the path of an entry without a file, because GitLab needs one.
const gitlabNoPath = "index.html"

type (
	gitlabIssue struct {
		Description string         `json:"description"`
		Check       string         `json:"check_name"`
		Fingerprint string         `json:"fingerprint"`
		Severity    string         `json:"severity"`
		Location    gitlabLocation `json:"location"`
	}
	gitlabLocation struct {
		Path  string      `json:"path"`
		Lines gitlabLines `json:"lines"`
	}
	gitlabLines struct {
		Begin int `json:"begin"`
	}
)

func gitlabIssueOf(a *alert) gitlabIssue {
	issue := gitlabIssue{
		Description: a.message(),
		Check:       "linkvet/" + string(a.finding.Reason),
		Fingerprint: a.key,
		Severity:    gitlabSeverity(a.finding),
	}
	// A line has to be there, too, even where it is not known.
	name, line := "", 0
	if len(a.spots) > 0 {
		name, line = a.spots[0].file, a.spots[0].line
	}
	issue.Location.Path = cmp.Or(strings.TrimPrefix(name, "/"), gitlabNoPath)
	if strings.HasPrefix(name, "./") {
		issue.Location.Path = path.Clean(name)
	}
	issue.Location.Lines.Begin = max(line, 1)
	return issue
}

// gitlabSeverity ranks a finding among those of other tools: a broken link is
// worth more within the site, where its author can fix both ends.
func gitlabSeverity(f *link.Finding) string {
	switch {
	case f.Verdict == link.Broken && f.Internal:
		return "major"
	case f.Verdict == link.Broken:
		return "minor"
	}
	return "info"
}
