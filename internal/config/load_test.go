package config

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/hosting/detect"
	"github.com/linkvet/linkvet/internal/proportion"
)

// texts makes patterns comparable: each as the text that it was made from.
var texts = cmp.Options{
	cmp.Transformer("pattern", func(p pattern) string {
		if p.regexp != nil {
			return "/" + p.regexp.String() + "/"
		}
		return p.glob
	}),
	cmp.AllowUnexported(acceptRule{}),
	// TestGiven looks at them.
	cmpopts.IgnoreFields(Config{}, "Given"),
}

// base returns the defaults as the contract with users has them.
func base() Config {
	return Config{
		ConfigFile: ".linkvet.yml", Hosting: "auto", External: true, Fragments: "internal", Redirects: "permanent",
		MinPages: 1, Concurrency: 64, HostConcurrency: 8, Timeout: 20 * time.Second, Retries: 2,
		CacheTTL: 24 * time.Hour,
		Sources:  ".",
		FailOn:   "broken", Format: "text", Annotations: true, Summary: true, Jobs: runtime.NumCPU(),
	}
}

func file(content string) Sources {
	return Sources{File: []byte(content), FileName: ".linkvet.yml"}
}

// hosted is the same in a workflow run.
func hosted(src Sources) Sources {
	src.Environ = append([]string{"GITHUB_ACTIONS=true"}, src.Environ...)
	return src
}

func glob(patterns ...string) Patterns {
	var all Patterns
	for _, p := range patterns {
		all = append(all, pattern{glob: p})
	}
	return all
}

