package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/markdown"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/position"
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/weburl"
)

// IsMarkdown reports whether GitHub shows a file of that name as a page of Markdown.
func IsMarkdown(name string) bool {
	return slices.Contains([]string{".md", ".markdown", ".mdown", ".mkdn"}, strings.ToLower(path.Ext(name)))
}

// maxEntries is how many entries of directories are looked at for files that git does not track.
const maxEntries = 100_000

// repository lists what a repository has: the files that git tracks, and new ones that it does not
// ignore. Without git, those are all files but hidden ones and installed packages.
func repository(ctx context.Context, dir string) (top string, files, links []string, err error) {
	tree, err := git.Open(dir)
	if errors.Is(err, git.ErrNoRepository) {
		top, err = filepath.Abs(dir)
		return top, plainFiles(ctx, top, ""), nil, err
	}
	if err != nil {
		return "", nil, nil, err
	}
	fresh, _ := tree.Untracked(ctx, tree.Top(), maxEntries, func(name string) bool { return filepath.Base(name) == "node_modules" })
	files = append(tree.Files(), fresh...)
	for _, name := range tree.Links() {
		if info, err := os.Stat(filepath.Join(tree.Top(), filepath.FromSlash(name))); err == nil && !info.IsDir() {
			files = append(files, name)
		} else {
			links = append(links, name)
		}
	}
	return tree.Top(), files, links, nil
}

func plainFiles(ctx context.Context, top, dir string) (files []string) {
	// A directory that cannot be listed has nothing to show.
	entries, _ := openfile.List(filepath.Join(top, filepath.FromSlash(dir)))
	for _, entry := range entries {
		switch name := path.Join(dir, entry.Name()); {
		case ctx.Err() != nil || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules":
		case entry.IsDir():
			files = append(files, plainFiles(ctx, top, name)...)
		case entry.Type().IsRegular():
			files = append(files, name)
		}
	}
	return files
}

// HoldsMarkdown reports whether a directory is a repository, or a part of one, that is read on
// GitHub and not as a site: it has no start page, and more files of Markdown than of HTML. n is
// how many of Markdown it has.
func HoldsMarkdown(ctx context.Context, dir string) (n int, holds bool) {
	if _, err := os.Stat(filepath.Join(dir, hosting.IndexFile)); err == nil {
		return 0, false
	}
	top, files, _, err := repository(ctx, dir)
	if err != nil {
		return 0, false
	}
	below, err := below(top, dir)
	html := 0
	for _, name := range files {
		switch {
		case err != nil || below != "" && !strings.HasPrefix(name, below+"/"):
		case IsMarkdown(name):
			n++
		case scan.KindOfName(name).IsPage():
			html++
		}
	}
	return n, n > html
}

// below returns the slash path of a file or directory below another one; "" is that itself.
func below(top, name string) (string, error) {
	full, err := openfile.Resolve(name)
	if err != nil {
		return "", err
	}
	rel, err := filepath.Rel(top, full)
	if err == nil && !filepath.IsLocal(rel) {
		err = fmt.Errorf("could not check %q: it is outside of the repository", name)
	}
	return strings.TrimPrefix(filepath.ToSlash(rel), "."), err
}

// OpenRepository lists the files of the repository around a target, of which the Markdown in the
// target is read: a directory, or one file. Its pages are what GitHub shows of them.
func OpenRepository(ctx context.Context, target string) (*Dir, error) {
	info, err := os.Stat(target)
	if err != nil {
		return nil, fmt.Errorf("could not open %q: %w", target, openfile.Cause(err))
	}
	dir := target
	if !info.IsDir() {
		dir = filepath.Dir(target)
	}
	top, files, links, err := repository(ctx, dir)
	if err != nil {
		return nil, err
	}
	within, err := below(top, target)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(top)
	if err != nil {
		return nil, fmt.Errorf("could not open directory %q: %w", top, openfile.Cause(err))
	}
	d := newDir(target, relative(top), root)
	d.isRepository = true
	slices.Sort(files)
	d.files = slices.Compact(files)
	d.dirs[""] = noIndex
	for _, name := range d.files {
		for parent := path.Dir(name); parent != "."; parent = path.Dir(parent) {
			d.dirs[parent] = noIndex
		}
	}
	for _, link := range links {
		d.addLink(path.Dir(link), path.Base(link), top)
	}
	d.number()
	d.pages = make([]bool, len(d.files))
	for i, name := range d.files {
		if within == "" || name == within || strings.HasPrefix(name, within+"/") {
			// What is tracked may not be checked out, and of a symbolic link GitHub shows where it leads.
			info, err := root.Lstat(filepath.FromSlash(name))
			d.pages[i] = IsMarkdown(name) && err == nil && info.Mode().IsRegular()
		}
	}
	d.Host(hosting.GitHubRepository)
	d.SetRootPath("/")
	return d, nil
}

// IsRepository reports whether the directory is a repository whose Markdown is read.
func (d *Dir) IsRepository() bool { return d.isRepository }

// rendered returns the page that GitHub shows for a file of Markdown.
func (d *Dir) rendered(source []byte) []byte { return d.renderer.Render(source) }

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

// SetRootPath says at which path the root of the repository is served.
func (d *Dir) SetRootPath(base string) { d.rootPath, d.renderer = base, markdown.New(base) }

// GitHubFragment returns the fragment that is looked up on a page of Markdown: GitHub ignores its
// case, and the prefix that it gives to the ids of a page.
func GitHubFragment(fragment string) string {
	return strings.ToLower(strings.TrimPrefix(weburl.Unescape(fragment), "user-content-"))
}

// lines matches the fragment by which GitHub marks lines of a file.
var lines = regexp.MustCompile(`^L(\d+)(?:C\d+)?(?:-L(\d+)(?:C\d+)?)?$`)

// HasLines reports whether a fragment marks no lines, or lines that file i of a repository has.
func (d *Dir) HasLines(i int32, fragment string) bool {
	m := lines.FindStringSubmatch(fragment)
	if m == nil {
		return true
	}
	data, err := openfile.ReadIn(d.root, filepath.FromSlash(d.files[i]), MaxPage)
	if err != nil {
		return true
	}
	n := strings.Count(string(data), "\n")
	if len(data) > 0 && data[len(data)-1] != '\n' {
		n++
	}
	for _, number := range m[1:] {
		if line, _ := strconv.Atoi(number); line > n {
			return false
		}
	}
	return true
}
