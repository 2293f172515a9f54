package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// pinnedArchives are the archives of a release, in the order of binary/checksums.txt.
var pinnedArchives = []string{
	"linkvet_darwin_amd64.tar.gz", "linkvet_darwin_arm64.tar.gz", "linkvet_linux_amd64.tar.gz",
	"linkvet_linux_arm64.tar.gz", "linkvet_windows_amd64.zip", "linkvet_windows_arm64.zip",
}

const releasedImage = "ghcr.io/linkvet/linkvet@sha256:" + "5f0c1d2e3b4a59687766554433221100ffeeddccbbaa99887766554433221100"

// aRelease is a repository whose last commit is the first one of a release.
type aRelease struct {
	t      *testing.T
	folder string
}

// newRelease writes a repository with the two files that a release changes, as they are here.
func newRelease(t *testing.T) aRelease {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the scripts of a release run on Linux")
	}
	r := aRelease{t: t, folder: t.TempDir()}
	for _, name := range []string{"scripts/release-check.sh", "scripts/release-commit.sh"} {
		r.write(name, read(t, name), 0o755)
	}
	r.write("action.yml", "name: linkvet\nruns:\n  using: docker\n  image: Dockerfile\n  post-entrypoint: /linkvet-post\n", 0o644)
	r.write("binary/checksums.txt", "# not a release\n", 0o644)
	r.write("main.go", "package main\n", 0o644)
	var sums strings.Builder
	for i, name := range append([]string{"linkvet_linux_amd64.deb"}, pinnedArchives...) {
		sums.WriteString(strings.Repeat(string("0123456789abcdef"[i]), 64) + "  " + name + "\n")
	}
	r.write("checksums.txt", sums.String(), 0o644)
	r.write(".gitignore", "/checksums.txt\n", 0o644)
	r.git("init", "--quiet", "--initial-branch=main")
	r.commit("A")
	r.git("tag", "A")
	return r
}

func (r aRelease) write(name, text string, mode os.FileMode) {
	r.t.Helper()
	path := filepath.Join(r.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		r.t.Fatal(err)
	}
}

func (r aRelease) replace(name, before, after string) {
	r.t.Helper()
	text := read(r.t, filepath.Join(r.folder, name))
	if !strings.Contains(text, before) {
		r.t.Fatalf("%s has no %q", name, before)
	}
	r.write(name, strings.Replace(text, before, after, 1), 0o644)
}

// run runs a program in the repository, and returns what it printed and whether it passed.
func (r aRelease) run(program string, args ...string) (string, bool) {
	r.t.Helper()
	command := exec.CommandContext(r.t.Context(), program, args...)
	command.Dir = r.folder
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=A Maintainer", "GIT_AUTHOR_EMAIL=maintainer@example.com",
		"GIT_COMMITTER_NAME=A Maintainer", "GIT_COMMITTER_EMAIL=maintainer@example.com")
	out, err := command.CombinedOutput()
	return string(out), err == nil
}

func (r aRelease) git(args ...string) {
	r.t.Helper()
	if out, ok := r.run("git", args...); !ok {
		r.t.Fatalf("git %v: %s", args, out)
	}
}

func (r aRelease) commit(subject string) {
	r.t.Helper()
	r.git("add", "--all")
	r.git("commit", "--quiet", "--message", subject)
}

// changedRelease is a change of the second commit of a release.
type changedRelease struct {
	name   string
	change func(aRelease)
	// want is a part of the message; empty when the commit is right.
	want string
}

