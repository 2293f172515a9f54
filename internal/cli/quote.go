package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// textOptions are those of every text that is written of the run. Nothing is quoted
// any more when late has ended.
func (s *session) textOptions(late context.Context) report.TextOptions {
	q := &quoter{secrets: s.process.secrets, shelves: s.shelves()}
	return report.TextOptions{Line: q.until(late)}
}

// settings are the lines about the settings that were given, without secrets.
func (s *session) settings() []string {
	var all []string
	for _, g := range s.job.Config.Given {
		for value := range strings.SplitSeq(g.Value, "\n") {
			if g.Name == "target" || g.Name == "site-url" {
				value = weburl.Redact(value)
			}
			all = append(all, g.Name+": "+s.process.secrets.Text(value)+" ("+g.Source+")")
		}
	}
	return all
}

// quoter reads lines of files that a report names. Of the last file it keeps where
// some of its lines begin, as findings name them in no order, and the line that was
// asked for last, as several stand on one. Of what it read it keeps no more: a page of
// some megabytes would be more than all else that is left of the check by then.
type quoter struct {
	secrets *secrets
	shelves []shelf
	// name is the last file, and file the same where it is open. The last one of all
	// is closed with the process: it is only read from.
	name string
	file *os.File
	// number is the line that begins at offset.
	number int
	offset int64
	// marks are the offsets of each line by which the number is marked.
	marks []int64
	// last is the line that text is; 0 for none.
	last int
	text string
	in   bufio.Reader
}

// marked is how many lines apart those are whose places are kept, and longestQuoted
// the length in bytes past which a line is not quoted: nobody wrote it.
const (
	marked        = 64
	longestQuoted = 256 << 10
)

// login is what may be user info of a URL. It takes more for it than is: a line
// that is not quoted costs little.
var login = regexp.MustCompile(`(:|//|\\\\)[^\s"'<>]*@`)

// until is line until ctx ends; then there are no more lines.
func (q *quoter) until(ctx context.Context) func(file string, number int) string {
	return func(file string, number int) string {
		if ctx.Err() != nil {
			return ""
		}
		return q.line(file, number)
	}
}

// line returns a line without its end; it is empty when it cannot be read, or holds
// what must not be shown.
func (q *quoter) line(file string, number int) string {
	number = max(number, 1)
	if file != q.name {
		q.open(file)
	}
	if number != q.last {
		q.last, q.text = number, q.showable(number)
	}
	return q.text
}

// open turns to another file.
func (q *quoter) open(file string) {
	if q.file != nil {
		_ = q.file.Close() // it was only read from
	}
	q.name, q.file, q.number, q.offset, q.marks, q.last = file, openQuoted(q.shelves, file), 1, 0, []int64{0}, 0
}

// showable reads a line, if it may be shown.
func (q *quoter) showable(number int) string {
	text := q.read(number)
	if q.secrets.Holds(text) {
		return ""
	}
	// The address of a mailbox is no secret.
	if strings.Contains(text, "@") && login.MatchString(strings.ReplaceAll(text, "mailto:", "")) {
		return ""
	}
	return text
}

// read reads a line of the file at hand, without its end. It is empty when there is
// none.
func (q *quoter) read(number int) string {
	if q.file == nil {
		return ""
	}
	// The nearest place before the line that is known.
	if mark := min((number-1)/marked, len(q.marks)-1); number < q.number || 1+mark*marked > q.number {
		q.number, q.offset = 1+mark*marked, q.marks[mark]
	}
	q.in.Reset(io.NewSectionReader(q.file, q.offset, maxQuoted-q.offset))
	for q.number < number {
		if err := q.pass(); err != nil {
			return ""
		}
	}
	return q.rest()
}

// rest reads the line at hand, without its end.
func (q *quoter) rest() string {
	var line []byte
	for {
		part, err := q.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > longestQuoted:
			return ""
		case err == nil, errors.Is(err, io.EOF):
			return strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		case !errors.Is(err, bufio.ErrBufferFull):
			return ""
		}
	}
}

// pass goes on to the next line. There is none when it returns an error.
func (q *quoter) pass() error {
	length := 0
	for {
		part, err := q.in.ReadSlice('\n')
		length += len(part)
		switch {
		case err == nil:
			q.offset += int64(length)
			if q.number++; (q.number-1)/marked == len(q.marks) {
				q.marks = append(q.marks, q.offset)
			}
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}
