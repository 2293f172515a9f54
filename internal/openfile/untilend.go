package openfile

import (
	"context"
	"io"
)

// UntilEnd returns a Reader of r that fails once ctx has ended. A file may be large, and a
// run that has ended reads no further.
func UntilEnd(ctx context.Context, r io.Reader) io.Reader { return untilEnd{ctx, r} }

type untilEnd struct {
	ctx context.Context
	io.Reader
}

func (r untilEnd) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
