//go:build linux

package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// changing are sites that change while they are read. What is right depends on what
// was read when.
func changing() []hostile {
	ways := map[string]func(path string, round int){
		"shrink and grow": func(path string, round int) { _ = os.Truncate(path, int64(round%3)*70_000) },
		"vanish and come back": func(path string, round int) {
			if round%2 == 0 {
				_ = os.Rename(path, path+".away")
			} else {
				_ = os.Rename(path+".away", path)
			}
		},
		"become pipes": func(path string, round int) {
			_ = os.Remove(path)
			if round%2 == 0 {
				_ = syscall.Mkfifo(path, 0o644)
			} else {
				_ = os.WriteFile(path, []byte("<a href=gone>gone</a>"), 0o644)
			}
		},
		"become links out": func(path string, round int) {
			_ = os.Remove(path)
			if round%2 == 0 {
				_ = os.Symlink("/dev/zero", path)
			} else {
				_ = os.WriteFile(path, []byte("<a href=gone>gone</a>"), 0o644)
			}
		},
	}
	var cases []hostile
	for _, way := range slices.Sorted(maps.Keys(ways)) {
		change := ways[way]
		cases = append(cases, hostile{
			name: "files that " + way, size: 20_000, unit: "files", ends: ends(failed, incomplete),
			make: func(p *place, size int) {
				text := "<a href=gone>gone</a><a href=0.html#there>there</a>" + strings.Repeat("words ", 1000)
				for i := range size {
					p.file(fmt.Sprintf("site/%d.html", i), text)
				}
			},
			meanwhile: func(ctx context.Context, p *place, size int) {
				for round := 0; ; round++ {
					for i := 1; i < size; i += 7 {
						if ctx.Err() != nil {
							return
						}
						change(filepath.Join(p.dir, fmt.Sprintf("site/%d.html", i)), round)
					}
				}
			},
		})
	}
	return cases
}