func TestLoad(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  Sources
		want func(c *Config)
	}{
		{"nothing is the defaults", Sources{}, func(*Config) {}},
		{"a workflow run", Sources{Environ: []string{"GITHUB_ACTIONS=true"}}, func(c *Config) { c.TimeLimit = time.Hour }},
		{"a workflow run without a time limit", Sources{Environ: []string{"GITHUB_ACTIONS=true"}, File: []byte("time-limit: 0"), FileName: "f"}, func(*Config) {}},
		{"a workflow run with a time limit", Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_TIME-LIMIT=2h"}}, func(c *Config) { c.TimeLimit = 2 * time.Hour }},
		{"no workflow run", Sources{Environ: []string{"GITHUB_ACTIONS="}}, func(*Config) {}},
		{"quiet", Sources{Args: []string{"--quiet"}}, func(c *Config) { c.Quiet = true }},
		{"verbose", Sources{Environ: []string{"INPUT_VERBOSE=true"}}, func(c *Config) { c.Verbose = true }},
		{"target", Sources{Args: []string{"public"}}, func(c *Config) { c.Target = "public" }},
		{"flags after the target", Sources{Args: []string{"public", "--jobs=3"}}, func(c *Config) { c.Target, c.Jobs = "public", 3 }},
		{"a file elsewhere, by a flag and an input", Sources{Args: []string{"--cache=/c"}, Environ: []string{"INPUT_BASELINE=../b"}}, func(c *Config) { c.Cache, c.Baseline = "/c", "../b" }},
		{"files here, by the file", file("cache: .c\nbaseline: a/../b\nreport: [json=r/x.json]"), func(c *Config) {
			c.Cache, c.Baseline, c.Reports = ".c", "a/../b", []ReportFile{{"json", "r/x.json"}}
		}},
		{"value attached", Sources{Args: []string{"--timeout=5s"}}, func(c *Config) { c.Timeout = 5 * time.Second }},
		{"value apart", Sources{Args: []string{"--timeout", "5s"}}, func(c *Config) { c.Timeout = 5 * time.Second }},
		{"one dash", Sources{Args: []string{"-timeout", "5s", "-retries=0"}}, func(c *Config) { c.Timeout, c.Retries = 5*time.Second, 0 }},
		{"value holds an equals sign", Sources{Args: []string{"--user-agent=a=b"}}, func(c *Config) { c.UserAgent = "a=b" }},
		{"value begins with a dash, attached", Sources{Args: []string{"--user-agent=-x"}}, func(c *Config) { c.UserAgent = "-x" }},
		{"value is one dash", Sources{Args: []string{"--baseline", "-"}}, func(c *Config) { c.Baseline = "-" }},
		{"boolean alone", Sources{Args: []string{"--allow-private"}}, func(c *Config) { c.AllowPrivate = true }},
		{"boolean attached", Sources{Args: []string{"--external=false"}}, func(c *Config) { c.External = false }},
		{"boolean apart", Sources{Args: []string{"--external", "False", "site"}}, func(c *Config) { c.External, c.Target = false, "site" }},
		{"boolean before a target", Sources{Args: []string{"--allow-private", "site"}}, func(c *Config) { c.AllowPrivate, c.Target = true, "site" }},
		{"dashes end the flags", Sources{Args: []string{"--", "--help"}}, func(c *Config) { c.Target = "--help" }},
		{"lists add up", Sources{Args: []string{"--exclude", "/a", "--exclude=/b\n\n /c \r\n"}}, func(c *Config) { c.Exclude = glob("/a", "/b", "/c") }},
		{"the last scalar counts", Sources{Args: []string{"--jobs=1", "--jobs=2"}}, func(c *Config) { c.Jobs = 2 }},
		{"an empty list replaces one", Sources{Args: []string{"--exclude="}, File: []byte("exclude: /a"), FileName: "f"}, func(*Config) {}},
		{
			"input",
			Sources{Environ: []string{"INPUT_FAIL-ON=none", "INPUT_HOST-CONCURRENCY= 3 ", "PATH=/bin", "input_x=1"}},
			func(c *Config) { c.FailOn, c.HostConcurrency = "none", 3 },
		},
		{"blank input is none", Sources{Environ: []string{"INPUT_TIMEOUT=", "INPUT_FAIL-ON= \n", "INPUT_TARGET="}}, func(*Config) {}},
		{"input list", Sources{Environ: []string{"INPUT_EXCLUDE=/a\r\n  /b\n\n"}}, func(c *Config) { c.Exclude = glob("/a", "/b") }},
		{"inputs of the runner", Sources{Environ: []string{"INPUT_ARGS=--jobs 2", "INPUT_ENTRYPOINT=/x"}}, func(*Config) {}},
		{"file", file("target: site\nfail-on: unverified\nexternal: false\nhost-rate: 0.5\n"), func(c *Config) {
			c.Target, c.FailOn, c.External, c.HostRate = "site", "unverified", false, 0.5
		}},
		{
			"what the file has and what a stronger source replaces",
			Sources{
				Args: []string{"--target=a"}, FileName: ".linkvet.yml",
				File: []byte("target: b\nsite-url: https://c.test/\nheader:\n- 'A: b'\n- 'C: d'\n"),
			},
			func(c *Config) {
				c.Target, c.SiteURLs, c.Headers = "a", []string{"https://c.test/"}, []Header{{"A", "b"}, {"C", "d"}}
			},
		},
		{"file list", file("exclude:\n  - /a\n  - '/b'\n"), func(c *Config) { c.Exclude = glob("/a", "/b") }},
		{"file list of one", file("exclude: /a\n"), func(c *Config) { c.Exclude = glob("/a") }},
		{"file block", file("exclude: |\n  /a\n\n  /b\n"), func(c *Config) { c.Exclude = glob("/a", "/b") }},
		{"file null", file("exclude: ~\ntimeout:\nfail-on: null\n"), func(*Config) {}},
		{"file null item", file("exclude: [~, /a]"), func(c *Config) { c.Exclude = glob("/a") }},
		{"file alias", file("exclude: &x [/a]\nexclude-pages: *x\n"), func(c *Config) { c.Exclude, c.ExcludePages = glob("/a"), glob("/a") }},
		{"file alias of an item", file("include: [&x /a]\nexclude: [*x, /b]\n"), func(c *Config) { c.Include, c.Exclude = glob("/a"), glob("/a", "/b") }},
		{"file empty", file(""), func(*Config) {}},
		{"file of comments", file("# nothing\n"), func(*Config) {}},
		{"file of null", file("~"), func(*Config) {}},
		{"file without a name", Sources{File: []byte("jobs: 7")}, func(*Config) {}},
		{"file boolean as text", file("external: 'FALSE'"), func(c *Config) { c.External = false }},
		{
			"an input beats the file",
			Sources{Environ: []string{"INPUT_JOBS=2"}, File: []byte("jobs: 3\nretries: 4"), FileName: "f"},
			func(c *Config) { c.Jobs, c.Retries = 2, 4 },
		},
		{
			"a flag beats an input",
			Sources{Args: []string{"--jobs=1"}, Environ: []string{"INPUT_JOBS=2"}, File: []byte("jobs: 3"), FileName: "f"},
			func(c *Config) { c.Jobs = 1 },
		},
		{
			"a list is replaced whole",
			Sources{Args: []string{"--exclude=/c"}, Environ: []string{"INPUT_EXCLUDE=/b", "INPUT_INCLUDE=/i"}, File: []byte("exclude: [/a]\ninclude: [/j]"), FileName: "f"},
			func(c *Config) { c.Exclude, c.Include = glob("/c"), glob("/i") },
		},
		{
			"a TARGET beats an input",
			Sources{Args: []string{"a"}, Environ: []string{"INPUT_TARGET=b"}},
			func(c *Config) { c.Target = "a" },
		},
		{"numbers", Sources{Args: []string{"--max-depth=1", "--max-pages=2", "--min-pages=0", "--concurrency=1", "--host-rate=2"}}, func(c *Config) {
			c.MaxDepth, c.MaxPages, c.MinPages, c.Concurrency, c.HostRate = 1, 2, 0, 1, 2
		}},
		{"durations", Sources{Args: []string{"--time-limit=1m30s", "--wait=0"}}, func(c *Config) { c.TimeLimit = 90 * time.Second }},
		{"words", Sources{Args: []string{"--hosting=plain", "--fragments=all", "--redirects=none", "--format=json", "--summary=false", "--annotations=false"}}, func(c *Config) {
			c.Hosting, c.Fragments, c.Redirects, c.Format, c.Summary, c.Annotations = "plain", "all", "none", "json", false, false
		}},
		{"site URL", Sources{Args: []string{"--site-url=https://example.com:8080/docs"}}, func(c *Config) { c.SiteURLs = []string{"https://example.com:8080/docs/"} }},
		{"site URL of a host", Sources{Args: []string{"--site-url=http://[::1]"}}, func(c *Config) { c.SiteURLs = []string{"http://[::1]/"} }},
		{
			"site URLs",
			Sources{File: []byte("site-url:\n- https://example.com/docs\n- http://www.example.com/docs/\n"), FileName: "f"},
			func(c *Config) {
				c.SiteURLs = []string{"https://example.com/docs/", "http://www.example.com/docs/"}
			},
		},
		{"site URL unset", Sources{Args: []string{"--site-url="}, File: []byte("site-url: http://a/"), FileName: "f"}, func(*Config) {}},
		{"headers", Sources{Args: []string{"--header", "X-Key:  a: b ", "--header=X-Empty:"}}, func(c *Config) {
			c.Headers = []Header{{"X-Key", "a: b"}, {"X-Empty", ""}}
		}},
		{"reports", Sources{Environ: []string{"INPUT_REPORT=json=a=b.json\nmarkdown = out/r.md\ntext=r.txt"}}, func(c *Config) {
			c.Reports = []ReportFile{{"json", "a=b.json"}, {"markdown", "out/r.md"}, {"text", "r.txt"}}
		}},
		{"accept", Sources{Args: []string{"--accept", "403, 5xx"}}, func(c *Config) {
			c.Accept = Accept{{low: 403, high: 403}, {low: 500, high: 599}}
		}},
		{"help wins over faults", Sources{Args: []string{"--nonsense", "-h"}}, func(c *Config) { *c = Config{Help: true} }},
		{"help is no value", Sources{Args: []string{"--baseline", "--help"}}, func(c *Config) { *c = Config{Help: true} }},
		{"version", Sources{Args: []string{"-version"}, Environ: []string{"INPUT_X=1"}}, func(c *Config) { *c = Config{Version: true} }},
		{"dump", Sources{Args: []string{"--dump", "public"}}, func(c *Config) { c.Dump, c.Target = true, "public" }},
		{"help and version", Sources{Args: []string{"--version", "--help"}}, func(c *Config) { *c = Config{Help: true, Version: true} }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := base()
			tt.want(&want)
			got, err := Load(tt.src)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got, texts); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// failing returns the lines of the error that Load has to return for src.
func failing(t *testing.T, src Sources) string {
	t.Helper()
	c, err := Load(src)
	var all *Errors
	if !errors.As(err, &all) || len(all.Faults) == 0 {
		t.Fatalf("got %+v and %v, want faults", c, err)
	}
	if diff := cmp.Diff(Config{}, c, texts); diff != "" {
		t.Errorf("the settings are not empty (-want +got):\n%s", diff)
	}
	return all.Error()
}

func TestFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  Sources
		want string
	}{
		{"unknown flag", Sources{Args: []string{"--timeuot", "5s", "site"}}, `--timeuot: unknown setting; did you mean "timeout"?`},
		{"unknown flag like none", Sources{Args: []string{"--zzzzzz=1"}}, `--zzzzzz: unknown setting; for all settings, see --help`},
		{"setting of another version", Sources{Args: []string{"--check-mail=x"}}, `--check-mail: unknown setting; for all settings, see --help`},
		{"strange flag", Sources{Args: []string{"--a\n::error::x=1"}}, `--"a\n::error::x": unknown setting; for all settings, see --help`},
		{"flag without its value", Sources{Args: []string{"--timeout"}}, `--timeout: needs a value; write --timeout=DURATION`},
		{"flag before a flag", Sources{Args: []string{"--baseline", "--jobs=0"}}, "--baseline: needs a value; write --baseline=PATH\n--jobs: must be a whole number from 1 to 10000, not \"0\""},
		{"negative number", Sources{Args: []string{"--retries", "-1"}}, `--retries: must not be negative: "-1"`},
		{"help with a value", Sources{Args: []string{"--help=x"}}, `--help: takes no value`},
		{"two targets, not repeated", Sources{Args: []string{"a", "s3cret"}}, `TARGET: is given 2 times; pass one target, and quote values that contain spaces`},
		{"target twice", Sources{Args: []string{"a", "--target=b"}}, `TARGET: is given together with --target; pass only one of them`},
		{"empty target", Sources{Args: []string{""}}, `TARGET: must not be empty; set it to a directory or a URL, or remove it`},
		{"empty target in the file", file("target: ''"), `.linkvet.yml:1: target: must not be empty; set it to a directory or a URL, or remove it`},
		{"each of a repeated scalar is checked", Sources{Args: []string{"--jobs=x", "--jobs=2"}}, `--jobs: must be a whole number from 1 to 10000, not "x"`},
		{"not a boolean", Sources{Args: []string{"--external=yes"}}, `--external: must be true or false, not "yes"; did you mean "true"?`},
		{"not a boolean in the file", file("external: yes"), `.linkvet.yml:1: external: must be true or false, not "yes"; did you mean "true"?`},
		{"unknown input", Sources{Environ: []string{"INPUT_FAIL_ON=none"}}, `INPUT_FAIL_ON: unknown setting; did you mean "fail-on"?`},
		{"unknown blank input", Sources{Environ: []string{"INPUT_TIMEUOT="}}, `INPUT_TIMEUOT: unknown setting; did you mean "timeout"?`},
		{"duration", Sources{Environ: []string{"INPUT_TIMEOUT=abc"}}, `INPUT_TIMEOUT: must be a duration such as 20s or 1m30s, not "abc"`},
		{"duration without unit", file("wait: 20"), `.linkvet.yml:1: wait: must be a duration such as 20s or 1m30s, not "20"; did you mean "20s"?`},
		{"negative duration", Sources{Args: []string{"--wait=-1s"}}, `--wait: must not be negative: "-1s"`},
		{"no timeout", Sources{Args: []string{"--timeout=0"}}, `--timeout: must be longer than 0, such as 20s or 1m30s, not "0"`},
		{"word", file("\n\nfail-on: never"), `.linkvet.yml:3: fail-on: must be none, internal, broken or unverified, not "never"`},
		{"format of another version", Sources{Args: []string{"--format=pages"}}, `--format: must be text, json, sarif, junit or markdown, not "pages"`},
		{"hosting of another version", Sources{Args: []string{"--hosting=geocities"}}, `--hosting: must be ` + orOf(append([]string{"auto"}, detect.Names()...)) + `, not "geocities"`},
		{"rate", Sources{Args: []string{"--host-rate=inf", "--host-rate=-1", "--host-rate=1e9"}}, "--host-rate: must be a number of requests per second such as 2 or 0.5, not \"inf\"\n" +
			"--host-rate: must be a number of requests per second such as 2 or 0.5, not \"-1\"\n" +
			"--host-rate: must be a number of requests per second such as 2 or 0.5, not \"1e9\""},
		{"too much at once", Sources{Args: []string{"--concurrency=10001"}}, `--concurrency: must be a whole number from 1 to 10000, not "10001"`},
		{"long value", Sources{Args: []string{"--jobs=" + strings.Repeat("é", 100)}}, `--jobs: must be a whole number from 1 to 10000, not "` + strings.Repeat("é", 80) + `…"`},
		{"command in a value", Sources{Args: []string{"--jobs=\n##[error]x\u202e"}}, `--jobs: must be a whole number from 1 to 10000, not "\n#\x23[error]x\u202e"`},
		{"user agent", Sources{Args: []string{"--user-agent=a\nb"}}, `--user-agent: must not contain control characters: "a\nb"`},
		{"site URL", Sources{Args: []string{"--site-url=example.com/docs"}}, `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "example.com/docs"; did you mean "https://example.com/docs/"?`},
		{"site URL of a file", Sources{Args: []string{"--site-url=file:///x"}}, `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "file:///x"`},
		{"site URL without host", Sources{Args: []string{"--site-url=http:///x"}}, `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "http:///x"`},
		{"site URL with a port past all", Sources{Args: []string{"--site-url=http://a:65536/"}}, `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "http://a:65536/"`},
		{"site URL with a query", Sources{Args: []string{"--site-url=http://a/?"}}, `--site-url: must be a URL without a query or fragment, such as https://example.com/docs/, not "http://a/?"`},
		{"site URLs in one", Sources{Args: []string{"--site-url=http://a/,https://b/"}}, `--site-url: must be one URL per line or per flag, not "http://a/,https://b/"`},
		{"site URL with a fragment", Sources{Args: []string{"--site-url=http://a/#b"}}, `--site-url: must be a URL without a query or fragment, such as https://example.com/docs/, not "http://a/#b"`},
		{"site URL with a password", Sources{Args: []string{"--site-url=http://u:s3cret@a/"}}, `--site-url: must not contain a user name or password`},
		{"bad site URL with a password", Sources{Args: []string{"--site-url=u:s3cret@a/"}}, `--site-url: must be an absolute http or https URL such as https://example.com/docs/`},
		{"header without a name", Sources{Args: []string{"--header=s3cret"}}, `--header: must be "Name: value" (not shown here: it may be a secret)`},
		{"header with a bad name", Sources{Args: []string{"--header=Bearer s3: cret"}}, `--header: must be "Name: value" (not shown here: it may be a secret)`},
		{"header with a control character", Sources{Args: []string{"--header=X: s3\rcret"}}, `--header: must not contain control characters (not shown here: it may be a secret)`},
		{"header of the client", Sources{Args: []string{"--header=Host: s3cret"}}, `--header: must not set host: the HTTP client sets this header`},
		{"report format", Sources{Args: []string{"--report=pdf=x"}}, `--report: must be FORMAT=PATH, not "pdf=x"; the formats are json, sarif, junit, markdown, gitlab, pages, html, text`},
		{"report without path", Sources{Args: []string{"--report=json="}}, `--report: must be FORMAT=PATH, not "json="; the formats are json, sarif, junit, markdown, gitlab, pages, html, text`},
		{"two reports in one file", Sources{Args: []string{"--report=json=x", "--report=text=./x"}}, `--report: must not write two reports to "./x"; use a different path for each`},
		{"pattern", Sources{Args: []string{"--exclude=[a"}}, `--exclude: "[a" is not a valid glob; to match a literal [, { or *, write \ before it`},
		{"regexp", Sources{Args: []string{"--exclude=/a(/"}}, `--exclude: "/a(/" is not a valid regular expression: missing closing )`},
		{"accept", Sources{Args: []string{"--accept=403 40x"}}, `--accept: must be a status such as 403 or 5xx, or PATTERN=STATUS, not "40x"`},
		{
			"line of a list's item", file("exclude:\n  - /a\n  - '[b'\n"),
			`.linkvet.yml:3: exclude: "[b" is not a valid glob; to match a literal [, { or *, write \ before it`,
		},
		{
			"line in a block", file("exclude: |\n\n  /a\n  [b\n"),
			`.linkvet.yml:4: exclude: "[b" is not a valid glob; to match a literal [, { or *, write \ before it`,
		},
		{"cache elsewhere", hosted(file("cache: /home/me/.profile")), `.linkvet.yml:1: cache: "/home/me/.profile" is outside the working directory; set it as an input, or use a path inside`},
		{"baseline above", hosted(file("jobs: 1\nbaseline: a/../../b")), `.linkvet.yml:2: baseline: "a/../../b" is outside the working directory; set it as an input, or use a path inside`},
		{"report above", hosted(file("report: |\n  json=a.json\n  text=../a")), `.linkvet.yml:3: report: "../a" is outside the working directory; set it as an input, or use a path inside`},
		{"unknown key", file("jobs: 1\nfail_on: none"), `.linkvet.yml:2: fail_on: unknown setting; did you mean "fail-on"?`},
		{"strange key", file("\"::error::\\n\": 1"), `.linkvet.yml:1: "::error::\n": unknown setting; for all settings, see https://github.com/linkvet/linkvet/blob/main/docs/settings.md`},
		{"merge key", file("<<: {jobs: 1}"), `.linkvet.yml:1: "<<": unknown setting; for all settings, see https://github.com/linkvet/linkvet/blob/main/docs/settings.md`},
		{"key twice", file("jobs: 1\nretries: 1\njobs: 2"), `.linkvet.yml:3: jobs: is already set on line 1; remove one of the two`},
		{"key that is a list", file("[a]: 1"), `.linkvet.yml:1: has a key that is not plain text`},
		{"several values", file("jobs: [1, 2]"), `.linkvet.yml:1: jobs: must be one value, not several`},
		{"mapping for a list", file("exclude:\n  a: b"), `.linkvet.yml:2: exclude: must be text or a list, with one PATTERN per item`},
		{"list in a list", file("exclude:\n- /a\n- [/b]"), `.linkvet.yml:3: exclude: must be a list of plain values; this item is a list or a mapping; quote it if it is meant as text`},
		{"list that holds itself", file("exclude: &x [*x]"), `.linkvet.yml:1: exclude: must be a list of plain values; this item is a list or a mapping; quote it if it is meant as text`},
		{"no mapping", file("- a"), `.linkvet.yml:1: must contain settings, one "name: value" per line`},
		{"no YAML", file("jobs: 1\nexclude: [a"), `.linkvet.yml:2: is not valid YAML: did not find expected ',' or ']'`},
		{"unknown anchor", file("jobs: *x"), `.linkvet.yml:1: is not valid YAML: unknown anchor 'x' referenced; quote the value, because YAML reserves *: "*…"`},
		{"no text", file("jobs: \x01"), `.linkvet.yml: is not valid YAML: control characters are not allowed (value: 1)`},
		{"two documents", file("jobs: 1\n---\njobs: 2"), `.linkvet.yml: must be one YAML document, not several`},
		{"broken second document", file("jobs: 1\n---\n[a"), `.linkvet.yml:3: is not valid YAML: did not find expected ',' or ']'`},
		{"deep nesting", file("exclude: " + strings.Repeat("[", 1<<16)), `.linkvet.yml:1: is not valid YAML: exceeded max depth of 16`},
		{"too many items", file("exclude: [" + strings.Repeat("/a,", maxItems+1) + "]"), `.linkvet.yml:1: exclude: must have at most 1000 items`},
		{"too many bytes", file("header: [&a 'X: " + strings.Repeat("y", 1<<19) + "', *a, *a]"), `.linkvet.yml:1: header: must have at most 1048576 bytes`},
		{
			"all at once, flags, inputs, then the file by line, those of replaced values too",
			Sources{
				Args: []string{"--jobs=x", "--nope=1"}, Environ: []string{"INPUT_WAIT=1", "INPUT_JOBS=y"},
				File: []byte("jobs: z\nnope: 1\nretries: q"), FileName: ".linkvet.yml",
			},
			"--jobs: must be a whole number from 1 to 10000, not \"x\"\n" +
				"--nope: unknown setting; for all settings, see --help\n" +
				"INPUT_JOBS: must be a whole number from 1 to 10000, not \"y\"\n" +
				"INPUT_WAIT: must be a duration such as 20s or 1m30s, not \"1\"; did you mean \"1s\"?\n" +
				".linkvet.yml:1: jobs: must be a whole number from 1 to 10000, not \"z\"\n" +
				".linkvet.yml:2: nope: unknown setting; for all settings, see https://github.com/linkvet/linkvet/blob/main/docs/settings.md\n" +
				".linkvet.yml:3: retries: must be a whole number of at least 0, not \"q\"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := failing(t, tt.src)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.Contains(got, "s3") {
				t.Errorf("the secret is repeated: %s", got)
			}
		})
	}
}

