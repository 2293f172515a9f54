//go:build unix

package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// only leaves the installation no commands but these. It skips the test where the machine
// has not got one of them.
func (i *installation) only(t *testing.T, commands ...string) {
	t.Helper()
	for _, name := range commands {
		path, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("this machine has no %s", name)
		}
		if err := os.Symlink(path, i.file("bin/"+name)); err != nil {
			t.Fatal(err)
		}
	}
	i.env[0] = "PATH=" + i.file("bin")
	if err := os.Remove(i.file("bin/gh")); err != nil {
		t.Fatal(err)
	}
	shell, err := exec.LookPath(i.shell[0])
	if err != nil {
		t.Skipf("this machine has no %s", i.shell[0])
	}
	i.shell[0] = shell
}

// small are the commands of a small container, but for those that the script asks for.
var small = []string{"cat", "chmod", "cp", "cut", "grep", "gzip", "head", "mkdir", "mktemp", "mv", "rm", "sed", "timeout", "tr"}

func TestInstallInSmallContainers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ shell, commands []string }{
		"dash and wget":    {[]string{"dash"}, append(small, "wget", "sha256sum", "tar")},
		"bash and openssl": {[]string{"bash", "--posix"}, append(small, "curl", "openssl", "tar")},
		"bash and shasum":  {[]string{"bash"}, append(small, "curl", "shasum", "tar", "perl")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := installing(t, "Linux", "X64", fakeProgram)
			i.shell = test.shell
			i.only(t, test.commands...)
			exit, out := i.run(t)
			if exit != 0 || !strings.Contains(out, "attestation not verified, as gh is not installed\n") {
				t.Fatalf("exit status %d:\n%s", exit, out)
			}
			if text, err := exec.CommandContext(t.Context(), i.program(t)).Output(); err != nil || string(text) != "fake linkvet\n" {
				t.Errorf("the program printed %q, %v", text, err)
			}
		})
	}
}

// TestInstallWithBusybox runs in what Alpine Linux has: busybox is each of its commands.
func TestInstallWithBusybox(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", fakeProgram)
	path, err := exec.LookPath("busybox")
	if err != nil {
		t.Skip("this machine has no busybox")
	}
	i.shell = []string{path, "sh"}
	i.only(t)
	for _, name := range append(small, "wget", "sha256sum", "tar") {
		if err := os.Symlink(path, i.file("bin/"+name)); err != nil {
			t.Fatal(err)
		}
	}
	if exit, out := i.run(t); exit != 0 || i.program(t) == "" {
		t.Errorf("exit status %d:\n%s", exit, out)
	}
}

func TestInstallSaysThatWgetFoundNothing(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", fakeProgram)
	i.only(t, append(small, "wget", "sha256sum", "tar")...)
	i.serve(http.NotFound)
	i.refuses(t, "404")
	if got := i.requests.Load(); got != 3 {
		t.Errorf("%d requests, want 3", got)
	}
}

func TestInstallSaysWhichCommandIsMissing(t *testing.T) {
	t.Parallel()
	for message, commands := range map[string][]string{
		"found no curl and no wget to download linkvet; install one of them before this step": {"sha256sum", "tar"},
		"found no sha256sum and no shasum and no openssl to verify linkvet; install one":      {"curl", "tar"},
		"found no tar to unpack linkvet; install":                                             {"curl", "sha256sum"},
	} {
		t.Run(message, func(t *testing.T) {
			t.Parallel()
			i := installing(t, "Linux", "X64", fakeProgram)
			i.only(t, append(small, commands...)...)
			i.refuses(t, message)
		})
	}
}

func TestInstallOnOtherRunners(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", fakeProgram)
	for message, env := range map[string]string{
		`no archive for the system "" (RUNNER_OS); it has for Linux, macOS and Windows`:  "RUNNER_OS=",
		`no archive for the system "Plan9"`:                                              "RUNNER_OS=Plan9",
		`no archive for the architecture "ARM" (RUNNER_ARCH); it has for X64 and ARM64`:  "RUNNER_ARCH=ARM",
		"RUNNER_TEMP or GITHUB_OUTPUT is empty: this script is for a step of a workflow": "RUNNER_TEMP=",
		"checksums.txt of linkvet v1.2.3 has no linkvet_linux_arm64.tar.gz":              "RUNNER_ARCH=ARM64",
		"checksums.txt of linkvet v1.2.3 has no linkvet_darwin_amd64.tar.gz":             "RUNNER_OS=macOS",
	} {
		i.refuses(t, message, env)
	}
	if got := i.requests.Load(); got != 0 {
		t.Errorf("%d requests, want none", got)
	}
}

// TestInstallNeedsARelease runs the script with the checksums of this commit, unless it is
// that of a release.
func TestInstallNeedsARelease(t *testing.T) {
	t.Parallel()
	const comment = "# This commit is not a release. The commit of a release has here its version, as \"# vX.Y.Z\",\n" +
		"# and the SHA-256 checksum of each archive, as sha256sum prints it.\n"
	i := installing(t, "Linux", "X64", fakeProgram)
	checksums := i.file("action/checksums.txt")
	released := read(t, checksums)
	i.write(t, "action/checksums.txt", comment)
	i.refuses(t, "this commit of linkvet is not a release, so it has no archives: use a release, such as linkvet/linkvet/binary@v1")
	// Git on Windows may have changed the ends of lines.
	i.write(t, "action/checksums.txt", comment+strings.ReplaceAll(released, "\n", "\r\n"))
	if exit, out := i.run(t); exit != 0 {
		t.Errorf("exit status %d:\n%s", exit, out)
	}
	if now := read(t, "binary/checksums.txt"); !strings.Contains(now, "\n# v") && !strings.HasPrefix(now, "# v") && now != comment {
		t.Errorf("binary/checksums.txt is neither of a release nor of another commit:\n%s", now)
	}
}

