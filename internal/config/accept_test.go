package config

import (
	"testing"
)

func TestAcceptAllows(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, accept string
		status       int
		candidate    string
		want         bool
	}{
		{name: "none", accept: "", status: 404, candidate: "/", want: false},
		{name: "another", accept: "403", status: 404, candidate: "/", want: false},
		{name: "of several, commas", accept: "401,403", status: 403, candidate: "/", want: true},
		{name: "of several, lines", accept: "401\n403", status: 403, candidate: "/", want: true},
		{name: "the greatest of a class", accept: "5XX", status: 599, candidate: "/", want: true},
		{name: "past a class", accept: "5xx", status: 600, candidate: "/", want: false},
		{name: "pattern", accept: "https://a.test/**=403", status: 403, candidate: "https://a.test/b", want: true},
		{name: "pattern, another status", accept: "https://a.test/**=403", status: 404, candidate: "https://a.test/b", want: false},
		{name: "pattern with an equals sign", accept: "/a?b=c=4xx", status: 404, candidate: "/a?b=c", want: true},
		{name: "pattern with braces", accept: "404,https://{a,b}.test/**=403,5xx", status: 403, candidate: "https://b.test/", want: true},
		{name: "after a pattern with braces", accept: "404,https://{a,b}.test/**=403,5xx", status: 503, candidate: "/", want: true},
		{name: "regular expression with a comma", accept: "/a{2,3}$/=403,404", status: 403, candidate: "/aaa", want: true},
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
