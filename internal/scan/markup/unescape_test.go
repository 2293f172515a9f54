package markup

import "testing"

func TestUnescapeValue(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"?a=1&amp;b=2":             "?a=1&b=2",
		"?a=1&amp;b&copy=3&copy;":  "?a=1&b&copy=3©",
		"&notit;&notin;&not &not;": "&notit;∉¬ ¬",
		"&#38;&#x26;&#X26&#65":     "&&&A",
		"a\r\nb\rc\x00d":           "a\nb\nc\ufffdd",
		"&ampamp;&amp=&ampx&lt":    "&ampamp;&amp=&ampx<",
		"\"&quot;'&;&#;":           "\"\"'&;&#;",
		"":                         "",
	} {
		if got := UnescapeValue([]byte(raw)); got != want {
			t.Errorf("%q decodes to %q, want %q", raw, got, want)
		}
	}
}
