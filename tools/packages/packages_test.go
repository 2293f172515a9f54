//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil"
)

// TestPackagesInstallAndRun makes the packages of a release whose programs are shell scripts, has
// npm and pip install them without a network, and runs them.
func TestPackagesInstallAndRun(t *testing.T) {
	testutil.Nightly(t)
	t.Parallel()
	dist, folder := t.TempDir(), filepath.Join(t.TempDir(), "out")
	release(t, dist)
	if err := run(dist, folder); err != nil {
		t.Fatal(err)
	}
	if err := run(dist, folder); err == nil {
		t.Error("packages of two releases were mixed")
	}
	cpu := map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	launcher := folder + "/npm/linkvet-1.2.3-rc.1.tgz"
	for name, test := range map[string]struct {
		install, run [][]string
		status       int
		says         string
	}{
		"npm": {
			install: [][]string{{"npm", "install", "--offline", "--ignore-scripts", launcher, folder + "/npm/linkvet-" + runtime.GOOS + "-" + cpu + "-1.2.3-rc.1.tgz"}},
			run:     [][]string{{"node_modules/.bin/linkvet"}, {"npx", "--offline", "linkvet"}}, status: 1,
			says: "linkvet of " + runtime.GOOS + "_" + runtime.GOARCH + " public 1",
		},
		"npm without optional dependencies": {
			install: [][]string{{"npm", "install", "--offline", "--ignore-scripts", launcher}}, run: [][]string{{"node_modules/.bin/linkvet"}},
			status: 3, says: "could not find the package @linkvet/" + runtime.GOOS + "-" + cpu,
		},
		"pip": {
			install: [][]string{
				{"python3", "-m", "venv", "venv"},
				{"venv/bin/pip", "install", "--quiet", "--no-index", "--pre", "--find-links", folder + "/pypi", "linkvet"},
			},
			run: [][]string{{"venv/bin/linkvet"}}, status: 1, says: "linkvet of " + runtime.GOOS + "_" + runtime.GOARCH + " public 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for _, command := range test.install {
				if status, out := execute(t, dir, command...); status != 0 {
					t.Fatalf("%q: exit status %d:\n%s", command, status, out)
				}
			}
			for _, command := range test.run {
				if status, out := execute(t, dir, append(command, "public", "1")...); status != test.status || !strings.Contains(out, test.says) {
					t.Errorf("%q: exit status %d, want %d and %q:\n%s", command, status, test.status, test.says, out)
				}
			}
		})
	}
}

// TestAlteredArchiveIsRefused changes a byte of an archive.
func TestAlteredArchiveIsRefused(t *testing.T) {
	t.Parallel()
	dist := t.TempDir()
	release(t, dist)
	put(t, filepath.Join(dist, platforms[0].archive), []byte("altered"))
	if err := run(dist, t.TempDir()); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("got the error %v", err)
	}
}

// release writes a folder as GoReleaser does. A program prints its arguments, and ends with the
// status of the last one.
func release(t *testing.T, dist string) {
	t.Helper()
	var sums strings.Builder
	for _, p := range platforms {
		system, _, _ := strings.Cut(strings.TrimPrefix(p.archive, "linkvet_"), ".")
		files := []file{
			{"LICENSE", []byte("license\n"), 0o644},
			{"NOTICE", []byte("notice\n"), 0o644},
			{p.program, []byte("#!/bin/sh\necho linkvet of " + system + " \"$@\"\nexit $2\n"), 0o755},
		}
		content, err := zipped(files)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(p.archive, ".tar.gz") {
			content = gzipped(t, files)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), p.archive)
		put(t, filepath.Join(dist, p.archive), content)
	}
	put(t, filepath.Join(dist, "checksums.txt"), []byte(sums.String()))
	put(t, filepath.Join(dist, "metadata.json"), []byte(`{"version": "1.2.3-rc.1"}`))
}

func gzipped(t *testing.T, files []file) []byte {
	t.Helper()
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		if err := archive.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.content)), Mode: f.mode}); err != nil {
			t.Fatal(err)
		}
		_, _ = archive.Write(f.content) // into memory
	}
	_, _ = archive.Close(), compressed.Close()
	return out.Bytes()
}

func put(t *testing.T, name string, content []byte) {
	t.Helper()
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// execute runs a program in a folder that also is its home.
func execute(t *testing.T, dir string, command ...string) (status int, output string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+dir, "npm_config_cache="+filepath.Join(dir, "cache"), "npm_config_update_notifier=false",
		"npm_config_audit=false", "PIP_DISABLE_PIP_VERSION_CHECK=1", "PIP_CONFIG_FILE="+os.DevNull)
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}
