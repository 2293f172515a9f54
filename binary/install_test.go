//go:build unix

// Package binary tests the script that installs a release for binary/action.yml.
package binary

import (
	"archive/tar"
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
	"testing"
)

// program is the program of the released archive.
const program = "#!/bin/sh\necho installed\n"

// fakeGH stands in for gh: it accepts an attestation by the release workflow, unless the token is
// "forged".
const fakeGH = `#!/bin/sh
case "$*" in
*--help*) echo "  --signer-workflow string" ;;
"attestation verify linkvet_linux_amd64.tar.gz --repo linkvet/linkvet --signer-workflow linkvet/linkvet/.github/workflows/release.yml")
	[ "$GH_TOKEN" != forged ] || { echo "Error: verifying with issuer failed"; exit 1; } ;;
*) echo "unknown arguments $*"; exit 1 ;;
esac
`

// TestInstall runs install.sh before a server that has the released archive or another one.
func TestInstall(t *testing.T) {
	t.Parallel()
	released := archiveOf(t, "linkvet", program)
	for name, test := range map[string]struct {
		served []byte
		env    []string
		exit   int
		says   string
	}{
		"the right archive":         {served: released, says: "checksum verified, attestation not verified, as the input token is empty"},
		"with its attestation":      {served: released, env: []string{"GH_TOKEN=t"}, says: "checksum verified, attestation verified"},
		"with a forged attestation": {served: released, env: []string{"GH_TOKEN=forged"}, exit: 3, says: "the attestation of linkvet_linux_amd64.tar.gz is not valid"},
		"an altered archive":        {served: archiveOf(t, "linkvet", "#!/bin/sh\necho altered\n"), exit: 3, says: "linkvet_linux_amd64.tar.gz has the checksum "},
		"a missing archive":         {exit: 3, says: "could not download http://127.0.0.1:"},
		"no archive for the runner": {served: released, env: []string{"RUNNER_ARCH=ARM"}, exit: 3, says: `no archive for the architecture "ARM"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := newRunner(t, released)
			out, exit := install(t, dir, test.served, test.env...)
			if exit != test.exit || !strings.Contains(out, test.says) {
				t.Fatalf("exit status %d, want %d and %q:\n%s", exit, test.exit, test.says, out)
			}
			output, err := os.ReadFile(filepath.Join(dir, "output"))
			if test.exit != 0 {
				if err == nil || !strings.Contains(out, "::error title=linkvet could not start::") {
					t.Errorf("want an annotation and no output %q:\n%s", output, out)
				}
				return
			}
			path := strings.TrimPrefix(strings.TrimSpace(string(output)), "program=")
			if text, err := exec.CommandContext(t.Context(), path).Output(); err != nil || string(text) != "installed\n" {
				t.Errorf("%s printed %q, %v", path, text, err)
			}
		})
	}
}

// TestInstallFromTheToolCache installs twice: the second time takes the archive from the cache
// unless it was altered there.
func TestInstallFromTheToolCache(t *testing.T) {
	t.Parallel()
	released := archiveOf(t, "linkvet", program)
	dir := newRunner(t, released)
	for _, want := range []string{"downloaded, checksum verified", "from the tool cache, checksum verified"} {
		if out, exit := install(t, dir, released); exit != 0 || !strings.Contains(out, want) {
			t.Fatalf("exit status %d, want %q:\n%s", exit, want, out)
		}
	}
	write(t, filepath.Join(dir, "tools/linkvet/1.2.3/amd64/linkvet_linux_amd64.tar.gz"), "altered")
	if out, exit := install(t, dir, released); exit != 0 || !strings.Contains(out, "downloading it again") {
		t.Errorf("exit status %d:\n%s", exit, out)
	}
}

// newRunner returns a folder with the action of a release and the commands of the runner.
func newRunner(t *testing.T, released []byte) string {
	t.Helper()
	dir := t.TempDir()
	script, err := os.ReadFile("install.sh")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "action/install.sh"), string(script))
	write(t, filepath.Join(dir, "action/checksums.txt"), fmt.Sprintf("# v1.2.3\n%x  linkvet_linux_amd64.tar.gz\n", sha256.Sum256(released)))
	write(t, filepath.Join(dir, "bin/gh"), fakeGH)
	write(t, filepath.Join(dir, "bin/sleep"), "#!/bin/sh\n") // the pauses between two attempts
	write(t, filepath.Join(dir, "temp/.keep"), "")
	return dir
}

// install runs install.sh on a runner for Linux, with a server that has only this archive.
func install(t *testing.T, dir string, served []byte, env ...string) (output string, exit int) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if served == nil || r.URL.Path != "/linkvet_linux_amd64.tar.gz" {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(served)
	}))
	defer server.Close()
	cmd := exec.CommandContext(t.Context(), "sh", filepath.Join(dir, "action/install.sh"))
	cmd.Env = append([]string{
		"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "LINKVET_DOWNLOAD=" + server.URL, "RUNNER_OS=Linux", "RUNNER_ARCH=X64",
		"RUNNER_TEMP=" + filepath.Join(dir, "temp"), "RUNNER_TOOL_CACHE=" + filepath.Join(dir, "tools"), "GITHUB_OUTPUT=" + filepath.Join(dir, "output"),
	}, env...)
	out, _ := cmd.CombinedOutput()
	return string(out), cmd.ProcessState.ExitCode()
}

func archiveOf(t *testing.T, name, content string) []byte {
	t.Helper()
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	if err := archive.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(content))}); err != nil {
		t.Fatal(err)
	}
	_, _ = archive.Write([]byte(content)) // into memory
	_, _ = archive.Close(), compressed.Close()
	return out.Bytes()
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o755); err != nil {
		t.Fatal(err)
	}
}
