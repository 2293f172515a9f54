package git

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// FuzzRemotes compares the URLs of remotes in a configuration with what git reads.
func FuzzRemotes(f *testing.F) {
	for _, seed := range []string{
		"[remote \"a\"]\n\turl = x ; note",
		"[REMOTE \"a\"]\nURL=\"x y\" # note",
		"[remote \"a\"] url = x\n\turl = y\n",
		"[remote.A]\nurl = x\n",
		"[1]\n", "[remote \"a", "[remote \"a\n\"]\nurl = x\n", "[remote \"a\" x]\nurl = y\n", "[a]\n1 = x\n", "[a]\nb c\n",
		"[remote \"a\\\"b\\\\c\"]\n\turl = \"a\\tb\\n\\\"c\"d\\\\\n",
		"[remote \"a\"]\n\turl = one\\\n  two\n",
		"[core]\n\tbare\n\tx = y\n; c\n# d\n[remote \"b\"]\n\turl\n\turl = \n\turl = z   \r\n",
		"\xef\xbb\xbf[remote \"a\"]\n\turl = a\tb  c",
		"[remote \"]\"] ; x\nurl=]",
		"[remote \"a\"]\nurl = https://user:pw@h.example/x#y;z \"q\" # \"",
		"[branch \"main\"]\n\tremote = origin\n[remote \"origin\"]\n\turl = git@github.com:o/r.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n",
	} {
		f.Add(seed)
	}
	if _, err := exec.LookPath("git"); err != nil {
		f.Skip("no git program")
	}
	name := filepath.Join(f.TempDir(), "config")
	f.Fuzz(func(t *testing.T, text string) {
		got := remotes(text)
		if strings.Contains(text, "\x00") || len(text) > 1<<12 {
			t.Skip("git cannot be asked")
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "git", "config", "--file", name, "--no-includes", "-z", "--list")
		cmd.Env = gitEnviron()
		out, err := cmd.Output()
		if err != nil {
			t.Skip("git refuses the file") // and so nothing in it counts for git
		}
		want := map[string]string{}
		for entry := range strings.SplitSeq(string(out), "\x00") {
			key, value, _ := strings.Cut(entry, "\n")
			remote, isRemote := strings.CutPrefix(key, "remote.")
			remote, isURL := strings.CutSuffix(remote, ".url")
			if isRemote && isURL && remote != "" && value != "" && want[remote] == "" {
				want[remote] = value
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-git +ours):\n%s", text, diff)
		}
	})
}

// FuzzRefs compares what is checked out, by HEAD and references, with what git says.
func FuzzRefs(f *testing.F) {
	const commit, other = "1111111111111111111111111111111111111111", "2222222222222222222222222222222222222222"
	f.Add("ref: refs/heads/main\n", commit+"\n", "")
	f.Add(commit+"\n", "", "")
	f.Add("ref: refs/heads/packed\n", "", "# pack-refs with: peeled fully-peeled sorted \n"+commit+" refs/heads/packed\n^"+other+"\n")
	f.Add("ref:refs/heads/main", "ref: refs/heads/packed", commit+" refs/heads/packed\n")
	f.Add("ref: refs/heads/../../../x", commit, commit+" refs/heads/main\n")
	f.Add("ref: HEAD", "ref: HEAD", "")
	f.Add("ref:\trefs/heads/main \r\n", "  "+commit, "")
	dir := fuzzRepository(f)
	f.Fuzz(func(t *testing.T, head, main, packed string) {
		if len(head)+len(main)+len(packed) > 1<<12 {
			t.Skip("long files are only slow")
		}
		for name, text := range map[string]string{"HEAD": head, "refs/heads/main": main, "packed-refs": packed} {
			if err := os.WriteFile(filepath.Join(dir, ".git", filepath.FromSlash(name)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		gitDir := filepath.Join(dir, ".git")
		tree := &Tree{dir: dir, top: dir, gitDir: gitDir, workDir: gitDir}
		got, ourErr := tree.head()
		if ourErr == nil && !isObjectName(got) {
			t.Fatalf("%q is checked out, which is no name of a commit", got)
		}
		clone, err := ReadClone(dir)
		if err != nil {
			t.Fatal(err)
		}
		if clone.Commit != "" && !isObjectName(clone.Commit) {
			t.Errorf("%q is the commit that is checked out", clone.Commit)
		}
		want, err := askGit(t, dir, "rev-parse", "--quiet", "--verify", "HEAD")
		if err != nil {
			return // git says nothing, as there is nothing or the files are damaged
		}
		if ourErr == nil && got != want {
			t.Errorf("HEAD %q, main %q, packed %q: %q is checked out, git says %q", head, main, packed, got, want)
		}
		if ourErr != nil {
			t.Errorf("HEAD %q, main %q, packed %q: %v, git says %q", head, main, packed, ourErr, want)
		}
		branch, err := askGit(t, dir, "symbolic-ref", "--quiet", "--no-recurse", "HEAD")
		if err != nil {
			branch = ""
		}
		if name, _ := strings.CutPrefix(branch, "refs/heads/"); clone.Branch != name && strings.HasPrefix(branch, "refs/heads/") {
			t.Errorf("HEAD %q: the branch is %q, git says %q", head, clone.Branch, branch)
		}
	})
}

// askGit runs git in a work tree, and returns the line that it prints.
func askGit(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir}, args...)...)
	cmd.Env = gitEnviron()
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %q: %w", args, err)
	}
	return strings.TrimSpace(string(out)), nil
}
