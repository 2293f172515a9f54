package target

import (
	"fmt"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// UnnamedProblem says that a merge requested links outside the base path of the site otherwise
// than one run would, because only facts name the site: without its headers, or not at all.
// Empty is no problem. Call it once the targets are requested.
func (a *Checker) UnnamedProblem() string {
	if !a.job.Unnamed {
		return ""
	}
	n := 0
	for t := range a.All() {
		isAsked := !t.Internal && t.Linked && t.IsAnswered() && t.closedBy == 0
		if isAsked && a.job.Scope.IsOutsideBase(t.URL) && (len(a.job.Config.Headers) > 0 || t.Outcome.Reason == link.PrivateAddress) {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s outside the base path of the site %s not checked with its headers and address, because only facts name the site: set site-url to %s",
		check.Count(n, "target"), check.Plural(n, "was", "were"), a.job.Scope.URL())
}
