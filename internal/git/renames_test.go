package git

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRenamesAreWhatGitSays finds the files that the program git finds.
func TestRenamesAreWhatGitSays(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	text := func(subject string, from, to int) string {
		var b strings.Builder
		for i := from; i < to; i++ {
			fmt.Fprintf(&b, "line %d on %s\n", i, subject)
		}
		return b.String()
	}
	for _, name := range []string{"same", "edited", "rewritten", "stays", "gone", "two/index", "one/index"} {
		r.write("docs/"+name+".md", text(name, 0, 40))
	}
	base := r.commit()
	r.git("rm", "--quiet", "-r", "docs")
	r.write("docs/stays.md", text("stays", 0, 40))
	r.write("guide/moved.md", text("same", 0, 40))
	r.write("guide/changed.md", text("edited", 10, 50))
	r.write("guide/rewritten.md", text("another thing", 0, 40))
	r.write("guide/two/index.md", text("two/index", 0, 41))
	r.write("guide/one/index.md", text("one/index", 0, 41))
	head := r.commit()
	got, err := r.compare(t, base, head).Renames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var want []Rename
	for _, line := range strings.Split(strings.TrimSpace(r.git("diff", "--name-status", "-M50%", base, head)), "\n") {
		if fields := strings.Split(line, "\t"); strings.HasPrefix(fields[0], "R") {
			want = append(want, Rename{fields[1], fields[2]})
		}
	}
	slices.SortFunc(want, func(a, b Rename) int { return strings.Compare(a.From, b.From) })
	if len(want) != 4 {
		t.Fatalf("git finds %v", want)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("renames (-git +got):\n%s", diff)
	}
}

func TestRenamesEnd(t *testing.T) {
	t.Parallel()
	r := newRepository(t)
	r.write("a.md", "1\n2\n3\n4\n")
	base := r.commit()
	r.git("rm", "--quiet", "a.md")
	r.write("b.md", "1\n2\n3\n5\n")
	c := r.compare(t, base, r.commit())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if renames, err := c.Renames(ctx); err == nil {
		t.Errorf("got %v after the end", renames)
	}
}
