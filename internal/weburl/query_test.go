package weburl

import "testing"

func TestResolveIn(t *testing.T) {
	t.Parallel()
	const page = "https://ex.com/a"
	tests := []struct{ name, base, ref, encoding, want string }{
		{"UTF-8", page, "?q=ü", "utf-8", "https://ex.com/a?q=%C3%BC"},
		{"no encoding", page, "?q=ü", "", "https://ex.com/a?q=%C3%BC"},
		{"unknown encoding", page, "?q=ü", "latin-99", "https://ex.com/a?q=%C3%BC"},
		{"UTF-16", page, "?q=ü", "utf-16le", "https://ex.com/a?q=%C3%BC"},
		{"UTF-16, other order", page, "?q=ü", "UTF-16BE", "https://ex.com/a?q=%C3%BC"},
		{"replacement", page, "?q=ü", "replacement", "https://ex.com/a?q=%C3%BC"},
		{"western", page, "?q=ü", "windows-1252", "https://ex.com/a?q=%FC"},
		{"label of an encoding", page, "?q=ü", "Latin1", "https://ex.com/a?q=%FC"},
		{"western, lacking a letter", page, "?q=日&r=€", "windows-1252", "https://ex.com/a?q=%26%2326085%3B&r=%80"},
		{"lacking one beyond the first plane", page, "?\U0001F600", "windows-1252", "https://ex.com/a?%26%23128512%3B"},
		{"an author's own reference", page, "?&amp;ü", "windows-1252", "https://ex.com/a?&amp;%FC"},
		{"bytes that are not UTF-8", page, "?\xff", "windows-1252", "https://ex.com/a?%26%2365533%3B"},
		{"ASCII", page, "?a b'%zz", "windows-1252", "https://ex.com/a?a%20b%27%zz"},
		{"path and fragment", page, "ü?ü#ü", "windows-1252", "https://ex.com/%C3%BC?%FC#%C3%BC"},
		{"absolute", page, "http://other.com/?ü", "windows-1252", "http://other.com/?%FC"},
		{"Cyrillic", page, "?дом", "windows-1251", "https://ex.com/a?%E4%EE%EC"},
		{"bytes that look like ASCII", page, "?ソ", "shift_jis", "https://ex.com/a?%83\\"},
		{"Chinese", page, "?中", "gbk", "https://ex.com/a?%D6%D0"},
		{"Chinese, four bytes", page, "?\u00df", "gb18030", "https://ex.com/a?%810%898"},
		{"Big5", page, "?中", "big5", "https://ex.com/a?%A4%A4"},
		{"Big5, an addition of Hong Kong", page, "?é", "big5", "https://ex.com/a?%26%23233%3B"},
		{"EUC-JP", page, "?日", "euc-jp", "https://ex.com/a?%C6%FC"},
		{"EUC-JP, third set", page, "?ï", "euc-jp", "https://ex.com/a?%26%23239%3B"},
		{"states", page, "?日a本", "iso-2022-jp", "https://ex.com/a?%1B$BF|%1B(Ba%1B$BK\\%1B(B"},
		{"states, lacking a letter", page, "?日€本", "iso-2022-jp", "https://ex.com/a?%1B$BF|%1B(B%26%238364%3B%1B$BK\\%1B(B"},
		{"bytes that have to be encoded", page, "?◆", "iso-2022-jp", "https://ex.com/a?%1B$B%22!%1B(B"},
		{"WebSocket", page, "wss://ex.com/?ü", "windows-1252", "wss://ex.com/?%C3%BC"},
		{"other scheme", page, "mailto:a@b.c?ü", "windows-1252", "mailto:a@b.c?%C3%BC"},
		{"query of the base", "https://ex.com/?ü", "#x", "windows-1252", "https://ex.com/?%C3%BC#x"},
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
