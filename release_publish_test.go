package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fakeGh does what gh does for scripts/release-publish.sh, with files in place of GitHub.
const fakeGh = `#!/usr/bin/env bash
set -euo pipefail
echo "$*" | sed 's|--notes-file [^ ]*|--notes-file NOTES|' >>"$FAKE/calls"
case $* in
"release view "*)
	if [[ -e $FAKE/published ]]; then echo false; elif [[ -e $FAKE/draft ]]; then echo true; else
		echo "release not found" >&2
		exit 1
	fi ;;
"release delete "*) rm "$FAKE/draft" ;;
"release create "*)
	for name in "$@"; do
		[[ ! -f $name || $name == */* ]] || printf 'sha256:%s\n' "$(sha256sum "$name")" >>"$FAKE/draft"
	done ;;
*"api --paginate "*"/releases "*"(.draft | not)"*) cat "$FAKE/published" ;;
*"api --paginate "*"/releases "*) grep -v "${LOSE:-nothing}" "$FAKE/draft" ;;
"release edit "*) mv "$FAKE/draft" "$FAKE/published" ;;
"api "*"/releases/tags/"*) echo "${IMMUTABLE:-true}" ;;
"api "*"/git/ref/tags/"*)
	[[ -e $FAKE/major ]] || {
		echo "gh: ${ANSWER:-Not Found (HTTP 404)}" >&2
		exit 1
	} ;;
"api --method "*"/git/refs"*)
	if [[ -n ${REFUSE:-} ]]; then
		echo "gh: Resource not accessible by integration (HTTP 403)" >&2
		exit 1
	fi
	touch "$FAKE/major" ;;
*) exit 9 ;;
esac
`

