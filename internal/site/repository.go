package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// maxEntries is how many entries of directories are looked at for files that git does not track.
const maxEntries = 100_000

// OpenRepository opens the repository around a target, a directory or a file. Its pages are the
// files of Markdown in the target, as GitHub shows them. Its files are those that git tracks, and new
// ones that it does not ignore; symbolic links are files, too, as GitHub has nothing below them.
// Without git they are all files but hidden ones and installed packages. isMost is whether the target
// has more Markdown than HTML: then it is read on GitHub, and not as a site.
func OpenRepository(ctx context.Context, target string) (d *Dir, isMost bool, err error) {
	full, err := openfile.Resolve(target)
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(full)
	}
	if err != nil {
		return nil, false, fmt.Errorf("could not open %q: %w", target, openfile.Cause(err))
	}
	top := full
	if !info.IsDir() {
		top = filepath.Dir(full)
	}
	tree, err := git.Open(top)
	switch {
	case err == nil:
		top = tree.Top()
	case !errors.Is(err, git.ErrNoRepository):
		return nil, false, err
	}
	below, err := filepath.Rel(top, full)
	if err != nil || !filepath.IsLocal(below) {
		return nil, false, fmt.Errorf("could not check %q: it is outside of the repository", target)
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, false, fmt.Errorf("could not open directory %q: %w", top, openfile.Cause(err))
	}
	d = newDir(top, openfile.Relative(top), root)
	if tree != nil {
		fresh, _ := tree.Untracked(ctx, top, maxEntries, func(name string) bool { return filepath.Base(name) == "node_modules" })
		d.files = slices.Concat(tree.Files(), tree.Links(), fresh)
	} else if err := d.list(ctx, "", top); err != nil {
		return nil, false, errors.Join(err, root.Close())
	} else {
		d.files = slices.DeleteFunc(d.files, func(name string) bool {
			return strings.Contains("/"+name, "/.") || strings.Contains("/"+name, "/node_modules/")
		})
	}
	below = filepath.ToSlash(below)
	if !info.IsDir() {
		d.files = append(d.files, below) // though git may ignore it
	}
	slices.Sort(d.files)
	d.files = slices.Compact(d.files)
	d.pages = make([]bool, len(d.files))
	pages, html := 0, 0
	for i, name := range d.files {
		for parent := path.Dir(name); parent != "."; parent = path.Dir(parent) {
			d.dirs[parent] = noIndex
		}
		switch isMarkdown := slices.Contains([]string{".md", ".markdown", ".mdown", ".mkdn"}, strings.ToLower(path.Ext(name))); {
		case below != "." && name != below && !strings.HasPrefix(name, below+"/"):
		case isMarkdown:
			pages++
			// What is tracked may not be checked out, and of a symbolic link GitHub shows where it leads.
			info, err := root.Lstat(filepath.FromSlash(name))
			d.pages[i] = err == nil && info.Mode().IsRegular()
		case scan.KindOfName(name).IsPage():
			html++
		}
	}
	d.dirs[""] = noIndex
	d.number()
	d.Host(hosting.GitHubRepository)
	return d, pages > html, nil
}

// IsRepository reports whether the directory is a repository whose Markdown is read.
func (d *Dir) IsRepository() bool { return d.pages != nil }

// Place returns a link of a page as file i has it, without user info, with its line and column. Of
// equal links it is the same one as on the page, if the file has as many; a definition stands there
// once for many. Both are zero elsewhere, as where code shows such a link, too.
func (d *Dir) Place(i int32, links []link.Link, index int32) (written string, line, column int) {
	raw := strings.Clone(strings.TrimSpace(links[index].Raw))
	nth, onPage := 0, 0
	for j := range links {
		if strings.TrimSpace(links[j].Raw) == raw {
			onPage++
			if j < int(index) {
				nth++
			}
		}
	}
	// Nothing is found in a file that cannot be read.
	source, _ := openfile.ReadIn(d.root, filepath.FromSlash(d.files[i]), MaxPage)
	for _, written := range []string{raw, weburl.Unescape(raw)} {
		switch in := places(source, written); {
		case len(in) == 1:
			line, column = position.Of(source, in[0])
		case len(in) == onPage:
			line, column = position.Of(source, in[nth])
		default:
			continue
		}
		return weburl.Redact(written), line, column
	}
	return weburl.Redact(raw), 0, 0
}

// places returns where a file of Markdown has a link, and not only a part of another one.
func places(source []byte, link string) (all []int) {
	for end := 0; link != ""; {
		at := bytes.Index(source[end:], []byte(link))
		if at < 0 {
			break
		}
		at, end = end+at, end+at+len(link)
		isBegin := at == 0 || bytes.IndexByte([]byte("(<\"'=: \t\r\n"), source[at-1]) >= 0
		isEnd := end == len(source) || bytes.IndexByte([]byte(")>\"' \t\r\n"), source[end]) >= 0
		if isBegin && isEnd || link[0] == '[' { // or a reference without a definition
			all = append(all, at)
		}
	}
	return all
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
