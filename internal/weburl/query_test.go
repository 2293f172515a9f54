package weburl

import "testing"

func TestResolveIn(t *testing.T) {
	t.Parallel()
	const page = "https://ex.com/a"
	tests := []struct{ name, base, ref, encoding, want string }{
		{name: "UTF-8", base: page, ref: "?q=ü", encoding: "utf-8", want: "https://ex.com/a?q=%C3%BC"},
		{name: "no encoding", base: page, ref: "?q=ü", encoding: "", want: "https://ex.com/a?q=%C3%BC"},
		{name: "unknown encoding", base: page, ref: "?q=ü", encoding: "latin-99", want: "https://ex.com/a?q=%C3%BC"},
		{name: "UTF-16", base: page, ref: "?q=ü", encoding: "utf-16le", want: "https://ex.com/a?q=%C3%BC"},
		{name: "UTF-16, other order", base: page, ref: "?q=ü", encoding: "UTF-16BE", want: "https://ex.com/a?q=%C3%BC"},
		{name: "replacement", base: page, ref: "?q=ü", encoding: "replacement", want: "https://ex.com/a?q=%C3%BC"},
		{name: "western", base: page, ref: "?q=ü", encoding: "windows-1252", want: "https://ex.com/a?q=%FC"},
		{name: "label of an encoding", base: page, ref: "?q=ü", encoding: "Latin1", want: "https://ex.com/a?q=%FC"},
		{name: "western, lacking a letter", base: page, ref: "?q=日&r=€", encoding: "windows-1252", want: "https://ex.com/a?q=%26%2326085%3B&r=%80"},
		{name: "lacking one beyond the first plane", base: page, ref: "?\U0001F600", encoding: "windows-1252", want: "https://ex.com/a?%26%23128512%3B"},
		{name: "an author's own reference", base: page, ref: "?&amp;ü", encoding: "windows-1252", want: "https://ex.com/a?&amp;%FC"},
		{name: "bytes that are not UTF-8", base: page, ref: "?\xff", encoding: "windows-1252", want: "https://ex.com/a?%26%2365533%3B"},
		{name: "ASCII", base: page, ref: "?a b'%zz", encoding: "windows-1252", want: "https://ex.com/a?a%20b%27%zz"},
		{name: "path and fragment", base: page, ref: "ü?ü#ü", encoding: "windows-1252", want: "https://ex.com/%C3%BC?%FC#%C3%BC"},
		{name: "absolute", base: page, ref: "http://other.com/?ü", encoding: "windows-1252", want: "http://other.com/?%FC"},
		{name: "Cyrillic", base: page, ref: "?дом", encoding: "windows-1251", want: "https://ex.com/a?%E4%EE%EC"},
		{name: "bytes that look like ASCII", base: page, ref: "?ソ", encoding: "shift_jis", want: "https://ex.com/a?%83\\"},
		{name: "Chinese", base: page, ref: "?中", encoding: "gbk", want: "https://ex.com/a?%D6%D0"},
		{name: "Chinese, four bytes", base: page, ref: "?\u00df", encoding: "gb18030", want: "https://ex.com/a?%810%898"},
		{name: "Big5", base: page, ref: "?中", encoding: "big5", want: "https://ex.com/a?%A4%A4"},
		{name: "EUC-JP", base: page, ref: "?日", encoding: "euc-jp", want: "https://ex.com/a?%C6%FC"},
		{name: "states", base: page, ref: "?日a本", encoding: "iso-2022-jp", want: "https://ex.com/a?%1B$BF|%1B(Ba%1B$BK\\%1B(B"},
		{name: "states, lacking a letter", base: page, ref: "?日€本", encoding: "iso-2022-jp", want: "https://ex.com/a?%1B$BF|%1B(B%26%238364%3B%1B$BK\\%1B(B"},
		{name: "bytes that have to be encoded", base: page, ref: "?◆", encoding: "iso-2022-jp", want: "https://ex.com/a?%1B$B%22!%1B(B"},
		{name: "WebSocket", base: page, ref: "wss://ex.com/?ü", encoding: "windows-1252", want: "wss://ex.com/?%C3%BC"},
		{name: "other scheme", base: page, ref: "mailto:a@b.c?ü", encoding: "windows-1252", want: "mailto:a@b.c?%C3%BC"},
		{name: "query of the base", base: "https://ex.com/?ü", ref: "#x", encoding: "windows-1252", want: "https://ex.com/?%C3%BC#x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := mustParse(t, tt.base).ResolveIn(tt.ref, tt.encoding)
			if err != nil || got.String() != tt.want {
				t.Errorf("%q on %q in %s = %q, %v; want %q", tt.ref, tt.base, tt.encoding, got, err, tt.want)
			}
		})
	}
}
