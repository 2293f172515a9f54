//go:build unix

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// installation is binary/install.sh with a release on loopback.
type installation struct {
	dir      string
	env      []string
	shell    []string
	archive  string // its name
	requests atomic.Int32
	serving  atomic.Pointer[http.HandlerFunc]
}

// fakeProgram is the program of an archive. Only that for this machine is run.
const fakeProgram = "#!/bin/sh\necho \"fake linkvet\"\n"

// installing prepares an installation for a runner, with an archive that has the program.
func installing(t *testing.T, system, arch, program string) *installation {
	t.Helper()
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("this machine has no curl")
	}
	i := &installation{dir: t.TempDir(), shell: []string{"sh"}}
	for _, folder := range []string{"action", "bin", "temp", "tools"} {
		if err := os.Mkdir(filepath.Join(i.dir, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	i.write(t, "action/install.sh", read(t, "binary/install.sh"))
	// Pauses are not what is tested.
	i.command(t, "sleep", "exit 0")
	// A gh of the machine would look for the attestation of a release.
	i.command(t, "gh", "exit 1")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.requests.Add(1)
		(*i.serving.Load())(w, r)
	}))
	t.Cleanup(server.Close)
	i.env = []string{
		"PATH=" + i.file("bin") + ":" + os.Getenv("PATH"), "HOME=" + i.dir, "LINKVET_DOWNLOAD=" + server.URL + "/",
		"RUNNER_OS=" + system, "RUNNER_ARCH=" + arch, "RUNNER_TEMP=" + i.file("temp"), "RUNNER_TOOL_CACHE=" + i.file("tools"),
		"GITHUB_OUTPUT=" + i.file("output.txt"),
	}
	goos := map[string]string{"Linux": "linux", "macOS": "darwin", "Windows": "windows"}[system]
	name, format := "linkvet", ".tar.gz"
	if system == "Windows" {
		name, format = "linkvet.exe", ".zip"
	}
	i.archive = "linkvet_" + goos + "_" + map[string]string{"X64": "amd64", "ARM64": "arm64"}[arch] + format
	i.release(t, archiveOf(t, i.archive, name, program))
	return i
}

// serve answers downloads from now on.
func (i *installation) serve(handler http.HandlerFunc) { i.serving.Store(&handler) }

// release makes the bytes the archive of the release.
func (i *installation) release(t *testing.T, archive []byte) {
	t.Helper()
	i.write(t, "action/checksums.txt", fmt.Sprintf("# v1.2.3\n%x  %s\n%064x  linkvet_other.tar.gz\n", sha256.Sum256(archive), i.archive, 1))
	i.serve(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+i.archive {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(archive)
	})
}

func (i *installation) file(name string) string { return filepath.Join(i.dir, name) }

