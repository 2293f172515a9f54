package git

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// importHistory makes a history of the parents of each commit and of its time. It
// returns the names of the commits.
func (r repository) importHistory(parents [][]int, at func(i int) int) []string {
	r.t.Helper()
	var stream strings.Builder
	for i, of := range parents {
		// Commits without a parent would continue a branch of the same name.
		fmt.Fprintf(&stream, "commit refs/heads/b%d\nmark :%d\ncommitter a <a@b.test> %d +0000\ndata 0\n", i, i+1, 1_000_000_000+at(i))
		for k, parent := range of {
			fmt.Fprintf(&stream, "%s :%d\n", []string{"from", "merge"}[min(k, 1)], parent+1)
		}
		fmt.Fprintf(&stream, "M 100644 inline f%d\ndata 1\nx\n", i)
	}
	marks := filepath.Join(r.t.TempDir(), "marks")
	cmd := exec.CommandContext(r.t.Context(), "git", "-C", r.dir, "fast-import", "--quiet", "--export-marks="+marks)
	cmd.Stdin = strings.NewReader(stream.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(marks)
	if err != nil {
		r.t.Fatal(err)
	}
	names := make([]string, len(parents))
	for line := range strings.Lines(string(data)) {
		var i int
		var name string
		if _, err := fmt.Sscanf(line, ":%d %s", &i, &name); err != nil {
			r.t.Fatal(err)
		}
		names[i-1] = name
	}
	return names
}

// TestPartingIsAMergeBase compares made-up histories, whose merges cross each other and
// whose times can be wrong, with what git finds.
func TestPartingIsAMergeBase(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]func(i int) int{
		"times in order":    func(i int) int { return 60 * i },
		"times in disorder": func(i int) int { return i * 7919 % 101 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRepository(t)
			random := rand.New(rand.NewPCG(1, 2))
			const commits = 120
			parents := make([][]int, commits)
			for i := range parents {
				for range 1 + random.IntN(5)/2 {
					// Few of the commits before, so that there are long lines, and merges of the same ones.
					parent := max(i-1-random.IntN(6), 0)
					if i%40 != 0 && !slices.Contains(parents[i], parent) {
						parents[i] = append(parents[i], parent)
					}
				}
			}
			names := r.importHistory(parents, at)
			o := openObjects(t.Context(), filepath.Join(r.dir, ".git"), sha1Size)
			defer o.close()
			for range 15 {
				base, head := names[random.IntN(commits)], names[random.IntN(commits)]
				// It fails where there is no merge base.
				out, _ := exec.CommandContext(t.Context(), "git", "-C", r.dir, "merge-base", "--all", base, head).Output()
				want := strings.Fields(string(out))
				if len(want) == 0 {
					want = []string{base}
				}
				if got := o.parting(base, head); !slices.Contains(want, got) {
					t.Errorf("%s and %s: got %s, want one of %s", base, head, got, want)
				}
			}
		})
	}
}

// TestReadingObjectsEndsWithTheRun reads nothing of a repository once the run has ended.
func TestReadingObjectsEndsWithTheRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	name := loose(t, dir, 1, "tree", []byte{})
	ctx, cancel := context.WithCancel(t.Context())
	o := openObjects(ctx, dir, sha1Size)
	defer o.close()
	if _, err := o.read(name, "tree"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := o.read(name, "tree"); !errors.Is(err, errEnded) {
		t.Errorf("got %v, want %v", err, errEnded)
	}
}
