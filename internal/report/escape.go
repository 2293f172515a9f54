package report

import (
	"fmt"
	"strings"
)

// code returns s as a Markdown code span: nothing in it is markup, a link, a
// mention or an issue number. What a span cannot hold, a table cell would split
// at, or a workflow runner would obey if it were printed, goes into a code
// element of entities instead. An empty s gives "".
func code(s string, limit int) string {
	s = Clean(s, limit)
	switch {
	case s == "":
		return ""
	case strings.ContainsAny(s, "`|<>\\") || strings.TrimSpace(s) != s || Inert(s) != s:
		return "<code>" + entities(s) + "</code>"
	}
	return "`" + s + "`"
}

// entities writes every ASCII character that could mean something to Markdown
// or HTML as a numeric entity. Renderers look for mail addresses after they
// decode entities, so nothing may be right behind an @.
func entities(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '@':
			b.WriteString("&#64;" + gap)
		case strings.ContainsRune("!\"#$%&'()*+:;<=>?[\\]^_`{|}~.", r):
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// gap is a zero-width space. It keeps a renderer from joining an @ or # with
// the word behind it, which entities and backslashes do not: mentions and issue
// numbers are looked for in what has been rendered.
const gap = "&#8203;"

// prose returns s for a sentence of a paragraph, a list item or a table cell:
// the words as they are, and nothing of them markup, a link, a mention or an
// issue number.
func prose(s string, limit int) string {
	s = Clean(s, limit)
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == '@' || r == '#', r == '-' && afterWord(s[:i], "gh"):
			fmt.Fprintf(&b, "&#%d;%s", r, gap)
		case strings.ContainsRune("<>&|`$", r), r == ':' && strings.HasPrefix(s[i:], "://"):
			fmt.Fprintf(&b, "&#%d;", r)
		case r == '.' && afterWord(s[:i], "www"):
			b.WriteString("&#46;")
		case strings.ContainsRune(`\*_[]~!`, r), strings.ContainsRune("-+=.)", r) && opensBlock(s[:i]):
			b.WriteByte('\\')
			b.WriteRune(r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// afterWord reports whether before ends in a word: a dot behind "www" begins a bare link,
// and a hyphen behind "gh" an issue number.
func afterWord(before, word string) bool {
	return len(before) >= len(word) && strings.EqualFold(before[len(before)-len(word):], word)
}

// opensBlock reports whether a dash, or a dot behind a number, is where it
// would begin a list: before holds blanks and digits only.
func opensBlock(before string) bool {
	return strings.Trim(before, " 0123456789") == ""
}

// destination returns address as the destination of a Markdown link, in a form
// that cannot end before its time; it is empty for what is no web address.
func destination(address string) string {
	if !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return ""
	}
	var b strings.Builder
	for i := range len(address) {
		c := address[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>()[]\\^`{|}*_~@$!'", c) >= 0 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
