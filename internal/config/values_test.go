package config

import (
	"strings"
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

func TestShare(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		part, whole int
		exceeds     bool
	}{
		"0":    {part: 0, whole: 10, exceeds: false},
		"3":    {part: 3, whole: 10, exceeds: false},
		"0%":   {part: 0, whole: 0, exceeds: false},
		"2.0%": {part: 3, whole: 100, exceeds: true},
	}
	for text, tt := range tests {
		s, err := parseShare(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := s.Exceeds(tt.part, tt.whole); got != tt.exceeds {
			t.Errorf("%s: %d of %d: exceeds is %v", text, tt.part, tt.whole, got)
		}
	}
	for text, want := range map[string]string{"7": "7", "2%": "2%", "0.50%": "0.5%"} {
		if s, err := parseShare(text); err != nil || s.String() != want {
			t.Errorf("%s: got %q and %v, want %q", text, s, err, want)
		}
	}
	for _, text := range []string{"", "-1", "1.5", "%", "-2%", "101%", "NaN%", "1e2%", "2 %", "many"} {
		if s, err := parseShare(text); err == nil || !strings.Contains(err.Error(), "such as 3, or a share from 0% to 100% such as 2%") {
			t.Errorf("%q: got %q and %v", text, s, err)
		}
	}
}

func TestParseBaseline(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{ // part of the error
		"":                                  "",
		"artifact:links":                    "",
		"artifact:site links (1).x":         "",
		"https://example.com/known.txt?a=b": "",
		"HTTPS://EXAMPLE.COM":               "",
		"http://127.0.0.1/known.txt":        "",
		"http://example.com/known.txt":      "must start with https://, because others could change a baseline that is not encrypted",
		"http://127.0.0.1.example.com/":     "must start with https://",
		"https://":                          "must be a path, an https URL or artifact:NAME",
		"https://a b/":                      "must be a path, an https URL or artifact:NAME",
		"https://user:secret@example.com/":  "must not contain a user name or password",
		"https://user:sec ret@[/":           "must not contain a user name or password",
		"artifact:":                         "must name an artifact, as in artifact:links",
		"artifact:../links":                 "must name an artifact, as in artifact:links",
	} {
		got, err := parseBaseline(value)
		switch {
		case want == "" && (err != nil || got != value):
			t.Errorf("%q: got %q, %v", value, got, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "ret@")):
			t.Errorf("%q: got the error %v, want %q", value, err, want)
		}
	}
}

// TestSettingsFileRequestsNoBaseline holds that an untrusted settings file chooses a path, and
// no request.
func TestSettingsFileRequestsNoBaseline(t *testing.T) {
	t.Parallel()
	for _, value := range []string{"https://example.com/known.txt", "HTTPS://example.com", "http://127.0.0.1/", "artifact:links"} {
		src := file("baseline: '" + value + "'")
		if c, err := Load(src); err != nil || c.Baseline != value {
			t.Errorf("at a terminal, %s: got %q, %v", value, c.Baseline, err)
		}
		_, err := Load(hosted(src))
		if err == nil || !strings.Contains(err.Error(), ".linkvet.yml:1: baseline: must be a path in the settings file; set a URL or an artifact as an input") {
			t.Errorf("in a workflow run, %s: %v", value, err)
		}
	}
}

func TestShard(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]Shard{"1/1": {1, 1}, "2/8": {2, 8}, "8/8": {8, 8}} {
		c, err := Load(Sources{Args: []string{"--shard", value}})
		if err != nil || c.Shard != want || c.Shard.String() != value {
			t.Errorf("%s: got %v and %v", value, c.Shard, err)
		}
	}
	for _, value := range []string{"", "2", "0/3", "4/3", "1/0", "-1/2", "1/-2", "a/b", "1/2/3", "2 of 8", "auto", strings.Repeat("9", 30) + "/8"} {
		got := failing(t, Sources{Args: []string{"--shard=" + value}})
		if want := "--shard: must be I/N with I from 1 to N, such as 2/8, not " + quote(value); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestShardOfTheFile holds that a settings file does not choose what a job leaves out.
func TestShardOfTheFile(t *testing.T) {
	t.Parallel()
	src := file("shard: 2/8")
	if c, err := Load(src); err != nil || c.Shard != (Shard{2, 8}) {
		t.Errorf("at a terminal: %v and %v", c.Shard, err)
	}
	if c, err := Load(hosted(src)); err != nil || c.Shard.Count != 0 || len(c.NotTaken) != 1 {
		t.Errorf("in a workflow run: %v and %v, not taken %v", c.Shard, err, c.NotTaken)
	}
}
