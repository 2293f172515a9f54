// Package site knows where a site's pages are, and what each of its paths answers to: Dir
// is a build directory, FindStart finds the start page of a deployed site, Scope tells
// internal URLs from external ones, and Infer finds out where the site is served. It
// judges no links.
package site

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"maps"
	"math/bits"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/scan"
)

// Dir is a build directory: an index of its files, listed once, that answers what a path
// leads to without a system call. It is safe for concurrent use.
type Dir struct {
	name  string // as the user gave it
	shown string // relative to the working directory, with slashes
	root  *os.Root
	// files are where links find them, as slash paths below the root, in order; reals are
	// where some are read instead, since they are symbolic links.
	files []string
	reals map[string]string
	slots []slot           // of files, by hash
	seed  maphash.Seed     // what strangers do not know, who could make paths that meet
	dirs  map[string]int32 // the same for directories, with their indexes or noIndex; "" is the root
	// linked maps a symbolic link to a directory to the real place of that directory, so
	// that a tree is listed once however many names it has: links that point up cannot make
	// the listing endless. dead maps a link that cannot be followed to the words that say so.
	linked, dead map[string]string
	// unlisted are the directories that could not be listed, with the cause.
	unlisted map[string]error
	cases    func() map[string]string // is capitals, made once

	// pages says which files are pages of Markdown, when that of a repository is read; nil for a site.
	pages []bool

	// host is how the host answers, and plainly whether it does so as a plain one for all paths that
	// are those of files there.
	host    project.Choice
	plainly bool
	// noBare is whether an unknown host has no pages without their ".html".
	noBare bool
	// locked are the files that may hold rules of the host, and that may not be read.
	locked map[string]bool
	// isCostly is whether the answer to a path is not known, because of the rules of the host.
	isCostly atomic.Bool
}

// noIndex stands for the index of a directory that has none.
const noIndex = -1

// OpenDir lists the files of the directory name. The error tells a directory that does not
// exist from one that cannot be read. Once ctx has ended it lists nothing more: the
// directory holds what was found by then.
func OpenDir(ctx context.Context, name string) (*Dir, error) {
	failed := func(cause error) (*Dir, error) {
		return nil, fmt.Errorf("could not open directory %q: %w", name, openfile.Cause(cause))
	}
	info, err := os.Stat(name)
	if err != nil {
		return failed(err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("could not open directory %q: it is a file; pass the directory that holds the site", name)
	}
	top, err := filepath.EvalSymlinks(name)
	if err == nil {
		top, err = filepath.Abs(top)
	}
	if err != nil {
		return failed(err)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return failed(err)
	}
	d := newDir(name, openfile.Relative(name), root)
	if err := d.list(ctx, "", top); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	slices.Sort(d.files)
	// As one text they are one object for the garbage collector to visit.
	text := strings.Join(d.files, "")
	for i, name := range d.files {
		d.files[i], text = text[:len(name)], text[len(name):]
	}
	d.number()
	d.serve(project.Choice{Profile: hosting.New(hosting.Plain, d.deployment()), Assumed: true})
	return d, nil
}

func newDir(name, shown string, root *os.Root) *Dir {
	d := &Dir{
		name: name, shown: shown, root: root, reals: map[string]string{}, dirs: map[string]int32{},
		linked: map[string]string{}, dead: map[string]string{}, unlisted: map[string]error{}, locked: map[string]bool{},
	}
	d.cases = sync.OnceValue(d.capitals)
	return d
}

// Kind is what file i holds, by its name.
func (d *Dir) Kind(i int32) link.Kind {
	switch {
	case !d.IsRepository():
		return scan.KindOfName(d.files[i])
	case d.pages[i]:
		return link.HTMLKind
	}
	return link.NoKind
}

// slot is one file in the table by hash: 32 bits of the hash of its path, those that do not tell
// the slot, and its number and 1, so that 0 is an empty slot.
type slot struct {
	print  uint32
	number int32
}

// number numbers the files by the hashes of their paths: of a large site, paths would be looked at
// far from each other in memory, for each link. Those of files are told apart for certain. A map of
// the runtime would take a tenth more processor time in all, for 200,000 small pages.
func (d *Dir) number() {
	d.seed, d.slots = maphash.MakeSeed(), make([]slot, 1<<bits.Len(uint(len(d.files)+len(d.files)/2)))
	for i, name := range d.files {
		s, print := d.slot(name)
		if s.number != 0 {
			d.number()
			return
		}
		*s = slot{print, int32(i) + 1}
		if dir := hosting.WithoutIndex(name); dir != name {
			d.dirs[strings.TrimSuffix(dir, "/")] = int32(i)
		}
	}
}

// slot returns the slot that a path has, or would have.
func (d *Dir) slot(name string) (s *slot, print uint32) {
	hash := maphash.String(d.seed, name)
	print = uint32(hash >> 32)
	for at := hash; ; at++ {
		if s = &d.slots[at&uint64(len(d.slots)-1)]; s.number == 0 || s.print == print {
			return s, print
		}
	}
}

// numberOf returns the number of the file with just that path. A path that no file has is taken for
// one by a chance of one in billions.
func (d *Dir) numberOf(name string) (int32, bool) {
	s, _ := d.slot(name)
	return s.number - 1, s.number != 0
}

// Close releases the directory.
func (d *Dir) Close() error { return d.root.Close() }

// Len is the number of files; their numbers run from 0 to Len()-1.
func (d *Dir) Len() int { return len(d.files) }

// Path is where file i is below the directory, with slashes.
func (d *Dir) Path(i int32) string { return d.files[i] }

// URLPath is the path at which the host serves file i below the site's base path, without
// a leading slash.
func (d *Dir) URLPath(i int32) string {
	return hosting.EscapePath(d.host.Profile.URLPath(d.files[i]))
}

// File is where file i is, relative to the working directory, with slashes.
func (d *Dir) File(i int32) string {
	if d.shown == "." {
		return d.files[i]
	}
	return strings.TrimSuffix(d.shown, "/") + "/" + d.files[i] // both are clean
}

// list adds what the directory at the slash path dir holds, and goes down. One that cannot be
// listed costs what it holds, but for the root. It only reads names and types: even if the tree
// changes meanwhile, files are read below the root alone.
func (d *Dir) list(ctx context.Context, dir, top string) error {
	if ctx.Err() != nil {
		return nil
	}
	d.dirs[dir] = noIndex
	entries, err := openfile.List(filepath.Join(top, filepath.FromSlash(dir)))
	switch {
	case dir == "" && err != nil:
		return fmt.Errorf("could not list directory %q: %w", filepath.ToSlash(d.name), openfile.Cause(err))
	case err != nil:
		d.unlisted[dir] = openfile.Cause(err)
	}
	for _, entry := range entries {
		switch mode := entry.Type(); {
		case mode.IsDir():
			if err := d.list(ctx, path.Join(dir, entry.Name()), top); err != nil {
				return err
			}
		case mode.IsRegular():
			d.files = append(d.files, strings.TrimPrefix(dir+"/"+entry.Name(), "/"))
		case mode&(fs.ModeSymlink|fs.ModeIrregular) != 0:
			d.addLink(dir, entry.Name(), top)
		}
	}
	return nil
}

// addLink follows the symbolic link base in the directory dir when it leads to something
// inside the directory top. A junction of Windows is not followed.
func (d *Dir) addLink(dir, base, top string) {
	name := path.Join(dir, base)
	full, err := filepath.EvalSymlinks(filepath.Join(top, filepath.FromSlash(name)))
	var info fs.FileInfo
	if err == nil {
		info, err = os.Lstat(full)
	}
	real, relErr := filepath.Rel(top, full)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		d.dead[name] = fmt.Sprintf("%q is a symbolic link to a missing file", name)
	case err != nil || !info.IsDir() && !info.Mode().IsRegular():
		d.dead[name] = fmt.Sprintf("%q is a symbolic link that cannot be followed", name)
	case relErr != nil || !filepath.IsLocal(real):
		d.dead[name] = fmt.Sprintf("%q is a symbolic link that leads outside the site; copy the file into the site, or add a rule with verdict: ok", name)
	case info.IsDir():
		if real == "." {
			real = ""
		}
		d.linked[name] = filepath.ToSlash(real)
	default:
		d.files = append(d.files, name)
		d.reals[name] = filepath.ToSlash(real)
	}
}

