package charset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/linkvet/linkvet/internal/scan"
)

// utf16Bytes returns s in UTF-16.
func utf16Bytes(order binary.AppendByteOrder, s string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// TestDecodeYieldsLinksAndAnchors decodes pages that declare their encoding in
// every way there is. Each holds one link and one anchor of the same name.
func TestDecodeYieldsLinksAndAnchors(t *testing.T) {
	t.Parallel()
	page := func(name string) string { return `<a href="` + name + `" id="` + name + `">` }
	meta := func(charset string) string { return `<meta charset="` + charset + `">` }
	tests := []struct {
		name     string
		src      string
		charset  string
		encoding string
		want     string
	}{
		{name: "plain", src: page("tea"), encoding: "utf-8", want: "tea"},
		{name: "utf-8 by nature", src: page("чай"), encoding: "utf-8", want: "чай"},
		{name: "utf-8 by mark", src: "\xef\xbb\xbf" + page("чай"), encoding: "utf-8", want: "чай"},
		{name: "utf-8 by mark against all else", src: "\xef\xbb\xbf" + meta("koi8-r") + page("чай"), charset: "koi8-r", encoding: "utf-8", want: "чай"},
		{name: "utf-8 by header against meta", src: meta("koi8-r") + page("чай"), charset: "utf-8", encoding: "utf-8", want: "чай"},
		{name: "utf-16le by mark", src: utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай𝄞")), encoding: "utf-16le", want: "чай𝄞"},
		{name: "utf-16be by mark", src: utf16Bytes(binary.BigEndian, "\ufeff"+page("чай𝄞")), encoding: "utf-16be", want: "чай𝄞"},
		{name: "utf-16le by mark against header", src: utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай")), charset: "utf-8", encoding: "utf-16le", want: "чай"},
		{name: "utf-16le by header", src: utf16Bytes(binary.LittleEndian, page("чай")), charset: "utf-16", encoding: "utf-16le", want: "чай"},
		{name: "utf-16be by header", src: utf16Bytes(binary.BigEndian, page("чай")), charset: "UTF-16BE", encoding: "utf-16be", want: "чай"},
		{name: "utf-16le by xml declaration", src: utf16Bytes(binary.LittleEndian, `<?xml version="1.0"?>`+page("чай")), encoding: "utf-16le", want: "чай"},
		{name: "utf-16be by xml declaration", src: utf16Bytes(binary.BigEndian, `<?xml version="1.0"?>`+page("чай")), encoding: "utf-16be", want: "чай"},
		{name: "utf-16 by meta is a mistake", src: meta("utf-16le") + page("чай"), encoding: "utf-8", want: "чай"},
		{name: "windows-1252 by nature", src: page("caf\xe9\x80"), encoding: "windows-1252", want: "café€"},
		{name: "windows-1252 by header", src: page("caf\xe9"), charset: "windows-1252", encoding: "windows-1252", want: "café"},
		{name: "windows-1252 by its other names", src: meta("ISO-8859-1") + page("\x93caf\xe9\x94"), encoding: "windows-1252", want: "“café”"},
		{name: "windows-1252 for x-user-defined", src: meta("x-user-defined") + page("caf\xe9"), encoding: "windows-1252", want: "café"},
		{name: "x-user-defined by header", src: page("caf\xe9"), charset: "x-user-defined", encoding: "x-user-defined", want: "caf\uf7e9"},
		{name: "shift_jis", src: meta("Shift_JIS") + page("\x93\xfa\x96\x7b\x83\x5c\x95\x5c"), encoding: "shift_jis", want: "日本ソ表"},
		{name: "euc-jp", src: meta("euc-jp") + page("\xc6\xfc\xcb\xdc"), encoding: "euc-jp", want: "日本"},
		{name: "iso-2022-jp", src: meta("iso-2022-jp") + page("\x1b$BF|K\\\x1b(B"), encoding: "iso-2022-jp", want: "日本"},
		{name: "gbk", src: meta("gb2312") + page("\xd6\xd0\xce\xc4\x80"), encoding: "gbk", want: "中文€"},
		{name: "gbk with code points of gb18030", src: meta("gbk") + page("\x81\x39\xee\x39"), encoding: "gbk", want: "㐀"},
		{name: "gb18030", src: page("\xd6\xd0\xce\xc4"), charset: "gb18030", encoding: "gb18030", want: "中文"},
		{name: "big5", src: page("\xa4\xa4\xa4\xe5"), charset: "big5", encoding: "big5", want: "中文"},
		{name: "euc-kr", src: meta("ks_c_5601-1987") + page("\xc7\xd1\xb1\xdb\x8c\x63"), encoding: "euc-kr", want: "한글똠"},
		{name: "iso-8859-2", src: meta("latin2") + page("\xe8aj\xb3"), encoding: "iso-8859-2", want: "čajł"},
		{name: "koi8-r by pragma", src: `<meta http-equiv=Content-Type content="text/html; charset=koi8-r">` + page("\xde\xc1\xca"), encoding: "koi8-r", want: "чай"},
		{name: "koi8-r by xml declaration", src: `<?xml version="1.0" encoding="koi8-r"?>` + page("\xde\xc1\xca"), encoding: "koi8-r", want: "чай"},
		{name: "koi8-r by header against meta", src: meta("utf-8") + page("\xde\xc1\xca"), charset: "koi8-r", encoding: "koi8-r", want: "чай"},
		{name: "unknown label in the header", src: meta("koi8-r") + page("\xde\xc1\xca"), charset: "klingon", encoding: "koi8-r", want: "чай"},
		{name: "a header with white space", src: page("\xde\xc1\xca"), charset: " KOI8-R ", encoding: "koi8-r", want: "чай"},
		{name: "unknown label in a meta", src: meta("klingon") + page("чай"), encoding: "utf-8", want: "чай"},
		{name: "two metas", src: meta("koi8-r") + meta("utf-8") + page("\xde\xc1\xca"), encoding: "koi8-r", want: "чай"},
		{name: "a late meta", src: strings.Repeat(" ", prescanned) + meta("koi8-r") + page("\xde\xc1\xca"), encoding: "koi8-r", want: "чай"},
		{name: "a meta cut by the bound", src: strings.Repeat(" ", prescanned-8) + meta("koi8-r") + page("\xde\xc1\xca"), encoding: "koi8-r", want: "чай"},
		{name: "a late meta of valid utf-8", src: strings.Repeat(" ", prescanned) + meta("koi8-r") + page("чай"), encoding: "utf-8", want: "чай"},
		{name: "utf-8 declared, yet invalid", src: meta("utf-8") + page("caf\xe9"), encoding: "utf-8", want: "caf\ufffd"},
		{name: "utf-8 cut within a code point", src: page("чай") + "\xf0\x9d\x84", encoding: "utf-8", want: "чай"},
		{name: "shift_jis cut within a code point", src: meta("shift_jis") + page("\x93\xfa") + "\x93", encoding: "shift_jis", want: "日"},
		{name: "utf-16le with half a code unit", src: utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай")) + "x", encoding: "utf-16le", want: "чай"},
		{name: "utf-16le with half a pair", src: utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай")) + "\x34\xd8", encoding: "utf-16le", want: "чай"},
		{name: "invalid bytes of gbk", src: meta("gbk") + page("\xff\xd6\xd0"), encoding: "gbk", want: "\ufffd中"},
		{name: "a byte of gbk before a quote", src: meta("gbk") + page("\xd6"), encoding: "gbk", want: "\ufffd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text, encoding := Decode([]byte(tt.src), tt.charset)
			if encoding != tt.encoding {
				t.Errorf("encoding %q, want %q", encoding, tt.encoding)
			}
			if !utf8.Valid(text) {
				t.Errorf("%q is no UTF-8", text)
			}
			var page scan.Page
			scan.HTML(text, scan.Options{}, &page)
			var links []string
			for _, l := range page.Links {
				links = append(links, l.Raw)
			}
			if diff := cmp.Diff([]string{tt.want}, links); diff != "" {
				t.Errorf("links (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]uint64{scan.HashAnchor(tt.want)}, page.Anchors); diff != "" {
				t.Errorf("anchors (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeXML(t *testing.T) {
	t.Parallel()
	const meta = `<meta charset="koi8-r"/>`
	declared := func(charset string) string { return `<?xml version="1.0" encoding="` + charset + `"?>` }
	tests := []struct{ name, src, charset, encoding, want string }{
		{name: "declaration", src: declared("koi8-r") + "\xde\xc1\xca", encoding: "koi8-r", want: "чай"},
		{name: "declaration against meta", src: declared("utf-8") + meta + "чай", encoding: "utf-8", want: "чай"},
		{name: "declaration of what is valid UTF-8", src: declared("iso-8859-1") + "\xc3\xa9", encoding: "windows-1252", want: "Ã©"},
		{name: "header against declaration", src: declared("utf-8") + "\xde\xc1\xca", charset: "koi8-r", encoding: "koi8-r", want: "чай"},
		{name: "unknown label in the header", src: declared("koi8-r") + "\xde\xc1\xca", charset: "klingon", encoding: "koi8-r", want: "чай"},
		{name: "mark against all else", src: "\xef\xbb\xbf" + declared("koi8-r") + "чай", charset: "koi8-r", encoding: "utf-8", want: "чай"},
		{name: "no declaration, and a meta", src: meta + "чай", encoding: "utf-8", want: "чай"},
		{name: "a late meta", src: strings.Repeat(" ", prescanned) + meta + "чай", encoding: "utf-8", want: "чай"},
		{name: "utf-16 by declaration", src: utf16Bytes(binary.LittleEndian, declared("utf-16")+"чай"), encoding: "utf-16le", want: "чай"},
		{name: "utf-16 of the other kind", src: utf16Bytes(binary.BigEndian, declared("utf-16")+"чай"), encoding: "utf-16be", want: "чай"},
		{name: "no XML at all", src: meta + "\xde\xc1\xca", encoding: "koi8-r", want: "чай"},
		{name: "nothing said", src: "caf\xe9 x", encoding: "windows-1252", want: "café x"},
		{name: "cut within a code point", src: "чай\xf0\x9d", encoding: "utf-8", want: "чай\ufffd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text, encoding := DecodeXML([]byte(tt.src), tt.charset)
			if encoding != tt.encoding || !strings.HasSuffix(string(text), tt.want) {
				t.Errorf("DecodeXML(%q, %q) = %q, %q, want %q, %q", tt.src, tt.charset, text, encoding, tt.want, tt.encoding)
			}
		})
	}
}

// TestDecodeOfReplacement has an encoding that browsers refuse to read: the
// document is one U+FFFD to them.
func TestDecodeOfReplacement(t *testing.T) {
	t.Parallel()
	text, name := Decode([]byte(`<a href=x>`), "hz-gb-2312")
	if string(text) != "\ufffd" || name != "replacement" {
		t.Errorf("Decode = %q, %q", text, name)
	}
}

func TestPrescan(t *testing.T) {
	t.Parallel()
	const pragma = `<meta http-equiv=content-type content="text/html; charset=koi8-r">`
	tests := []struct{ name, src, want string }{
		{name: "nothing", src: ""},
		{name: "no tag", src: "charset=koi8-r"},
		{name: "charset", src: "<meta charset=koi8-r>", want: "koi8-r"},
		{name: "in any case", src: "<METAd><META CharSet='KOI8-R'>", want: "koi8-r"},
		{name: "slashes", src: "<meta/charset=koi8-r/>"},
		{name: "slash and space", src: "<meta/charset=koi8-r />", want: "koi8-r"},
		{name: "white space", src: "<meta\n\tcharset\f=\r koi8-r\n>", want: "koi8-r"},
		{name: "the first charset", src: "<meta charset=koi8-r charset=utf-8>", want: "koi8-r"},
		{name: "pragma", src: pragma, want: "koi8-r"},
		{name: "pragma behind the content", src: `<meta content="charset=koi8-r" http-equiv="Content-Type">`, want: "koi8-r"},
		{name: "content without pragma", src: `<meta content="charset=koi8-r">`},
		{name: "another pragma", src: `<meta http-equiv=refresh content="charset=koi8-r">`},
		{name: "charset against content", src: `<meta http-equiv=content-type content="charset=koi8-r" charset=big5>`, want: "big5"},
		{name: "unknown charset, then another", src: `<meta charset=x>` + pragma, want: "koi8-r"},
		{name: "content with quotes", src: `<meta http-equiv=content-type content="charset = 'koi8-r';">`, want: "koi8-r"},
		{name: "content with a quote", src: `<meta http-equiv=content-type content="charset='koi8-r">`},
		{name: "content with the word twice", src: `<meta http-equiv=content-type content="charset charset=koi8-r;">`, want: "koi8-r"},
		{name: "content with nothing", src: `<meta http-equiv=content-type content="charset=">`},
		{name: "comment", src: "<!-- <meta charset=big5> --><meta charset=koi8-r>", want: "koi8-r"},
		{name: "comment of no length", src: "<!--><meta charset=koi8-r>", want: "koi8-r"},
		{name: "comment without end", src: "<!-- <meta charset=koi8-r>"},
		{name: "another tag's attribute", src: `<p title="<meta charset=big5>"><meta charset=koi8-r>`, want: "koi8-r"},
		{name: "end tag", src: "</p title='<meta charset=big5>'><meta charset=koi8-r>", want: "koi8-r"},
		{name: "bogus comment", src: "<?php '<meta charset=big5>' ?><meta charset=koi8-r>", want: "koi8-r"},
		{name: "less than a tag", src: "1 < 2 <meta charset=koi8-r>", want: "koi8-r"},
		{name: "script", src: "<script>'<meta charset=koi8-r>'</script>"},
		{name: "another name", src: "<metal charset=koi8-r>"},
		{name: "cut in the name", src: "<meta"},
		{name: "cut in the value", src: "<meta charset=koi8-r"},
		{name: "cut in a quoted value", src: "<meta charset='koi8-r>"},
		{name: "cut before the end", src: "<meta charset='koi8-r' "},
		{name: "xml", src: `<?xml version='1.0' encoding = 'koi8-r'?>`, want: "koi8-r"},
		{name: "xml and meta", src: `<?xml encoding='big5'?><meta charset=koi8-r>`, want: "koi8-r"},
		{name: "xml of utf-16", src: `<?xml encoding="utf-16"?>`, want: "utf-8"},
		{name: "xml without encoding", src: `<?xml version='1.0'?>`},
		{name: "xml without end", src: `<?xml encoding='koi8-r'`},
		{name: "xml without quotes", src: `<?xml encoding=koi8-r?>`},
		{name: "xml with one quote", src: `<?xml encoding='koi8-r?>`},
		{name: "xml without value", src: `<?xml encoding?>`},
		{name: "xml with white space in the label", src: `<?xml encoding=' koi8-r'?>`},
		{name: "xml not at the start", src: ` <?xml encoding='koi8-r'?>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := prescan([]byte(tt.src)); got != tt.want {
				t.Errorf("prescan(%q) = %q, want %q", tt.src, got, tt.want)
			}
		})
	}
}

func TestDecodeCopiesNothingNeedlessly(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, src, charset string }{
		{name: "utf-8", src: "<p>чай"},
		{name: "declared utf-8", src: "<meta charset=utf-8><p>чай", charset: "utf-8"},
		{name: "windows-1252 in ASCII alone", src: "<p>tea", charset: "iso-8859-1"},
		{name: "empty", src: ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			src := []byte(tt.src)
			got, _ := Decode(src, tt.charset)
			if len(got) != len(src) || len(src) > 0 && &got[0] != &src[0] {
				t.Errorf("Decode(%q) is another slice: %q", src, got)
			}
		})
	}
}

func TestDecodeCSS(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, src, charset, want, encoding string }{
		{name: "utf-8", src: "a{}/*чай*/", want: "a{}/*чай*/", encoding: "utf-8"},
		{name: "invalid utf-8", src: "/*caf\xe9*/", want: "/*caf\ufffd*/", encoding: "utf-8"},
		{name: "mark", src: "\xef\xbb\xbf@charset \"koi8-r\";/*чай*/", charset: "koi8-r", want: "@charset \"koi8-r\";/*чай*/", encoding: "utf-8"},
		{name: "header", src: "@charset \"big5\";/*\xde\xc1\xca*/", charset: "koi8-r", want: "@charset \"big5\";/*чай*/", encoding: "koi8-r"},
		{name: "rule", src: "@charset \"koi8-r\";/*\xde\xc1\xca*/", want: "@charset \"koi8-r\";/*чай*/", encoding: "koi8-r"},
		{name: "rule of utf-16", src: "@charset \"utf-16\";/*чай*/", want: "@charset \"utf-16\";/*чай*/", encoding: "utf-8"},
		{name: "rule in other quotes", src: "@charset 'koi8-r';\xde", want: "@charset 'koi8-r';\ufffd", encoding: "utf-8"},
		{name: "rule without end", src: "@charset \"koi8-r\" ;\xde", want: "@charset \"koi8-r\" ;\ufffd", encoding: "utf-8"},
		{name: "rule cut off", src: "@charset \"koi8-r", want: "@charset \"koi8-r", encoding: "utf-8"},
		{name: "rule not at the start", src: " @charset \"koi8-r\";\xde", want: " @charset \"koi8-r\";\ufffd", encoding: "utf-8"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			text, encoding := DecodeCSS([]byte(tt.src), tt.charset)
			if diff := cmp.Diff([]string{tt.want, tt.encoding}, []string{string(text), encoding}); diff != "" {
				t.Errorf("DecodeCSS (-want +got):\n%s", diff)
			}
		})
	}
}

// FuzzDecode holds that the result is UTF-8 for any input, and that input which is UTF-8,
// and named so, does not change.
func FuzzDecode(f *testing.F) {
	for _, charset := range []string{"", "utf-8", "utf-16", "utf-16be", "shift_jis", "gbk", "big5", "euc-kr", "iso-2022-jp", "x-user-defined", "replacement"} {
		f.Add([]byte("<p id=caf\xe9>\x81\x39\xee\x39\x1b$BF|"), charset)
	}
	f.Add([]byte("\xff\xfe<\x00p\x00>"), "")
	f.Add([]byte("\xef\xbb\xbf<p>"), "")
	f.Add([]byte("<meta charset=shift_jis>\x93\xfa"), "")
	f.Add([]byte("<meta http-equiv=content-type content='text/html; charset=\"gbk\"'>\xd6"), "")
	f.Add([]byte("@charset \"koi8-r\";\xde"), "")
	f.Fuzz(func(t *testing.T, src []byte, charset string) {
		before := bytes.Clone(src)
		for _, decode := range []func([]byte, string) ([]byte, string){Decode, DecodeCSS} {
			text, name := decode(src, charset)
			if !bytes.Equal(before, src) {
				t.Fatalf("decoding changed %q to %q", before, src)
			}
			if !utf8.Valid(text) {
				t.Fatalf("%q from %s is no UTF-8: %q", src, name, text)
			}
			if name == "utf-8" && utf8.Valid(src) && !bytes.HasSuffix(src, text) {
				t.Fatalf("%q became %q", src, text)
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	row := `<tr><td class="x"><a href="/a/page-%d.html#part">A page about tea</a></td></tr>` + "\n"
	tests := []struct{ name, head, row string }{
		{name: "ASCII", head: "<meta charset=utf-8>", row: row},
		{name: "undeclared", head: "", row: row},
		{name: "cyrillic", head: "<meta charset=utf-8>", row: "<p>Страница о чае и о том, как его пьют в разных краях.</p>\n"},
		{name: "windows-1252", head: "<meta charset=windows-1252>", row: "<p>Le caf\xe9 est servi.</p>\n"},
	}
	for _, tt := range tests {
		b.Run(tt.name, func(b *testing.B) {
			src := []byte(tt.head + strings.Repeat(strings.ReplaceAll(tt.row, "%d", fmt.Sprint(1)), 100<<10/len(tt.row)))
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Decode(src, "")
			}
		})
	}
}
