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

// eachLine calls do with the lines of a text, which are numbered from 1 and good until the
// next one. A line that is too long is passed as nil.
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
		if do := do(number, line); do != nil {
			return do
		}
		if err == io.EOF {
			return nil
		}
	}
	return nil
}
