package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// committed is the time of everything in the archives of the tests.
var committed = time.Date(2026, 11, 22, 20, 15, 1, 0, time.UTC)

// fakeRelease writes a folder as GoReleaser does. Its programs are scripts for a shell that
// tell how they were called.
func fakeRelease(t *testing.T, version string) string {
	t.Helper()
	dist := t.TempDir()
	var sums strings.Builder
	for _, p := range platforms {
		files := []file{
			{"LICENSE", []byte("license\n"), false},
			{"NOTICE", []byte("notice\n"), false},
			{"man/linkvet.1", []byte("manual\n"), false},
			{p.program, []byte("#!/bin/sh\necho " + p.archive + " \"$@\"\nexit ${1:-0}\n"), true},
		}
		var content []byte
		var err error
		if strings.HasSuffix(p.archive, ".zip") {
			content, err = wheel(files, committed) // A wheel is a zip archive.
		} else {
			content = gzipped(t, files)
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), p.archive)
		put(t, filepath.Join(dist, p.archive), string(content))
	}
	put(t, filepath.Join(dist, "checksums.txt"), sums.String())
	put(t, filepath.Join(dist, "metadata.json"), `{"version": "`+version+`", "date": "2030-01-01T00:00:00Z"}`)
	return dist
}

func gzipped(t *testing.T, files []file) []byte {
	t.Helper()
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, f := range files {
		err := archive.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.content)), Mode: 0o755, ModTime: committed})
		if err == nil {
			_, err = archive.Write(f.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := compressed.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func put(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// build makes the packages of a release, and returns their folder and names.
func build(t *testing.T, dist string) (folder string, names []string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "out")
	if err := run(dist, folder, os.DirFS("../../wrappers")); err != nil {
		t.Fatal(err)
	}
	for _, registry := range []string{"npm", "pypi"} {
		entries, err := os.ReadDir(filepath.Join(folder, registry))
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			names = append(names, registry+"/"+entry.Name())
		}
	}
	return folder, names
}

func TestPackagesOfARelease(t *testing.T) {
	t.Parallel()
	dist := fakeRelease(t, "1.2.3-rc.4")
	folder, names := build(t, dist)
	want := []string{
		"npm/linkvet-1.2.3-rc.4.tgz",
		"npm/linkvet-darwin-arm64-1.2.3-rc.4.tgz",
		"npm/linkvet-darwin-x64-1.2.3-rc.4.tgz",
		"npm/linkvet-linux-arm64-1.2.3-rc.4.tgz",
		"npm/linkvet-linux-x64-1.2.3-rc.4.tgz",
		"npm/linkvet-win32-arm64-1.2.3-rc.4.tgz",
		"npm/linkvet-win32-x64-1.2.3-rc.4.tgz",
		"pypi/linkvet-1.2.3rc4-py3-none-macosx_12_0_arm64.whl",
		"pypi/linkvet-1.2.3rc4-py3-none-macosx_12_0_x86_64.whl",
		"pypi/linkvet-1.2.3rc4-py3-none-manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
		"pypi/linkvet-1.2.3rc4-py3-none-manylinux2014_x86_64.musllinux_1_1_x86_64.whl",
		"pypi/linkvet-1.2.3rc4-py3-none-win_amd64.whl",
		"pypi/linkvet-1.2.3rc4-py3-none-win_arm64.whl",
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("packages (-want +got):\n%s", diff)
	}
	again, _ := build(t, dist)
	for _, name := range names {
		if !bytes.Equal(read(t, filepath.Join(folder, name)), read(t, filepath.Join(again, name))) {
			t.Errorf("%s has other bytes the second time", name)
		}
	}
	if err := run(dist, folder, os.DirFS("../../wrappers")); err == nil {
		t.Error("packages were written among others")
	}
}

func TestPackagesForNPM(t *testing.T) {
	t.Parallel()
	folder, names := build(t, fakeRelease(t, "1.2.3"))
	var main manifest
	systems := map[string]string{}
	for _, name := range names {
		if !strings.HasPrefix(name, "npm/") {
			continue
		}
		files := map[string]string{}
		compressed, err := gzip.NewReader(bytes.NewReader(read(t, filepath.Join(folder, name))))
		if err != nil {
			t.Fatal(err)
		}
		for archive := tar.NewReader(compressed); ; {
			header, err := archive.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(archive)
			if err != nil {
				t.Fatal(err)
			}
			files[header.Name] = string(content)
			if executable := strings.HasPrefix(header.Name, "package/bin/"); executable != (header.Mode == 0o755) || !header.ModTime.Equal(committed) {
				t.Errorf("%s: %s has mode %o and time %v", name, header.Name, header.Mode, header.ModTime)
			}
		}
		if files["package/LICENSE"] != "license\n" || files["package/NOTICE"] != "notice\n" || files["package/README.md"] == "" || len(files) != 5 {
			t.Errorf("%s has the files %q", name, slices.Sorted(maps.Keys(files)))
		}
		var m manifest
		if err := json.Unmarshal([]byte(files["package/package.json"]), &m); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(files["package/package.json"], `"scripts"`) {
			t.Errorf("%s runs a script", name)
		}
		if m.Name == "linkvet" {
			main = m
			continue
		}
		program := files["package/bin/linkvet"] + files["package/bin/linkvet.exe"]
		systems[m.Name] = strings.Join(m.OS, " ") + " " + strings.Join(m.CPU, " ") + " " + strings.Fields(program)[2]
	}
	want := map[string]string{
		"@linkvet/darwin-arm64": "darwin arm64 linkvet_darwin_arm64.tar.gz",
		"@linkvet/darwin-x64":   "darwin x64 linkvet_darwin_amd64.tar.gz",
		"@linkvet/linux-arm64":  "linux arm64 linkvet_linux_arm64.tar.gz",
		"@linkvet/linux-x64":    "linux x64 linkvet_linux_amd64.tar.gz",
		"@linkvet/win32-arm64":  "win32 arm64 linkvet_windows_arm64.zip",
		"@linkvet/win32-x64":    "win32 x64 linkvet_windows_amd64.zip",
	}
	if diff := cmp.Diff(want, systems); diff != "" {
		t.Errorf("systems (-want +got):\n%s", diff)
	}
	for name := range want {
		want[name] = "1.2.3"
	}
	if diff := cmp.Diff(want, main.OptionalDependencies); diff != "" {
		t.Errorf("optional dependencies (-want +got):\n%s", diff)
	}
}

func TestWheels(t *testing.T) {
	t.Parallel()
	folder, names := build(t, fakeRelease(t, "1.2.3"))
	for _, name := range names {
		if !strings.HasPrefix(name, "pypi/") {
			continue
		}
		archive, err := zip.OpenReader(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, entry := range archive.File {
			reader, err := entry.Open()
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(reader)
			if err != nil {
				t.Fatal(err)
			}
			files[entry.Name] = string(content)
			executable := strings.Contains(entry.Name, ".data/scripts/")
			if executable != (entry.Mode().Perm() == 0o755) || !entry.Modified.Equal(committed) {
				t.Errorf("%s: %s has mode %v and time %v", name, entry.Name, entry.Mode(), entry.Modified)
			}
		}
		if err := archive.Close(); err != nil {
			t.Fatal(err)
		}
		const about = "linkvet-1.2.3.dist-info/"
		for line := range strings.Lines(files[about+"RECORD"]) {
			fields := strings.Split(strings.TrimSpace(line), ",")
			sum := sha256.Sum256([]byte(files[fields[0]]))
			want := []string{fields[0], "sha256=" + base64.RawURLEncoding.EncodeToString(sum[:]), fmt.Sprint(len(files[fields[0]]))}
			if fields[0] == about+"RECORD" {
				want = []string{fields[0], "", ""}
			}
			if diff := cmp.Diff(want, fields); diff != "" {
				t.Errorf("%s: RECORD (-want +got):\n%s", name, diff)
			}
			delete(files, fields[0])
		}
		if len(files) != 0 {
			t.Errorf("%s: RECORD does not list %q", name, slices.Sorted(maps.Keys(files)))
		}
	}
}

func TestPythonVersion(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]string{
		"1.2.3": "1.2.3", "1.2.3-alpha.1": "1.2.3a1", "1.2.3-beta.2": "1.2.3b2", "10.0.0-rc.10": "10.0.0rc10",
		"0.0.0-SNAPSHOT-a469f4e": "0.0.0.dev0+ga469f4e", "0.0.0-SNAPSHOT-0012345": "0.0.0.dev0+g0012345",
		"1.2": "", "v1.2.3": "", "1.2.3-rc1": "", "1.2.3\nName: other": "", "1.2.3-next": "",
	} {
		got, err := pythonVersion(version)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q is %q, %v; want %q", version, got, err, want)
		}
	}
}

