package report

import (
	"bufio"
	"cmp"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// maxIssues is how many entries GitLab lists: what shows code quality keeps each in memory.
const maxIssues = 10_000

type gitlabIssue struct {
	Description string `json:"description"`
	Check       string `json:"check_name"`
	Fingerprint string `json:"fingerprint"`
	Severity    string `json:"severity"`
	Location    struct {
		Path  string `json:"path"`
		Lines struct {
			Begin int `json:"begin"`
		} `json:"lines"`
	} `json:"location"`
}

// newIssue returns an entry at a line of a file. GitLab needs both, also where they are not known.
func newIssue(text, check, key, severity, file string, line int) gitlabIssue {
	if strings.HasPrefix(file, "./") {
		file = path.Clean(file)
	}
	issue := gitlabIssue{Description: text, Check: "linkvet/" + check, Fingerprint: key, Severity: severity}
	issue.Location.Path, issue.Location.Lines.Begin = cmp.Or(strings.TrimPrefix(file, "/"), "index.html"), max(line, 1)
	return issue
}

// writeGitLab writes r as the list of a GitLab Code Quality artifact: first what kept
// the run from being complete, then the findings, of which an entry says how many are left
// out. GitLab compares the lists of two branches by fingerprint, so what a baseline knows is
// listed like the rest.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func writeGitLab(out *bufio.Writer, r *link.Report, _ Options) error {
	var all []gitlabIssue
	remark := func(check, severity, text string) {
		all = append(all, newIssue(Clean(text, maxMessage), check, keyOf(check, text), severity, "", 0))
	}
	for _, p := range atMost(r.Problems, maxRemarks) {
		remark("problem", "blocker", "The site was not checked completely: "+p)
	}
	alerts, left := alertsOf(r, maxIssues-len(all)-1)
	if left > 0 {
		remark("left-out", "info", link.Count(left, "finding")+" left out: "+WhereAll(r))
	}
	for i := range alerts {
		all = append(all, gitlabIssueOf(r, &alerts[i]))
	}
	return encode(out, []gitlabIssue{}, len(all), func(i int) any { return all[i] })
}

func gitlabIssueOf(r *link.Report, a *alert) gitlabIssue {
	severity, at := "info", spot{}
	// A broken link is worth more within the site, where its author can fix both ends.
	switch {
	case a.finding.Verdict == link.Broken && a.finding.Internal:
		severity = "major"
	case a.finding.Verdict == link.Broken:
		severity = "minor"
	}
	if len(a.spots) > 0 {
		at = a.spots[0]
	}
	return newIssue(a.message(r), string(a.finding.Reason), a.key, severity, at.file, at.line)
}
