package compare

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/charset"
)

// errFull ends the reading of a list that has more URLs than are compared.
var errFull = errors.New("it has too many URLs")

// readList reads a list of URLs: one a line, with or without the number of its visits, the
// table of a search console, or the log of a server.
func readList(ctx context.Context, v *inventory, name string, in *bufio.Reader) {
	l := &list{v: v, file: v.file(name), requested: map[string]int{}}
	err := eachLine(ctx, in, l.line)
	switch {
	case err != nil && !errors.Is(err, errFull):
		v.problem("could not read the old site %q: %v", name, cause(err))
	case l.unreadable == 1:
		v.problem("line %d of %q has no URL: each line needs one that starts with http://, https:// or /, or a # before a comment", l.first, name)
	case l.unreadable > 1:
		v.problem("%d lines of %q have no URL, such as line %d: each line needs one that starts with http://, https:// or /, or a # before a comment",
			l.unreadable, name, l.first)
	}
}

// list is a list of URLs that is read.
type list struct {
	v     *inventory
	file  int32
	table table
	// requested are the numbers of the URLs that a log has: most are there very often.
	requested map[string]int
	// unreadable counts the lines without a URL, of which first is the first one.
	unreadable int
	first      int32
}

// line reads one line, which is nil when it is too long.
func (l *list) line(number int32, line []byte) error {
	if !utf8.Valid(line) {
		// A table that was saved for an old spreadsheet.
		line, _ = charset.Decode(line, "windows-1252")
	}
	text := strings.TrimRight(string(line), "\r\n")
	trimmed := strings.TrimSpace(text)
	if line != nil && (trimmed == "" || trimmed[0] == '#') {
		return nil
	}
	if request, ok := logLine(text); ok {
		return l.request(number, text, request)
	}
	row, ok := l.table.row(text)
	switch {
	case ok && row.isAbsent:
	case ok:
		return l.add(number, text, row)
	case line != nil && l.table.isHeader(text):
	default:
		if l.unreadable++; l.unreadable == 1 {
			l.first = number
		}
	}
	return nil
}

// request adds what a line of a log has.
func (l *list) request(number int32, text string, request logged) error {
	if !request.isPage {
		return nil
	}
	if at, ok := l.requested[request.raw]; ok {
		l.v.urls[at].count++
		return nil
	}
	l.requested[strings.Clone(request.raw)] = len(l.v.urls)
	return l.add(number, text, row{raw: request.raw, count: 1})
}

// add adds the URL of a line.
func (l *list) add(number int32, text string, r row) error {
	column := int32(1)
	if at := strings.Index(text, r.raw); at >= 0 {
		column += int32(utf8.RuneCountInString(text[:at]))
	}
	if !l.v.add(oldURL{raw: strings.Clone(r.raw), count: r.count, line: number, column: column, file: l.file}) {
		return errFull
	}
	return nil
}

// row is what a line of a list says.
type row struct {
	raw   string
	count int64
	// isAbsent is whether the list says that the old site had nothing there.
	isAbsent bool
}

// table knows the columns of a list. The zero value is one without a header.
type table struct {
	// seen is whether a line was read that is no comment.
	seen bool
	// separator is between the columns, as the header has it; empty for none.
	separator string
	// counts is the column of the visits; -1 where the header names none.
	counts int
	// status is the column of the answers of the old site; -1 where the header names none.
	status int
}

// countNames are the names of columns that count visits, the best first.
var countNames = []string{
	"clicks", "visits", "views", "pageviews", "page views", "hits", "count", "requests", "sessions", "visitors", "users", "impressions",
}

// isStatus reports whether a column has a status of HTTP, by the words of its name.
func isStatus(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '_' })
	return len(words) > 0 && words[0] != "code" && !slices.ContainsFunc(words, func(word string) bool {
		return word != "http" && word != "response" && word != "status" && word != "code"
	})
}

