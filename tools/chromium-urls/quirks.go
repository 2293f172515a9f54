package main

import "strings"

// urlQuirk says why linkvet and Chromium may read c in two ways, "" when they
// should not. In all of these linkvet does what the URL Standard says, and its
// own tests are on that side too.
func urlQuirk(c urlCase, ours, theirs string) string {
	switch {
	case strings.HasPrefix(ours, "file:") || strings.HasPrefix(theirs, "file:"):
		return "Chromium has rules of its own for file URLs: drives, localhost, empty segments"
	case ours == refused && strings.HasPrefix(theirs, "http"):
		return "Chromium accepts hosts that no DNS holds: with spaces, escapes in escapes"
	case withoutEager(ours) == withoutEager(theirs):
		return `Chromium encodes "|", "'" and "*" where the standard does not`
	case strings.HasPrefix(c.Base, "foo:") && strings.HasPrefix(c.Input, `\`):
		return `Chromium takes "\" for "/" in schemes that are not special`
	}
	return ""
}

// withoutEager undoes the escapes of Chromium that the standard has only in
// other parts of a URL.
func withoutEager(s string) string {
	return strings.NewReplacer("%7C", "|", "%27", "'", "%2A", "*").Replace(s)
}

// queryQuirk says why linkvet and Chromium may write a query in two ways in
// that encoding, "" when they should not. In all of these Chromium does what the
// Encoding Standard says, and linkvet what golang.org/x/text does.
func queryQuirk(name, query string) string {
	for _, r := range query {
		switch {
		case 0x80 <= r && r < 0xa0, 0xe000 <= r && r < 0xf900:
			return "control characters and characters for private use, which x/text lacks"
		case strings.ContainsRune("¥‾−", r), 0xff61 <= r && r < 0xffa0 && name == "iso-2022-jp":
			return "yen, overline, minus and narrow kana, which Japanese encodings have under other names"
		}
	}
	switch name {
	case "big5", "shift_jis":
		return "letters with two codes, of which x/text takes the other"
	case "gbk", "gb18030":
		return "letters that younger editions of GB 18030 gave new codes"
	}
	return ""
}
