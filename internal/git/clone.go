package git

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Clone is what a repository here knows of where it comes from.
type Clone struct {
	// Top is the absolute directory that the work tree begins at.
	Top string
	// Branch is the one that is checked out; empty when none is, as in most runs of
	// a workflow for a pull request.
	Branch string
	// Commit is the name of the one that is checked out where no branch is; empty
	// else.
	Commit string
	// DefaultBranch is that of the remote "origin", as far as it was told of it;
	// empty when it was not.
	DefaultBranch string
	// Remotes are the URLs of the remotes by their names, as they are written: they
	// may hold a password.
	Remotes map[string]string
}

// maxConfig is the size in bytes past which the files of a git directory are not
// read on.
const maxConfig = 1 << 20

// ReadClone reads what the repository around dir knows of itself. What is not
// written there stays empty; the error tells that there is no repository.
func ReadClone(dir string) (Clone, error) {
	top, gitDir, err := findGit(dir)
	if err != nil {
		return Clone{}, fmt.Errorf("could not find the repository around %q: %w", dir, err)
	}
	common := commonDir(gitDir)
	head := objectName(readShort(filepath.Join(gitDir, "HEAD")))
	return Clone{
		Top:           top,
		Branch:        symbolic(filepath.Join(gitDir, "HEAD"), "refs/heads/"),
		Commit:        head,
		DefaultBranch: symbolic(filepath.Join(common, "refs", "remotes", "origin", "HEAD"), "refs/remotes/origin/"),
		Remotes:       remotes(readShort(filepath.Join(common, "config"))),
	}, nil
}

// commonDir is where a git directory has what linked work trees share with the
// first one: all but their HEAD and index.
func commonDir(gitDir string) string {
	dir := strings.TrimSpace(readShort(filepath.Join(gitDir, "commondir")))
	switch {
	case dir == "":
		return gitDir
	case filepath.IsAbs(dir):
		return dir
	}
	return filepath.Join(gitDir, dir)
}

// readShort returns the text of a regular file; empty when there is none, or none
// that can be read.
func readShort(name string) string {
	text, err := readRegular(name, maxConfig)
	if err != nil {
		return ""
	}
	return string(text)
}

// readRegular reads a file up to so many bytes, and nothing behind them.
func readRegular(name string, most int64) ([]byte, error) {
	text, err := openfile.Read(name, most)
	if errors.Is(err, openfile.ErrTooLarge) {
		err = nil
	}
	return text, err
}

// symbolic reads a reference that stands for another, of which it returns what
// follows the prefix; empty when it names a commit, or something else.
func symbolic(name, prefix string) string {
	to, ok := strings.CutPrefix(strings.TrimSpace(readShort(name)), "ref:")
	if !ok {
		return ""
	}
	branch, ok := strings.CutPrefix(strings.TrimSpace(to), prefix)
	if !ok {
		return ""
	}
	return branch
}
