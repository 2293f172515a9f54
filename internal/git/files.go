package git

// Top returns the absolute directory that the work tree begins at.
func (t *Tree) Top() string { return t.top }

// Files returns the paths in the repository of all regular files that git tracks,
// in order.
func (t *Tree) Files() []string {
	files := make([]string, 0, len(t.entries))
	for _, e := range t.entries {
		if e.kind == File {
			files = append(files, e.name)
		}
	}
	return files
}
