package git

import "context"

// CountedPatterns reads a .gitignore, and matches it with a path.
func CountedPatterns(text, path string) {
	work := maxMatching
	patterns(text, maxPatterns).last(path, false, &work)
}

// CountedRemotes reads a configuration.
func CountedRemotes(text string) { remotes(text) }

// CountedIndex reads an index.
func CountedIndex(data []byte) { _, _ = parseGitIndex(data, sha1Size) }

// CountedPatch applies a delta.
func CountedPatch(base, delta []byte) { _, _ = patch(base, delta) }

// CountedObjects reads the object of that name as a directory and as a commit.
func CountedObjects(gitDir, name string) {
	o := openObjects(context.Background(), gitDir, sha1Size)
	defer o.close()
	d := treeDiff{objects: o}
	_ = d.compare(context.Background(), "", "", name)
	_, _ = o.commit(name)
}

// CountedRef looks for a reference among those in the file packed-refs.
func CountedRef(gitDir string) {
	t := Tree{gitDir: gitDir, workDir: gitDir}
	_, _ = t.ref("refs/heads/never")
}
