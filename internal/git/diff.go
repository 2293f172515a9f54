package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// The errors of [Tree.Compare] that a caller can explain.
var (
	// ErrShallow says that the history here does not reach back to the merge base.
	ErrShallow = errors.New("the checkout lacks the history since the merge base")
	// ErrOtherCommit says that another commit is checked out than that of the pull request.
	ErrOtherCommit = errors.New("the checkout has another commit than the pull request")
	// ErrMerged says that the checked-out commit is part of the base branch.
	ErrMerged = errors.New("the checked-out commit is part of the base branch")
)

// Change is a file that differs between two commits.
type Change struct {
	// From and To are its paths in the repository before and after; empty where it does not
	// exist. They differ for a file that was renamed.
	From, To string

	before, after plumbing.Hash
}

// Comparison is what differs between the checked-out commit of a pull request and its merge
// base. It is not safe for concurrent use.
type Comparison struct {
	// Changes are in the order of their paths.
	Changes []Change

	objects *objects
}

// IsCheckedOut reports whether a commit is what the work tree around dir holds: the commit
// that is checked out, or the one that it merges into another, as in most runs for a pull
// request. head is the commit that is checked out.
func IsCheckedOut(ctx context.Context, dir, name string) (head string, is bool, err error) {
	p, err := find(dir)
	if err != nil {
		return "", false, err
	}
	head, err = p.commit("HEAD")
	if err != nil || strings.EqualFold(head, name) {
		return head, err == nil, err
	}
	o := openObjects(ctx, p)
	defer o.close()
	c, err := o.commit(head)
	if err != nil {
		return head, false, err
	}
	return head, isMergeOf(c, name), nil
}

func isMergeOf(c *object.Commit, name string) bool {
	return len(c.ParentHashes) == 2 && strings.EqualFold(c.ParentHashes[1].String(), name)
}

// commit reads a commit by its name.
func (o *objects) commit(name string) (*object.Commit, error) {
	return object.GetCommit(o, plumbing.NewHash(name))
}

// RemoteDefault returns the commit of the default branch of the remote "origin", as far as
// the repository here knows it; empty when it does not. branch is its name where the caller
// knows it.
func (t *Tree) RemoteDefault(branch string) string {
	name, _ := t.place.commit("refs/remotes/origin/" + cmp.Or(branch, "HEAD"))
	return name
}

// Compare compares the checked-out commit with the merge base of a pull request from the
// commit head into the commit base. The checkout is head, or the merge of both that a
// workflow of a pull request checks out: its first parent is the base then, because the base
// branch may have moved on since the event. Call Close when the comparison is no longer
// needed. It reads until ctx ends.
func (t *Tree) Compare(ctx context.Context, base, head string) (c *Comparison, err error) {
	o := openObjects(ctx, t.place)
	c = &Comparison{objects: o}
	defer func() {
		if err != nil {
			o.close()
			err = cmp.Or(ctx.Err(), err)
		}
	}()
	name, err := t.place.commit("HEAD")
	if err != nil {
		return nil, fmt.Errorf("could not find the checked-out commit: %w", err)
	}
	is, err := o.commit(name)
	if err != nil {
		return nil, err
	}
	var was *object.Commit
	switch {
	case strings.EqualFold(name, head):
		was, err = o.mergeBase(base, is)
	case isMergeOf(is, head):
		was, err = o.commit(is.ParentHashes[0].String())
	default:
		return nil, ErrOtherCommit
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrShallow, err)
	case was.Hash == is.Hash:
		return nil, ErrMerged
	}
	return c, c.compare(ctx, was, is)
}

// mergeBase returns the last commit that base and head both build on.
func (o *objects) mergeBase(base string, head *object.Commit) (*object.Commit, error) {
	from, err := o.commit(base)
	if err != nil {
		return nil, err
	}
	common, err := head.MergeBase(from)
	if err == nil && len(common) == 0 {
		err = errors.New("no commit is part of both branches")
	}
	if err != nil {
		return nil, err
	}
	return common[0], nil
}

// The bounds of renames: those that git has by default.
const (
	alike      = 50
	maxRenames = 1000
)

func (c *Comparison) compare(ctx context.Context, was, is *object.Commit) error {
	from, err := was.Tree()
	if err != nil {
		return err
	}
	to, err := is.Tree()
	if err != nil {
		return err
	}
	found, err := object.DiffTreeContext(ctx, from, to)
	if err != nil {
		return err
	}
	// A file that is too large to be compared is renamed only when all of it is the same.
	renamed, err := object.DetectRenames(found, &object.DiffTreeOptions{RenameScore: alike, RenameLimit: maxRenames})
	if err != nil && ctx.Err() == nil {
		renamed, err = object.DetectRenames(found, &object.DiffTreeOptions{OnlyExactRenames: true})
	}
	for _, f := range renamed {
		c.Changes = append(c.Changes, Change{From: f.From.Name, To: f.To.Name, before: f.From.TreeEntry.Hash, after: f.To.TreeEntry.Hash})
	}
	slices.SortFunc(c.Changes, func(a, b Change) int { return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From)) })
	return err
}

// Read returns the contents of a file before and after; nothing where it does not exist. The
// commit of a submodule and a file that is too large are errors.
func (c *Comparison) Read(change Change) (before, after []byte, err error) {
	if before, err = c.objects.text(change.before); err == nil {
		after, err = c.objects.text(change.after)
	}
	return before, after, err
}

// text returns the contents of a file by their name; nothing for none.
func (o *objects) text(name plumbing.Hash) ([]byte, error) {
	if name == plumbing.ZeroHash {
		return nil, nil
	}
	blob, err := o.EncodedObject(plumbing.BlobObject, name)
	if err != nil {
		return nil, err
	}
	r, err := blob.Reader()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}

// Close closes the files of the repository.
func (c *Comparison) Close() { c.objects.close() }
