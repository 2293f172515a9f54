// Package baseline reads and writes the places of known findings, which do not fail a run.
package baseline

import (
	"context"
	"fmt"
	"io"

	"github.com/linkvet/linkvet/internal/openfile"
)

// maxSize is the size in bytes of the largest baseline that is read.
const maxSize = 256 << 20

// Read returns the places that the file of that name lists. It returns nil when ctx ends
// before it has read all: such a run is incomplete. Errors advise the caller to make a
// baseline as how says.
func Read(ctx context.Context, name, how string) (*Places, error) {
	f, err := openfile.Open(name)
	if err != nil {
		return nil, fmt.Errorf("could not read the baseline %q: %w; create one with %s", name, openfile.Cause(err), how)
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	places, err := ParseUpTo(ctx, f, maxSize)
	switch {
	case ctx.Err() != nil:
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("could not read the baseline %q: %w; create a new one with %s", name, openfile.Cause(err), how)
	}
	return places, nil
}

// ParseUpTo is Parse for a baseline of at most so many bytes, in whole MiB.
func ParseUpTo(ctx context.Context, r io.Reader, most int64) (*Places, error) {
	limited := &io.LimitedReader{R: r, N: most + 1}
	places, err := Parse(ctx, limited)
	if limited.N == 0 {
		return nil, fmt.Errorf("it is larger than %d MiB", most>>20)
	}
	return places, err
}
