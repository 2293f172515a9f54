//go:build unix

package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestPublishCommands runs the commands of docs/releasing.md that upload the packages, without an
// upload. npm takes a/b.tgz for a repository of GitHub, and ./a/b.tgz for a file.
func TestPublishCommands(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bash", "npm", "tar"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("this machine has no %s", name)
		}
	}
	block := regexp.MustCompile("(?s)cd /tmp/packages\n(.*?)```").FindStringSubmatch(string(read(t, "../../docs/releasing.md")))
	if block == nil {
		t.Fatal("docs/releasing.md does not say how to upload the packages")
	}
	const prepare = `set -eu
pack() {
	mkdir -p package npm
	printf '{"name": "%s", "version": "1.2.3"}' "$1" >package/package.json
	tar -czf "npm/$2-1.2.3.tgz" package
}
for system in darwin-arm64 linux-x64 win32-x64; do
	pack "@linkvet/$system" "linkvet-$system"
done
pack linkvet linkvet
npm() { command npm "$@" --dry-run --offline; }
twine() { :; }
`
	folder := t.TempDir()
	output := succeed(t, folder, "bash", "-c", prepare+strings.ReplaceAll(block[1], "X.Y.Z", "1.2.3"))
	published := regexp.MustCompile(`(?m)^\+ (\S+)@1\.2\.3$`).FindAllStringSubmatch(output, -1)
	if len(published) != 4 || published[len(published)-1][1] != "linkvet" {
		t.Errorf("npm would publish %q, want all four packages, and linkvet last\n%s", published, output)
	}
}
