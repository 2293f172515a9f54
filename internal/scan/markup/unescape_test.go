package markup

import (
	"bytes"
	"testing"

	"golang.org/x/net/html"
)

// FuzzUnescapeValue holds our decoding of values against that of the tokenizer
// of x/net.
func FuzzUnescapeValue(f *testing.F) {
	for _, seed := range []string{
		"?a=1&amp;b=2&copy=3&copy;&copy", "&notit;&notin;&not &not;", "&#38;&#x26;&#X26&#0;&#128;&#xd800;&#1114112;&#99999999999999;",
		"&#000000000000000065;&#x000000000041;", "&;&#;&#x;&#xg;&", "a\r\nb\rc\x00d", "&ampamp;&amp=&ampx&lt", "&bne;&NotEqualTilde;&semi;&zzz;&z;",
		"&Aacute&aacute;&CounterClockwiseContourIntegral;",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, value []byte) {
		if bytes.IndexByte(value, '"') >= 0 {
			return
		}
		z := html.NewTokenizer(bytes.NewReader([]byte(`<a b="` + string(value) + `">`)))
		z.Next()
		z.TagName()
		_, want, _ := z.TagAttr()
		if got := UnescapeValue(value); got != string(want) {
			t.Errorf("%q decodes to %q, want %q", value, got, want)
		}
	})
}