// Each of these is small as a file and large once its aliases are followed, by the
// square of the file's size; the bounds on one list cut it off early.
func TestAliasesStayBounded(t *testing.T) {
	t.Parallel()
	failing(t, file("exclude: &a [/x]\ninclude: &b [*a, *a]\nexclude-pages: &c [*b, *b]\n"))
	// One alias leads to so many bytes, and is written so often.
	bombs := map[string]func(bytes, times int) string{
		"of blank lines": func(bytes, times int) string {
			return "include:\n- &a |\n" + strings.Repeat("\n", bytes) + "\n  /a\n" + strings.Repeat("- *a\n", times)
		},
		"of long lines": func(bytes, times int) string {
			return "accept: [&a \"" + strings.Repeat("403 ", bytes/4) + "\"" + strings.Repeat(",*a", times) + "]"
		},
		"of rules": func(_, times int) string {
			return "a: &a {match: /x, fragments: none}\nrules:\n" + strings.Repeat("- *a\n", times)
		},
		"of keys of rules": func(bytes, times int) string {
			return "a: &a {" + strings.Repeat("a: 1, ", bytes/6) + "}\nrules:\n" + strings.Repeat("- *a\n", times)
		},
		"of patterns of rules": func(bytes, times int) string {
			return "a: &a [" + strings.Repeat("/x,", bytes/3) + "]\nrules:\n" + strings.Repeat("- {match: *a}\n", times)
		},
		"of headers of rules": func(bytes, times int) string {
			return "a: &a {" + strings.Repeat("a: 1, ", bytes/6) + "}\nrules:\n" + strings.Repeat("- {headers: *a}\n", times)
		},
		"of texts of rules": func(bytes, times int) string {
			return "a: &a \"" + strings.Repeat("403 ", bytes/4) + "\"\nrules:\n" + strings.Repeat("- {accept: *a}\n", times)
		},
		"of commas": func(bytes, times int) string {
			return "accept: [&a \"/" + strings.Repeat(",", 4*bytes) + "\"" + strings.Repeat(",*a", times) + "]"
		},
	}
	for name, content := range bombs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			size := 1 << 16
			if name == "of commas" {
				size = 1 << 18 // below the bounds, what they make takes long
			}
			proportion.Check(t, size, func(size int) func() {
				src := file(content(size, size/4))
				return func() { _, _ = Load(src) }
			})
			failing(t, file(content(size, size/4)))
		})
	}
}

func TestGiven(t *testing.T) {
	t.Parallel()
	src := file("fail-on: none\nretries: 5\nexclude: [/a/**, /b/**]\nheader: \"X-Token: hidden\"\n")
	src.Environ = []string{"INPUT_RETRIES=4", "INPUT_HEADER=Cookie: a=hidden\nX-Other: hidden"}
	src.Args = []string{"--retries=2", "--retries=3", "public"}
	c, err := Load(src)
	if err != nil {
		t.Fatal(err)
	}
	want := []Given{
		{"target", "public", "flag", ""},
		{"exclude", "/a/**\n/b/**", ".linkvet.yml", ".linkvet.yml:3: exclude"},
		{"header", "Cookie: ***\nX-Other: ***", "input", ""},
		{"retries", "3", "flag", ""},
		{"fail-on", "none", ".linkvet.yml", ".linkvet.yml:1: fail-on"},
	}
	if diff := cmp.Diff(want, c.Given); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
