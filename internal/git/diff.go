package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/filemode"
	"github.com/go-git/go-git/v5/plumbing/object"
)

// The errors of [Tree.Compare] that a caller can explain.
var (
	ErrShallow     = errors.New("the checkout lacks the history since the merge base")
	ErrOtherCommit = errors.New("the checkout has another commit than the pull request")
	ErrMerged      = errors.New("the checked-out commit is part of the base branch")
)

// Change is a file that differs between two commits.
type Change struct {
	// From and To are its paths in the repository before and after; empty where it does not
	// exist. They differ for a file that was renamed.
	From, To string
	// Lines counts how many times more often than before the file has a line, without the white
	// space around it; a line that is gone has a negative number. It is nil where that is not
	// known, as for a large file or one that is no text.
	Lines map[string]int
}

// IsCheckedOut reports whether a commit is what the work tree around dir holds: the commit
// that is checked out, or the one that it merges into another, as in most runs for a pull
// request. head is the commit that is checked out.
func IsCheckedOut(ctx context.Context, dir, name string) (head string, is bool, err error) {
	p, err := find(dir)
	if err != nil {
		return "", false, err
	}
	if head = p.commit("HEAD"); strings.EqualFold(head, name) && head != "" {
		return head, true, nil
	}
	o := openObjects(ctx, p)
	defer o.close()
	c, err := o.commit(head)
	return head, err == nil && isMergeOf(c, name), err
}

func isMergeOf(c *object.Commit, name string) bool {
	return len(c.ParentHashes) == 2 && strings.EqualFold(c.ParentHashes[1].String(), name)
}

// commit reads a commit by its name.
func (o *objects) commit(name string) (*object.Commit, error) {
	return object.GetCommit(o, plumbing.NewHash(name))
}

// RemoteDefault returns the commit of the default branch of the remote "origin", as far as the
// repository here knows it; empty when it does not. branch is its name where the caller knows it.
func (t *Tree) RemoteDefault(branch string) string {
	return t.commit("refs/remotes/origin/" + cmp.Or(branch, "HEAD"))
}

// Compare returns what differs between the checked-out commit of a pull request and its merge base,
// in the order of the paths. The pull request is from the commit head into the commit base. The
// checkout is head, or the merge of both that a workflow of a pull request checks out: its first
// parent is the base then, because the base branch may have moved on since the event. Compare reads
// until ctx ends.
func (t *Tree) Compare(ctx context.Context, base, head string) ([]Change, error) {
	o := openObjects(ctx, t.place)
	defer o.close()
	name := t.commit("HEAD")
	is, err := o.commit(name)
	if err != nil {
		return nil, fmt.Errorf("could not read the checked-out commit: %w", err)
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
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrShallow, err)
	case was.Hash == is.Hash:
		return nil, ErrMerged
	}
	return o.compare(was, is)
}

// mergeBase returns the last commit that base and head both build on.
func (o *objects) mergeBase(base string, head *object.Commit) (*object.Commit, error) {
	from, err := o.commit(base)
	if err != nil {
		return nil, err
	}
	common, err := head.MergeBase(from)
	if err != nil || len(common) == 0 {
		return nil, cmp.Or(err, errors.New("no commit is part of both branches"))
	}
	return common[0], nil
}

// compare finds renames as git does by default.
func (o *objects) compare(was, is *object.Commit) (changes []Change, err error) {
	from, err := was.Tree()
	if err != nil {
		return nil, err
	}
	to, err := is.Tree()
	if err != nil {
		return nil, err
	}
	found, err := object.DiffTreeWithOptions(o.ctx, from, to, &object.DiffTreeOptions{DetectRenames: true, RenameScore: 50, RenameLimit: 1000})
	if err != nil && o.ctx.Err() == nil {
		// A file that is too large to be compared is renamed only when all of it is the same.
		found, err = object.DiffTreeWithOptions(o.ctx, from, to, &object.DiffTreeOptions{DetectRenames: true, OnlyExactRenames: true})
	}
	if err != nil {
		return nil, cmp.Or(o.ctx.Err(), err)
	}
	for _, f := range found {
		changes = append(changes, Change{f.From.Name, f.To.Name, lines(f)})
	}
	slices.SortFunc(changes, func(a, b Change) int { return cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From)) })
	return changes, o.ctx.Err()
}

// lines compares the lines of a file before and after.
func lines(change *object.Change) map[string]int {
	lines := map[string]int{}
	for i, at := range []object.ChangeEntry{change.From, change.To} {
		n := 2*i - 1
		switch {
		case at.Name == "":
			continue
		case at.TreeEntry.Mode == filemode.Submodule:
			lines["Subproject commit "+at.TreeEntry.Hash.String()] += n // as git shows it
			continue
		}
		file, err := at.Tree.TreeEntryFile(&at.TreeEntry)
		if err != nil {
			return nil
		}
		text, err := file.Contents()
		if err != nil || strings.ContainsRune(text, 0) {
			return nil
		}
		for line := range strings.Lines(text) {
			lines[strings.TrimSpace(line)] += n
		}
	}
	return lines
}
