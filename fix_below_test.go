package main

import (
	"path/filepath"
	"testing"
)

// TestFixBelowTheTop makes a patch that "git apply" applies to the right file in a working
// directory below the top of the repository, when a folder in it has the same name.
func TestFixBelowTheTop(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"docs", "a", "b", "a/docs", "b/docs"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			file := folder + "/docs/guide.md"
			s := newFixSite(t, fileTree{
				folder + "/.gitignore": "/public/\n",
				folder + "/guide.md":   guideWrong,
				file:                   guideWrong,
			}, nil)
			before := s.tracked()
			s.dir = filepath.Join(s.dir, filepath.FromSlash(folder))
			s.build(guidePage)
			_, patch, log := s.run("--fix=diff", "--sources=docs")
			s.apply(patch)
			s.apply(patch, "-R")
			s.apply(patch)
			s.dir = s.git.dir
			before[file] = guideRight
			if got := s.tracked(); got[file] != guideRight || got[folder+"/guide.md"] != guideWrong || len(got) != len(before) {
				t.Errorf("got %q\n%s\n%s", got, patch, log)
			}
		})
	}
}
