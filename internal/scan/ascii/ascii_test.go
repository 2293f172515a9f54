package ascii

import (
	"strings"
	"testing"
)

func TestEqualFoldKnowsASCIIAlone(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{a: "", b: "", want: true},
		{a: "HrEf", b: "hReF", want: true},
		{a: "xlink:href", b: "XLINK:HREF", want: true},
		{a: "a", b: "ab", want: false},
		{a: "@", b: "`", want: false},
		{a: "[", b: "{", want: false},
		{a: "k", b: "\u212a", want: false},
		{a: "É", b: "é", want: false},
	} {
		if got := EqualFold(test.a, []byte(test.b)); got != test.want {
			t.Errorf("EqualFold(%q, %q) = %t", test.a, test.b, got)
		}
	}
}

func TestClassesOfBytes(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		is := func(set string) bool { return c < 0x80 && strings.ContainsRune(set, rune(c)) }
		const letters, digits = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
		got := [...]bool{IsSpace(byte(c)), IsLetter(byte(c)), IsDigit(byte(c)), IsHexDigit(byte(c))}
		if want := [...]bool{is(Space), is(letters), is(digits), is(digits + "abcdefABCDEF")}; got != want {
			t.Errorf("byte %#x is a space, letter, digit, hexadecimal digit: %v, want %v", c, got, want)
		}
	}
}

func TestSpaceAroundText(t *testing.T) {
	t.Parallel()
	if !IsBlank(Space) || !IsBlank("") || IsBlank("\v") || IsBlank(" a") {
		t.Error("IsBlank is wrong")
	}
	if got := SkipSpace(" \ta \f", 3); got != 5 {
		t.Errorf("SkipSpace stops at %d, want 5", got)
	}
}
