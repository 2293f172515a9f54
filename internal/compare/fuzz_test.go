package compare

import (
	"strings"
	"testing"
)

// FuzzList reads any bytes as each kind of file: nothing panics, and each URL is a part of its
// line.
func FuzzList(f *testing.F) {
	for _, seed := range []string{
		"https://example.com/a\n# b\n  /c \r\n", "HTTP://example.com/a?b#c\n/a b\n", "a\n/b", "/a\t1\n\x00",
		"{\"page\":\"/a\"}\n{\"schema\":\"x\"}\n", "/" + strings.Repeat("a", 1<<17), "\xef\xbb\xbf# c\n\n/\xff\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		list, pages := &oldSite{}, &oldSite{isBelow: true}
		list.readLines(string(src))
		pages.readLines(string(src))
		lines := strings.Split(string(src), "\n")
		for _, u := range list.urls {
			if u.line < 1 || int(u.line) > len(lines) || u.column < 1 || !isURL(u.raw) {
				t.Errorf("got %+v", u)
			}
			if line := lines[u.line-1]; !strings.Contains(line, u.raw) {
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
