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
		"none":             {},
		"plain":            {fields: []string{"text/html"}, want: "text/html"},
		"parameters":       {fields: []string{"TEXT/html ; charset = x"}, want: "text/html", charset: "x"},
		"bad parameters":   {fields: []string{"text/html; ==;;"}, want: "text/html"},
		"quoted":           {fields: []string{`text/html;a=b; CHARSET="utf-8";charset=x`}, want: "text/html", charset: "utf-8"},
		"of another":       {fields: []string{"text/plain;charset=x", "text/html"}, want: "text/html"},
		"no type":          {fields: []string{"html"}},
		"empty subtype":    {fields: []string{"text/"}},
		"any":              {fields: []string{"*/*"}},
		"last of two":      {fields: []string{"text/plain", "text/html"}, want: "text/html"},
		"last of a list":   {fields: []string{"text/plain, text/html"}, want: "text/html"},
		"last that is one": {fields: []string{"text/html", "bogus"}, want: "text/html"},
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
