package check

import (
	"strings"

	"github.com/linkvet/linkvet/internal/link"
)

// What a byte of a fragment means for a look-up by hash.
const (
	// rewritten: a browser writes it in another way (the fragment percent-encode set
	// of the URL standard, section 1.3), or it is not for the page to see.
	Rewritten = 1 << iota
	// decoded: an id may match that has other bytes there.
	decoded
)

// fragmentBytes has what each byte means.
var fragmentBytes = func() (table [256]uint8) {
	for c := range table {
		switch {
		case c <= ' ', c >= 0x7f, strings.IndexByte("\"<>`~", byte(c)) >= 0:
			table[c] = Rewritten
		case c == '%':
			table[c] = decoded
		}
	}
	return table
}()

// FragmentBits is what the bytes of a fragment mean, all in all.
func FragmentBits(fragment string) (bits uint8) {
	for i := range len(fragment) {
		bits |= fragmentBytes[fragment[i]]
	}
	return bits
}

// IsCacheable reports whether where a link leads depends on its reference and the
// directory of its page alone. "#top", "?q" and "" lead to the page itself, and
// so may a scheme that no slash follows: "https:?q".
func IsCacheable(l *link.Link) bool {
	if l.Raw == "" || l.Raw[0] == '#' || l.Raw[0] == '?' || l.Raw[0] <= ' ' {
		return false
	}
	if i := strings.IndexByte(l.Raw, ':'); i >= 0 && !strings.HasPrefix(l.Raw[i+1:], "/") {
		return false
	}
	return l.Base == nil && !l.OnSite && !l.Ignored
}
