package forge

import (
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
)

// Branches are the names by which a URL may mean what is checked out here.
type Branches struct {
	// CheckedOut are those that the checkout stands for: the branch that is checked out, or
	// the two of a pull request where their merge is. What it lacks, they lack.
	CheckedOut []string
	// Near are those that have most of the same: what the checkout lacks they may
	// have.
	Near []string
}

// NewBranches finds the branches of a checkout, from what git wrote there and
// from the variables of GitHub's and GitLab's runners. fallback is the default
// branch of the repository where the event that started the run tells it; empty
// where none does.
func NewBranches(clone git.Clone, getenv func(string) string, fallback string) Branches {
	var b Branches
	add := func(names ...string) {
		for _, name := range names {
			if name != "" && !slices.Contains(b.CheckedOut, name) {
				b.CheckedOut = append(b.CheckedOut, name)
			}
		}
	}
	near := []string{getenv("GITHUB_BASE_REF"), getenv("GITHUB_HEAD_REF"), getenv("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"), getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME")}
	switch {
	case clone.Branch != "":
		add(clone.Branch)
	case isOfRun(clone, getenv):
		add(ofRun(getenv)...)
	default:
		near = append(near, ofRun(getenv)...)
	}
	defaults := slices.DeleteFunc([]string{fallback, getenv("CI_DEFAULT_BRANCH"), clone.DefaultBranch}, func(s string) bool { return s == "" })
	if len(defaults) == 0 {
		defaults = []string{"main", "master"}
	}
	// Forges call it HEAD too.
	if slices.ContainsFunc(defaults, func(s string) bool { return slices.Contains(b.CheckedOut, s) }) {
		add("HEAD")
	}
	for _, name := range append(append(near, defaults...), "HEAD") {
		if name != "" && !slices.Contains(b.CheckedOut, name) && !slices.Contains(b.Near, name) {
			b.Near = append(b.Near, name)
		}
	}
	return b
}

// isOfRun reports whether a commit that is checked out is the one that a runner says
// its run is about, as far as both are known: a workflow may check out another.
func isOfRun(clone git.Clone, getenv func(string) string) bool {
	for _, name := range []string{"GITHUB_SHA", "CI_COMMIT_SHA"} {
		if commit := getenv(name); commit != "" && clone.Commit != "" {
			return strings.EqualFold(commit, clone.Commit)
		}
	}
	return true
}

// ofRun are the branches that the commit of a run stands for. For a pull request
// that is what both branches come to when they are merged; on GitLab only where
// such a merge was made.
func ofRun(getenv func(string) string) []string {
	names := []string{getenv("GITHUB_REF_NAME"), getenv("CI_COMMIT_REF_NAME"), getenv("GITHUB_BASE_REF")}
	switch getenv("CI_MERGE_REQUEST_EVENT_TYPE") {
	case "merged_result", "merge_train":
		names = append(names, getenv("CI_MERGE_REQUEST_TARGET_BRANCH_NAME"))
	}
	names = append(names, getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME"))
	if getenv("GITHUB_EVENT_NAME") != "pull_request_target" {
		// For that event it is not the pull request which is checked out.
		names = append(names, getenv("GITHUB_HEAD_REF"))
	}
	return names
}

// cut parts what is behind the kind of a page in a URL into a branch and a
// path. A branch may hold slashes, but git has no two of which one is the
// beginning of the other up to a slash. ok is false for another branch.
func (b Branches) cut(rest string) (branch, path string, checkedOut, ok bool) {
	// A full name says whether it is a branch or a tag.
	bare := strings.TrimPrefix(rest, "refs/heads/")
	for i, names := range [][]string{b.CheckedOut, b.Near} {
		for _, name := range names {
			if bare == name {
				return name, "", i == 0, true
			}
			if path, ok := strings.CutPrefix(bare, name+"/"); ok {
				return name, path, i == 0, true
			}
		}
	}
	return "", "", false, false
}
