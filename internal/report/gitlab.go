package report

import (
	"cmp"
	"io"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// maxIssues is how many entries GitLab lists: what shows code quality keeps each in memory.
const maxIssues = 10_000

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

// GitLab writes r as the list of a GitLab Code Quality artifact: first what kept
// the run from being complete, then the findings, of which an entry says how many are left
// out. GitLab compares the lists of two branches by fingerprint, so what a baseline knows is
// listed like the rest.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func GitLab(w io.Writer, r *link.Report) error {
	var all []gitlabIssue
	// An entry about the run has no place of its own.
	remark := func(check, severity, text string) {
		all = append(all, gitlabIssue{Clean(text, maxMessage), "linkvet/" + check, keyOf(check, text), severity, gitlabLocation{gitlabNoPath, gitlabLines{1}}})
	}
	for _, p := range atMost(r.Problems, maxRemarks) {
		remark("problem", "blocker", "The site was not checked completely: "+p)
	}
	alerts, left := alertsOf(r, maxIssues-len(all)-1)
	if left > 0 {
		remark("left-out", "info", count(left, "finding")+" left out: "+WhereAll(r))
	}
	for i := range alerts {
		all = append(all, gitlabIssueOf(r, &alerts[i]))
	}
	return encode(w, "GitLab", []gitlabIssue{}, len(all), func(i int) any { return all[i] })
}

func gitlabIssueOf(r *link.Report, a *alert) gitlabIssue {
	issue := gitlabIssue{Description: a.message(r), Check: "linkvet/" + string(a.finding.Reason), Fingerprint: a.key, Severity: "info"}
	// A broken link is worth more within the site, where its author can fix both ends.
	switch {
	case a.finding.Verdict == link.Broken && a.finding.Internal:
		issue.Severity = "major"
	case a.finding.Verdict == link.Broken:
		issue.Severity = "minor"
	}
	// A line has to be there, too, even where it is not known.
	name, line := "", 1
	if len(a.spots) > 0 {
		name, line = a.spots[0].file, max(a.spots[0].line, 1)
	}
	if strings.HasPrefix(name, "./") {
		name = path.Clean(name)
	}
	issue.Location = gitlabLocation{cmp.Or(strings.TrimPrefix(name, "/"), gitlabNoPath), gitlabLines{line}}
	return issue
}
