package compare

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"strings"
	"unicode/utf8"
)

// errFull ends the reading of a list that has more URLs than are compared.
var errFull = errors.New("it has too many URLs")

// readList reads a list of URLs: one a line, with or without the number of its visits, or the
// table of a search console or of a server's log.
func readList(ctx context.Context, v *inventory, name string, in *bufio.Reader) {
	file := v.file(name)
	var table table
	unreadable, first := 0, int32(0)
	err := eachLine(ctx, in, func(number int32, line []byte) error {
		text := strings.TrimRight(string(line), "\r\n")
		trimmed := strings.TrimSpace(text)
		if line != nil && (trimmed == "" || trimmed[0] == '#') {
			return nil
		}
		row, ok := table.row(text)
		switch {
		case ok:
			column := int32(1)
			if at := strings.Index(text, row.raw); at >= 0 {
				column += int32(utf8.RuneCountInString(text[:at]))
			}
			if !v.add(oldURL{raw: strings.Clone(row.raw), count: row.count, line: number, column: column, file: file}) {
				return errFull
			}
		case line != nil && table.isHeader(text):
		default:
			if unreadable++; unreadable == 1 {
				first = number
			}
		}
		return nil
	})
	switch {
	case err != nil && !errors.Is(err, errFull):
		v.problem("could not read the old site %q: %v", name, cause(err))
	case unreadable == 1:
		v.problem("line %d of %q has no URL: each line needs one that starts with http://, https:// or /, or a # before a comment", first, name)
	case unreadable > 1:
		v.problem("%d lines of %q have no URL, such as line %d: each line needs one that starts with http://, https:// or /, or a # before a comment",
			unreadable, name, first)
	}
}

// row is what a line of a list says.
type row struct {
	raw   string
	count int64
}

// table knows the columns of a list. The zero value is one without a header.
type table struct {
	// seen is whether a line was read that is no comment.
	seen bool
	// separator is between the columns, as the header has it; empty for none.
	separator string
	// counts is the column of the visits; -1 where the header names none.
	counts int
}

// countNames are the names of columns that count visits, the best first.
var countNames = []string{"clicks", "visits", "views", "pageviews", "page views", "hits", "count", "requests", "sessions", "users", "impressions"}

// isHeader reports whether a line without a URL is the first one, and then learns from it
// what the columns are.
func (t *table) isHeader(line string) bool {
	if t.seen || strings.Contains(line, "/") {
		return false
	}
	t.seen, t.counts = true, -1
	for _, separator := range []string{"\t", ",", ";"} {
		if strings.Contains(line, separator) {
			t.separator = separator
			break
		}
	}
	best := len(countNames)
	for i, name := range t.fields(line) {
		for rank, known := range countNames[:best] {
			if strings.EqualFold(strings.TrimSpace(name), known) {
				t.counts, best = i, rank
				break
			}
		}
	}
	return true
}

// row reads a line; ok is false when it holds no URL.
func (t *table) row(line string) (r row, ok bool) {
	fields := t.fields(line)
	for i, field := range fields {
		field = strings.TrimSpace(field)
		if r.raw == "" && isURL(field) {
			r.raw = field
			continue
		}
		if n, isCount := countOf(field); isCount && (t.separator == "" || t.counts < 0) && r.count == 0 {
			r.count = n
		} else if isCount && t.separator != "" && i == t.counts {
			r.count = n
		}
	}
	t.seen = t.seen || r.raw != ""
	return r, r.raw != ""
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

// isURL reports whether a column is a URL or a path from the root.
func isURL(field string) bool {
	for _, scheme := range []string{"http://", "https://"} {
		if len(field) >= len(scheme) && strings.EqualFold(field[:len(scheme)], scheme) {
			return true
		}
	}
	return strings.HasPrefix(field, "/")
}

// isBlank reports whether a line holds nothing.
func isBlank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }
