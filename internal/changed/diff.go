package changed

import (
	"context"
	"errors"
	"strings"
	"sync"

	gh "github.com/google/go-github/v89/github"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/github"
)

// Diff is what a pull request changes.
type Diff struct {
	files []file
	// after has the files by their paths after the pull request.
	after map[string]*file
}

// file is a file of a diff.
type file struct {
	// from and to are its paths before and after; empty where it does not exist.
	from, to string
	// lines counts how many times more often than before the file has a line, without the
	// white space around it; a line that is gone has a negative number. It is nil when that is
	// not known, as for a large file or one that is no text.
	lines func() map[string]int
}

// newDiff returns the diff with these files.
func newDiff(files []file) *Diff {
	d := &Diff{files: files, after: map[string]*file{}}
	for i := range files {
		d.after[files[i].to] = &files[i]
	}
	return d
}

// Paths returns the paths of the changed files, as they are after the pull request.
func (d *Diff) Paths() map[string]bool {
	paths := map[string]bool{}
	for to := range d.after {
		paths[to] = true
	}
	return paths
}

// The most files that GitHub lists, of a pull request and of a comparison of two commits.
const (
	maxPullFiles    = 3000
	maxCompareFiles = 300
)

// errManyFiles says that a list of GitHub is not complete.
var errManyFiles = errors.New("it has more files than GitHub lists")

// FromGitHub asks GitHub for the diff of a pull request, or else for what the commit head has
// that the branch or commit base does not have.
func FromGitHub(ctx context.Context, client *gh.Client, owner, repository string, pull int, base, head string) (*Diff, error) {
	var files []file
	page := &gh.ListOptions{PerPage: 100}
	if pull == 0 {
		c, _, err := client.Repositories.CompareCommits(ctx, owner, repository, base, head, page)
		switch {
		case err != nil:
			return nil, github.Explain(err, "contents: read")
		case c.GetAheadBy() == 0:
			return nil, git.ErrMerged
		case len(c.Files) >= maxCompareFiles:
			return nil, errManyFiles
		}
		for _, f := range c.Files {
			files = append(files, ofGitHub(f))
		}
		return newDiff(files), nil
	}
	for f, err := range client.PullRequests.ListFilesIter(ctx, owner, repository, pull, page) {
		if err != nil {
			return nil, github.Explain(err, "pull-requests: read")
		}
		if files = append(files, ofGitHub(f)); len(files) >= maxPullFiles {
			return nil, errManyFiles
		}
	}
	return newDiff(files), nil
}

// ofGitHub returns a file as GitHub describes it.
func ofGitHub(f *gh.CommitFile) file {
	found := file{from: f.GetFilename(), to: f.GetFilename(), lines: func() map[string]int { return ofPatch(f.GetPatch()) }}
	switch f.GetStatus() {
	case "added", "copied":
		found.from = ""
	case "removed":
		found.to = ""
	case "renamed":
		found.from = f.GetPreviousFilename()
	}
	if f.GetChanges() == 0 {
		found.lines = func() map[string]int { return map[string]int{} }
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

// FromGit compares the checked-out commit of a pull request with its merge base, until ctx
// ends. Call the function that it returns when the diff is no longer needed.
func FromGit(ctx context.Context, tree *git.Tree, base, head string) (*Diff, func(), error) {
	c, err := tree.Compare(ctx, base, head)
	if err != nil {
		return nil, nil, err
	}
	var files []file
	for _, change := range c.Changes {
		files = append(files, file{from: change.From, to: change.To, lines: sync.OnceValue(func() map[string]int {
			before, after, err := c.Read(change)
			if err != nil || strings.ContainsRune(string(before)+string(after), 0) {
				return nil
			}
			lines := map[string]int{}
			for text, n := range map[string]int{string(after): 1, string(before): -1} {
				for line := range strings.Lines(text) {
					lines[strings.TrimSpace(line)] += n
				}
			}
			return lines
		})})
	}
	return newDiff(files), c.Close, nil
}