func TestFaultyReleaseIsRefused(t *testing.T) {
	t.Parallel()
	const archive = "linkvet_darwin_arm64.tar.gz"
	faults := map[string]func(t *testing.T, dist string){
		archive + " has the checksum": func(t *testing.T, dist string) {
			name := filepath.Join(dist, archive)
			content := read(t, name)
			content[len(content)-1] ^= 1
			put(t, name, string(content))
		},
		"checksums.txt has no checksum of " + archive: func(t *testing.T, dist string) {
			name := filepath.Join(dist, "checksums.txt")
			put(t, name, strings.Replace(string(read(t, name)), archive, "other", 1))
		},
		"could not read the archive": func(t *testing.T, dist string) {
			if err := os.Remove(filepath.Join(dist, archive)); err != nil {
				t.Fatal(err)
			}
		},
		"NOTICE is missing": func(t *testing.T, dist string) {
			replaceArchive(t, dist, archive, []file{{"LICENSE", []byte("license\n"), false}, {"linkvet", []byte("program"), true}})
		},
		"differs from that of another archive": func(t *testing.T, dist string) {
			replaceArchive(t, dist, archive, []file{{"LICENSE", []byte("other\n"), false}, {"NOTICE", []byte("notice\n"), false}, {"linkvet", []byte("program"), true}})
		},
		"could not read the version": func(t *testing.T, dist string) {
			put(t, filepath.Join(dist, "metadata.json"), "{}")
		},
	}
	for want, fault := range faults {
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			dist, folder := fakeRelease(t, "1.2.3"), filepath.Join(t.TempDir(), "out")
			fault(t, dist)
			err := run(dist, folder, os.DirFS("../../wrappers"))
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got the error %v, want %q", err, want)
			}
			if _, err := os.Stat(folder); err == nil {
				t.Error("packages were written")
			}
		})
	}
}

// replaceArchive puts another archive into a release, with its checksum.
func replaceArchive(t *testing.T, dist, name string, files []file) {
	t.Helper()
	content := gzipped(t, files)
	put(t, filepath.Join(dist, name), string(content))
	sums := filepath.Join(dist, "checksums.txt")
	var out strings.Builder
	for line := range strings.Lines(string(read(t, sums))) {
		if strings.HasSuffix(line, "  "+name+"\n") {
			line = fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name)
		}
		out.WriteString(line)
	}
	put(t, sums, out.String())
}
