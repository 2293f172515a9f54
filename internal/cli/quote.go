package cli

import (
	"bytes"
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

// quoter reads lines of files that a report names. It keeps the last file, as
// several findings of one page follow each other.
type quoter struct {
	secrets []string
	shelves []shelf
	name    string
	data    []byte
}

// login is what may be user info of a URL. It takes more for it than is: a line
// that is not quoted costs little.
var login = regexp.MustCompile(`(:|//|\\\\)[^\s"'<>]*@`)

// line returns a line without its end; it is empty when it cannot be read, or holds
// what must not be shown.
func (q *quoter) line(file string, number int) string {
	if file != q.name {
		q.name, q.data = file, readQuoted(q.shelves, file)
	}
	rest := q.data
	for range number - 1 {
		_, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			return ""
		}
		rest = after
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	text := strings.TrimSuffix(string(line), "\r")
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
