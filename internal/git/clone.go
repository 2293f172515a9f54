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
	head := strings.TrimSpace(readShort(filepath.Join(gitDir, "HEAD")))
	if strings.HasPrefix(head, "ref:") {
		head = ""
	}
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

// remotes reads the URLs of the remotes from git's configuration, whose syntax
// git's documentation describes under git-config. The first URL of a remote is
// where it is fetched from.
func remotes(config string) map[string]string {
	urls := map[string]string{}
	remote := ""
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			remote = remoteOf(line)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok || remote == "" || !strings.EqualFold(strings.TrimSpace(key), "url") {
			continue
		}
		if value = configValue(value); urls[remote] == "" && value != "" {
			urls[remote] = value
		}
	}
	return urls
}

// remoteOf is the name of the remote that a section of the configuration is
// about; empty when it is about something else.
func remoteOf(line string) string {
	section, name, ok := strings.Cut(line[1:], "\"")
	if !ok || !strings.EqualFold(strings.TrimSpace(section), "remote") {
		return ""
	}
	end := strings.LastIndexByte(name, '"')
	if end < 0 {
		return ""
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(name[:end])
}

// configValue is a value without its quotes and the comment behind it.
func configValue(raw string) string {
	raw = strings.TrimSpace(raw)
	if quoted, ok := strings.CutPrefix(raw, "\""); ok {
		value, _, _ := strings.Cut(quoted, "\"")
		return value
	}
	for i := 1; i < len(raw); i++ {
		if (raw[i] == '#' || raw[i] == ';') && (raw[i-1] == ' ' || raw[i-1] == '\t') {
			return strings.TrimSpace(raw[:i])
		}
	}
	return raw
}
