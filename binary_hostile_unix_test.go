//go:build unix

package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInstallBoundsTheDownload has a server that never ends. curl here only writes behind
// the limit, so that the test is quick.
func TestInstallBoundsTheDownload(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"curl", "wget"} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			i := installing(t, "Linux", "X64", fakeProgram)
			if command == "wget" {
				i.only(t, append(small, "sha256sum", "tar", "dd")...)
			}
			i.command(t, command, "exec dd if=/dev/zero of="+i.archive+" bs=1 count=1 seek=134217728")
			i.refuses(t, "could not download ")
		})
	}
}

// TestInstallWithAHostileToolCache has something in the place of the archive that another
// job may have left.
func TestInstallWithAHostileToolCache(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(path string) error{
		"a pipe without a writer":   func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"a link to a device":        func(path string) error { return os.Symlink("/dev/null", path) },
		"a folder":                  func(path string) error { return os.Mkdir(path, 0o755) },
		"a link that leads nowhere": func(path string) error { return os.Symlink("none", path) },
		"a link to itself":          func(path string) error { return os.Symlink(filepath.Base(path), path) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := installing(t, "Linux", "X64", fakeProgram)
			cp, err := exec.LookPath("cp")
			if err != nil {
				t.Fatal(err)
			}
			i.command(t, "cp", `case $1 in */tools/*) echo "$1" >>copied ;; esac
exec `+cp+` "$@"`)
			folder := i.file("tools/linkvet/1.2.3/amd64")
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := leave(filepath.Join(folder, i.archive)); err != nil {
				t.Fatal(err)
			}
			if exit, out := i.run(t); exit != 0 || !strings.Contains(out, "downloaded, checksum verified") {
				t.Fatalf("exit status %d:\n%s", exit, out)
			}
			if read(t, i.program(t)) != fakeProgram {
				t.Error("another program was installed")
			}
			if copied, _ := filepath.Glob(i.file("temp/*/copied")); copied != nil {
				t.Errorf("copied %q", read(t, copied[0]))
			}
			if left, _ := filepath.Glob(folder + "/*/*"); left != nil {
				t.Errorf("left %q", left)
			}
		})
	}
}

// TestInstallNeedsAProgramInTheArchive has archives that are right by their checksum, and
// have no program of their own.
func TestInstallNeedsAProgramInTheArchive(t *testing.T) {
	t.Parallel()
	for name, header := range map[string]tar.Header{
		"a link to another program": {Typeflag: tar.TypeSymlink, Linkname: "/bin/true"},
		"an empty file":             {Typeflag: tar.TypeReg},
		"a folder":                  {Typeflag: tar.TypeDir},
		"a pipe":                    {Typeflag: tar.TypeFifo},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := installing(t, "Linux", "X64", fakeProgram)
			var b bytes.Buffer
			g := gzip.NewWriter(&b)
			w := tar.NewWriter(g)
			header.Name, header.Mode = "linkvet", 0o755
			if err := w.WriteHeader(&header); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if err := g.Close(); err != nil {
				t.Fatal(err)
			}
			i.release(t, b.Bytes())
			i.refuses(t, "could not unpack linkvet of linkvet_linux_amd64.tar.gz: it is not there")
		})
	}
}
