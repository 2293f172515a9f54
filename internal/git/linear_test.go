package git

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

// numbered writes lines, of which %d is the number, until there are enough bytes.
func numbered(line string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

// repeating is what files are made of that are made to take long.
var repeating = []string{
	"a", "*", "**/", "**/a*/**\n", "a%d\n", "*.a%d\n", "a%d/**\n", "!\n", "!*a\n", "[", "[a-", "]", "{", "}", `\`, `\{a,`, " ", "# a\n", "/", "a/", "\n",
	"[remote \"", "[remote \"a%d\"]\nurl = b\n", "\"", "url=", "=", "[", "ref: ", ";",
}

// TestFilesOfGitAreReadInProportion reads shapes of growing sizes.
func TestFilesOfGitAreReadInProportion(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func(text string){
		"patterns":      func(text string) { patterns(text, maxPatterns) },
		"configuration": func(text string) { remotes(text) },
		"index":         func(text string) { _, _ = parseGitIndex([]byte("DIRC\x00\x00\x00\x02\x7f\xff\xff\xff"+text), sha1Size) },
		"prefixes":      func(text string) { _, _ = parseGitIndex([]byte("DIRC\x00\x00\x00\x04\x7f\xff\xff\xff"+text), sha1Size) },
		"patch": func(text string) {
			_, _ = patch([]byte(text), append([]byte{0x80 | 0x7f, 0x7f, 0xff, 0xff, 0x7f}, text...))
		},
	} {
		for _, piece := range repeating {
			t.Run(name+" of "+piece, func(t *testing.T) {
				t.Parallel()
				proportion.Check(t, 1<<16, func(size int) func() {
					text := numbered(piece, size)
					return func() { read(text) }
				})
			})
		}
	}
}

// ignores returns what is ignored by a file of patterns at the top of a repository.
func ignores(t *testing.T, text string) *Ignored {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	g, err := NewIgnored(dir)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestPatternsAreFoundByTheirTexts counts what it takes to tell that paths are not
// ignored: more patterns are no more work where a text tells them apart, and paths
// are as many times more.
func TestPatternsAreFoundByTheirTexts(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"a%d\n", "a%d/\n", "/a%d/b\n", "*.a%d\n", "a%d*\n", "a%d/**\n", "**/a%d\n", "**/a%d/\n", "!a%d\n", "x/*/a%d\n"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			took := func(patterns, paths int) int {
				g := ignores(t, numbered(line, patterns))
				for i := range paths {
					g.Has(fmt.Sprintf("docs/d%d/page%d.md", i%7, i), false)
				}
				return maxMatching - g.work
			}
			if few, many := took(1<<10, 100), took(1<<16, 100); many > 2*few {
				t.Errorf("few patterns take %d steps, many %d", few, many)
			}
			proportion.Steps(t, 200, func(size int) int { return took(1<<12, size) })
		})
	}
}

// TestPatternsThatNothingTellsApart are too many for many paths, which is said.
func TestPatternsThatNothingTellsApart(t *testing.T) {
	t.Parallel()
	g := ignores(t, strings.Repeat("**/a*/**\n", 20_000)+"*.log\n")
	if !g.Has("a.log", false) || g.Has("b", false) || g.Unsure() {
		t.Error("what is ignored is not known of two paths")
	}
	for i := range 5000 {
		g.Has(fmt.Sprintf("docs/page%d.md", i), false)
	}
	if !g.Unsure() || g.work < -(1<<20) {
		t.Errorf("%d steps are left", g.work)
	}
	if g := ignores(t, numbered("a%d\n", maxPatterns*7)); g.Has("b", false) || !g.Unsure() {
		t.Error("not all patterns are kept, and the list does not say so")
	}
	if g := ignores(t, strings.Repeat("#", maxConfig+1)); g.Has("b", false) || !g.Unsure() {
		t.Error("not all of the file is read, and the list does not say so")
	}
}

// TestDeepPathsAreLookedUpOnce counts the directories of a path once, however many
// files are in the last.
func TestDeepPathsAreLookedUpOnce(t *testing.T) {
	t.Parallel()
	proportion.Steps(t, 50, func(size int) int {
		g := ignores(t, "*.log\n")
		dir := strings.Repeat("d/", size)
		for i := range 20 {
			g.Has(fmt.Sprint(dir, i), false)
		}
		if len(g.known) != size+1 {
			t.Errorf("%d directories are known, want %d", len(g.known), size+1)
		}
		return maxMatching - g.work
	})
}

// loose writes an object of its own file, and returns its name.
func loose(t *testing.T, dir string, number int, kind string, content []byte) string {
	t.Helper()
	name := fmt.Sprintf("%040x", number)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	if _, err := fmt.Fprintf(z, "%s %d\x00%s", kind, len(content), content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "objects", name[:2]), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "objects", name[:2], name[2:]), packed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestDirectoriesThatHoldEachOtherTwice stand for more of them than can be looked at.
func TestDirectoriesThatHoldEachOtherTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	from, to := loose(t, dir, 1, "tree", nil), loose(t, dir, 2, "tree", nil)
	for i := range 60 {
		double := func(number int, name string) string {
			id, err := hex.DecodeString(name)
			if err != nil {
				t.Fatal(err)
			}
			return loose(t, dir, number, "tree", []byte("40000 a\x00"+string(id)+"40000 b\x00"+string(id)))
		}
		from, to = double(2*i+3, from), double(2*i+4, to)
	}
	o := openObjects(t.Context(), dir, sha1Size)
	defer o.close()
	d := treeDiff{objects: o}
	if err := d.compare(t.Context(), "", from, to); !errors.Is(err, errTooMuch) {
		t.Errorf("got %v, want %v", err, errTooMuch)
	}
}

// TestUnpackingHasAnEnd unpacks what is far larger than it is in its file.
func TestUnpackingHasAnEnd(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := loose(t, dir, 1, "tree", make([]byte, 1<<20))
	o := openObjects(t.Context(), dir, sha1Size)
	defer o.close()
	o.unpackBudget = 5 << 20
	for i := range 10 {
		_, err := o.read(name, "tree")
		if want := i >= 5; errors.Is(err, errTooMuch) != want {
			t.Errorf("time %d: got %v", i, err)
		}
	}
}
