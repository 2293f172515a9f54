// Package ascii compares and classifies bytes as the standards of the web do: they
// fold the case of ASCII letters alone, and know five bytes of white space.
package ascii

import "strings"

// Space holds the bytes that HTML and CSS take for white space.
const Space = " \n\t\r\f"

// IsSpace reports whether c is white space.
func IsSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'
}

// IsBlank reports whether s holds nothing but white space.
func IsBlank(s string) bool { return strings.Trim(s, Space) == "" }

// SkipSpace returns the index of the first byte of s at or after i that is not white
// space.
func SkipSpace[T string | []byte](s T, i int) int {
	for i < len(s) && IsSpace(s[i]) {
		i++
	}
	return i
}

// IsLetter reports whether c is an ASCII letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsDigit reports whether c is an ASCII digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsHexDigit reports whether c is a digit of a hexadecimal number.
func IsHexDigit(c byte) bool { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// Lower returns the lower-case form of an ASCII letter, and any other byte as it is.
func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// EqualFold reports whether a and b are equal but for the case of ASCII letters. The
// functions of the packages strings and bytes fold other letters, too.
func EqualFold[A, B string | []byte](a A, b B) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if Lower(a[i]) != Lower(b[i]) {
			return false
		}
	}
	return true
}
