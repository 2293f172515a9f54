package compare

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
)

// maxLine bounds the length of a line, in bytes: no server takes a longer URL.
const maxLine = 64 << 10

// errBinary is the cause when a file is no text.
var errBinary = errors.New("it has binary data and is not a list of URLs")

// eachLine calls do with each line of a text until do returns an error, which it returns.
// Lines are numbered from 1. A line is good until the next call, and nil when it is too long.
func eachLine(ctx context.Context, in *bufio.Reader, do func(number int32, line []byte) error) error {
	for number := int32(1); ctx.Err() == nil; number++ {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			for errors.Is(err, bufio.ErrBufferFull) && ctx.Err() == nil {
				_, err = in.ReadSlice('\n')
			}
			line = nil
		case err == io.EOF && len(line) == 0:
			return nil
		case bytes.IndexByte(line, 0) >= 0:
			return errBinary
		case number == 1:
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		if err != nil && err != io.EOF {
			return err
		}
		if err := do(number, line); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
	}
	return nil
}
