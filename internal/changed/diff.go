package changed

import (
	"context"
	"errors"
	"strings"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/github"
)

// errManyFiles says that a list of GitHub is not complete: it has at most 3,000 files of a pull
// request, and 300 of a comparison of two commits.
var errManyFiles = errors.New("it has more files than GitHub lists")

// FromGitHub asks GitHub for the diff of a pull request, or else for what the commit head has
// that the branch or commit base does not have.
func FromGitHub(ctx context.Context, client *gh.Client, owner, repository string, pull int, base, head string) ([]git.Change, error) {
	var files []git.Change
	page := &gh.ListOptions{PerPage: 100}
	if pull == 0 {
		c, _, err := client.Repositories.CompareCommits(ctx, owner, repository, base, head, page)
		switch {
		case err != nil:
			return nil, github.Explain(err, "contents: read")
		case c.GetAheadBy() == 0:
			return nil, git.ErrMerged
		case len(c.Files) >= 300:
			return nil, errManyFiles
		}
		for _, f := range c.Files {
			files = append(files, ofGitHub(f))
		}
		return files, nil
	}
	for f, err := range client.PullRequests.ListFilesIter(ctx, owner, repository, pull, page) {
		if err != nil {
			return nil, github.Explain(err, "pull-requests: read")
		}
		if files = append(files, ofGitHub(f)); len(files) >= 3000 {
			return nil, errManyFiles
		}
	}
	return files, nil
}

// ofGitHub returns a file as GitHub describes it.
func ofGitHub(f *gh.CommitFile) git.Change {
	found := git.Change{From: f.GetFilename(), To: f.GetFilename(), Lines: ofPatch(f.GetPatch())}
	switch f.GetStatus() {
	case "added", "copied":
		found.From = ""
	case "removed":
		found.To = ""
	case "renamed":
		found.From = f.GetPreviousFilename()
	}
	if f.GetChanges() == 0 {
		found.Lines = map[string]int{}
	}
	return found
}

// ofPatch counts the lines of a patch; nil for none.
func ofPatch(patch string) map[string]int {
	if patch == "" {
		return nil
	}
	lines := map[string]int{}
	for line := range strings.Lines(patch) {
		switch line[0] {
		case '+':
			lines[strings.TrimSpace(line[1:])]++
		case '-':
			lines[strings.TrimSpace(line[1:])]--
		}
	}
	return lines
}
