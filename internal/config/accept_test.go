package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAcceptAllows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, accept string
		status       int
		candidate    string
		want         bool
	}{
		{"none", "", 404, "/", false},
		{"one", "403", 403, "/", true},
		{"another", "403", 404, "/", false},
		{"of several, commas", "401,403", 403, "/", true},
		{"of several, spaces", " 401  403 ", 403, "/", true},
		{"of several, lines", "401\n403", 403, "/", true},
		{"the least of a class", "5xx", 500, "/", true},
		{"the greatest of a class", "5XX", 599, "/", true},
		{"past a class", "5xx", 600, "/", false},
		{"outside of HTTP", "999", 999, "/", true},
		{"pattern", "https://a.test/**=403", 403, "https://a.test/b", true},
		{"pattern, another status", "https://a.test/**=403", 404, "https://a.test/b", false},
		{"pattern, another URL", "https://a.test/**=403", 403, "https://b.test/b", false},
		{"pattern with an equals sign", "/a?b=c=4xx", 404, "/a?b=c", true},
		{"pattern with braces", "404,https://{a,b}.test/**=403,5xx", 403, "https://b.test/", true},
		{"after a pattern with braces", "404,https://{a,b}.test/**=403,5xx", 503, "/", true},
		{"regular expression with a comma", "/a{2,3}$/=403,404", 403, "/aaa", true},
		{"after a regular expression", "/a{2,3}$/=403,404", 404, "/", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := Load(Sources{Args: []string{"--accept=" + tt.accept}})
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Accept.Allows(tt.status, "", tt.candidate); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
		})
	}
}

func TestAcceptEntries(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line string
		want []string
	}{
		{"", nil},
		{",, ,", nil},
		{"403,,404", []string{"403", "404"}},
		{"40x,5xx", []string{"40x", "5xx"}},
		{"/{a,b}=403,404", []string{"/{a,b}=403", "404"}},
		{"/{a,b}", []string{"/{a,b}"}},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			t.Parallel()
			got := acceptEntries(tt.line)
			if len(got) == 0 {
				got = nil
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAcceptThatIsRefused(t *testing.T) {
	t.Parallel()
	for _, entry := range []string{"0xx", "4x4", "40", "4044", "-40", "400-418", "=403", "/a=", "/a", "[=403", "/(/=403", "4xxx", "+40"} {
		t.Run(entry, func(t *testing.T) {
			t.Parallel()
			if rule, err := parseAccept(entry); err == nil {
				t.Errorf("got %+v, want an error", rule)
			}
		})
	}
}
