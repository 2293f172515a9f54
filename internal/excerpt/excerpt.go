// Package excerpt reads the lines of files that a report quotes. It reads only files
// below the directories of the run, and returns no line that may hold a secret.
package excerpt

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
)

// Reader reads lines of files that a report names. It keeps the offsets of some lines
// of the last file, because findings name lines in any order, and the last line,
// because several findings may be on it. It does not keep the file's text: one large
// page would need more memory than the rest of the report.
type Reader struct {
	secret func(text string) bool
	dirs   []directory
	// name is that of the last file. file is nil when it could not be opened. The last
	// one stays open until the process ends.
	name string
	file *os.File
	// number is the line that begins at offset.
	number int
	offset int64
	// marks are the offsets of line 1 and of every line markEvery lines further.
	marks []int64
	// last is the number of the line text; 0 for none.
	last int
	text string
	in   bufio.Reader
}

const (
	// markEvery is the distance, in lines, of the lines whose offsets are kept.
	markEvery = 64
	// maxLine is the length in bytes of the longest line that is quoted. Longer ones
	// are made by programs.
	maxLine = 256 << 10
)

// userInfo matches what may be the user info of a URL. It matches too much rather than
// too little: to leave out a line costs little.
var userInfo = regexp.MustCompile(`(:|//|\\\\)[^\s"'<>]*@`)

// New returns a Reader of the files below the directories dirs. It returns no line for
// which secret is true.
func New(secret func(text string) bool, dirs ...string) *Reader {
	return &Reader{secret: secret, dirs: directories(dirs)}
}

// Until returns Line for use until ctx ends; then it returns no line.
func (r *Reader) Until(ctx context.Context) func(file string, number int) string {
	return func(file string, number int) string {
		if ctx.Err() != nil {
			return ""
		}
		return r.Line(file, number)
	}
}

// Line returns a line without its end. It is empty when it cannot be read, or may hold
// a secret.
func (r *Reader) Line(file string, number int) string {
	number = max(number, 1)
	if file != r.name {
		r.open(file)
	}
	if number != r.last {
		r.last, r.text = number, r.showable(number)
	}
	return r.text
}

// open changes to another file.
func (r *Reader) open(file string) {
	if r.file != nil {
		_ = r.file.Close() // it was only read from
	}
	r.name, r.file, r.number, r.offset, r.marks, r.last = file, openBelow(r.dirs, file), 1, 0, []int64{0}, 0
}

// showable reads a line, and returns it if it may be shown.
func (r *Reader) showable(number int) string {
	text := r.read(number)
	if r.secret(text) {
		return ""
	}
	// The address of a mailbox is no secret.
	if strings.Contains(text, "@") && userInfo.MatchString(strings.ReplaceAll(text, "mailto:", "")) {
		return ""
	}
	return text
}

// read reads a line of the open file, without its end. It is empty when the file has
// no such line.
func (r *Reader) read(number int) string {
	if r.file == nil {
		return ""
	}
	// Go to the nearest known offset before the line.
	if mark := min((number-1)/markEvery, len(r.marks)-1); number < r.number || 1+mark*markEvery > r.number {
		r.number, r.offset = 1+mark*markEvery, r.marks[mark]
	}
	r.in.Reset(io.NewSectionReader(r.file, r.offset, maxFile-r.offset))
	for r.number < number {
		if err := r.skip(); err != nil {
			return ""
		}
	}
	return r.rest()
}

// rest reads the rest of the current line, without its end.
func (r *Reader) rest() string {
	var line []byte
	for {
		part, err := r.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxLine:
			return ""
		case err == nil, errors.Is(err, io.EOF):
			return strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		case !errors.Is(err, bufio.ErrBufferFull):
			return ""
		}
	}
}

// skip skips to the next line. It returns an error when there is none.
func (r *Reader) skip() error {
	length := 0
	for {
		part, err := r.in.ReadSlice('\n')
		length += len(part)
		switch {
		case err == nil:
			r.offset += int64(length)
			if r.number++; (r.number-1)/markEvery == len(r.marks) {
				r.marks = append(r.marks, r.offset)
			}
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}
