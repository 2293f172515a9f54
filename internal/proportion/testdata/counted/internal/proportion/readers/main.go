// Command readers counts what reading takes, for every reader of strangers' bytes
// and for texts that are made to take long. It writes a line of JSON for each.
//
// The test of the package proportion builds it in a copy of the module in which every
// function and loop counts its runs.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/linkvet/linkvet/internal/proportion/searched"
)

// usualSize is how many bytes the smallest text of a shape has. What grows by the
// square is far beyond what grows in proportion by then.
const usualSize = 1 << 10

// reader is what reads strangers' bytes.
type reader struct {
	name string
	// size is that of the smallest text; usualSize when it is zero. Where a bound cuts
	// work off, sizes have to be all beyond it or all below.
	size int
	// bounded are shapes whose square a bound cuts off beyond the usual sizes, which are
	// left out.
	bounded []string
	// begin and end stand around each shape.
	begin, end string
	read       func(text []byte)
	shapes     shapes
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "readers: %v\n", err)
		os.Exit(1)
	}
}

func run() error {
	runtime.GOMAXPROCS(1)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	dir, err := os.MkdirTemp("", "readers")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // it is a folder of temporary files
	for _, r := range readers(dir) {
		if r.size == 0 {
			r.size = usualSize
		}
		all := r.shapes.all()
		// What is kept from then on is no work for a text.
		r.read([]byte(r.begin + all[0].write(4*r.size) + r.end))
		for _, s := range all {
			if slices.Contains(r.bounded, s.name) {
				continue
			}
			m := measurement{Reader: r.name, Kind: s.kind, Shape: s.name, Size: r.size}
			for i := range m.Steps {
				text := []byte(r.begin + s.write(r.size<<i) + r.end)
				m.Steps[i], m.Allocated[i] = measure(r.read, text)
			}
			if err := out.Encode(m); err != nil {
				return err
			}
		}
	}
	return nil
}

// measurement is written for each shape of a reader.
type measurement struct {
	Reader, Kind, Shape string
	Size                int
	Steps, Allocated    [3]int
}

// measure returns how many steps reading takes, and how many bytes it allocates.
func measure(read func([]byte), text []byte) (steps, allocated int) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	steps = searched.Steps()
	read(text)
	steps = searched.Steps() - steps
	runtime.ReadMemStats(&after)
	// A few pages are no part of what grows: memory is taken in pieces of fixed sizes.
	const base = 16 << 10
	return steps, int(after.TotalAlloc-before.TotalAlloc) + base
}
