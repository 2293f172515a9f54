package main

import (
	"os"
	"path/filepath"
	"testing"
)

// fakeGoReleaser writes a release with one archive.
const fakeGoReleaser = `#!/usr/bin/env bash
set -euo pipefail
[[ $1 == release ]] || exit 0
[[ $GORELEASER_CURRENT_TAG == $(git describe --tags --exact-match) ]]
mkdir -p dist/{homebrew,scoop,winget}
echo archive >dist/linkvet_linux_amd64.tar.gz
echo '{"version":"1.2.3"}' >dist/metadata.json
cd dist
sha256sum linkvet_linux_amd64.tar.gz >checksums.txt
`

// TestReleaseBuild wants all files that later steps read: those that are published, and those
// of which the manifests and the packages for npm and PyPI are made.
func TestReleaseBuild(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	r.write("scripts/release-build.sh", read(t, "scripts/release-build.sh"), 0o755)
	r.write("fake/goreleaser", fakeGoReleaser, 0o755)
	r.commit("with the script")
	path := "PATH=" + filepath.Join(r.folder, "fake") + string(os.PathListSeparator) + os.Getenv("PATH")
	if out, ok := r.run("env", path, "scripts/release-build.sh", "v1.2.3", "HEAD", "out"); !ok {
		t.Fatal(out)
	}
	for _, name := range []string{"checksums.txt", "linkvet_linux_amd64.tar.gz", "metadata.json", "homebrew", "scoop", "winget"} {
		if _, err := os.Stat(filepath.Join(r.folder, "out", name)); err != nil {
			t.Error(err)
		}
	}
}
