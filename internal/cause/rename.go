package cause

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/git"
	"github.com/linkvet/linkvet/internal/source"
)

const (
	// maxAlike bounds how many removed files an added one is compared with.
	maxAlike = 8
	// fewRemoved is how many files may be removed so that one with another name is
	// looked for among all of them.
	fewRemoved = 20
)

// findRenames returns the removed files that the added ones were before, by the paths of
// these: files with the same contents, or with most lines in common.
func findRenames(d *decider) map[string]git.Change {
	byContents, byName := map[string][]int{}, map[string][]int{}
	var removed []int
	for i := range d.Changes {
		c := &d.Changes[i]
		if c.After != "" || c.Submodule {
			continue
		}
		removed = append(removed, i)
		byContents[c.Before] = append(byContents[c.Before], i)
		byName[path.Base(c.Path)] = append(byName[path.Base(c.Path)], i)
	}
	renames, taken := map[string]git.Change{}, map[int]bool{}
	free := func(all map[string][]int, key string) (some []int) {
		for len(all[key]) > 0 && taken[all[key][0]] {
			all[key] = all[key][1:]
		}
		for _, i := range all[key][:min(len(all[key]), maxAlike)] {
			if !taken[i] {
				some = append(some, i)
			}
		}
		return some
	}
	var rest []*git.Change
	for i := range d.Changes {
		c := &d.Changes[i]
		if c.Before != "" || c.Submodule {
			continue
		}
		same := slices.DeleteFunc(free(byContents, c.After), func(i int) bool { return !staysPage(d.Changes[i].Path, c.Path) })
		if len(same) == 0 {
			rest = append(rest, c)
			continue
		}
		from := same[0]
		for _, other := range same {
			if path.Base(d.Changes[other].Path) == path.Base(c.Path) {
				from = other
				break
			}
		}
		renames[c.Path], taken[from] = d.Changes[from], true
	}
	for _, c := range rest {
		if !hasNames(c.Path) {
			continue
		}
		from := alike(d, c, free(byName, path.Base(c.Path)))
		if from < 0 && len(removed) <= fewRemoved {
			from = alike(d, c, slices.DeleteFunc(slices.Clone(removed), func(i int) bool { return taken[i] }))
		}
		if from >= 0 {
			renames[c.Path], taken[from] = d.Changes[from], true
		}
	}
	return renames
}

// staysPage reports whether a file was a page of the site before it got a new path, if it is
// one now. A draft was none, and a file from another part of the repository may have been
// none.
func staysPage(from, to string) bool {
	part, _, _ := strings.Cut(from, "/")
	now, _, _ := strings.Cut(to, "/")
	isRead := source.SyntaxOf(from).IsRead() || !source.SyntaxOf(to).IsRead()
	inRoot := !strings.Contains(from, "/") && !strings.Contains(to, "/")
	return isRead && (part == now || inRoot || isPart(part) && isPart(now)) && hidden(from) == hidden(to)
}

// isPart reports whether a folder at the top is one of the places for pages of Jekyll.
func isPart(folder string) bool { return folder == "_posts" || folder == "_pages" || folder == "_docs" }

// hidden counts the folders and names in a path that keep a file out of the site.
func hidden(file string) int {
	n := 0
	for segment := range strings.SplitSeq(strings.ToLower(file), "/") {
		if strings.Contains(segment, "draft") || strings.HasPrefix(segment, "_") && !isPart(segment) || strings.HasPrefix(segment, ".") {
			n++
		}
	}
	return n
}

// alike returns which of the removed files an added one has most lines in common with; -1
// when that is not half of both.
func alike(d *decider, c *git.Change, removed []int) int {
	best, most := -1, 0
	if len(removed) == 0 {
		return best
	}
	is, ok := d.read(c.After)
	if !ok {
		return best
	}
	lines := map[string]int{}
	for line := range bytes.Lines(is) {
		lines[string(bytes.TrimSpace(line))]++
	}
	for _, i := range removed {
		if path.Ext(d.Changes[i].Path) != path.Ext(c.Path) || !staysPage(d.Changes[i].Path, c.Path) {
			continue
		}
		was, ok := d.read(d.Changes[i].Before)
		if !ok {
			continue
		}
		common, left := 0, map[string]int{}
		for raw := range bytes.Lines(was) {
			line := string(bytes.TrimSpace(raw))
			if left[line]++; left[line] <= lines[line] {
				common += len(raw)
			}
		}
		if common > most && common*2 >= max(len(was), len(is)) {
			best, most = i, common
		}
	}
	return best
}
