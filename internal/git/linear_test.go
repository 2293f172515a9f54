package git

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// BenchmarkLinear reads files of a repository that are made to take long.
func BenchmarkLinear(b *testing.B) {
	for name, tt := range map[string]struct {
		read   func(text string)
		pieces []string
	}{
		"patterns": {
			read: func(text string) {
				work := maxMatching
				patterns(text, maxPatterns).last("docs/a/b.md", false, &work)
			},
			pieces: []string{"*", "**/", "**/a*/**\n", "a%d\n", "*.a%d\n", "a%d/**\n", "!*a\n", "[a-", `\{a,`, "/a%d/b\n", "{", "a/", " "},
		},
		"configuration": {
			read:   func(text string) { remotes(text) },
			pieces: []string{"[remote \"", "[remote \"a%d\"]\nurl = b\n", "url = a\\\n", "[remote \"a\\", "\"", "=", ";"},
		},
		"index": {
			read: func(text string) {
				for _, version := range []string{"\x02", "\x04"} {
					_, _ = parseGitIndex([]byte("DIRC\x00\x00\x00"+version+"\x00\x7f\xff\xff"+text), sha1Size)
				}
			},
			pieces: []string{"a", strings.Repeat("\x01", 60) + "\x00\x03abc\x00\x00\x00\x00\x00\x00\x00"},
		},
		"delta": {
			read: func(text string) {
				_, _ = patch([]byte(text), append([]byte{0x80 | 0x7f, 0x7f, 0xff, 0xff, 0x7f}, text...))
			},
			pieces: []string{"a", "\x90\x01"},
		},
	} {
		b.Run(name, func(b *testing.B) { lineartest.Texts(b, 1<<18, tt.read, tt.pieces...) })
	}
}

// BenchmarkLinearHistory looks for the merge base of two lines of merges that meet at their
// first commit.
func BenchmarkLinearHistory(b *testing.B) {
	lineartest.Time(b, 1000, func(n int) func() {
		dir := b.TempDir()
		commit := func(number int) string {
			text := "tree " + strings.Repeat("0", 40) + "\n"
			for _, back := range []int{2, 4} {
				if number > 0 {
					text += fmt.Sprintf("parent %040x\n", max(number-back, 0))
				}
			}
			return loose(b, dir, number, "commit", fmt.Appendf(nil, "%scommitter a <a@a.example> %d +0000\n\n", text, 1_000_000_000+number))
		}
		for i := range n {
			commit(i)
		}
		base, head := commit(n), commit(n+1)
		return func() {
			o := openObjects(b.Context(), dir, sha1Size)
			defer o.close()
			if got := o.parting(base, head); got == base {
				b.Fatal("two commits have no common parent")
			}
		}
	})
}

// numbered writes lines, of which %d is the number, until there are enough bytes.
func numbered(line string, size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(strings.ReplaceAll(line, "%d", fmt.Sprint(i)))
	}
	return b.String()
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

// TestPatternsAreFoundByTheirTexts counts what it takes to know that paths are not
// ignored: more patterns are no more work where a text tells them apart.
func TestPatternsAreFoundByTheirTexts(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"a%d\n", "/a%d/b\n", "*.a%d\n", "a%d/**\n", "**/a%d/\n", "!a%d\n"} {
		took := func(patterns int) int {
			g := ignores(t, numbered(line, patterns))
			for i := range 100 {
				g.Has(fmt.Sprintf("docs/d%d/page%d.md", i%7, i), false)
			}
			return maxMatching - g.work
		}
		if few, many := took(1<<10), took(1<<14); many > 2*few {
			t.Errorf("%q: few patterns take %d steps, many %d", line, few, many)
		}
	}
}

// TestPatternsThatNothingTellsApart matches paths until the work is used up.
func TestPatternsThatNothingTellsApart(t *testing.T) {
	t.Parallel()
	g := ignores(t, strings.Repeat("**/a*/**\n", 1000)+"*.log\n")
	if !g.Has("a.log", false) || g.Has("b", false) || g.Unsure() {
		t.Error("what is ignored is not known of two paths")
	}
	g.work = 1 << 20
	for i := range 500 {
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

// loose writes an object of its own file, and returns its name.
func loose(t testing.TB, dir string, number int, kind string, content []byte) string {
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
	for _, d := range []treeDiff{{objects: o, directories: maxDirectories - 500}, {objects: o, known: maxEntries - 500}} {
		if err := d.compare(t.Context(), "", from, to); !errors.Is(err, errTooMuch) {
			t.Errorf("got %v, want %v", err, errTooMuch)
		}
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

// TestPathsOfAnIndexHaveABound reads an index of version 4 in which each path is the
// one before with another last byte.
func TestPathsOfAnIndexHaveABound(t *testing.T) {
	t.Parallel()
	index := func(length, entries int) []byte {
		var b bytes.Buffer
		b.WriteString("DIRC\x00\x00\x00\x04")
		_ = binary.Write(&b, binary.BigEndian, uint32(entries)) // nothing fails in memory
		entry := func(cut byte, name string) {
			b.Write(make([]byte, modeAt))
			_ = binary.Write(&b, binary.BigEndian, uint32(0o100644))
			b.Write(make([]byte, statSize-modeAt-4+sha1Size+flagsSize))
			b.WriteString(string(cut) + name + "\x00")
		}
		entry(0, strings.Repeat("a", length))
		for i := range entries - 1 {
			entry(1, string(rune('a'+i%2)))
		}
		b.Write(make([]byte, sha1Size))
		return b.Bytes()
	}
	if entries, err := parseGitIndex(index(1000, 100), sha1Size); err != nil || len(entries) != 99 {
		t.Errorf("%d entries, error %v", len(entries), err)
	}
	const length = 4 << 20
	if entries, err := parseGitIndex(index(length, 2*maxIndexNames/length), sha1Size); !errors.Is(err, ErrIndex) {
		t.Errorf("%d entries, error %v", len(entries), err)
	}
}
