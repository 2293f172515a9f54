package cli

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// textOptions are those of every text that is written of the run.
func (s *session) textOptions() report.TextOptions {
	q := &quoter{secrets: s.secrets(), shelves: s.shelves()}
	return report.TextOptions{Line: q.line}
}

// settings are the lines about the settings that were given, without secrets.
func (s *session) settings() []string {
	var all []string
	for _, g := range s.job.Config.Given {
		for value := range strings.SplitSeq(g.Value, "\n") {
			if g.Name == "target" || g.Name == "site-url" {
				value = weburl.Redact(value)
			}
			if holds(value, s.secrets()) {
				value = "***"
			}
			all = append(all, g.Name+": "+value+" ("+g.Source+")")
		}
	}
	return all
}

// quoter reads lines of files that a report names. It keeps where in the last file
// it was, as several findings of one page follow each other, and nothing of what
// it read: a page of some megabytes would be more than all else that is left of
// the check by then.
type quoter struct {
	secrets []string
	shelves []shelf
	name    string
	// number is the line that begins at offset; 0 stands for the first, too.
	number int
	offset int64
	in     bufio.Reader
}

// login is what may be user info of a URL. It takes more for it than is: a line
// that is not quoted costs little.
var login = regexp.MustCompile(`(:|//|\\\\)[^\s"'<>]*@`)

// line returns a line without its end; it is empty when it cannot be read, or holds
// what must not be shown.
func (q *quoter) line(file string, number int) string {
	if file != q.name || number < q.number {
		q.name, q.number, q.offset = file, 1, 0
	}
	text := q.read(number)
	// The address of a mailbox is no secret.
	if login.MatchString(strings.ReplaceAll(text, "mailto:", "")) || holds(text, q.secrets) {
		return ""
	}
	return text
}

// holds tells whether text holds one of the secrets.
func holds(text string, secrets []string) bool {
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			return true
		}
	}
	return false
}

// read reads a line of the file at hand, without its end. It is empty when there is
// none.
func (q *quoter) read(number int) string {
	f := openQuoted(q.shelves, q.name)
	if f == nil {
		return ""
	}
	defer f.Close()
	q.in.Reset(io.NewSectionReader(f, q.offset, maxQuoted-q.offset))
	for ; q.number < number; q.number++ {
		if err := q.pass(); err != nil {
			return ""
		}
	}
	line, err := q.in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	return strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
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
			return nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}
