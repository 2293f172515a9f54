package github

import (
	"context"
	"strconv"
	"strings"

	gh "github.com/google/go-github/v89/github"
)

// fileLines are the lines of a file that a pull request shows, by number, as they are after
// it.
type fileLines map[int]string

// find returns the number of the line of a suggestion in the pull request. The checkout may
// be the merge with its base, where lines have other numbers: then the text tells.
func (l fileLines) find(s *Suggestion) (number int, ok bool) {
	if l[s.Line] == s.Old && s.Old != "" {
		return s.Line, true
	}
	for n, text := range l {
		if text != s.Old {
			continue
		}
		if ok {
			return 0, false
		}
		number, ok = n, true
	}
	return number, ok
}

// diffLines returns the lines that a pull request shows of the files with suggestions.
// GitHub leaves out the lines of large files.
func diffLines(ctx context.Context, client *gh.Client, at Place, all []Suggestion) (map[string]fileLines, error) {
	wanted := map[string]bool{}
	for i := range all {
		wanted[all[i].File] = true
	}
	owner, name, _ := at.Split()
	found := map[string]fileLines{}
	seen := 0
	for file, err := range client.PullRequests.ListFilesIter(ctx, owner, name, at.PullRequest, &gh.ListOptions{PerPage: 100}) {
		if err != nil {
			return nil, err
		}
		if wanted[file.GetFilename()] {
			found[file.GetFilename()] = readPatch(file.GetPatch())
		}
		if seen++; seen == maxPullFiles {
			break
		}
	}
	return found, nil
}

// readPatch returns the lines of a patch that are in the new file.
func readPatch(patch string) fileLines {
	lines := fileLines{}
	next := 0
	for text := range strings.SplitSeq(patch, "\n") {
		switch {
		case strings.HasPrefix(text, "@@ "):
			next = newStart(text)
		case next > 0 && (strings.HasPrefix(text, " ") || strings.HasPrefix(text, "+")):
			lines[next] = text[1:]
			next++
		}
	}
	return lines
}

// newStart returns the first line of a hunk in the new file; zero when it is not known.
func newStart(head string) int {
	_, after, _ := strings.Cut(head, " +")
	number, _, _ := strings.Cut(after, " ")
	number, _, _ = strings.Cut(number, ",")
	n, err := strconv.Atoi(number)
	if err != nil {
		return 0
	}
	return n
}
