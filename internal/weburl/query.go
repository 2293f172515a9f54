package weburl

import (
	"strconv"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// encodeQuery percent-encodes a query, "?" and all, of a URL with that scheme
// that is in a document in that encoding.
func encodeQuery(query, scheme, encodingName string) string {
	set := plainQueryEscapes
	if isSpecial(scheme) {
		set = specialQueryEscapes
	}
	if isASCII(query) || !isSpecial(scheme) || scheme == "ws" || scheme == "wss" {
		return encode(query, set)
	}
	if legacy, ok := newLegacy(encodingName); ok {
		return "?" + legacy.encode(query[1:], set)
	}
	return encode(query, set)
}

// legacy writes text in an encoding other than Unicode's. Where that has two
// codes for one letter, as Big5 and Shift_JIS have for some, it may take the one
// that browsers do not take.
type legacy struct {
	name    string
	encoder *encoding.Encoder
}

// newLegacy finds the encoding of that name; ok is false where browsers write
// UTF-8.
func newLegacy(name string) (l legacy, ok bool) {
	found, err := htmlindex.Get(name)
	if err != nil {
		return legacy{}, false
	}
	name, _ = htmlindex.Name(found)
	switch name {
	case "utf-8", "utf-16le", "utf-16be", "replacement":
		return legacy{}, false
	}
	return legacy{name, found.NewEncoder()}, true
}

// encode writes s in l and percent-encodes what comes out. The set is about
// bytes: those of a letter in Shift_JIS may look like ASCII, and then they stay.
// What the encoding lacks becomes a reference such as a form would send,
// "&#8364;", with its marks encoded, so that they are not taken for the
// author's.
func (l legacy) encode(s string, set escapes) string {
	var out [16]byte
	var letter [utf8.UTFMax]byte
	query := make([]byte, 0, 2*len(s))
	for _, r := range s {
		// At an error only what ends a state is written.
		n, _, err := l.encoder.Transform(out[:], utf8.AppendRune(letter[:0], r), false)
		lacks := err != nil
		if l.leavesOut(out[:n]) {
			n, lacks = 0, true
		}
		query = appendBytes(query, out[:n], set)
		if lacks {
			query = append(query, "%26%23"...)
			query = strconv.AppendInt(query, int64(r), 10)
			query = append(query, "%3B"...)
		}
	}
	n, _, _ := l.encoder.Transform(out[:], nil, true)
	return string(appendBytes(query, out[:n], set))
}

// leavesOut reports whether browsers read letter but do not write it: the
// additions of Hong Kong to Big5 and the third set of EUC-JP.
func (l legacy) leavesOut(letter []byte) bool {
	if len(letter) < 2 {
		return false
	}
	return l.name == "big5" && letter[0] < 0xa1 || l.name == "euc-jp" && letter[0] == 0x8f
}

// appendBytes appends src to b and percent-encodes the bytes that are in set.
func appendBytes(b, src []byte, set escapes) []byte {
	for _, c := range src {
		if set.holds(c) {
			b = appendEscape(b, c)
		} else {
			b = append(b, c)
		}
	}
	return b
}