// TestInstallEndsWhenTheServerDoesNotAnswer makes the limits of curl short.
func TestInstallEndsWhenTheServerDoesNotAnswer(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", fakeProgram)
	path, err := exec.LookPath("curl")
	if err != nil {
		t.Fatal(err)
	}
	i.command(t, "curl", `case "$*" in *"--connect-timeout 20 --speed-limit 1000 --speed-time 30 --max-time 600"*) exec `+path+` "$@" --max-time 0.2 ;; esac; exit 99`)
	i.serve(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	i.refuses(t, "curl: (28) ")
	i.serve(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_ = conn.Close()
		}
	})
	i.refuses(t, "curl: (52) ")
	if got := i.requests.Load(); got != 6 {
		t.Errorf("%d requests, want 6", got)
	}
}

// TestInstallTriesAgain has a server that fails twice.
func TestInstallTriesAgain(t *testing.T) {
	t.Parallel()
	i := installing(t, "Linux", "X64", fakeProgram)
	good := *i.serving.Load()
	i.serve(func(w http.ResponseWriter, r *http.Request) {
		if i.requests.Load() < 3 {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		good(w, r)
	})
	// A cache that cannot be written is no reason to stop.
	if exit, out := i.run(t, "RUNNER_TOOL_CACHE="+filepath.Join(i.file("action/install.sh"), "none")); exit != 0 {
		t.Errorf("exit status %d:\n%s", exit, out)
	}
}

func TestInstallVerifiesTheAttestation(t *testing.T) {
	t.Parallel()
	const known = `[ "$3" = --help ] && { echo "gh attestation verify FILE"; exit 0; }
[ "$*" = "attestation verify linkvet_linux_amd64.tar.gz --repo linkvet/linkvet" ] && [ "$GH_TOKEN" = t1 ] && [ "$GH_HOST" = github.com ] && [ -s "$3" ] || exit 98
`
	for name, test := range map[string]struct{ script, want, env string }{
		"valid":      {script: known + "exit 0", want: "attestation verified\n"},
		"too old":    {script: `echo 'unknown command "attestation" for "gh"' >&2; exit 1`, want: "attestation not verified, as this gh is too old\n"},
		"no token":   {script: known + "exit 0", env: "GH_TOKEN=", want: "attestation not verified, as the input token is empty\n"},
		"enterprise": {script: known + "exit 0", env: "GITHUB_SERVER_URL=https://github.example.com", want: "attestation not verified, as the token is not for github.com\n"},
		"no network": {
			script: known + `echo "Post \"https://api.github.com/\": dial tcp: lookup api.github.com: ##[error]x" >&2; exit 1`,
			want:   "attestation not verified, as gh got no answer: Post \"https://api.github.com/\": dial tcp: lookup api.github.com: # [error]x\n",
		},
		"no list of keys": {
			script: known + `echo "failed to create TUF client: failed to download 14.root.json, http status code: 503" >&2; exit 1`,
			want:   "as gh got no answer: failed to create TUF client: failed to download 14.root.json, http status code: 503\n",
		},
		"a proxy with its own certificate": {
			script: known + `echo "Get \"https://tuf-repo.github.com/14.root.json\": tls: failed to verify certificate: x509: unknown authority" >&2; exit 1`,
			want:   "as gh got no answer: Get \"https://tuf-repo.github.com/14.root.json\": tls: failed to verify certificate: x509: unknown authority\n",
		},
		"limited": {script: known + `echo "HTTP 403: rate limit" >&2; exit 1`, want: "as gh got no answer: HTTP 403: rate limit\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := installing(t, "Linux", "X64", fakeProgram)
			i.command(t, "gh", test.script)
			if exit, out := i.run(t, "GH_TOKEN=t1", test.env); exit != 0 || !strings.HasSuffix(out, test.want) {
				t.Errorf("exit status %d, want %q in:\n%s", exit, test.want, out)
			}
		})
	}
	for _, said := range []string{"Error: verifying with issuer \\\"sigstore.dev\\\"", "x509: certificate signed by unknown authority", "HTTP 404: Not Found (no attestations found)", ""} {
		t.Run("not valid: "+said, func(t *testing.T) {
			t.Parallel()
			i := installing(t, "Linux", "X64", fakeProgram)
			i.command(t, "gh", known+`printf "%s\n::warning::100%%\n" "`+said+`" >&2; exit 1`)
			i.refuses(t, "the attestation of linkvet_linux_amd64.tar.gz is not valid, so linkvet was not started: "+strings.ReplaceAll(said, `\"`, `"`), "GH_TOKEN=t1")
			if left, _ := filepath.Glob(i.file("tools/*")); left != nil {
				t.Errorf("kept %q", left)
			}
		})
	}
}
