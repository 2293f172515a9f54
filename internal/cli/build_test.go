package cli

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	t.Parallel()
	const commit = "63c22ac7f0d1c1e8a9b2d3f4a5b6c7d8e9f0a1b2"
	checkout := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{
			{Key: "vcs.revision", Value: commit},
			{Key: "vcs.time", Value: "2026-11-22T16:59:00Z"},
			{Key: "vcs.modified", Value: modified},
		}
	}
	tests := map[string]struct {
		released      [3]string
		module        string
		settings      []debug.BuildSetting
		environ       map[string]string
		want, version string
	}{
		"nothing is known": {
			want: "dev (go1.26.8)", version: "dev",
		},
		"go build in a checkout": {
			module: "v0.0.0-20261122165900-63c22ac7f0d1", settings: checkout("false"),
			want: "0.0.0-20261122165900-63c22ac7f0d1 (commit " + commit + ", 2026-11-22T16:59:00Z, go1.26.8)", version: "0.0.0-20261122165900-63c22ac7f0d1",
		},
		"go build in a checkout with changes": {
			module: "v0.0.0-20261122165900-63c22ac7f0d1+dirty", settings: checkout("true"),
			want: "0.0.0-20261122165900-63c22ac7f0d1+dirty (commit " + commit + " modified, 2026-11-22T16:59:00Z, go1.26.8)", version: "0.0.0-20261122165900-63c22ac7f0d1+dirty",
		},
		"go install of a release": {
			module: "v1.2.3",
			want:   "1.2.3 (go1.26.8)", version: "1.2.3",
		},
		"a release": {
			released: [3]string{"v1.2.3", commit, "2026-11-23T08:00:00Z"},
			module:   "(devel)", settings: checkout("false"),
			environ: map[string]string{"GITHUB_ACTION_REPOSITORY": "linkvet/linkvet", "GITHUB_ACTION_REF": "v1"},
			want:    "1.2.3 (commit " + commit + ", 2026-11-23T08:00:00Z, go1.26.8)", version: "1.2.3",
		},
		"an image that the runner builds for a tag": {
			environ: map[string]string{"GITHUB_ACTION_REPOSITORY": "linkvet/linkvet", "GITHUB_ACTION_REF": "v1.2.3"},
			want:    "1.2.3 (go1.26.8)", version: "1.2.3",
		},
		"the ref of another action": {
			environ: map[string]string{"GITHUB_ACTION_REPOSITORY": "actions/other", "GITHUB_ACTION_REF": "v4"},
			want:    "dev (go1.26.8)", version: "dev",
		},
	}
	for name, test := range tests {
		info := &debug.BuildInfo{GoVersion: "go1.26.8", Settings: test.settings}
		info.Main.Version = test.module
		version, got := describe(test.released[0], test.released[1], test.released[2], info, func(name string) string { return test.environ[name] })
		if got != test.want || version != test.version {
			t.Errorf("%s: got %q, version %q; want %q, version %q", name, got, version, test.want, test.version)
		}
	}
}

// TestRead reads the description of the program that runs this test.
func TestRead(t *testing.T) {
	t.Parallel()
	number, line := ReadBuild("", "", "", func(string) string { return "" })
	if number == "" || !strings.HasPrefix(line, number+" (") || !strings.Contains(line, "go") {
		t.Errorf("got %q, %q", number, line)
	}
}
