package report

import (
	"cmp"
	"io"
	"path"
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// GitLab writes r as the list of a GitLab Code Quality artifact. GitLab compares
// the lists of two branches by fingerprint, so what a baseline knows is listed
// like the rest.
// https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
func GitLab(w io.Writer, r *link.Report) error {
	var all []alert
	for i := range r.Findings {
		all = append(all, alerts(&r.Findings[i])...)
	}
	return stream(w, "GitLab", []gitlabIssue{}, "]", "  ", len(all), func(i int) any { return gitlabIssueOf(&all[i]) })
}

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
	// A path and a line have to be there, even where neither is known.
	name, line := "", 0
	if len(a.spots) > 0 {
		name, line = a.spots[0].file, a.spots[0].line
	}
	issue.Location.Path = cmp.Or(strings.TrimPrefix(name, "/"), "index.html")
	if strings.HasPrefix(name, "./") {
		issue.Location.Path = path.Clean(name)
	}
	issue.Location.Lines.Begin = max(line, 1)
	return issue
}

// gitlabSeverity ranks a finding among those of other tools: a broken link is
// worth more within the site, where its author can mend both ends.
func gitlabSeverity(f *link.Finding) string {
	switch {
	case f.Verdict == link.Broken && f.Internal:
		return "major"
	case f.Verdict == link.Broken:
		return "minor"
	}
	return "info"
}
