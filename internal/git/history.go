package git

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// commit is what is read of a commit.
type commit struct {
	tree    string
	parents []string
	// at is when it was made, in seconds since 1970.
	at int64
}

// commit reads the commit of that name.
func (o *objects) commit(name string) (commit, error) {
	data, err := o.read(name, "commit")
	if err != nil {
		return commit{}, err
	}
	var c commit
	for line := range strings.Lines(string(data)) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		switch {
		case (key == "tree" || key == "parent") && !isObjectName(value):
			return commit{}, fmt.Errorf("could not read the commit %s: %w", name, errObject)
		case key == "tree":
			c.tree = strings.Clone(value) // of a view, it would keep the whole commit
		case key == "parent":
			c.parents = append(c.parents, value)
		case key == "committer":
			c.at = committed(value)
			return c, nil
		}
	}
	return c, nil
}

// committed is the time in a line that says who made a commit, and when; 0 when it is
// not told.
func committed(line string) int64 {
	words := strings.Fields(line[strings.LastIndexByte(line, '>')+1:])
	if len(words) == 0 {
		return 0
	}
	at, err := strconv.ParseInt(words[0], 10, 64)
	if err != nil {
		return 0
	}
	return at
}

// head is the name of the commit that is checked out.
func (t *Tree) head() (string, error) {
	name := "HEAD"
	const maxRefs = 5
	for range maxRefs {
		value, err := t.ref(name)
		if err != nil {
			return "", fmt.Errorf("could not find the checked-out commit: %w", err)
		}
		next, isRef := strings.CutPrefix(value, "ref:")
		if !isRef {
			if !isObjectName(value) {
				break
			}
			return value, nil
		}
		name = strings.TrimSpace(next)
	}
	return "", fmt.Errorf("could not find the checked-out commit: %w", errObject)
}

// ref is what a name stands for. A linked work tree has a HEAD of its own.
func (t *Tree) ref(name string) (string, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return "", errObject
	}
	for _, dir := range []string{t.workDir, t.gitDir} {
		if data, err := readRegular(filepath.Join(dir, filepath.FromSlash(name)), maxConfig); err == nil {
			return strings.TrimSpace(string(data)), nil
		}
	}
	packed, err := readRegular(filepath.Join(t.gitDir, "packed-refs"), maxGitIndex)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(packed)) {
		if value, ref, ok := strings.Cut(strings.TrimSpace(line), " "); ok && ref == name {
			return value, nil
		}
	}
	return "", os.ErrNotExist
}

// Changed returns the paths in the repository of what changed since base, the
// commit that a pull request is to be merged into: since the commit where the two
// parted, as far as the history is here. Where base is not, as in a shallow clone of
// a merge, the first parent stands for it. The error tells that there is nothing to
// compare with.
func (t *Tree) Changed(ctx context.Context, base string) ([]string, error) {
	name, err := t.head()
	if err != nil {
		return nil, err
	}
	o := openObjects(ctx, t.gitDir, len(name)/2)
	defer o.close()
	head, err := o.commit(name)
	if err != nil {
		return nil, err
	}
	if _, missing := o.commit(base); missing != nil {
		if len(head.parents) == 0 {
			return nil, fmt.Errorf("could not find a commit to compare with: %w", missing)
		}
		base = head.parents[0]
	}
	from, err := o.commit(o.parting(base, name))
	if err != nil {
		return nil, err
	}
	d := treeDiff{objects: o}
	if err := d.compare(ctx, "", from.tree, head.tree); err != nil {
		return nil, err
	}
	changed := make([]string, len(d.changed))
	for i := range d.changed {
		changed[i] = d.changed[i].Path
	}
	slices.Sort(changed)
	return changed, nil
}

// treeDiff gathers the files that differ between two directories.
type treeDiff struct {
	*objects
	changed []Change
	// directories is how many were compared, and known how many entries they have.
	directories, known int
}

// The bounds on what is compared: past them something is not a repository that
// people work on.
const (
	maxChanged = 100_000
	maxDepth   = 200
	// A few directories that hold each other twice stand for any number of them.
	maxDirectories = 50_000
	// A few bytes of a pack can stand for millions of entries, and those of a directory
	// are held while the ones in it are compared.
	maxEntries = 1_000_000
)

// errTooMuch is the cause when more differs.
var errTooMuch = errors.New("too many differences")

// compare compares two directories at a path; the name of one that is not there is
// empty. What is equal has the same name, and is not looked into.
func (d *treeDiff) compare(ctx context.Context, at, from, to string) error {
	if from == to {
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if d.directories++; d.directories > maxDirectories || len(d.changed) > maxChanged || strings.Count(at, "/") > maxDepth {
		return errTooMuch
	}
	before, err := d.entries(from)
	if err != nil {
		return err
	}
	after, err := d.entries(to)
	if err != nil {
		return err
	}
	for name, is := range after {
		if err := d.entry(ctx, path.Join(at, name), before[name], is); err != nil {
			return err
		}
		delete(before, name)
	}
	for name, was := range before {
		if err := d.entry(ctx, path.Join(at, name), was, treeEntry{}); err != nil {
			return err
		}
	}
	return nil
}

// entry compares what is called so in two directories.
func (d *treeDiff) entry(ctx context.Context, at string, was, is treeEntry) error {
	if was == is {
		return nil
	}
	if was.file() || is.file() {
		d.changed = append(d.changed, Change{
			Path: at, Before: was.object(), After: is.object(),
			Submodule: was.submodule() || is.submodule(), Symlink: was.symlink() || is.symlink(),
		})
	}
	if !was.dir() && !is.dir() {
		return nil
	}
	var from, to string
	if was.dir() {
		from = was.name
	}
	if is.dir() {
		to = is.name
	}
	return d.compare(ctx, at, from, to)
}

// treeEntry is one entry of a directory: its mode, and the name of its object.
type treeEntry struct{ mode, name string }

func (e treeEntry) dir() bool       { return e.mode == "40000" }
func (e treeEntry) file() bool      { return e.mode != "" && !e.dir() }
func (e treeEntry) submodule() bool { return e.mode == "160000" }
func (e treeEntry) symlink() bool   { return e.mode == "120000" }

// object is the name of what a file holds; empty for anything else.
func (e treeEntry) object() string {
	if e.file() {
		return e.name
	}
	return ""
}

// entries are those of a directory, by what they are called.
func (d *treeDiff) entries(name string) (map[string]treeEntry, error) {
	all := map[string]treeEntry{}
	if name == "" {
		return all, nil
	}
	data, err := d.read(name, "tree")
	if err != nil {
		return nil, err
	}
	hash := len(name) / 2
	for len(data) > 0 {
		head, rest, found := bytes.Cut(data, []byte{0})
		mode, called, ok := strings.Cut(string(head), " ")
		if !found || !ok || len(rest) < hash {
			return nil, errObject
		}
		if d.known++; d.known > maxEntries {
			return nil, errTooMuch
		}
		all[called] = treeEntry{mode, hex.EncodeToString(rest[:hash])}
		data = rest[hash:]
	}
	return all, nil
}
