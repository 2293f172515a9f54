package pattern

import (
	"testing"
)

func TestNeedleOf(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]string{
		"^(?:/a/([^/]+)/long/b)$": "/long/b", "(?i)^abc$": "", "a|b": "", "(abc)?d": "d", "(abc)+d": "abc", "(abc)*": "", "(": "", "": "", "x{2}": "",
		"abc|abd": "ab", "(?s)^(?:/:x(?:.*)/end)$": "/end",
	} {
		if got := needleOf(expression); got != want {
			t.Errorf("%q has to hold %q, want %q", expression, got, want)
		}
	}
}
