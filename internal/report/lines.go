package report

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/openfile"
)

// Lines reads lines of files that a report names, for quotes. Reports may be public, and
// anybody may propose a change to the files: so it reads only below some directories, follows
// no symbolic link out of them, and returns no line that may hold a secret.
type Lines struct {
	secret func(text string) bool
	dirs   []string
	// name is that of the last file, and text what is in it: findings of one file follow each
	// other.
	name string
	text []byte
}

const (
	// maxQuotedFile is the size in bytes of the largest file that is quoted.
	maxQuotedFile = 4 << 20
	// maxQuotedLine is the length in bytes of the longest line that is quoted. Longer ones
	// are made by programs.
	maxQuotedLine = 256 << 10
)

// userInfo matches what may be the user info of a URL. It matches too much rather than
// too little: to leave out a line costs little.
var userInfo = regexp.MustCompile(`(:|//|\\\\)[^\s"'<>]*@`)

// NewLines returns a reader of the files below the directories dirs. It returns no line for
// which secret is true.
func NewLines(secret func(text string) bool, dirs ...string) *Lines {
	return &Lines{secret: secret, dirs: dirs}
}

// Until returns Line for use until ctx ends; then it returns no line.
func (l *Lines) Until(ctx context.Context) func(file string, number int) string {
	return func(file string, number int) string {
		if ctx.Err() != nil {
			return ""
		}
		return l.Line(file, number)
	}
}

// Line returns a line without its end. It is empty when it cannot be read, or may hold
// a secret.
func (l *Lines) Line(file string, number int) string {
	if file != l.name {
		l.name, l.text = file, l.read(file)
	}
	rest, line := l.text, []byte(nil)
	for range max(number, 1) {
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
	}
	text := string(bytes.TrimSuffix(line, []byte("\r")))
	if len(text) > maxQuotedLine || l.secret(text) {
		return ""
	}
	// The address of a mailbox is no secret.
	if strings.Contains(text, "@") && userInfo.MatchString(strings.ReplaceAll(text, "mailto:", "")) {
		return ""
	}
	return text
}

// read returns what is in a file that a report names. It is nil for a file that is too
// large, not a regular file, or below none of the directories.
func (l *Lines) read(file string) []byte {
	name, err := filepath.Abs(filepath.FromSlash(file))
	if err != nil {
		return nil
	}
	for _, dir := range l.dirs {
		absolute, err := filepath.Abs(dir)
		if err != nil {
			continue
		}
		below, err := filepath.Rel(absolute, name)
		if err != nil || !filepath.IsLocal(below) {
			continue
		}
		if text := readBelow(dir, below); text != nil {
			return text
		}
	}
	return nil
}

// readBelow returns what is in a regular file of a directory.
func readBelow(dir, name string) []byte {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil
	}
	defer func() { _ = root.Close() }() // nothing was written to it
	text, err := openfile.ReadIn(root, name, maxQuotedFile)
	if err != nil || len(text) >= maxQuotedFile {
		return nil
	}
	return text
}