// follow rewrites the symbolic links to directories in the slash path p to the places they
// stand for. Where p passes a link that cannot be followed, dead says why. Every rewriting
// consumes an element of p, so it ends.
func (d *Dir) follow(p string) (real, dead string) {
	if len(d.linked) == 0 && len(d.dead) == 0 {
		return p, ""
	}
	for rest := p; rest != ""; {
		var element string
		element, rest, _ = strings.Cut(rest, "/")
		real = path.Join(real, element)
		if dead = d.dead[real]; dead != "" {
			return "", dead
		}
		if to, ok := d.linked[real]; ok {
			real = to
		}
	}
	return real, ""
}

// The bounds of what a problem names: directories, and the code points of a path.
const (
	maxUnlisted  = 10
	maxShownPath = 200
)

// Problems says of each directory below the root why it could not be listed, of many of them of
// some; of each file that may hold rules of the host and could not be opened that they are not
// known; and whether matching them took too long. Each is one line.
func (d *Dir) Problems() (problems []string) {
	for _, dir := range slices.Sorted(maps.Keys(d.unlisted)) {
		shown := report.Clean(path.Join(filepath.ToSlash(d.name), dir), maxShownPath)
		problems = append(problems, fmt.Sprintf("could not list directory \"%s\": %v", shown, d.unlisted[dir]))
	}
	if more := len(problems) - maxUnlisted; more > 0 {
		problems = append(problems[:maxUnlisted], fmt.Sprintf("could not list %d more directories", more))
	}
	for _, name := range slices.Sorted(maps.Keys(d.locked)) {
		problems = append(problems, fmt.Sprintf("could not read %q, which may contain rules of the host: permission denied; make it readable", name))
	}
	if d.isCostly.Load() {
		problems = append(problems, "could not match some paths against all rules of the host: too many rules begin with the same text; "+
			"begin each rule with a different path, or remove some")
	}
	return problems
}

// mayHold reports whether what is at a decoded URL path may lie in a directory that could
// not be listed, or be one.
func (d *Dir) mayHold(urlPath string) bool {
	name, _ := hosting.FileName(urlPath)
	name, _ = d.follow(name)
	for i := range len(name) + 1 {
		if i < len(name) && name[i] != '/' {
			continue
		}
		if _, ok := d.unlisted[name[:i]]; ok {
			return true
		}
		if _, ok := d.dirs[name[:i]]; !ok {
			return false // A long path has few directories.
		}
	}
	return false
}
