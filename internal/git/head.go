package git

import (
	"context"
	"fmt"
	"strings"
)

// IsCheckedOut reports whether a commit is what the work tree around dir holds: the commit
// that is checked out, or the one that it merges into another, as in most runs for a pull
// request. head is the commit that is checked out. The error says why that is not known.
func IsCheckedOut(ctx context.Context, dir, name string) (head string, is bool, err error) {
	_, gitDir, err := findGit(dir)
	if err != nil {
		return "", false, fmt.Errorf("could not find the repository around %q: %w", dir, err)
	}
	t := &Tree{gitDir: commonDir(gitDir), workDir: gitDir}
	head, err = t.head()
	if err != nil || strings.EqualFold(head, name) {
		return head, err == nil, err
	}
	o := openObjects(ctx, t.gitDir, len(head)/2)
	defer o.close()
	c, err := o.commit(head)
	if err != nil {
		return head, false, err
	}
	return head, len(c.parents) == 2 && strings.EqualFold(c.parents[1], name), nil
}
