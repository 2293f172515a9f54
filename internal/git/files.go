package git

import (
	"maps"
	"slices"
)

// Top returns the absolute directory that the work tree begins at.
func (t *Tree) Top() string { return t.top }

// Files returns the paths in the repository of all files that git tracks, in
// order.
func (t *Tree) Files() []string { return slices.Sorted(maps.Keys(t.tracked)) }
