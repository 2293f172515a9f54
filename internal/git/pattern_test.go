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

// TestPatterns compares what a file of patterns ignores with what git says. go-git knows no
// classes such as [[:alpha:]], no stars beside others in a segment, and no second match of a
// segment after two stars.
func TestPatterns(t *testing.T) {
	t.Parallel()
	dir := newRepository(t).dir
	git, err := newCheckIgnore(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for number, seed := range [][2]string{
		{"*.log\n!a\n/b/\n", "x/a.log"},
		{"[a-\n**/\n\\", "a"},
		{"a/**\n!a/b\n", "a/b"},
		{"a/**/b\n", "a/x/y/b"},
		{"**/a/b\n", "x/a/b/c"},
		{"a**b\n", "axxb"},
		{"[!a-c]x\n[^d]\n", "dx"},
		{"[]a]\n[a-]\n[\\]]\n", "]"},
		{"foo\\*\n", "foo*"},
		{"trailing\\ \nspace  \n", "trailing "},
		{"\xef\xbb\xbfa\r\nb\r", "a"},
		{"{a,b}\n", "{a,b}"},
		{"*\n!*/\n!*.md\n", "docs/a.md"},
		{"\\!a\n\\#b\n#c\n", "!a"},
		{"a/\n", "a/b"},
		{"/*/a\n", "b/a"},
		{"a\\\n", "a\\"},
	} {
		text, name := seed[0], seed[1]
		// A directory of its own each time, as git keeps what it has read.
		sub := fmt.Sprint("d", number)
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, sub, ".gitignore"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		pattern, want, err := git.ask(sub + "/" + name)
		if err != nil {
			t.Fatalf("git check-ignore: %v", err)
		}
		ours, err := Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := ours.isIgnored(sub+"/"+name, false); got != want {
			t.Errorf("%q with the patterns %q: ignored is %v; git says %v, by %q", name, text, got, want, pattern)
		}
	}
}
