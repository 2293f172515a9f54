package cache

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/link"
)

// The file is text: a first line that names the format, then one line for each
// entry, sorted by URL, so that it can be kept in a repository and a change is a
// change of those lines alone. Tabs part what a line holds:
//
//	URL  TIME  STATUS  [private]  [etag=ETAG]  [STATUS=URL of each hop …]  [#HASH of each fragment …]
const (
	formatLine = "linkvet.cache/1"
	etagPrefix = "etag="
	private    = "private"
	timeLayout = "2006-01-02T15:04:05Z"
)

// The bounds of one entry: what has more is not kept, and a file that holds such
// an entry was not written here.
const (
	maxRedirects = 32
	// MaxETag is how long an entity tag may be, in bytes.
	MaxETag = 256
)

// LineError says which line of a file is no entry. Its text repeats nothing of
// the file.
type LineError struct {
	// Line is 1-based.
	Line int
	// What is wrong with it.
	What string
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d %s", e.Line, e.What) }

// errForeign is the fault of a file that does not begin as ours do.
var errForeign = errors.New("its first line must be " + strconv.Quote(formatLine))

// errCutOff is the fault of a file whose last line has no end.
var errCutOff = errors.New("its last line is cut off")

// decode reads a file. Lines may come in any order, and of several for one URL
// the newest counts, so that it survives being merged by a version control.
func decode(src []byte, end *ending) (map[string]Entry, error) {
	if !isOurs(src) {
		return nil, errForeign
	}
	_, rest, _ := bytes.Cut(src, []byte("\n"))
	if src[len(src)-1] != '\n' {
		return nil, errCutOff
	}
	entries := map[string]Entry{}
	number := 1
	for line := range strings.Lines(string(rest)) {
		number++
		if end.reached() {
			return nil, errEnded
		}
		e, what := decodeLine(strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r"))
		if what != "" {
			return nil, &LineError{Line: number, What: what}
		}
		if known, ok := entries[e.URL]; !ok || known.Checked.Before(e.Checked) {
			entries[e.URL] = e
		}
	}
	return entries, nil
}

// isOurs reports whether a file begins with the line that names the format.
func isOurs(src []byte) bool {
	first, _, _ := bytes.Cut(src, []byte("\n"))
	return strings.TrimSuffix(string(first), "\r") == formatLine
}

// decodeLine reads one entry, or says what is wrong with it.
func decodeLine(line string) (e Entry, what string) {
	fields := strings.Split(line, "\t")
	if len(fields) < 3 || !isKey(fields[0]) {
		return e, "does not start with a URL"
	}
	checked, err := time.Parse(timeLayout, fields[1])
	status, ok := parseStatus(fields[2])
	if err != nil || !ok {
		return e, "has no valid time or status"
	}
	e = Entry{URL: fields[0], Checked: checked, Status: status}
	for _, field := range fields[3:] {
		if !e.decodeField(field) {
			return e, "has an unknown field"
		}
	}
	slices.Sort(e.Fragments)
	e.Fragments = slices.Compact(e.Fragments)
	return e, ""
}

// decodeField reads a field behind the status. It returns false for a field that is not
// known, or occurs twice.
func (e *Entry) decodeField(field string) bool {
	if hash, ok := strings.CutPrefix(field, "#"); ok {
		n, err := strconv.ParseUint(hash, 16, 64)
		e.Fragments = append(e.Fragments, n)
		return err == nil && hash == hexadecimal(n)
	}
	if field == private {
		first := !e.Private
		e.Private = true
		return first
	}
	if tag, ok := strings.CutPrefix(field, etagPrefix); ok {
		first := e.ETag == ""
		e.ETag = tag
		return first && isETag(tag)
	}
	number, url, _ := strings.Cut(field, "=")
	status, ok := parseStatus(number)
	e.Redirects = append(e.Redirects, link.Redirect{Status: status, URL: url})
	return ok && isPlain(url) && len(e.Redirects) <= maxRedirects
}

// parseStatus reads a status of three digits.
func parseStatus(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 100 && n <= 999 && len(s) == 3
}

func hexadecimal(n uint64) string { return fmt.Sprintf("%016x", n) }

// isKey reports whether s can be the URL of an entry: one that holds a user's name
// and password cannot.
func isKey(s string) bool {
	rest, ok := strings.CutPrefix(s, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(s, "http://")
	}
	host, _, _ := strings.Cut(rest, "/")
	return ok && host != "" && !strings.Contains(host, "@") && !strings.Contains(s, "#") && isPlain(s)
}

// isETag reports whether s can be kept as an entity tag.
func isETag(s string) bool {
	return len(s) <= MaxETag && isPlain(s) && !strings.ContainsFunc(s, func(r rune) bool { return r >= 0x7f })
}

// isPlain reports whether s is not empty and can be between tabs.
func isPlain(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f || r == '\uFFFD' })
}

// canKeep reports whether e can be written so that it reads the same.
func canKeep(e *Entry) bool {
	hops := len(e.Redirects) <= maxRedirects
	for _, hop := range e.Redirects {
		hops = hops && isPlain(hop.URL) && hop.Status >= 100 && hop.Status <= 999
	}
	year := e.Checked.Year()
	return hops && isKey(e.URL) && e.Status >= 100 && e.Status <= 999 && year >= 0 && year <= 9999
}

// appendLine appends e, with its end of line.
func appendLine(b []byte, e *Entry) []byte {
	b = append(b, e.URL...)
	b = append(b, '\t')
	b = e.Checked.UTC().AppendFormat(b, timeLayout)
	b = fmt.Appendf(b, "\t%d", e.Status)
	if e.Private {
		b = append(b, "\t"+private...)
	}
	if e.ETag != "" {
		b = fmt.Appendf(b, "\t%s%s", etagPrefix, e.ETag)
	}
	for _, hop := range e.Redirects {
		b = fmt.Appendf(b, "\t%d=%s", hop.Status, hop.URL)
	}
	for _, hash := range e.Fragments {
		b = append(b, "\t#"...)
		b = append(b, hexadecimal(hash)...)
	}
	return append(b, '\n')
}

// encode writes a file of at most limit bytes: where there is no room for all
// entries the oldest are left out.
func encode(entries map[string]Entry, limit int, end *ending) ([]byte, error) {
	type written struct {
		line string
		at   time.Time
	}
	all := make([]written, 0, len(entries))
	size := len(formatLine) + 1
	for _, e := range entries {
		if end.reached() {
			return nil, errEnded
		}
		line := string(appendLine(nil, &e))
		size += len(line)
		all = append(all, written{line, e.Checked})
	}
	// The order is of no use any more once the run has ended, which ends sorting.
	sorted := func(compare func(a, b written) int) {
		slices.SortFunc(all, func(a, b written) int {
			if end.reached() {
				return 0
			}
			return compare(a, b)
		})
	}
	// A tab sorts before any character of a longer URL, so that lines are in the order of
	// their URLs.
	byURL := func(a, b written) int { return cmp.Compare(a.line, b.line) }
	if size > limit {
		sorted(func(a, b written) int { return cmp.Or(b.at.Compare(a.at), byURL(a, b)) })
		size = len(formatLine) + 1
		for i := range all {
			if size+len(all[i].line) > limit {
				all = all[:i]
				break
			}
			size += len(all[i].line)
		}
	}
	sorted(byURL)
	if end.reached() {
		return nil, errEnded
	}
	content := append(make([]byte, 0, size), formatLine+"\n"...)
	for i := range all {
		content = append(content, all[i].line...)
	}
	return content, nil
}
