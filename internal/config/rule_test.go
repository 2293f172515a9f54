package config

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestRules(t *testing.T) {
	t.Parallel()
	c, err := Load(file(`# what others do
rules:
  - match: https://api.example.com/**
    accept: [403, 5xx]
    headers:
      Authorization: Bearer abc
      X-Count: 1
    method: GET
    host-rate: 0.5
    timeout: 1m
    fragments: all
  - match:
      - /drafts/**
      - /\.pdf$/
    verdict: ignore
  - {match: https://*.example.org/**, verdict: warn, accept: "401, 404"}
  - match: |
      /a
      /b
    verdict: ok
    accept: ~
`))
	if err != nil {
		t.Fatal(err)
	}
	expression, err := parsePattern(`/\.pdf$/`)
	if err != nil {
		t.Fatal(err)
	}
	want := Rules{
		{
			Where: ".linkvet.yml:3", Match: glob("https://api.example.com/**"), Text: "https://api.example.com/**",
			Accept:    Accept{{low: 403, high: 403}, {low: 500, high: 599}},
			Headers:   []Header{{"Authorization", "Bearer abc"}, {"X-Count", "1"}},
			Fragments: "all", Method: "GET", HostRate: 0.5, Timeout: time.Minute,
		},
		{Where: ".linkvet.yml:12", Match: append(glob("/drafts/**"), expression), Text: "/drafts/**", Verdict: "ignore"},
		{
			Where: ".linkvet.yml:16", Match: glob("https://*.example.org/**"), Text: "https://*.example.org/**", Verdict: "warn",
			Accept: Accept{{low: 401, high: 401}, {low: 404, high: 404}},
		},
		{Where: ".linkvet.yml:17", Match: glob("/a", "/b"), Text: "/a", Verdict: "ok"},
	}
	if diff := cmp.Diff(want, c.Rules, texts); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for candidate, want := range map[string]int{
		"https://api.example.com/x": 0, "/drafts/a": 1, "https://www.example.org/a.pdf": 1,
		"https://www.example.org/": 2, "/b": 3, "/c": -1,
	} {
		if got := c.Rules.Find("/none", candidate); got != want {
			t.Errorf("%s: rule %d, want %d", candidate, got, want)
		}
	}
	if diff := cmp.Diff([]Header{{"Authorization", "Bearer abc"}, {"X-Count", "1"}}, c.SecretHeaders()); diff != "" {
		t.Errorf("secrets (-want +got):\n%s", diff)
	}
}

func TestRuleFaults(t *testing.T) {
	t.Parallel()
	const hostless = "has a rule with headers whose match names no host, so that they might go anywhere; write it like https://api.example.com/**"
	tests := map[string]struct{ src, want string }{
		"no list": {"rules: {match: /a}", `.linkvet.yml:1: rules: is not a list of rules; begin each with "- match: PATTERN"`},
		"all at once": {
			"rules:\n- match: \"[\"\n  verdct: ok\n  verdict: maybe\n- /a\n- verdict: ok\n- match: /a\n- {match: /a, zzzzzz: 1}\njobs: 0\n",
			".linkvet.yml:2: rules: match: \"[\" is not a glob; write \\ before a [, { or * that stands for itself\n" +
				".linkvet.yml:3: rules: verdct: unknown key of a rule; did you mean \"verdict\"?\n" +
				".linkvet.yml:4: rules: verdict: \"maybe\" is not one of ignore, ok, warn\n" +
				".linkvet.yml:5: rules: holds an item that is not a rule; begin each with \"- match: PATTERN\"\n" +
				".linkvet.yml:6: rules: has a rule without a pattern; say what it is about: \"match: PATTERN\"\n" +
				".linkvet.yml:7: rules: has a rule that says nothing of what it matches; add one of verdict, accept, fragments, headers, method, host-rate, timeout\n" +
				".linkvet.yml:8: rules: zzzzzz: unknown key of a rule; it may have match, verdict, accept, fragments, headers, method, host-rate, timeout\n" +
				".linkvet.yml:8: rules: has a rule that says nothing of what it matches; add one of verdict, accept, fragments, headers, method, host-rate, timeout\n" +
				".linkvet.yml:9: jobs: \"0\" is not a whole number from 1 to 10000",
		},
		"values": {
			"rules:\n- match: /a\n  accept: [403, x, /b=403]\n  fragments: some\n  method: POST\n  host-rate: 0\n  timeout: 0\n  match: /b\n",
			".linkvet.yml:3: rules: accept: \"x\" is not a status; write it like 403, 5xx or https://example.com/**=403\n" +
				".linkvet.yml:3: rules: accept: takes statuses alone in a rule, such as 403 or 5xx: match says for which URLs they hold\n" +
				".linkvet.yml:4: rules: fragments: \"some\" is not one of none, internal, all\n" +
				".linkvet.yml:5: rules: method: \"POST\" is not one of GET, HEAD\n" +
				".linkvet.yml:6: rules: host-rate: \"0\" is no rate that lets anything pass; write it like 2 or 0.5, or leave it out\n" +
				".linkvet.yml:7: rules: timeout: \"0\" leaves no time for an answer; write it like 20s or 1m30s\n" +
				".linkvet.yml:8: rules: match: given twice; the first is on line 2",
		},
		"headers": {
			"rules:\n- match: https://a.example/**\n  headers: [\"X: s3cret\"]\n- match: https://a.example/**\n  headers:\n    Bad Name: s3cret\n    Host: s3cret\n    X: [s3cret]\n",
			".linkvet.yml:3: rules: headers: is not a mapping of names to values; write one \"Name: value\" a line, without dashes\n" +
				".linkvet.yml:6: rules: headers: is not \"Name: value\" (it is not repeated here, since it may be a secret)\n" +
				".linkvet.yml:7: rules: headers: cannot set host: it belongs to the HTTP client\n" +
				".linkvet.yml:8: rules: headers: holds what is not one name with one value",
		},
		"given twice":                      {"rules: []\nrules: []\n", ".linkvet.yml:2: rules: given twice; the first is on line 1"},
		"slip of the pen":                  {"rulse: []\n", ".linkvet.yml:1: rulse: unknown setting; did you mean \"rules\"?"},
		"capital":                          {"Rules: []\n", ".linkvet.yml:1: Rules: unknown setting; did you mean \"rules\"?"},
		"several values":                   {"rules: [{match: {a: b}, verdict: [ok]}]", ".linkvet.yml:1: rules: match: is neither a list nor text\n.linkvet.yml:1: rules: verdict: takes one value, not several\n.linkvet.yml:1: rules: has a rule without a pattern; say what it is about: \"match: PATTERN\""},
		"a key of no name":                 {"rules: [{[a]: b, match: /x, verdict: ok}]", ".linkvet.yml:1: rules: holds a key that is not a name"},
		"secret for a path":                {"rules: [{match: /api/**, headers: {X: y}}]", ".linkvet.yml:1: rules: " + hostless},
		"secret for what a regexp finds":   {"rules: [{match: /example/, headers: {X: y}}]", ".linkvet.yml:1: rules: " + hostless},
		"secret for any host":              {"rules: [{match: 'https://*/**', headers: {X: y}}]", ".linkvet.yml:1: rules: " + hostless},
		"secret for a whole TLD":           {"rules: [{match: 'https://*.com/**', headers: {X: y}}]", ".linkvet.yml:1: rules: " + hostless},
		"secret for alternatives":          {"rules: [{match: 'https://{a,b}.example.com/**', headers: {X: y}}]", ".linkvet.yml:1: rules: " + hostless},
		"secret for a host without a path": {"rules: [{match: 'https://a.example', headers: {X: y}}]", `.linkvet.yml:1: rules: match: "https://a.example" can never match: a glob has to match the whole of a URL or path; write https://a.example/**`},
		"secret for one of two":            {"rules: [{match: ['https://a.example/**', '**'], headers: {X: y}}]", ".linkvet.yml:1: rules: " + hostless},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := failing(t, file(tt.src))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.Contains(got, "s3cret") {
				t.Errorf("the secret is repeated: %s", got)
			}
		})
	}
}

func TestRulesAreOfTheFileAlone(t *testing.T) {
	t.Parallel()
	got := failing(t, Sources{Args: []string{"--rules=/a"}, Environ: []string{"INPUT_RULES=/a"}})
	want := "--rules: can only be given in the settings file, as a list of rules\n" +
		"INPUT_RULES: can only be given in the settings file, as a list of rules"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHeadersOfRulesStayWithTheHost(t *testing.T) {
	t.Parallel()
	for _, match := range []string{"https://a.example.com/**", "http://127.0.0.1:8080/api/*", "https://*.example.com/{a,b}/**"} {
		if _, err := Load(file("rules: [{match: '" + match + "', headers: {X: y}}]")); err != nil {
			t.Errorf("%s: %v", match, err)
		}
	}
	wide := (&pattern{glob: "https://*.example.com/**"}).match
	for _, url := range []string{"https://evil.test/.example.com/", "https://evil.test/?.example.com/x", "https://example.com.evil.test/", "http://a.example.com/"} {
		if wide(url) {
			t.Errorf("%s is taken for a subdomain of example.com", url)
		}
	}
}
