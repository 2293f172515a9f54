package main

import (
	"strings"
	"testing"
)

// TestReleaseStart prepares and releases only what main has, and the tag names.
func TestReleaseStart(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, event, tag string
		change           func(aRelease)
		// want is a part of what it prints.
		want   string
		passed bool
	}{
		{name: "prepare", event: "workflow_dispatch", tag: "v1.2.3", want: "tag=v1.2.3\nbuilt=", passed: true},
		{name: "prepare again, after the tag", event: "workflow_dispatch", tag: "v1.2.3", change: func(r aRelease) { r.git("tag", "v1.2.3") }, want: "the tag exists: choose the next version"},
		{name: "a version without a v", event: "workflow_dispatch", tag: "1.2.3", want: "the tag must be vX.Y.Z"},
		{name: "text that is no version", event: "workflow_dispatch", tag: "v1.2.3\nimage=x", want: "the tag must be vX.Y.Z"},
		{name: "no section of the changelog", event: "workflow_dispatch", tag: "v1.2.4", want: "CHANGELOG.md has no section [1.2.4]"},
		{
			name: "prepare another branch", event: "workflow_dispatch", tag: "v1.2.3", want: "is not on main",
			change: func(r aRelease) { r.write("main.go", "package main // Not on main.\n", 0o644); r.commit("branch") },
		},
		{name: "release", event: "push", tag: "v1.2.3", change: pin, want: "image=" + releasedImage + "\n", passed: true},
		{name: "release what pins nothing", event: "push", tag: "v1.2.3", change: func(r aRelease) { r.git("commit", "--quiet", "--allow-empty", "--message", "B") }, want: "only action.yml and binary/checksums.txt may change"},
		{
			name: "release another branch", event: "push", tag: "v1.2.3", want: "is not on main",
			change: func(r aRelease) {
				r.write("main.go", "package main // Not on main.\n", 0o644)
				r.commit("branch")
				pin(r)
			},
		},
		{name: "another event", event: "schedule", tag: "v1.2.3", want: "the workflow does not run for schedule"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := newRelease(t)
			r.write("scripts/release-start.sh", read(t, "scripts/release-start.sh"), 0o755)
			r.write("CHANGELOG.md", "# Changelog\n\n## [1.2.3] - 2026-11-22\n", 0o644)
			r.commit("A")
			r.git("update-ref", "refs/remotes/origin/main", "HEAD")
			if test.change != nil {
				test.change(r)
			}
			out, ok := r.run("scripts/release-start.sh", test.event, test.tag)
			if ok != test.passed || !strings.Contains(out, test.want) {
				t.Errorf("passed: %v, want %q in:\n%s", ok, test.want, out)
			}
		})
	}
}

// pin writes the second commit of the release v1.2.3.
func pin(r aRelease) {
	r.t.Helper()
	if out, ok := r.run("scripts/release-commit.sh", "v1.2.3", "checksums.txt", releasedImage); !ok {
		r.t.Fatal(out)
	}
}