// TestReleaseCommit has the script write the second commit of a release, changes that
// commit in one place, and wants the change to be refused by name.
func TestReleaseCommit(t *testing.T) {
	t.Parallel()
	const actions, sums = "action.yml", "binary/checksums.txt"
	tests := []changedRelease{
		{name: "right", change: func(aRelease) {}},
		{
			name:   "one more line of the action",
			change: func(r aRelease) { r.replace(actions, "name: linkvet", "name: linkvet2") },
			want:   "action.yml: more than the line of the image changed",
		},
		{
			name:   "another file",
			change: func(r aRelease) { r.write("main.go", "package main\n\n// Changed.\n", 0o644) },
			want:   "only action.yml and binary/checksums.txt may change; these did:\nM\taction.yml\nM\tbinary/checksums.txt\nM\tmain.go",
		},
		{
			name:   "a new file",
			change: func(r aRelease) { r.write("binary/more.sh", "", 0o755) },
			want:   "A\tbinary/more.sh",
		},
		{
			name: "another mode",
			change: func(r aRelease) {
				if err := os.Chmod(filepath.Join(r.folder, actions), 0o755); err != nil {
					r.t.Fatal(err)
				}
			},
			want: "only action.yml and binary/checksums.txt may change",
		},
		{
			name:   "an image of another name",
			change: func(r aRelease) { r.replace(actions, "ghcr.io/linkvet/linkvet@", "ghcr.io/linkvet/linkvet2@") },
			want:   "action.yml: the image is \"docker://ghcr.io/linkvet/linkvet2@sha256:",
		},
		{
			name:   "an image by tag",
			change: func(r aRelease) { r.replace(actions, releasedImage, "ghcr.io/linkvet/linkvet:1.2.3") },
			want:   "action.yml: the image is \"docker://ghcr.io/linkvet/linkvet:1.2.3\"",
		},
		{
			name:   "no image",
			change: func(r aRelease) { r.replace(actions, "docker://"+releasedImage, "Dockerfile") },
			want:   "only action.yml and binary/checksums.txt may change",
		},
		{
			name:   "another version",
			change: func(r aRelease) { r.replace(sums, "# v1.2.3", "# v1.2.4") },
			want:   `binary/checksums.txt: the first line must be "# v1.2.3"`,
		},
		{
			name:   "another checksum",
			change: func(r aRelease) { r.replace(sums, strings.Repeat("3", 64), strings.Repeat("e", 64)) },
			want:   "binary/checksums.txt: the archives that were built have other checksums",
		},
		{
			name:   "a checksum that is none",
			change: func(r aRelease) { r.replace(sums, strings.Repeat("3", 64), strings.Repeat("3", 63)) },
			want:   "binary/checksums.txt: a line is not of the form of sha256sum",
		},
		{
			name: "an archive less",
			change: func(r aRelease) {
				r.replace(sums, strings.Repeat("6", 64)+"  linkvet_windows_arm64.zip\n", "")
			},
			want: "binary/checksums.txt: must list these archives, in this order",
		},
		{
			name: "an archive more",
			change: func(r aRelease) {
				r.replace(sums, "# v1.2.3\n", "# v1.2.3\n"+strings.Repeat("7", 64)+"  other.tar.gz\n")
			},
			want: "binary/checksums.txt: must list these archives, in this order",
		},
	}
	for _, test := range slices.Concat(tests, hiddenChanges) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRelease(t)
			if out, ok := r.run("scripts/release-commit.sh", "v1.2.3", "checksums.txt", releasedImage); !ok {
				t.Fatal(out)
			}
			test.change(r)
			r.git("add", "--all")
			r.git("commit", "--quiet", "--amend", "--no-edit", "--allow-empty")
			out, ok := r.run("scripts/release-check.sh", "A", "HEAD", "v1.2.3", "checksums.txt")
			if ok != (test.want == "") || !strings.Contains(out, test.want) {
				t.Errorf("passed: %v, want %q in:\n%s", ok, test.want, out)
			}
		})
	}
}

// TestReleaseCommitIsAChild refuses a pin that is not right on top of what was built.
func TestReleaseCommitIsAChild(t *testing.T) {
	t.Parallel()
	r := newRelease(t)
	r.write("main.go", "package main\n\n// Not built.\n", 0o644)
	r.commit("between")
	if out, ok := r.run("scripts/release-commit.sh", "v1.2.3", "checksums.txt", releasedImage); !ok {
		t.Fatal(out)
	}
	out, ok := r.run("scripts/release-check.sh", "A", "HEAD", "v1.2.3")
	if ok || !strings.Contains(out, "must have one parent") {
		t.Errorf("passed: %v, want the parent named in:\n%s", ok, out)
	}
}

// TestReleaseCommitRefuses wants no commit for a release that is not complete.
func TestReleaseCommitRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, tag, image string
		change           func(aRelease)
		want             string
	}{
		{name: "a tag of another form", tag: "1.2.3", image: releasedImage, want: "the tag must be vX.Y.Z"},
		{name: "an image without a digest", tag: "v1.2.3", image: "ghcr.io/linkvet/linkvet:1.2.3", want: "must be ghcr.io/linkvet/linkvet@sha256:DIGEST"},
		{name: "an image that sed would run", tag: "v1.2.3", image: `x\ntouch injected|e;#`, want: "must be ghcr.io/linkvet/linkvet@sha256:DIGEST"},
		{
			name: "an archive that was not built", tag: "v1.2.3", image: releasedImage,
			change: func(r aRelease) { r.replace("checksums.txt", "linkvet_windows_arm64.zip", "linkvet_windows_arm.zip") },
			want:   "must list these archives, in this order",
		},
		{
			name: "a folder with other changes", tag: "v1.2.3", image: releasedImage,
			change: func(r aRelease) { r.write("main.go", "package main // Changed.\n", 0o644) },
			want:   "could not commit: the folder has other changes",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRelease(t)
			if test.change != nil {
				test.change(r)
			}
			out, ok := r.run("scripts/release-commit.sh", test.tag, "checksums.txt", test.image)
			if ok || !strings.Contains(out, test.want) {
				t.Errorf("passed: %v, want %q in:\n%s", ok, test.want, out)
			}
			r.git("diff", "--exit-code", "A", "HEAD")
			if _, err := os.Stat(filepath.Join(r.folder, "injected")); err == nil {
				t.Error("a part of the image was run")
			}
		})
	}
}
