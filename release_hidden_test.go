package main

import (
	"os"
	"path/filepath"
	"strings"
)

// hiddenChanges are changes of the second commit of a release that a diff may not show.
var hiddenChanges = []changedRelease{
	{
		name:   "the ends of the lines of the action",
		change: func(r aRelease) { r.toCRLF("action.yml") },
		want:   "action.yml: the image is ",
	},
	{
		name:   "the ends of the lines of the checksums",
		change: func(r aRelease) { r.toCRLF("binary/checksums.txt") },
		want:   "binary/checksums.txt: ",
	},
	{
		name:   "no line end in the action",
		change: func(r aRelease) { r.replace("action.yml", "/linkvet-post\n", "/linkvet-post") },
		want:   "action.yml: more than the line of the image changed",
	},
	{
		name:   "NUL in the checksums",
		change: func(r aRelease) { r.replace("binary/checksums.txt", "# v1.2.3", "# v1.2.\x003") },
		want:   "binary/checksums.txt: has more than these lines",
	},
	{
		name:   "empty lines after the checksums",
		change: func(r aRelease) { r.replace("binary/checksums.txt", "_arm64.zip\n", "_arm64.zip\n\n\n") },
		want:   "binary/checksums.txt: has more than these lines",
	},
	{
		name: "a file whose name begins with that of another",
		change: func(r aRelease) {
			actions, sums := read(r.t, filepath.Join(r.folder, "action.yml")), read(r.t, filepath.Join(r.folder, "binary/checksums.txt"))
			r.git("reset", "--quiet", "--hard", "A")
			r.write("binary/checksums.txt", sums, 0o644)
			r.write("binary/checksums.txt x", "", 0o644)
			r.commit("A")
			r.git("tag", "--force", "A")
			r.write("binary/checksums.txt x", "changed", 0o644)
			r.write("action.yml", actions, 0o644)
			r.commit("B")
		},
		want: "only action.yml and binary/checksums.txt may change",
	},
	{
		name: "a renamed file",
		change: func(r aRelease) {
			r.git("mv", "main.go", "cmd.go")
		},
		want: "D\tmain.go",
	},
	{
		name: "a link in the place of the checksums",
		change: func(r aRelease) {
			r.write("sums", read(r.t, filepath.Join(r.folder, "binary/checksums.txt")), 0o644)
			r.link("../sums", "binary/checksums.txt")
		},
		want: "only action.yml and binary/checksums.txt may change",
	},
	{
		name: "a submodule",
		change: func(r aRelease) {
			r.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("1", 40)+",module")
			r.git("commit", "--quiet", "--amend", "--no-edit")
			r.write("module/x", "", 0o644)
			r.git("update-index", "--skip-worktree", "module")
		},
		want: "A\tmodule",
	},
	{
		name: "a filter for what git shows",
		change: func(r aRelease) {
			// As a clone may have it. The file with the attributes is not part of the commit.
			r.write(".git/info/attributes", "action.yml diff=show\n", 0o644)
			r.git("config", "diff.show.textconv", "sed 's/^name: .*/name: linkvet/'")
			r.replace("action.yml", "name: linkvet", "name: linkvet2")
		},
		want: "action.yml: more than the line of the image changed",
	},
}

// toCRLF gives a file the ends of lines of Windows.
func (r aRelease) toCRLF(name string) {
	r.t.Helper()
	text := read(r.t, filepath.Join(r.folder, name))
	r.write(name, strings.ReplaceAll(text, "\n", "\r\n"), 0o644)
}

// link puts a symbolic link in the place of a file.
func (r aRelease) link(to, name string) {
	r.t.Helper()
	path := filepath.Join(r.folder, name)
	if err := os.Remove(path); err != nil {
		r.t.Fatal(err)
	}
	if err := os.Symlink(to, path); err != nil {
		r.t.Fatal(err)
	}
}
