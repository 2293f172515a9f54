package forge

import "github.com/linkvet/linkvet/internal/weburl"

// CountedPage reads a URL of a repository, and parts the branch from the path.
func CountedPage(r Repository, u weburl.URL) {
	if p, ok := r.page(u); ok {
		Branches{}.cut(p.rest)
	}
}
