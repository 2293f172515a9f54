package git

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gitEnviron is the environment of git programs that obey no configuration but that of
// their repository.
func gitEnviron() []string {
	return append(slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") }),
		"GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
}

// fuzzRepository makes an empty repository for a fuzz target, and returns its
// directory.
func fuzzRepository(f *testing.F) string {
	f.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		f.Skip("no git program")
	}
	dir := f.TempDir()
	cmd := exec.CommandContext(f.Context(), "git", "init", "--quiet", "--initial-branch=main", dir)
	cmd.Env = gitEnviron()
	if out, err := cmd.CombinedOutput(); err != nil {
		f.Fatalf("%v: %s", err, out)
	}
	return dir
}

// checkIgnore is a running `git check-ignore`, which answers path by path.
type checkIgnore struct {
	in  io.Writer
	out *bufio.Reader
}

func newCheckIgnore(ctx context.Context, dir string) (*checkIgnore, error) {
	cmd := exec.CommandContext(ctx, "git", "-C", dir, "check-ignore", "--verbose", "--non-matching", "-z", "--no-index", "--stdin")
	cmd.Env = gitEnviron()
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &checkIgnore{in, bufio.NewReader(out)}, cmd.Start()
}

// ask returns the pattern that decides on a path, and whether the path is ignored.
func (c *checkIgnore) ask(path string) (pattern string, ignored bool, err error) {
	if _, err := io.WriteString(c.in, path+"\x00"); err != nil {
		return "", false, err
	}
	var fields [4]string // the file of patterns, the line, the pattern and the path
	for i := range fields {
		field, err := c.out.ReadString(0)
		if err != nil {
			return "", false, err
		}
		fields[i] = strings.TrimSuffix(field, "\x00")
	}
	return fields[2], fields[0] != "" && !strings.HasPrefix(fields[2], "!"), nil
}

// isPlainPath reports whether git can be asked about a path of a work tree.
func isPlainPath(name string) bool {
	if name == "" || len(name) > 200 || strings.Contains(name, "\x00") {
		return false
	}
	for segment := range strings.SplitSeq(name, "/") {
		if segment == "" || segment == "." || segment == ".." || strings.HasPrefix(strings.ToLower(segment), ".git") {
			return false
		}
	}
	return true
}

// FuzzIgnored compares what a file of patterns ignores with what git says.
func FuzzIgnored(f *testing.F) {
	for _, seed := range [][2]string{
		{"*.log\n!a\n/b/\n", "x/a.log"},
		{"[a-\n**/\n\\", "a"},
		{"a/**\n!a/b\n", "a/b"},
		{"a/**/b\n", "a/x/y/b"},
		{"**/a/b\n", "x/a/b/c"},
		{"a**b\n", "axxb"},
		{"x/a**b\n", "x/axb"},
		{"[!a-c]x\n[^d]\n", "dx"},
		{"[[:alpha:][:digit:]]\n", "7"},
		{"[]a]\n[a-]\n[\\]]\n", "]"},
		{"foo\\*\n", "foo*"},
		{"trailing\\ \nspace  \n", "trailing "},
		{"\xef\xbb\xbfa\r\nb\r", "a"},
		{"?\n", "ü"},
		{"{a,b}\n", "{a,b}"},
		{"a//b\n//c\n", "a/b"},
		{"*\n!*/\n!*.md\n", "docs/a.md"},
		{"\\!a\n\\#b\n#c\n", "!a"},
		{"a/\n", "a/b"},
		{"/*/a\n", "b/a"},
		{"a\\\n", "a\\"},
	} {
		f.Add(seed[0], seed[1])
	}
	dir := fuzzRepository(f)
	git, err := newCheckIgnore(f.Context(), dir)
	if err != nil {
		f.Fatal(err)
	}
	number := 0
	f.Fuzz(func(t *testing.T, text, name string) {
		if !isPlainPath(name) || strings.Contains(text, "\x00") || len(text) > 1<<12 {
			t.Skip("git cannot be asked")
		}
		// A directory of its own each time, as git keeps what it has read.
		number++
		sub := fmt.Sprint("d", number)
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(filepath.Join(dir, sub))
		if err := os.WriteFile(filepath.Join(dir, sub, ".gitignore"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		pattern, want, err := git.ask(sub + "/" + name)
		if err != nil {
			t.Fatalf("git check-ignore: %v", err)
		}
		ours, err := NewIgnored(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := ours.Has(sub+"/"+name, false); got != want {
			t.Errorf("%q with the patterns %q: ignored is %v; git says %v, by %q", name, text, got, want, pattern)
		}
	})
}
