package site

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/weburl"
)

// OpenRepository opens a repository whose pages are what GitHub shows of its Markdown. base is the
// URL path at which its root is served.
func OpenRepository(of *markdown.Repository, base string) (*Dir, error) {
	root, err := os.OpenRoot(of.Top)
	if err != nil {
		return nil, fmt.Errorf("could not open directory %q: %w", of.Top, openfile.Cause(err))
	}
	d := newDir(of.Top, relative(of.Top), root)
	d.files, d.rootPath, d.renderer = of.Files, base, markdown.New(base)
	d.dirs[""] = noIndex
	d.pages = make([]bool, len(d.files))
	for i, name := range d.files {
		for parent := path.Dir(name); parent != "."; parent = path.Dir(parent) {
			d.dirs[parent] = noIndex
		}
		if of.IsPage(name) {
			// What is tracked may not be checked out, and of a symbolic link GitHub shows where it leads.
			info, err := root.Lstat(filepath.FromSlash(name))
			d.pages[i] = err == nil && info.Mode().IsRegular()
		}
	}
	d.number()
	d.Host(hosting.GitHubRepository)
	return d, nil
}

// IsRepository reports whether the directory is a repository whose Markdown is read.
func (d *Dir) IsRepository() bool { return d.renderer != nil }

// Written returns a link of such a page as the file has it.
func (d *Dir) Written(link string) string {
	if rest, ok := strings.CutPrefix(link, d.rootPath); ok {
		return "/" + rest
	}
	if markdown.IsUndefined(link) {
		return weburl.Unescape(link)
	}
	return link
}

// Place returns the line and the column of a text in file i; zero unless it is there just once.
func (d *Dir) Place(i int32, text string) (line, column int) {
	data, err := openfile.ReadIn(d.root, filepath.FromSlash(d.files[i]), MaxPage)
	if at := bytes.Index(data, []byte(text)); err == nil && at >= 0 && at == bytes.LastIndex(data, []byte(text)) {
		return position.NewLines(data).Position(at)
	}
	return 0, 0
}

// HasLine reports whether file i has a line of that number, or cannot be read.
func (d *Dir) HasLine(i int32, number int) bool {
	data, err := openfile.ReadIn(d.root, filepath.FromSlash(d.files[i]), MaxPage)
	last, column := position.Of(data, len(data))
	if column == 1 {
		last-- // what follows the last line end is no line
	}
	return err != nil || number <= last
}