// isHeader reports whether a line without a URL is the first one, and then learns from it
// what the columns are.
func (t *table) isHeader(line string) bool {
	if t.seen || strings.Contains(line, "/") {
		return false
	}
	t.seen, t.counts, t.status = true, -1, -1
	for _, separator := range []string{"\t", ",", ";"} {
		if strings.Contains(line, separator) {
			t.separator = separator
			break
		}
	}
	best := len(countNames)
	for i, name := range t.fields(line) {
		name = strings.ToLower(strings.TrimSpace(name))
		if rank := slices.Index(countNames[:best], name); rank >= 0 {
			t.counts, best = i, rank
		}
		if isStatus(name) && (t.status < 0 || strings.HasSuffix(name, "code")) {
			t.status = i
		}
	}
	return true
}

// row reads a line; ok is false when it holds no URL.
func (t *table) row(line string) (r row, ok bool) {
	fields, at := t.fields(line), 0
	for i, field := range fields {
		field = strings.TrimSpace(field)
		if r.raw == "" && isURL(field) {
			r.raw, at = field, i
		}
	}
	for i, field := range fields {
		n, isCount := countOf(strings.TrimSpace(field))
		switch {
		case !isCount:
		case t.separator != "" && i == t.status:
			r.isAbsent = n >= 100 && n <= 599 && !isServed(int(n))
		case t.isVisits(i, at) && (r.count == 0 || t.counts == i):
			r.count = n
		}
	}
	t.seen = t.seen || r.raw != ""
	return r, r.raw != ""
}

// isVisits reports whether a column may be the number of the visits; at is that of the URL.
// Where the header has names in another language, it is the next one.
func (t *table) isVisits(column, at int) bool {
	switch {
	case t.separator == "":
		return true
	case t.counts < 0:
		return column == at+1
	}
	return column == t.counts
}

// fields are the columns of a line.
func (t *table) fields(line string) []string {
	switch {
	case t.separator != "":
		return split(line, t.separator)
	case strings.Contains(line, "\t"):
		return split(line, "\t")
	case strings.HasPrefix(strings.TrimSpace(line), `"`):
		return split(line, ",")
	}
	words := strings.Fields(line)
	if len(words) == 1 {
		for _, separator := range []string{",", ";"} {
			// A URL may hold a comma, too, and what follows it is seldom a number.
			all := split(line, separator)
			if len(all) > 1 && isURL(all[0]) && areNumbers(all[1:]) {
				return all
			}
		}
	}
	return words
}

// split returns the columns of a line with quotes around some of them.
func split(line, separator string) []string {
	var all []string
	for {
		var field strings.Builder
		rest := strings.TrimLeft(line, " ")
		if !strings.HasPrefix(rest, `"`) {
			before, after, more := strings.Cut(line, separator)
			all = append(all, before)
			if !more {
				return all
			}
			line = after
			continue
		}
		rest = rest[1:]
		for {
			before, after, closed := strings.Cut(rest, `"`)
			field.WriteString(before)
			rest = after
			if !closed || !strings.HasPrefix(rest, `"`) {
				break
			}
			field.WriteByte('"')
			rest = rest[1:]
		}
		all = append(all, field.String())
		_, after, more := strings.Cut(rest, separator)
		if !more {
			return all
		}
		line = after
	}
}

// areNumbers reports whether all columns are numbers or shares.
func areNumbers(fields []string) bool {
	for _, field := range fields {
		if strings.Trim(field, "0123456789.% ") != "" || field == "" {
			return false
		}
	}
	return true
}

// countOf reads a whole number, which may have commas between its thousands.
func countOf(field string) (n int64, ok bool) {
	if field == "" || field[0] < '0' || field[0] > '9' {
		return 0, false
	}
	for i := range len(field) {
		switch c := field[i]; {
		case c >= '0' && c <= '9':
			if n > maxCount {
				return maxCount, true
			}
			n = 10*n + int64(c-'0')
		case c != ',':
			return 0, false
		}
	}
	return n, true
}

// maxCount bounds the visits of one URL, so that sums of them cannot overflow.
const maxCount = 1 << 40

// isBlank reports whether a line holds nothing.
func isBlank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }
