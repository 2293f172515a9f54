package config

import (
	"strings"
	"testing"
)

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
