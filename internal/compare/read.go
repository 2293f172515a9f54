package compare

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"github.com/linkvet/linkvet/internal/config"
	"github.com/linkvet/linkvet/internal/openfile"
	"github.com/linkvet/linkvet/internal/site"
)

// read returns the URLs of the old site; now is where the new one is.
func (c *Options) read(ctx context.Context, now *site.Scope) *inventory {
	v := &inventory{}
	switch info, err := os.Stat(c.Source); {
	case config.IsURL(c.Source):
		c.readLive(ctx, v, now)
	case err != nil:
		v.problem("could not read the old site %q: %v", c.shown(), cause(err))
	case info.IsDir():
		c.readDirectory(ctx, v)
	default:
		c.readFile(ctx, v)
	}
	if len(v.urls) == 0 && len(v.problems) == 0 && ctx.Err() == nil {
		v.problem("could not compare with the old site %q: it has no URLs; check compare", c.shown())
	}
	return v
}

// headSize is how much of a file tells what it is.
const headSize = 4 << 10

// readFile reads a file that lists URLs.
func (c *Options) readFile(ctx context.Context, v *inventory) {
	f, err := openfile.Open(c.Source)
	if err != nil {
		v.problem("could not read the old site %q: %v", c.shown(), cause(err))
		return
	}
	// It was only read from.
	defer func() { _ = f.Close() }()
	in := bufio.NewReaderSize(f, maxLine)
	head, err := in.Peek(headSize)
	if err != nil && !errors.Is(err, io.EOF) {
		v.problem("could not read the old site %q: %v", c.shown(), cause(err))
		return
	}
	switch start := bytes.TrimSpace(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))); {
	case site.IsPacked(head), bytes.HasPrefix(start, []byte("<")):
		readSitemapFile(ctx, v, c.Source)
	case bytes.HasPrefix(start, []byte("{")):
		readPagesReport(ctx, v, c.Source, in)
	default:
		readList(ctx, v, c.Source, in)
	}
}

// cause is an error without the name of its file, which the message has.
func cause(err error) error {
	if at, ok := errors.AsType[*os.PathError](err); ok {
		return at.Err
	}
	return err
}
