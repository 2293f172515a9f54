package compare

import (
	"bufio"
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/scan/charset"
)

// FuzzList reads any bytes as each kind of file: nothing panics, each URL is a part of its
// line or quoted there, and a file without URLs has a problem.
func FuzzList(f *testing.F) {
	for _, seed := range []string{
		"Top pages,Clicks\nhttps://example.com/a,\"1,200\"\n", "  12 /a\n/b 7\n", "Page;Hits\r\n\"/a \"\"b\";3\r\n", "/a\t1\n\x00",
		"{\"page\":\"/a\"}\n{\"schema\":\"x\"}\n", "/" + strings.Repeat("a", 1<<17), "\xef\xbb\xbf# c\n\n/\xff\n", "\"\"\",/a\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		list, pages := &inventory{}, &inventory{}
		readList(t.Context(), list, "list", bufio.NewReaderSize(bytes.NewReader(src), maxLine))
		readPagesReport(t.Context(), pages, "pages", bufio.NewReaderSize(bytes.NewReader(src), maxLine))
		lines := strings.Split(string(src), "\n")
		for _, u := range list.urls {
			if u.count < 0 || u.line < 1 || int(u.line) > len(lines) || u.column < 1 || !isURL(u.raw) {
				t.Errorf("got %+v", u)
			}
			line := lines[u.line-1]
			if !utf8.ValidString(line) {
				text, _ := charset.Decode([]byte(line), "windows-1252")
				line = string(text)
			}
			if !strings.Contains(line, u.raw) && !strings.Contains(line, `"`) {
				t.Errorf("line %d %q has no %q", u.line, line, u.raw)
			}
		}
		for _, u := range pages.urls {
			if !strings.HasPrefix(u.raw, "/") {
				t.Errorf("got %+v", u)
			}
		}
		for _, problem := range append(list.problems, pages.problems...) {
			if strings.ContainsAny(problem, "\r\n\x00") {
				t.Errorf("a problem is not one plain line: %q", problem)
			}
		}
	})
}
