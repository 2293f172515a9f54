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
	const hostless = "has a rule that would send its headers to any host; name the host in match, such as https://api.example.com/**"
	tests := map[string]struct{ src, want string }{
		"no list": {src: "rules: {match: /a}", want: `.linkvet.yml:1: rules: must be a list of rules; start each rule with "- match: PATTERN"`},
		"all at once": {
			src: "rules:\n- match: \"[\"\n  verdct: ok\n  verdict: maybe\n- /a\n- verdict: ok\n- match: /a\n- {match: /a, zzzzzz: 1}\nconcurrency: 0\n",
			want: ".linkvet.yml:2: rules: match: \"[\" is not a valid glob; to match a literal [, { or *, write \\ before it\n" +
				".linkvet.yml:3: rules: verdct: unknown key in a rule; did you mean \"verdict\"?\n" +
				".linkvet.yml:4: rules: verdict: must be ignore, ok or warn, not \"maybe\"\n" +
				".linkvet.yml:5: rules: has an item that is not a rule; start each rule with \"- match: PATTERN\"\n" +
				".linkvet.yml:6: rules: has a rule without a pattern; add \"match: PATTERN\"\n" +
				".linkvet.yml:7: rules: has a rule without an effect; add one of verdict, accept, fragments, headers, method, host-rate, timeout\n" +
				".linkvet.yml:8: rules: zzzzzz: unknown key in a rule; the keys are match, verdict, accept, fragments, headers, method, host-rate, timeout\n" +
				".linkvet.yml:9: concurrency: must be a whole number from 1 to 10000, not \"0\"",
		},
		"values": {
			src: "rules:\n- match: /a\n  accept: [403, x]\n  fragments: some\n  method: POST\n  host-rate: 0\n  timeout: 0\n  match: /b\n",
			want: ".linkvet.yml:3: rules: accept: must be a status such as 403 or 5xx, or PATTERN=STATUS, not \"x\"\n" +
				".linkvet.yml:4: rules: fragments: must be none, internal or all, not \"some\"\n" +
				".linkvet.yml:5: rules: method: must be GET or HEAD, not \"POST\"\n" +
				".linkvet.yml:6: rules: host-rate: must be greater than 0, not \"0\"; remove it to use the setting host-rate\n" +
				".linkvet.yml:7: rules: timeout: must be longer than 0, such as 20s or 1m30s, not \"0\"\n" +
				".linkvet.yml:8: rules: match: is already set on line 2; remove one of the two",
		},
		"headers": {
			src: "rules:\n- match: https://a.example/**\n  headers: [\"X: s3cret\"]\n- match: https://a.example/**\n  headers:\n    Bad Name: s3cret\n    Host: s3cret\n    X: [s3cret]\n",
			want: ".linkvet.yml:3: rules: headers: must be a mapping, one \"Name: value\" per line without dashes\n" +
				".linkvet.yml:6: rules: headers: must be \"Name: value\" (not shown here: it may be a secret)\n" +
				".linkvet.yml:7: rules: headers: must not set host: the HTTP client sets this header\n" +
				".linkvet.yml:8: rules: headers: must have one value for each name",
		},
		"given twice":                      {src: "rules: []\nrules: []\n", want: ".linkvet.yml:2: rules: is already set on line 1; remove one of the two"},
		"typo":                             {src: "rulse: []\n", want: ".linkvet.yml:1: rulse: unknown setting; did you mean \"rules\"?"},
		"capital":                          {src: "Rules: []\n", want: ".linkvet.yml:1: Rules: unknown setting; did you mean \"rules\"?"},
		"several values":                   {src: "rules: [{match: {a: b}, verdict: [ok]}]", want: ".linkvet.yml:1: rules: match: must be text or a list, with one value per item\n.linkvet.yml:1: rules: verdict: must be one value, not several"},
		"a key of no name":                 {src: "rules: [{[a]: b, match: /x, verdict: ok}]", want: ".linkvet.yml:1: rules: has a key that is not plain text"},
		"secret for a path":                {src: "rules: [{match: /api/**, headers: {X: y}}]", want: ".linkvet.yml:1: rules: " + hostless},
		"secret for what a regexp finds":   {src: "rules: [{match: /example/, headers: {X: y}}]", want: ".linkvet.yml:1: rules: " + hostless},
		"secret for any host":              {src: "rules: [{match: 'https://*/**', headers: {X: y}}]", want: ".linkvet.yml:1: rules: " + hostless},
		"secret for a whole TLD":           {src: "rules: [{match: 'https://*.com/**', headers: {X: y}}]", want: ".linkvet.yml:1: rules: " + hostless},
		"secret for alternatives":          {src: "rules: [{match: 'https://{a,b}.example.com/**', headers: {X: y}}]", want: ".linkvet.yml:1: rules: " + hostless},
		"secret for a host without a path": {src: "rules: [{match: 'https://a.example', headers: {X: y}}]", want: ".linkvet.yml:1: rules: " + hostless},
		"secret for one of two":            {src: "rules: [{match: ['https://a.example/**', '**'], headers: {X: y}}]", want: ".linkvet.yml:1: rules: " + hostless},
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
	want := "--rules: can be set only in the settings file\n" +
		"INPUT_RULES: can be set only in the settings file"
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
