package fetch

import (
	"net/http"
	"strings"
	"testing"
)

func TestMediaType(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		fields  []string
		want    string
		charset string
	}{
		"none":             {nil, "", ""},
		"plain":            {[]string{"text/html"}, "text/html", ""},
		"parameters":       {[]string{"TEXT/html ; charset = x"}, "text/html", "x"},
		"bad parameters":   {[]string{"text/html; ==;;"}, "text/html", ""},
		"quoted":           {[]string{`text/html;a=b; CHARSET="utf-8";charset=x`}, "text/html", "utf-8"},
		"of another":       {[]string{"text/plain;charset=x", "text/html"}, "text/html", ""},
		"no type":          {[]string{"html"}, "", ""},
		"empty subtype":    {[]string{"text/"}, "", ""},
		"any":              {[]string{"*/*"}, "", ""},
		"last of two":      {[]string{"text/plain", "text/html"}, "text/html", ""},
		"last of a list":   {[]string{"text/plain, text/html"}, "text/html", ""},
		"last that is one": {[]string{"text/html", "bogus"}, "text/html", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, charset := mediaType(http.Header{"Content-Type": test.fields})
			if got != test.want || charset != test.charset {
				t.Errorf("mediaType(%q) = %q, %q, want %q, %q", test.fields, got, charset, test.want, test.charset)
			}
		})
	}
}

func FuzzMediaType(f *testing.F) {
	f.Add("text/html; charset=utf-8")
	f.Add("a/b,c/d")
	f.Add("\x00/é")
	f.Fuzz(func(t *testing.T, field string) {
		got, _ := mediaType(http.Header{"Content-Type": {field}})
		if got == "" {
			return
		}
		if again, _ := mediaType(http.Header{"Content-Type": {got}}); again != got {
			t.Errorf("mediaType(%q) = %q, of which it makes %q", field, got, again)
		}
		if strings.ContainsAny(got, " \t\r\n;,") {
			t.Errorf("mediaType(%q) = %q", field, got)
		}
	})
}