func (i *installation) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(i.file(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(i.file(name), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// command puts a command before those of the machine.
func (i *installation) command(t *testing.T, name, script string) {
	t.Helper()
	i.write(t, "bin/"+name, "#!/bin/sh\n"+script+"\n")
}

// run runs the script, and returns its exit status and what it printed.
func (i *installation) run(t *testing.T, env ...string) (exit int, out string) {
	t.Helper()
	args := append(i.shell[1:], i.file("action/install.sh"))
	cmd := exec.CommandContext(t.Context(), i.shell[0], args...)
	cmd.Dir, cmd.Env = i.dir, append(i.env[:len(i.env):len(i.env)], env...)
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// program returns the path that the script put out.
func (i *installation) program(t *testing.T) string {
	t.Helper()
	text := strings.TrimSpace(read(t, i.file("output.txt")))
	lines := strings.Split(text, "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "program=")
}

// refuses runs the script, which has to end with status 3, the message, and no program.
func (i *installation) refuses(t *testing.T, message string, env ...string) {
	t.Helper()
	exit, out := i.run(t, env...)
	if exit != 3 || strings.Count(out, "::error title=linkvet could not start::") != 1 || !strings.Contains(out, message) {
		t.Errorf("exit status %d, want 3, with %q in one annotation:\n%s", exit, message, out)
	}
	if _, err := os.Stat(i.file("output.txt")); err == nil {
		t.Errorf("put out %s", i.program(t))
	}
}

// archiveOf returns an archive with one file and a text.
func archiveOf(t *testing.T, name, member, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if strings.HasSuffix(name, ".zip") {
		z := zip.NewWriter(&b)
		for file, text := range map[string]string{member: content, "LICENSE": "MIT\n"} {
			w, err := z.Create(file)
			check(err)
			_, err = w.Write([]byte(text))
			check(err)
		}
		check(z.Close())
		return b.Bytes()
	}
	g := gzip.NewWriter(&b)
	w := tar.NewWriter(g)
	for file, text := range map[string]string{member: content, "LICENSE": "MIT\n"} {
		check(w.WriteHeader(&tar.Header{Name: file, Mode: 0o755, Size: int64(len(text))}))
		_, err := w.Write([]byte(text))
		check(err)
	}
	check(w.Close())
	check(g.Close())
	return b.Bytes()
}

// onEachSystem runs a test for each archive of a release.
func onEachSystem(t *testing.T, test func(t *testing.T, i *installation)) {
	t.Parallel()
	for _, system := range []string{"Linux", "macOS", "Windows"} {
		if _, err := exec.LookPath("unzip"); system == "Windows" && err != nil {
			continue
		}
		for _, arch := range []string{"X64", "ARM64"} {
			t.Run(system+" "+arch, func(t *testing.T) {
				t.Parallel()
				test(t, installing(t, system, arch, fakeProgram))
			})
		}
	}
}

func TestInstallTakesTheArchiveOfTheRunner(t *testing.T) {
	onEachSystem(t, func(t *testing.T, i *installation) {
		for at, how := range []string{"downloaded, checksum verified, attestation not verified, as the input token is empty", "from the tool cache, checksum verified"} {
			exit, out := i.run(t)
			if exit != 0 || !strings.HasPrefix(out, "linkvet v1.2.3 for ") || !strings.Contains(out, how) {
				t.Fatalf("exit status %d, run %d, want %q:\n%s", exit, at, how, out)
			}
			path := strings.ReplaceAll(i.program(t), `\`, "/")
			if got := read(t, path); got != fakeProgram {
				t.Errorf("%s is %q", path, got)
			}
			if left, _ := filepath.Glob(filepath.Dir(path) + "/*"); len(left) != 1 {
				t.Errorf("left %q", left)
			}
		}
		if got := i.requests.Load(); got != 1 {
			t.Errorf("%d requests, want 1", got)
		}
	})
}

func TestInstallRefusesAMissingArchive(t *testing.T) {
	onEachSystem(t, func(t *testing.T, i *installation) {
		i.serve(http.NotFound)
		i.refuses(t, "could not download http://127.0.0.1:")
		if got := i.requests.Load(); got != 3 {
			t.Errorf("%d requests, want 3", got)
		}
	})
}

func TestInstallRefusesAnAlteredArchive(t *testing.T) {
	onEachSystem(t, func(t *testing.T, i *installation) {
		i.serve(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(archiveOf(t, i.archive, "linkvet", "#!/bin/sh\necho altered\n"))
		})
		i.refuses(t, "/"+i.archive+" has the checksum ")
		if left, _ := filepath.Glob(i.file("tools/*")); left != nil {
			t.Errorf("kept %q", left)
		}
	})
}

func TestInstallRefusesATruncatedArchive(t *testing.T) {
	onEachSystem(t, func(t *testing.T, i *installation) {
		i.serve(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("half"))
		})
		i.refuses(t, "could not download ")
	})
}

func TestInstallRefusesAnArchiveWithoutTheProgram(t *testing.T) {
	onEachSystem(t, func(t *testing.T, i *installation) {
		i.release(t, archiveOf(t, i.archive, "../linkvet", fakeProgram))
		i.refuses(t, "could not unpack linkvet")
	})
}

func TestInstallReplacesAnAlteredCache(t *testing.T) {
	onEachSystem(t, func(t *testing.T, i *installation) {
		if exit, out := i.run(t); exit != 0 {
			t.Fatalf("exit status %d:\n%s", exit, out)
		}
		kept, _ := filepath.Glob(i.file("tools/linkvet/1.2.3/*/" + i.archive))
		if len(kept) != 1 {
			t.Fatalf("kept %q", kept)
		}
		good := read(t, kept[0])
		for _, content := range []string{"", good[:len(good)/2], string(archiveOf(t, i.archive, "linkvet", "#!/bin/sh\necho altered\n"))} {
			if err := os.WriteFile(kept[0], []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
			exit, out := i.run(t)
			if exit != 0 || !strings.Contains(out, "downloaded, checksum verified") {
				t.Fatalf("exit status %d:\n%s", exit, out)
			}
			if said := strings.Contains(out, "the archive in the tool cache has another checksum"); said != (content != "") {
				t.Errorf("says of the cache: %v:\n%s", said, out)
			}
			if read(t, kept[0]) != good {
				t.Error("the cache was not replaced")
			}
		}
	})
}
