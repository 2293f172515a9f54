package report

import "testing"

func TestSpelling(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, value, flag, input string }{
		{"timeout", "", "--timeout", "`timeout`"},
		{"wait", "60s", "--wait 60s", "`wait: 60s`"},
		{"external", "false", "--external=false", "`external: false`"},
		{"exclude", "https://a.test/**", "--exclude 'https://a.test/**'", "`exclude: https://a.test/**`"},
		{"header", "NAME: VALUE", "--header 'NAME: VALUE'", "`header: \"NAME: VALUE\"`"},
	} {
		if got := spelling(false).of(tt.name, tt.value); got != tt.flag {
			t.Errorf("flag: got %q, want %q", got, tt.flag)
		}
		if got := asInputs.of(tt.name, tt.value); got != tt.input {
			t.Errorf("input: got %q, want %q", got, tt.input)
		}
	}
}
