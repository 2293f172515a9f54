package git

import (
	"bytes"
	"cmp"
	"context"
	"hash/maphash"
	"path"
	"slices"
)

const (
	// maxRenameBytes bounds the contents that are compared to find renamed files. Beyond
	// it only files with the same contents are renamed.
	maxRenameBytes = 64 << 20
	// maxLinePlaces is in how many removed files a line is at most that says something.
	maxLinePlaces = 16
)

// Rename is a file that was removed, and one with the same contents, or half of them, that
// was added.
type Rename struct{ From, To string }

// Renames returns the files that were renamed, in the order of their old paths. Like git,
// it takes a file for renamed when at least half of it is the same; a file with the same
// name in another folder goes before others. It reads the contents of removed and added
// files, and ends when ctx does.
func (c *Comparison) Renames(ctx context.Context) ([]Rename, error) {
	var removed, added []Change
	for _, change := range c.Changes {
		switch {
		case change.Submodule || change.Symlink:
		case change.After == "":
			removed = append(removed, change)
		case change.Before == "":
			added = append(added, change)
		}
	}
	renames := exactRenames(&removed, &added)
	edited, err := c.editedRenames(ctx, removed, added)
	renames = append(renames, edited...)
	slices.SortFunc(renames, func(a, b Rename) int { return cmp.Compare(a.From, b.From) })
	return renames, err
}

// exactRenames takes out the files with the same contents: of several, those with the same
// name, or else the first ones.
func exactRenames(removed, added *[]Change) (renames []Rename) {
	places := map[string][]string{} // the added files by their contents
	for _, a := range *added {
		places[a.After] = append(places[a.After], a.Path)
	}
	taken := map[string]bool{}
	*removed = slices.DeleteFunc(*removed, func(r Change) bool {
		open := places[r.Before]
		if len(open) == 0 {
			return false
		}
		at := max(0, slices.IndexFunc(open, func(p string) bool { return path.Base(p) == path.Base(r.Path) }))
		renames = append(renames, Rename{r.Path, open[at]})
		taken[open[at]] = true
		places[r.Before] = slices.Delete(open, at, at+1)
		return true
	})
	*added = slices.DeleteFunc(*added, func(a Change) bool { return taken[a.Path] })
	return renames
}

// pair is a removed and an added file, and the share of their bytes that is in both.
type pair struct {
	removed, added int32
	share          float64
	sameName       bool
}

// editedRenames finds the files with at least half of their lines in common. The best pairs
// come first, and each file is in one.
func (c *Comparison) editedRenames(ctx context.Context, removed, added []Change) ([]Rename, error) {
	if len(removed) == 0 || len(added) == 0 {
		return nil, nil
	}
	l := lineIndex{seed: maphash.MakeSeed(), places: map[uint64][]int32{}, sizes: make([]int, len(removed))}
	var pairs []pair
	read := 0
	for _, list := range [][]Change{removed, added} {
		for i := range list {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			data, err := c.Read(cmp.Or(list[i].Before, list[i].After))
			if err != nil {
				return nil, err
			}
			if read += len(data); read > maxRenameBytes {
				return nil, nil
			}
			if list[i].Before != "" {
				l.add(int32(i), data)
				continue
			}
			for file, both := range l.common(data) {
				if share := float64(both) / float64(max(len(data), l.sizes[file])); share >= 0.5 {
					pairs = append(pairs, pair{file, int32(i), share, path.Base(removed[file].Path) == path.Base(list[i].Path)})
				}
			}
		}
	}
	return bestPairs(pairs, removed, added), nil
}

// bestPairs returns the renames of the best pairs: those with the same name, then those with
// the largest share in common. Each file is in one.
func bestPairs(pairs []pair, removed, added []Change) (renames []Rename) {
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.sameName != b.sameName {
			if a.sameName {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.share, a.share), cmp.Compare(a.removed, b.removed), cmp.Compare(a.added, b.added))
	})
	gone, there := map[int32]bool{}, map[int32]bool{}
	for _, p := range pairs {
		if !gone[p.removed] && !there[p.added] {
			gone[p.removed], there[p.added] = true, true
			renames = append(renames, Rename{removed[p.removed].Path, added[p.added].Path})
		}
	}
	return renames
}

// lineIndex finds removed files by their lines.
type lineIndex struct {
	seed maphash.Seed
	// places are the removed files that have a line; nil for one that many have.
	places map[uint64][]int32
	sizes  []int
}

// add adds a removed file.
func (l *lineIndex) add(file int32, data []byte) {
	l.sizes[file] = len(data)
	for line := range bytes.Lines(data) {
		h := maphash.Bytes(l.seed, line)
		places, is := l.places[h]
		if is && places == nil || slices.Contains(places, file) {
			continue
		}
		if len(places) == maxLinePlaces {
			places = nil
		} else {
			places = append(places, file)
		}
		l.places[h] = places
	}
}

// common returns how many bytes of a file are lines of each removed file.
func (l *lineIndex) common(data []byte) map[int32]int {
	both := map[int32]int{}
	for line := range bytes.Lines(data) {
		for _, file := range l.places[maphash.Bytes(l.seed, line)] {
			both[file] += len(line)
		}
	}
	return both
}
