package forge

import (
	"slices"

	"github.com/linkvet/linkvet/internal/git"
)

// Repositories finds the pages at which the repository that is checked out is
// shown. What git knows of where it was cloned from comes first: a workflow may
// check out another repository than its own. What runners say of the run counts
// where git knows nothing, and for a fork, which bears the same name.
func Repositories(clone git.Clone, getenv func(string) string) []Repository {
	var found []Repository
	add := func(raw string) {
		r, ok := ParseRemote(raw)
		if ok && !slices.Contains(found, r) && (len(found) == 0 || r.name() == found[0].name()) {
			found = append(found, r)
		}
	}
	add(clone.Remotes["origin"])
	if server, name := getenv("GITHUB_SERVER_URL"), getenv("GITHUB_REPOSITORY"); server != "" && name != "" {
		add(server + "/" + name)
	}
	add(getenv("CI_PROJECT_URL"))
	add(getenv("CI_MERGE_REQUEST_PROJECT_URL"))
	// What a fork was made from is called so by convention.
	add(clone.Remotes["upstream"])
	return found
}
