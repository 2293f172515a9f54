package markdown

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
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// Repository is what a repository has, and which of it is to be read.
type Repository struct {
	// Top is its directory.
	Top string
	// Files are the slash paths of the files that git tracks, and of new ones that it does not
	// ignore. Symbolic links are files here: GitHub shows where they lead, and has nothing below them.
	// Without git they are all files but hidden ones and installed packages.
	Files []string
	// target is the slash path of what is to be read: a directory, or one file; "" is all.
	target string
}

// isMarkdown reports whether GitHub shows a file of that name as a page of Markdown.
func isMarkdown(name string) bool {
	return slices.Contains([]string{".md", ".markdown", ".mdown", ".mkdn"}, strings.ToLower(path.Ext(name)))
}

// maxEntries is how many entries of directories are looked at for files that git does not track.
const maxEntries = 100_000

// Find lists the repository around a target: a directory, or a file.
func Find(ctx context.Context, target string) (*Repository, error) {
	full, err := openfile.Resolve(target)
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(full)
	}
	if err != nil {
		return nil, fmt.Errorf("could not open %q: %w", target, openfile.Cause(err))
	}
	r := &Repository{Top: full}
	if !info.IsDir() {
		r.Top = filepath.Dir(full)
	}
	switch tree, err := git.Open(r.Top); {
	case errors.Is(err, git.ErrNoRepository):
		r.walk(ctx, "")
	case err != nil:
		return nil, err
	default:
		r.Top = tree.Top()
		fresh, _ := tree.Untracked(ctx, r.Top, maxEntries, func(name string) bool { return filepath.Base(name) == "node_modules" })
		r.Files = slices.Concat(tree.Files(), tree.Links(), fresh)
	}
	below, err := filepath.Rel(r.Top, full)
	if err != nil || !filepath.IsLocal(below) {
		return nil, fmt.Errorf("could not check %q: it is outside of the repository", target)
	}
	if below != "." {
		r.target = filepath.ToSlash(below)
	}
	if !info.IsDir() {
		r.Files = append(r.Files, r.target) // though git may ignore it
	}
	slices.Sort(r.Files)
	r.Files = slices.Compact(r.Files)
	return r, nil
}

// walk adds the files of a directory that is in no repository.
func (r *Repository) walk(ctx context.Context, dir string) {
	// A directory that cannot be listed has nothing to show.
	entries, _ := openfile.List(filepath.Join(r.Top, filepath.FromSlash(dir)))
	for _, entry := range entries {
		switch name := path.Join(dir, entry.Name()); {
		case ctx.Err() != nil || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules":
		case entry.IsDir():
			r.walk(ctx, name)
		case entry.Type().IsRegular():
			r.Files = append(r.Files, name)
		}
	}
}

// IsPage reports whether a file is Markdown in the target.
func (r *Repository) IsPage(name string) bool { return isMarkdown(name) && r.isTarget(name) }

func (r *Repository) isTarget(name string) bool {
	return r.target == "" || name == r.target || strings.HasPrefix(name, r.target+"/")
}

// Pages returns how many files of Markdown there are in the target, and whether they are more than
// those of HTML: then it is read on GitHub, and not as a site.
func (r *Repository) Pages() (n int, isMost bool) {
	html := 0
	for _, name := range r.Files {
		switch {
		case r.IsPage(name):
			n++
		case scan.KindOfName(name).IsPage() && r.isTarget(name):
			html++
		}
	}
	return n, n > html
}

// Fragment returns the fragment that is looked up on a page of Markdown: GitHub ignores its
// case, and the prefix that it gives to the ids of a page.
func Fragment(fragment string) string {
	return strings.ToLower(strings.TrimPrefix(weburl.Unescape(fragment), "user-content-"))
}

// Places returns where a file of Markdown has a link, and not only a part of another one.
func Places(source []byte, link string) (all []int) {
	for end := 0; ; {
		at := bytes.Index(source[end:], []byte(link))
		if at < 0 || link == "" {
			return all
		}
		at, end = end+at, end+at+len(link)
		isBegin := at == 0 || bytes.IndexByte([]byte("(<\"'=: \t\r\n"), source[at-1]) >= 0
		isEnd := end == len(source) || bytes.IndexByte([]byte(")>\"' \t\r\n"), source[end]) >= 0
		if isBegin && isEnd || link[0] == '[' { // or a reference without a definition
			all = append(all, at)
		}
	}
}
