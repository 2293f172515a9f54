package facts_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/linkvet/linkvet/internal/facts"
	"github.com/linkvet/linkvet/internal/proportion"
)

// Writing, reading, finding and joining take time in proportion to the records, and to
// what a forged file holds.
func TestWorkIsLinear(t *testing.T) {
	dir := t.TempDir()
	for name, prepare := range map[string]func(size int) func(){
		"write": func(size int) func() {
			input := mixed(some(size))
			return func() { written(t, header(1, 1), input) }
		},
		"write in a file": func(size int) func() {
			input := mixed(some(size))
			return func() {
				s := facts.NewSorter(dir, 50_000)
				sorted(t, s, input)
				_ = s.Close()
			}
		},
		"read": func(size int) func() {
			f := opened(t, written(t, header(1, 1), some(size)))
			return func() { _, _ = all(f) }
		},
		"find": func(size int) func() {
			f := opened(t, written(t, header(1, 1), some(size)))
			return func() {
				for i := range size / 16 {
					_, _ = f.Find(2, fmt.Appendf(nil, "key/%08d", i*8))
				}
			}
		},
		"join": func(size int) func() {
			var files []*facts.File
			for i := range 8 {
				files = append(files, opened(t, written(t, header(i+1, 8), some(size/8))))
			}
			return func() {
				for range facts.Join(files, 2) {
					continue
				}
			}
		},
		"index": func(size int) func() {
			path := filepath.Join(dir, fmt.Sprint(size))
			if err := os.WriteFile(path, facts.Forge(forgedHeader, many(size)...), 0o600); err != nil {
				t.Fatal(err)
			}
			return func() {
				f, err := facts.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				_ = f.Close()
			}
		},
	} {
		t.Run(name, func(t *testing.T) { proportion.Check(t, 1<<13, prepare) })
	}
}
