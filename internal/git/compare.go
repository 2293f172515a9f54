package git

import (
	"cmp"
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Change is a file that differs between two commits.
type Change struct {
	// Path is its path in the repository.
	Path string
	// Before and After name its contents in the earlier and in the later commit; empty
	// where it does not exist.
	Before, After string
	// Submodule is true for the place of another repository, whose commits Before and
	// After are then.
	Submodule bool
	// Symlink is true for a symbolic link, whose target is the contents, or was.
	Symlink bool
}

// The errors of [Tree.Compare] that a caller can explain.
var (
	// ErrShallow says that the history here does not reach back to the merge base.
	ErrShallow = errors.New("the checkout lacks the history since the merge base")
	// ErrOtherCommit says that another commit is checked out than that of the pull request.
	ErrOtherCommit = errors.New("the checkout has another commit than the pull request")
	// ErrMerged says that the checked-out commit is part of the base branch.
	ErrMerged = errors.New("the checked-out commit is part of the base branch")
)

// Comparison is what differs between the checked-out commit of a pull request and its
// merge base. It is not safe for concurrent use.
type Comparison struct {
	// Changes are in the order of their paths.
	Changes []Change

	diff treeDiff
	// base is the name of the directory of the merge base, and directories holds those
	// below it that were read.
	base        string
	directories map[string]map[string]treeEntry
}

// Compare compares the checked-out commit with the merge base of a pull request from the
// commit head into the commit base. The checkout is head, or the merge of both that a
// workflow of a pull request checks out: its first parent is the base then, because the
// base branch may have moved on since the event. Call Close when the comparison is no
// longer needed. It reads until ctx ends.
func (t *Tree) Compare(ctx context.Context, base, head string) (*Comparison, error) {
	name, err := t.head()
	if err != nil {
		return nil, err
	}
	o := openObjects(ctx, t.gitDir, len(name)/2)
	c := &Comparison{diff: treeDiff{objects: o}, directories: map[string]map[string]treeEntry{}}
	if err := c.compare(ctx, name, base, head); err != nil {
		o.close()
		return nil, err
	}
	return c, nil
}

func (c *Comparison) compare(ctx context.Context, name, base, head string) error {
	o := c.diff.objects
	is, err := o.commit(name)
	if err != nil {
		return err
	}
	from := ""
	switch {
	case name == head:
		if _, err := o.commit(base); err != nil {
			return fmt.Errorf("%w: %w", ErrShallow, err)
		}
		from = o.mergeBase(base, head)
	case len(is.parents) == 2 && is.parents[1] == head:
		from = is.parents[0]
	default:
		return ErrOtherCommit
	}
	switch from {
	case "":
		return cmp.Or(ctx.Err(), ErrShallow)
	case name:
		return ErrMerged
	}
	was, err := o.commit(from)
	if err != nil {
		return fmt.Errorf("%w: %w", cmp.Or(ctx.Err(), ErrShallow), err)
	}
	if err := c.diff.compare(ctx, "", was.tree, is.tree); err != nil {
		return err
	}
	c.base, c.Changes = was.tree, c.diff.changed
	slices.SortFunc(c.Changes, func(a, b Change) int { return cmp.Compare(a.Path, b.Path) })
	return nil
}

// Close closes the files of the repository.
func (c *Comparison) Close() { c.diff.close() }

// Before returns the name of the contents that a file had at the merge base; empty when it
// did not exist. For a file of a submodule it returns the path of that instead.
func (c *Comparison) Before(file string) (name, submodule string, err error) {
	dir := c.base
	for from := 0; ; {
		end := strings.IndexByte(file[from:], '/')
		last := end < 0
		if last {
			end = len(file) - from
		}
		entries, err := c.directory(dir)
		if err != nil {
			return "", "", err
		}
		e := entries[file[from:from+end]]
		switch {
		case e.submodule():
			return "", file[:from+end], nil
		case last:
			return e.object(), "", nil
		case !e.dir():
			return "", "", nil
		}
		dir, from = e.name, from+end+1
	}
}

// directory returns the entries of a directory by the name of its object.
func (c *Comparison) directory(name string) (map[string]treeEntry, error) {
	if known, ok := c.directories[name]; ok {
		return known, nil
	}
	entries, err := c.diff.entries(name)
	if err != nil {
		return nil, err
	}
	c.directories[name] = entries
	return entries, nil
}

// Read returns the contents of that name.
func (c *Comparison) Read(name string) ([]byte, error) { return c.diff.read(name, "blob") }

// Names reports whether a name is that of these contents.
func (c *Comparison) Names(name string, data []byte) bool {
	header := fmt.Appendf(nil, "blob %d\x00", len(data))
	if len(name) == hex.EncodedLen(sha256Size) {
		sum := sha256.New()
		sum.Write(header)
		sum.Write(data)
		return hex.EncodeToString(sum.Sum(nil)) == name
	}
	sum := sha1.New()
	sum.Write(header)
	sum.Write(data)
	return hex.EncodeToString(sum.Sum(nil)) == name
}

// RemoteDefault returns the commit of the default branch of the remote "origin", as far as
// the repository here knows it; empty when it does not. branch is its name where the caller
// knows it.
func (t *Tree) RemoteDefault(branch string) string {
	name := "refs/remotes/origin/" + cmp.Or(branch, "HEAD")
	if strings.Contains(branch, "..") {
		return "" // no branch has such a name
	}
	value, err := t.ref(name)
	if next, isRef := strings.CutPrefix(value, "ref:"); err == nil && isRef {
		value, err = t.ref(strings.TrimSpace(next))
	}
	if err != nil || !isObjectName(value) {
		return ""
	}
	return value
}
