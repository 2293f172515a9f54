package advice

import (
	"strings"

	"github.com/linkvet/linkvet/internal/check"
	"github.com/linkvet/linkvet/internal/link"
)

// WithBasePath puts the base path of the site before suggestions for links that are written
// as paths from the root of the host, as an author writes them. Suggestions for other links
// are paths below the base path, as targets are.
func WithBasePath(j *check.Job, r *link.Report) {
	base := j.Scope.Served().Path
	if len(base) < 2 {
		return
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Internal && (f.Reason == link.NotFound || f.Reason == link.FragmentNotFound) && strings.HasPrefix(f.Suggestion, "/") && isFromRoot(f) {
			f.Suggestion = base + f.Suggestion[1:]
		}
	}
}
