package site

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
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

// Place returns a link of a page as file i has it, with its line and column. Of equal links it is
// the same one as on the page, if the file has as many; a definition stands there once for many. Both
// are zero elsewhere, as where code shows such a link, too.
func (d *Dir) Place(i int32, links []link.Link, index int32) (written string, line, column int) {
	raw := strings.TrimSpace(links[index].Raw)
	written = strings.Clone(raw)
	if rest, ok := strings.CutPrefix(raw, d.rootPath); ok {
		written = "/" + rest
	} else if markdown.IsUndefined(raw) {
		written = weburl.Unescape(raw)
	}
	nth, onPage := 0, 0
	for j := range links {
		if strings.TrimSpace(links[j].Raw) == raw {
			onPage++
			if j < int(index) {
				nth++
			}
		}
	}
	source, err := openfile.ReadIn(d.root, filepath.FromSlash(d.files[i]), MaxPage)
	switch in := markdown.Places(source, written); {
	case err == nil && len(in) == 1:
		line, column = position.Of(source, in[0])
	case err == nil && len(in) == onPage:
		line, column = position.Of(source, in[nth])
	}
	return written, line, column
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
