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
		{"plain", page("tea"), "", "utf-8", "tea"},
		{"utf-8 by nature", page("чай"), "", "utf-8", "чай"},
		{"utf-8 by mark", "\xef\xbb\xbf" + page("чай"), "", "utf-8", "чай"},
		{"utf-8 by mark against all else", "\xef\xbb\xbf" + meta("koi8-r") + page("чай"), "koi8-r", "utf-8", "чай"},
		{"utf-8 by header against meta", meta("koi8-r") + page("чай"), "utf-8", "utf-8", "чай"},
		{"utf-16le by mark", utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай𝄞")), "", "utf-16le", "чай𝄞"},
		{"utf-16be by mark", utf16Bytes(binary.BigEndian, "\ufeff"+page("чай𝄞")), "", "utf-16be", "чай𝄞"},
		{"utf-16le by mark against header", utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай")), "utf-8", "utf-16le", "чай"},
		{"utf-16le by header", utf16Bytes(binary.LittleEndian, page("чай")), "utf-16", "utf-16le", "чай"},
		{"utf-16be by header", utf16Bytes(binary.BigEndian, page("чай")), "UTF-16BE", "utf-16be", "чай"},
		{"utf-16le by xml declaration", utf16Bytes(binary.LittleEndian, `<?xml version="1.0"?>`+page("чай")), "", "utf-16le", "чай"},
		{"utf-16be by xml declaration", utf16Bytes(binary.BigEndian, `<?xml version="1.0"?>`+page("чай")), "", "utf-16be", "чай"},
		{"utf-16 by meta is a mistake", meta("utf-16le") + page("чай"), "", "utf-8", "чай"},
		{"windows-1252 by nature", page("caf\xe9\x80"), "", "windows-1252", "café€"},
		{"windows-1252 by header", page("caf\xe9"), "windows-1252", "windows-1252", "café"},
		{"windows-1252 by its other names", meta("ISO-8859-1") + page("\x93caf\xe9\x94"), "", "windows-1252", "“café”"},
		{"windows-1252 for x-user-defined", meta("x-user-defined") + page("caf\xe9"), "", "windows-1252", "café"},
		{"x-user-defined by header", page("caf\xe9"), "x-user-defined", "x-user-defined", "caf\uf7e9"},
		{"shift_jis", meta("Shift_JIS") + page("\x93\xfa\x96\x7b\x83\x5c\x95\x5c"), "", "shift_jis", "日本ソ表"},
		{"euc-jp", meta("euc-jp") + page("\xc6\xfc\xcb\xdc"), "", "euc-jp", "日本"},
		{"iso-2022-jp", meta("iso-2022-jp") + page("\x1b$BF|K\\\x1b(B"), "", "iso-2022-jp", "日本"},
		{"gbk", meta("gb2312") + page("\xd6\xd0\xce\xc4\x80"), "", "gbk", "中文€"},
		{"gbk with code points of gb18030", meta("gbk") + page("\x81\x39\xee\x39"), "", "gbk", "㐀"},
		{"gb18030", page("\xd6\xd0\xce\xc4"), "gb18030", "gb18030", "中文"},
		{"big5", page("\xa4\xa4\xa4\xe5"), "big5", "big5", "中文"},
		{"euc-kr", meta("ks_c_5601-1987") + page("\xc7\xd1\xb1\xdb\x8c\x63"), "", "euc-kr", "한글똠"},
		{"iso-8859-2", meta("latin2") + page("\xe8aj\xb3"), "", "iso-8859-2", "čajł"},
		{"koi8-r by pragma", `<meta http-equiv=Content-Type content="text/html; charset=koi8-r">` + page("\xde\xc1\xca"), "", "koi8-r", "чай"},
		{"koi8-r by xml declaration", `<?xml version="1.0" encoding="koi8-r"?>` + page("\xde\xc1\xca"), "", "koi8-r", "чай"},
		{"koi8-r by header against meta", meta("utf-8") + page("\xde\xc1\xca"), "koi8-r", "koi8-r", "чай"},
		{"a header that nobody knows", meta("koi8-r") + page("\xde\xc1\xca"), "klingon", "koi8-r", "чай"},
		{"a header with white space", page("\xde\xc1\xca"), " KOI8-R ", "koi8-r", "чай"},
		{"a meta that nobody knows", meta("klingon") + page("чай"), "", "utf-8", "чай"},
		{"two metas", meta("koi8-r") + meta("utf-8") + page("\xde\xc1\xca"), "", "koi8-r", "чай"},
		{"a late meta", strings.Repeat(" ", prescanned) + meta("koi8-r") + page("\xde\xc1\xca"), "", "koi8-r", "чай"},
		{"a meta cut by the bound", strings.Repeat(" ", prescanned-8) + meta("koi8-r") + page("\xde\xc1\xca"), "", "koi8-r", "чай"},
		{"a late meta of valid utf-8", strings.Repeat(" ", prescanned) + meta("koi8-r") + page("чай"), "", "utf-8", "чай"},
		{"utf-8 declared, yet invalid", meta("utf-8") + page("caf\xe9"), "", "utf-8", "caf\ufffd"},
		{"utf-8 cut within a code point", page("чай") + "\xf0\x9d\x84", "", "utf-8", "чай"},
		{"shift_jis cut within a code point", meta("shift_jis") + page("\x93\xfa") + "\x93", "", "shift_jis", "日"},
		{"utf-16le with half a code unit", utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай")) + "x", "", "utf-16le", "чай"},
		{"utf-16le with half a pair", utf16Bytes(binary.LittleEndian, "\ufeff"+page("чай")) + "\x34\xd8", "", "utf-16le", "чай"},
		{"invalid bytes of gbk", meta("gbk") + page("\xff\xd6\xd0"), "", "gbk", "\ufffd中"},
		{"a byte of gbk before a quote", meta("gbk") + page("\xd6"), "", "gbk", "\ufffd"},
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
		{"declaration", declared("koi8-r") + "\xde\xc1\xca", "", "koi8-r", "чай"},
		{"declaration against meta", declared("utf-8") + meta + "чай", "", "utf-8", "чай"},
		{"declaration of what is valid UTF-8", declared("iso-8859-1") + "\xc3\xa9", "", "windows-1252", "Ã©"},
		{"header against declaration", declared("utf-8") + "\xde\xc1\xca", "koi8-r", "koi8-r", "чай"},
		{"a header that nobody knows", declared("koi8-r") + "\xde\xc1\xca", "klingon", "koi8-r", "чай"},
		{"mark against all else", "\xef\xbb\xbf" + declared("koi8-r") + "чай", "koi8-r", "utf-8", "чай"},
		{"no declaration, and a meta", meta + "чай", "", "utf-8", "чай"},
		{"a late meta", strings.Repeat(" ", prescanned) + meta + "чай", "", "utf-8", "чай"},
		{"utf-16 by declaration", utf16Bytes(binary.LittleEndian, declared("utf-16")+"чай"), "", "utf-16le", "чай"},
		{"utf-16 of the other kind", utf16Bytes(binary.BigEndian, declared("utf-16")+"чай"), "", "utf-16be", "чай"},
		{"no XML at all", meta + "\xde\xc1\xca", "", "koi8-r", "чай"},
		{"nothing said", "caf\xe9 x", "", "windows-1252", "café x"},
		{"cut within a code point", "чай\xf0\x9d", "", "utf-8", "чай\ufffd"},
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
		{"nothing", "", ""},
		{"no tag", "charset=koi8-r", ""},
		{"charset", "<meta charset=koi8-r>", "koi8-r"},
		{"in any case", "<METAd><META CharSet='KOI8-R'>", "koi8-r"},
		{"slashes", "<meta/charset=koi8-r/>", ""},
		{"slash and space", "<meta/charset=koi8-r />", "koi8-r"},
		{"white space", "<meta\n\tcharset\f=\r koi8-r\n>", "koi8-r"},
		{"the first charset", "<meta charset=koi8-r charset=utf-8>", "koi8-r"},
		{"pragma", pragma, "koi8-r"},
		{"pragma behind the content", `<meta content="charset=koi8-r" http-equiv="Content-Type">`, "koi8-r"},
		{"content without pragma", `<meta content="charset=koi8-r">`, ""},
		{"another pragma", `<meta http-equiv=refresh content="charset=koi8-r">`, ""},
		{"charset against content", `<meta http-equiv=content-type content="charset=koi8-r" charset=big5>`, "big5"},
		{"unknown charset against content", `<meta charset=x http-equiv=content-type content="charset=koi8-r">`, ""},
		{"unknown charset, then another", `<meta charset=x>` + pragma, "koi8-r"},
		{"content with quotes", `<meta http-equiv=content-type content="charset = 'koi8-r';">`, "koi8-r"},
		{"content with a quote", `<meta http-equiv=content-type content="charset='koi8-r">`, ""},
		{"content with the word twice", `<meta http-equiv=content-type content="charset charset=koi8-r;">`, "koi8-r"},
		{"content with nothing", `<meta http-equiv=content-type content="charset=">`, ""},
		{"comment", "<!-- <meta charset=big5> --><meta charset=koi8-r>", "koi8-r"},
		{"comment of no length", "<!--><meta charset=koi8-r>", "koi8-r"},
		{"comment without end", "<!-- <meta charset=koi8-r>", ""},
		{"another tag's attribute", `<p title="<meta charset=big5>"><meta charset=koi8-r>`, "koi8-r"},
		{"end tag", "</p title='<meta charset=big5>'><meta charset=koi8-r>", "koi8-r"},
		{"bogus comment", "<?php '<meta charset=big5>' ?><meta charset=koi8-r>", "koi8-r"},
		{"less than a tag", "1 < 2 <meta charset=koi8-r>", "koi8-r"},
		{"script", "<script>'<meta charset=koi8-r>'</script>", "koi8-r"},
		{"another name", "<metal charset=koi8-r>", ""},
		{"cut in the name", "<meta", ""},
		{"cut in the value", "<meta charset=koi8-r", ""},
		{"cut in a quoted value", "<meta charset='koi8-r>", ""},
		{"cut before the end", "<meta charset='koi8-r' ", ""},
		{"xml", `<?xml version='1.0' encoding = 'koi8-r'?>`, "koi8-r"},
		{"xml and meta", `<?xml encoding='big5'?><meta charset=koi8-r>`, "koi8-r"},
		{"xml of utf-16", `<?xml encoding="utf-16"?>`, "utf-8"},
		{"xml without encoding", `<?xml version='1.0'?>`, ""},
		{"xml without end", `<?xml encoding='koi8-r'`, ""},
		{"xml without quotes", `<?xml encoding=koi8-r?>`, ""},
		{"xml with one quote", `<?xml encoding='koi8-r?>`, ""},
		{"xml without value", `<?xml encoding?>`, ""},
		{"xml with white space in the label", `<?xml encoding=' koi8-r'?>`, ""},
		{"xml not at the start", ` <?xml encoding='koi8-r'?>`, ""},
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
		{"utf-8", "<p>чай", ""},
		{"declared utf-8", "<meta charset=utf-8><p>чай", "utf-8"},
		{"windows-1252 in ASCII alone", "<p>tea", "iso-8859-1"},
		{"empty", "", ""},
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
		{"utf-8", "a{}/*чай*/", "", "a{}/*чай*/", "utf-8"},
		{"invalid utf-8", "/*caf\xe9*/", "", "/*caf\ufffd*/", "utf-8"},
		{"mark", "\xef\xbb\xbf@charset \"koi8-r\";/*чай*/", "koi8-r", "@charset \"koi8-r\";/*чай*/", "utf-8"},
		{"header", "@charset \"big5\";/*\xde\xc1\xca*/", "koi8-r", "@charset \"big5\";/*чай*/", "koi8-r"},
		{"rule", "@charset \"koi8-r\";/*\xde\xc1\xca*/", "", "@charset \"koi8-r\";/*чай*/", "koi8-r"},
		{"rule of utf-16", "@charset \"utf-16\";/*чай*/", "", "@charset \"utf-16\";/*чай*/", "utf-8"},
		{"rule in other quotes", "@charset 'koi8-r';\xde", "", "@charset 'koi8-r';\ufffd", "utf-8"},
		{"rule without end", "@charset \"koi8-r\" ;\xde", "", "@charset \"koi8-r\" ;\ufffd", "utf-8"},
		{"rule cut off", "@charset \"koi8-r", "", "@charset \"koi8-r", "utf-8"},
		{"rule not at the start", " @charset \"koi8-r\";\xde", "", " @charset \"koi8-r\";\ufffd", "utf-8"},
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

// FuzzDecode holds that whatever comes in, UTF-8 comes out, and that what was
// UTF-8 before and is named so is what came in.
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
		{"ASCII", "<meta charset=utf-8>", row},
		{"undeclared", "", row},
		{"cyrillic", "<meta charset=utf-8>", "<p>Страница о чае и о том, как его пьют в разных краях.</p>\n"},
		{"windows-1252", "<meta charset=windows-1252>", "<p>Le caf\xe9 est servi.</p>\n"},
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