// TestReleasePublish publishes with a gh that acts on files, and looks at what it was told.
func TestReleasePublish(t *testing.T) {
	t.Parallel()
	const (
		draft  = "release create v1.2.3 --draft"
		edit   = "release edit v1.2.3 --draft=false --latest=true"
		create = "api --method POST refs/tags/v1"
		move   = "api --method PATCH refs/tags/v1 force=true"
	)
	tests := []struct {
		name   string
		change func(r aRelease, fake string)
		env    []string
		// want is a part of what it prints, and calls is how it changed GitHub.
		want   string
		passed bool
		calls  []string
	}{
		{name: "the first release", want: "v1.2.3 is published, and v1 points to it", passed: true, calls: []string{draft, edit, create}},
		{
			name:   "another release",
			change: func(r aRelease, fake string) { r.write(filepath.Join(fake, "major"), "", 0o644) },
			want:   "v1.2.3 is published, and v1 points to it", passed: true, calls: []string{draft, edit, move},
		},
		{
			name:   "after an attempt that ended early",
			change: func(r aRelease, fake string) { r.write(filepath.Join(fake, "draft"), "sha256:0  old\n", 0o644) },
			want:   "v1.2.3 is published", passed: true, calls: []string{"release delete v1.2.3", draft, edit, create},
		},
		{
			name:   "an older line",
			change: func(r aRelease, _ string) { r.git("tag", "v1.3.0"); r.git("tag", "v2.0.0-rc.1") },
			want:   "v1.2.3 is published; v1 stays at v1.3.0", passed: true,
			calls: []string{draft, "release edit v1.2.3 --draft=false --latest=false"},
		},
		{
			name:   "published before with other files",
			change: func(r aRelease, fake string) { r.write(filepath.Join(fake, "published"), "", 0o644) },
			want:   "could not publish v1.2.3: it is published already, with other files",
		},
		{
			name: "after an attempt that published it and did not move the tag",
			change: func(r aRelease, fake string) {
				received, _ := r.run("sh", "-c", "cd dist && sha256sum * | sed s/^/sha256:/")
				r.write(filepath.Join(fake, "published"), received, 0o644)
			},
			want: "v1.2.3 is published, and v1 points to it", passed: true, calls: []string{create},
		},
		{
			name: "a tag that GitHub does not let a workflow move", env: []string{"REFUSE=true"},
			want:  ":refs/tags/v1\" yourself",
			calls: []string{draft, edit, create},
		},
		{name: "a file that GitHub lost", env: []string{"LOSE=windows_arm64"}, want: "the draft has other files", calls: []string{draft}},
		{name: "not immutable", env: []string{"IMMUTABLE=false"}, want: "not immutable, so v1 was not moved", calls: []string{draft, edit}},
		{name: "no answer about the tag", env: []string{"ANSWER=HTTP 502"}, want: "did not say whether the tag v1 exists", calls: []string{draft, edit}},
		{
			name:   "an altered file",
			change: func(r aRelease, _ string) { r.write("dist/linkvet_linux_amd64.tar.gz", "altered", 0o644) },
			want:   "the files have other checksums",
		},
		{
			name: "a file of another folder",
			change: func(r aRelease, _ string) {
				sums := read(r.t, filepath.Join(r.folder, "dist/checksums.txt"))
				r.write("dist/checksums.txt", fmt.Sprintf("%s%x  ../action.yml\n", sums, sha256.Sum256([]byte(read(r.t, filepath.Join(r.folder, "action.yml"))))), 0o644)
			},
			want: `checksums.txt lists "../action.yml"`,
		},
		{
			name: "no section of the changelog",
			change: func(r aRelease, _ string) {
				r.replace("CHANGELOG.md", "[1.2.3]", "[1.2.4]")
				r.commit("other")
				r.git("tag", "--force", "v1.2.3")
			},
			want: "CHANGELOG.md has no section [1.2.3]",
		},
		{
			name:   "another commit than the tag's",
			change: func(r aRelease, _ string) { r.git("commit", "--quiet", "--allow-empty", "--message", "later") },
			want:   "the tag is at another commit",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRelease(t)
			fake := "fake"
			r.write("scripts/release-publish.sh", read(t, "scripts/release-publish.sh"), 0o755)
			r.write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n\n- New.\n\n## [1.2.2]\n", 0o644)
			r.write(".gitignore", "/checksums.txt\n/dist\n/fake\n", 0o644)
			r.write("fake/gh", fakeGh, 0o755)
			var sums strings.Builder
			for _, name := range pinnedArchives {
				r.write("dist/"+name, name, 0o644)
				fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256([]byte(name)), name)
			}
			r.write("dist/checksums.txt", sums.String(), 0o644)
			r.commit("B")
			r.git("tag", "v1.2.3")
			if test.change != nil {
				test.change(r, fake)
			}
			folder := filepath.Join(r.folder, fake)
			command := exec.CommandContext(t.Context(), "scripts/release-publish.sh", "v1.2.3", "dist")
			command.Dir = r.folder
			command.Env = append(os.Environ(), append(test.env, "FAKE="+folder, "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))...)
			out, err := command.CombinedOutput()
			if (err == nil) != test.passed || !strings.Contains(string(out), test.want) {
				t.Errorf("%v, want %q in:\n%s", err, test.want, out)
			}
			if diff := cmp.Diff(test.calls, changes(t, folder)); diff != "" {
				t.Errorf("changes of GitHub (-want +got):\n%s", diff)
			}
		})
	}
}

// changes returns the calls of gh that change something, without what never differs.
func changes(t *testing.T, folder string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, "calls"))
	if err != nil {
		return nil
	}
	var calls []string
	for _, call := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(call, "release view") || strings.HasPrefix(call, "api") && !strings.Contains(call, "--method") {
			continue
		}
		call, _, _ = strings.Cut(call, " --verify-tag")
		words := strings.Fields(call)
		kept := words[:0]
		for i, word := range words {
			if word == "--repo" || i > 0 && words[i-1] == "--repo" || word == "--yes" || strings.HasPrefix(word, "sha=") || strings.HasPrefix(word, "--raw-field") || word == "--field" || word == "repos/linkvet/linkvet/git/refs" {
				continue
			}
			word = strings.TrimPrefix(word, "ref=")
			kept = append(kept, strings.TrimPrefix(word, "repos/linkvet/linkvet/git/"))
		}
		calls = append(calls, strings.Join(kept, " "))
	}
	return calls
}
