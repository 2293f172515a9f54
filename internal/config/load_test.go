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
	cmpopts.IgnoreFields(Config{}, "Given", "Files"),
}

// base returns the defaults as the contract with users has them.
func base() Config {
	return Config{
		ConfigFile: ".linkvet.yml", Hosting: "auto", External: true, Fragments: "internal", Redirects: "permanent",
		MinPages: 1, Concurrency: 64, HostConcurrency: 8, Timeout: 20 * time.Second, Retries: 2,
		CacheTTL: 24 * time.Hour,
		Sources:  ".",
		Fix:      "none",
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
		{name: "nothing is the defaults", src: Sources{}, want: func(*Config) {}},
		{name: "a workflow run", src: Sources{Environ: []string{"GITHUB_ACTIONS=true"}}, want: func(c *Config) { c.TimeLimit = time.Hour }},
		{name: "a workflow run without a time limit", src: Sources{Environ: []string{"GITHUB_ACTIONS=true"}, File: []byte("time-limit: 0"), FileName: "f"}, want: func(*Config) {}},
		{name: "a workflow run with a time limit", src: Sources{Environ: []string{"GITHUB_ACTIONS=true", "INPUT_TIME-LIMIT=2h"}}, want: func(c *Config) { c.TimeLimit = 2 * time.Hour }},
		{name: "no workflow run", src: Sources{Environ: []string{"GITHUB_ACTIONS="}}, want: func(*Config) {}},
		{name: "quiet", src: Sources{Args: []string{"--quiet"}}, want: func(c *Config) { c.Quiet = true }},
		{name: "verbose", src: Sources{Environ: []string{"INPUT_VERBOSE=true"}}, want: func(c *Config) { c.Verbose = true }},
		{name: "target", src: Sources{Args: []string{"public"}}, want: func(c *Config) { c.Target = "public" }},
		{name: "flags after the target", src: Sources{Args: []string{"public", "--jobs=3"}}, want: func(c *Config) { c.Target, c.Jobs = "public", 3 }},
		{name: "a file elsewhere, by a flag and an input", src: Sources{Args: []string{"--cache=/c"}, Environ: []string{"INPUT_BASELINE=../b"}}, want: func(c *Config) { c.Cache, c.Baseline = "/c", "../b" }},
		{name: "files here, by the file", src: file("cache: .c\nbaseline: a/../b\nreport: [json=r/x.json]"), want: func(c *Config) {
			c.Cache, c.Baseline, c.Reports = ".c", "a/../b", []ReportFile{{"json", "r/x.json"}}
		}},
		{name: "value attached", src: Sources{Args: []string{"--timeout=5s"}}, want: func(c *Config) { c.Timeout = 5 * time.Second }},
		{name: "value apart", src: Sources{Args: []string{"--timeout", "5s"}}, want: func(c *Config) { c.Timeout = 5 * time.Second }},
		{name: "one dash", src: Sources{Args: []string{"-timeout", "5s", "-retries=0"}}, want: func(c *Config) { c.Timeout, c.Retries = 5*time.Second, 0 }},
		{name: "value holds an equals sign", src: Sources{Args: []string{"--user-agent=a=b"}}, want: func(c *Config) { c.UserAgent = "a=b" }},
		{name: "value begins with a dash, attached", src: Sources{Args: []string{"--user-agent=-x"}}, want: func(c *Config) { c.UserAgent = "-x" }},
		{name: "value is one dash", src: Sources{Args: []string{"--baseline", "-"}}, want: func(c *Config) { c.Baseline = "-" }},
		{name: "boolean alone", src: Sources{Args: []string{"--allow-private"}}, want: func(c *Config) { c.AllowPrivate = true }},
		{name: "boolean attached", src: Sources{Args: []string{"--external=false"}}, want: func(c *Config) { c.External = false }},
		{name: "boolean apart", src: Sources{Args: []string{"--external", "False", "site"}}, want: func(c *Config) { c.External, c.Target = false, "site" }},
		{name: "boolean before a target", src: Sources{Args: []string{"--allow-private", "site"}}, want: func(c *Config) { c.AllowPrivate, c.Target = true, "site" }},
		{name: "dashes end the flags", src: Sources{Args: []string{"--", "--help"}}, want: func(c *Config) { c.Target = "--help" }},
		{name: "lists add up", src: Sources{Args: []string{"--exclude", "/a", "--exclude=/b\n\n /c \r\n"}}, want: func(c *Config) { c.Exclude = glob("/a", "/b", "/c") }},
		{name: "the last scalar counts", src: Sources{Args: []string{"--jobs=1", "--jobs=2"}}, want: func(c *Config) { c.Jobs = 2 }},
		{name: "an empty list replaces one", src: Sources{Args: []string{"--exclude="}, File: []byte("exclude: /a"), FileName: "f"}, want: func(*Config) {}},
		{
			name: "input",
			src:  Sources{Environ: []string{"INPUT_FAIL-ON=none", "INPUT_HOST-CONCURRENCY= 3 ", "PATH=/bin", "input_x=1"}},
			want: func(c *Config) { c.FailOn, c.HostConcurrency = "none", 3 },
		},
		{name: "blank input is none", src: Sources{Environ: []string{"INPUT_TIMEOUT=", "INPUT_FAIL-ON= \n", "INPUT_TARGET="}}, want: func(*Config) {}},
		{name: "input list", src: Sources{Environ: []string{"INPUT_EXCLUDE=/a\r\n  /b\n\n"}}, want: func(c *Config) { c.Exclude = glob("/a", "/b") }},
		{name: "inputs of the runner", src: Sources{Environ: []string{"INPUT_ARGS=--jobs 2", "INPUT_ENTRYPOINT=/x"}}, want: func(*Config) {}},
		{name: "file", src: file("target: site\nfail-on: unverified\nexternal: false\nhost-rate: 0.5\n"), want: func(c *Config) {
			c.Target, c.FailOn, c.External, c.HostRate = "site", "unverified", false, 0.5
		}},
		{
			name: "what the file has and what a stronger source replaces",
			src: Sources{
				Args: []string{"--target=a"}, FileName: ".linkvet.yml",
				File: []byte("target: b\nsite-url: https://c.test/\nheader:\n- 'A: b'\n- 'C: d'\n"),
			},
			want: func(c *Config) {
				c.Target, c.SiteURLs, c.Headers = "a", []string{"https://c.test/"}, []Header{{"A", "b"}, {"C", "d"}}
			},
		},
		{name: "file list", src: file("exclude:\n  - /a\n  - '/b'\n"), want: func(c *Config) { c.Exclude = glob("/a", "/b") }},
		{name: "file list of one", src: file("exclude: /a\n"), want: func(c *Config) { c.Exclude = glob("/a") }},
		{name: "file block", src: file("exclude: |\n  /a\n\n  /b\n"), want: func(c *Config) { c.Exclude = glob("/a", "/b") }},
		{name: "file null", src: file("exclude: ~\ntimeout:\nfail-on: null\n"), want: func(*Config) {}},
		{name: "file null item", src: file("exclude: [~, /a]"), want: func(c *Config) { c.Exclude = glob("/a") }},
		{name: "file alias", src: file("exclude: &x [/a]\nexclude-pages: *x\n"), want: func(c *Config) { c.Exclude, c.ExcludePages = glob("/a"), glob("/a") }},
		{name: "file alias of an item", src: file("include: [&x /a]\nexclude: [*x, /b]\n"), want: func(c *Config) { c.Include, c.Exclude = glob("/a"), glob("/a", "/b") }},
		{name: "file empty", src: file(""), want: func(*Config) {}},
		{name: "file of comments", src: file("# nothing\n"), want: func(*Config) {}},
		{name: "file of null", src: file("~"), want: func(*Config) {}},
		{name: "file without a name", src: Sources{File: []byte("jobs: 7")}, want: func(*Config) {}},
		{name: "file boolean as text", src: file("external: 'FALSE'"), want: func(c *Config) { c.External = false }},
		{
			name: "an input beats the file",
			src:  Sources{Environ: []string{"INPUT_JOBS=2"}, File: []byte("jobs: 3\nretries: 4"), FileName: "f"},
			want: func(c *Config) { c.Jobs, c.Retries = 2, 4 },
		},
		{
			name: "a flag beats an input",
			src:  Sources{Args: []string{"--jobs=1"}, Environ: []string{"INPUT_JOBS=2"}, File: []byte("jobs: 3"), FileName: "f"},
			want: func(c *Config) { c.Jobs = 1 },
		},
		{
			name: "a list is replaced whole",
			src:  Sources{Args: []string{"--exclude=/c"}, Environ: []string{"INPUT_EXCLUDE=/b", "INPUT_INCLUDE=/i"}, File: []byte("exclude: [/a]\ninclude: [/j]"), FileName: "f"},
			want: func(c *Config) { c.Exclude, c.Include = glob("/c"), glob("/i") },
		},
		{
			name: "a TARGET beats an input",
			src:  Sources{Args: []string{"a"}, Environ: []string{"INPUT_TARGET=b"}},
			want: func(c *Config) { c.Target = "a" },
		},
		{name: "numbers", src: Sources{Args: []string{"--max-depth=1", "--max-pages=2", "--min-pages=0", "--concurrency=1", "--host-rate=2"}}, want: func(c *Config) {
			c.MaxDepth, c.MaxPages, c.MinPages, c.Concurrency, c.HostRate = 1, 2, 0, 1, 2
		}},
		{name: "durations", src: Sources{Args: []string{"--time-limit=1m30s", "--wait=0"}}, want: func(c *Config) { c.TimeLimit = 90 * time.Second }},
		{name: "words", src: Sources{Args: []string{"--hosting=plain", "--fragments=all", "--redirects=none", "--format=json", "--summary=false", "--annotations=false"}}, want: func(c *Config) {
			c.Hosting, c.Fragments, c.Redirects, c.Format, c.Summary, c.Annotations = "plain", "all", "none", "json", false, false
		}},
		{name: "site URL", src: Sources{Args: []string{"--site-url=https://example.com:8080/docs"}}, want: func(c *Config) { c.SiteURLs = []string{"https://example.com:8080/docs/"} }},
		{name: "site URL of a host", src: Sources{Args: []string{"--site-url=http://[::1]"}}, want: func(c *Config) { c.SiteURLs = []string{"http://[::1]/"} }},
		{
			name: "site URLs",
			src:  Sources{File: []byte("site-url:\n- https://example.com/docs\n- http://www.example.com/docs/\n"), FileName: "f"},
			want: func(c *Config) {
				c.SiteURLs = []string{"https://example.com/docs/", "http://www.example.com/docs/"}
			},
		},
		{name: "site URL unset", src: Sources{Args: []string{"--site-url="}, File: []byte("site-url: http://a/"), FileName: "f"}, want: func(*Config) {}},
		{name: "headers", src: Sources{Args: []string{"--header", "X-Key:  a: b ", "--header=X-Empty:"}}, want: func(c *Config) {
			c.Headers = []Header{{"X-Key", "a: b"}, {"X-Empty", ""}}
		}},
		{name: "reports", src: Sources{Environ: []string{"INPUT_REPORT=json=a=b.json\nmarkdown = out/r.md\ntext=r.txt"}}, want: func(c *Config) {
			c.Reports = []ReportFile{{"json", "a=b.json"}, {"markdown", "out/r.md"}, {"text", "r.txt"}}
		}},
		{name: "accept", src: Sources{Args: []string{"--accept", "403, 5xx"}}, want: func(c *Config) {
			c.Accept = Accept{{low: 403, high: 403}, {low: 500, high: 599}}
		}},
		{name: "help wins over faults", src: Sources{Args: []string{"--nonsense", "-h"}}, want: func(c *Config) { *c = Config{Help: true} }},
		{name: "help is no value", src: Sources{Args: []string{"--baseline", "--help"}}, want: func(c *Config) { *c = Config{Help: true} }},
		{name: "version", src: Sources{Args: []string{"-version"}, Environ: []string{"INPUT_X=1"}}, want: func(c *Config) { *c = Config{Version: true} }},
		{name: "dump", src: Sources{Args: []string{"--dump", "public"}}, want: func(c *Config) { c.Dump, c.Target = true, "public" }},
		{name: "help and version", src: Sources{Args: []string{"--version", "--help"}}, want: func(c *Config) { *c = Config{Help: true, Version: true} }},
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
		{name: "unknown flag", src: Sources{Args: []string{"--timeuot", "5s", "site"}}, want: `--timeuot: unknown setting; did you mean "timeout"?`},
		{name: "unknown flag like none", src: Sources{Args: []string{"--zzzzzz=1"}}, want: `--zzzzzz: unknown setting; for all settings, see --help`},
		{name: "setting of another version", src: Sources{Args: []string{"--check-mail=x"}}, want: `--check-mail: unknown setting; for all settings, see --help`},
		{name: "strange flag", src: Sources{Args: []string{"--a\n::error::x=1"}}, want: `--"a\n::error::x": unknown setting; for all settings, see --help`},
		{name: "flag without its value", src: Sources{Args: []string{"--timeout"}}, want: `--timeout: needs a value; write --timeout=DURATION`},
		{name: "flag before a flag", src: Sources{Args: []string{"--baseline", "--jobs=0"}}, want: "--baseline: needs a value; write --baseline=PATH\n--jobs: must be a whole number from 1 to 10000, not \"0\""},
		{name: "negative number", src: Sources{Args: []string{"--retries", "-1"}}, want: `--retries: must not be negative: "-1"`},
		{name: "help with a value", src: Sources{Args: []string{"--help=x"}}, want: `--help: takes no value`},
		{name: "two targets, not repeated", src: Sources{Args: []string{"a", "s3cret"}}, want: `TARGET: is given 2 times; pass one target, and quote values that contain spaces`},
		{name: "target twice", src: Sources{Args: []string{"a", "--target=b"}}, want: `TARGET: is given together with --target; pass only one of them`},
		{name: "empty target", src: Sources{Args: []string{""}}, want: `TARGET: must not be empty; set it to a directory or a URL, or remove it`},
		{name: "empty target in the file", src: file("target: ''"), want: `.linkvet.yml:1: target: must not be empty; set it to a directory or a URL, or remove it`},
		{name: "each of a repeated scalar is checked", src: Sources{Args: []string{"--jobs=x", "--jobs=2"}}, want: `--jobs: must be a whole number from 1 to 10000, not "x"`},
		{name: "not a boolean", src: Sources{Args: []string{"--external=yes"}}, want: `--external: must be true or false, not "yes"; did you mean "true"?`},
		{name: "not a boolean in the file", src: file("external: yes"), want: `.linkvet.yml:1: external: must be true or false, not "yes"; did you mean "true"?`},
		{name: "unknown input", src: Sources{Environ: []string{"INPUT_FAIL_ON=none"}}, want: `INPUT_FAIL_ON: unknown setting; did you mean "fail-on"?`},
		{name: "unknown blank input", src: Sources{Environ: []string{"INPUT_TIMEUOT="}}, want: `INPUT_TIMEUOT: unknown setting; did you mean "timeout"?`},
		{name: "duration", src: Sources{Environ: []string{"INPUT_TIMEOUT=abc"}}, want: `INPUT_TIMEOUT: must be a duration such as 20s or 1m30s, not "abc"`},
		{name: "duration without unit", src: file("wait: 20"), want: `.linkvet.yml:1: wait: must be a duration such as 20s or 1m30s, not "20"; did you mean "20s"?`},
		{name: "negative duration", src: Sources{Args: []string{"--wait=-1s"}}, want: `--wait: must not be negative: "-1s"`},
		{name: "no timeout", src: Sources{Args: []string{"--timeout=0"}}, want: `--timeout: must be longer than 0, such as 20s or 1m30s, not "0"`},
		{name: "word", src: file("\n\nfail-on: never"), want: `.linkvet.yml:3: fail-on: must be none, internal, broken or unverified, not "never"`},
		{name: "format of another version", src: Sources{Args: []string{"--format=pages"}}, want: `--format: must be text, json, sarif, junit or markdown, not "pages"`},
		{name: "hosting of another version", src: Sources{Args: []string{"--hosting=geocities"}}, want: `--hosting: must be ` + orOf(append([]string{"auto"}, detect.Names()...)) + `, not "geocities"`},
		{name: "rate", src: Sources{Args: []string{"--host-rate=inf", "--host-rate=-1", "--host-rate=1e9"}}, want: "--host-rate: must be a number of requests per second such as 2 or 0.5, not \"inf\"\n" +
			"--host-rate: must be a number of requests per second such as 2 or 0.5, not \"-1\"\n" +
			"--host-rate: must be a number of requests per second such as 2 or 0.5, not \"1e9\""},
		{name: "too much at once", src: Sources{Args: []string{"--concurrency=10001"}}, want: `--concurrency: must be a whole number from 1 to 10000, not "10001"`},
		{name: "long value", src: Sources{Args: []string{"--jobs=" + strings.Repeat("é", 100)}}, want: `--jobs: must be a whole number from 1 to 10000, not "` + strings.Repeat("é", 80) + `…"`},
		{name: "command in a value", src: Sources{Args: []string{"--jobs=\n##[error]x\u202e"}}, want: `--jobs: must be a whole number from 1 to 10000, not "\n#\x23[error]x\u202e"`},
		{name: "user agent", src: Sources{Args: []string{"--user-agent=a\nb"}}, want: `--user-agent: must not contain control characters: "a\nb"`},
		{name: "site URL", src: Sources{Args: []string{"--site-url=example.com/docs"}}, want: `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "example.com/docs"; did you mean "https://example.com/docs/"?`},
		{name: "site URL of a file", src: Sources{Args: []string{"--site-url=file:///x"}}, want: `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "file:///x"`},
		{name: "site URL without host", src: Sources{Args: []string{"--site-url=http:///x"}}, want: `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "http:///x"`},
		{name: "site URL with a port past all", src: Sources{Args: []string{"--site-url=http://a:65536/"}}, want: `--site-url: must be an absolute http or https URL such as https://example.com/docs/, not "http://a:65536/"`},
		{name: "site URL with a query", src: Sources{Args: []string{"--site-url=http://a/?"}}, want: `--site-url: must be a URL without a query or fragment, such as https://example.com/docs/, not "http://a/?"`},
		{name: "site URLs in one", src: Sources{Args: []string{"--site-url=http://a/,https://b/"}}, want: `--site-url: must be one URL per line or per flag, not "http://a/,https://b/"`},
		{name: "site URL with a fragment", src: Sources{Args: []string{"--site-url=http://a/#b"}}, want: `--site-url: must be a URL without a query or fragment, such as https://example.com/docs/, not "http://a/#b"`},
		{name: "site URL with a password", src: Sources{Args: []string{"--site-url=http://u:s3cret@a/"}}, want: `--site-url: must not contain a user name or password`},
		{name: "bad site URL with a password", src: Sources{Args: []string{"--site-url=u:s3cret@a/"}}, want: `--site-url: must be an absolute http or https URL such as https://example.com/docs/`},
		{name: "header without a name", src: Sources{Args: []string{"--header=s3cret"}}, want: `--header: must be "Name: value" (not shown here: it may be a secret)`},
		{name: "header with a bad name", src: Sources{Args: []string{"--header=Bearer s3: cret"}}, want: `--header: must be "Name: value" (not shown here: it may be a secret)`},
		{name: "header with a control character", src: Sources{Args: []string{"--header=X: s3\rcret"}}, want: `--header: must not contain control characters (not shown here: it may be a secret)`},
		{name: "header of the client", src: Sources{Args: []string{"--header=Host: s3cret"}}, want: `--header: must not set host: the HTTP client sets this header`},
		{name: "report format", src: Sources{Args: []string{"--report=pdf=x"}}, want: `--report: must be FORMAT=PATH, not "pdf=x"; the formats are json, sarif, junit, markdown, gitlab, pages, html, text, baseline, redirects, facts`},
		{name: "report to a dash", src: Sources{Args: []string{"--report=facts=-"}}, want: `--report: must name a file, not "facts=-": to print a report set format; a file of that name is facts=./-`},
		{name: "report without path", src: Sources{Args: []string{"--report=json="}}, want: `--report: must be FORMAT=PATH, not "json="; the formats are json, sarif, junit, markdown, gitlab, pages, html, text, baseline, redirects, facts`},
		{name: "two reports in one file", src: Sources{Args: []string{"--report=json=x", "--report=text=./x"}}, want: `--report: must not write two reports to "./x"; use a different path for each`},
		{name: "pattern", src: Sources{Args: []string{"--exclude=[a"}}, want: `--exclude: "[a" is not a valid glob; to match a literal [, { or *, write \ before it`},
		{name: "regexp", src: Sources{Args: []string{"--exclude=/a(/"}}, want: `--exclude: "/a(/" is not a valid regular expression: missing closing )`},
		{name: "accept", src: Sources{Args: []string{"--accept=403 40x"}}, want: `--accept: must be a status such as 403 or 5xx, or PATTERN=STATUS, not "40x"`},
		{
			name: "line of a list's item", src: file("exclude:\n  - /a\n  - '[b'\n"),
			want: `.linkvet.yml:3: exclude: "[b" is not a valid glob; to match a literal [, { or *, write \ before it`,
		},
		{
			name: "line in a block", src: file("exclude: |\n\n  /a\n  [b\n"),
			want: `.linkvet.yml:4: exclude: "[b" is not a valid glob; to match a literal [, { or *, write \ before it`,
		},
		{name: "cache elsewhere", src: hosted(file("cache: /home/me/.profile")), want: `.linkvet.yml:1: cache: "/home/me/.profile" is outside the working directory; set it as an input, or use a path inside`},
		{name: "baseline above", src: hosted(file("jobs: 1\nbaseline: a/../../b")), want: `.linkvet.yml:2: baseline: "a/../../b" is outside the working directory; set it as an input, or use a path inside`},
		{name: "report above", src: hosted(file("report: |\n  json=a.json\n  text=../a")), want: `.linkvet.yml:3: report: "../a" is outside the working directory; set it as an input, or use a path inside`},
		{name: "unknown key", src: file("jobs: 1\nfail_on: none"), want: `.linkvet.yml:2: fail_on: unknown setting; did you mean "fail-on"?`},
		{name: "strange key", src: file("\"::error::\\n\": 1"), want: `.linkvet.yml:1: "::error::\n": unknown setting; for all settings, see https://github.com/linkvet/linkvet/blob/main/docs/settings.md`},
		{name: "merge key", src: file("<<: {jobs: 1}"), want: `.linkvet.yml:1: "<<": unknown setting; for all settings, see https://github.com/linkvet/linkvet/blob/main/docs/settings.md`},
		{name: "key twice", src: file("jobs: 1\nretries: 1\njobs: 2"), want: `.linkvet.yml:3: jobs: is already set on line 1; remove one of the two`},
		{name: "key that is a list", src: file("[a]: 1"), want: `.linkvet.yml:1: has a key that is not plain text`},
		{name: "several values", src: file("jobs: [1, 2]"), want: `.linkvet.yml:1: jobs: must be one value, not several`},
		{name: "mapping for a list", src: file("exclude:\n  a: b"), want: `.linkvet.yml:2: exclude: must be text or a list, with one PATTERN per item`},
		{name: "list in a list", src: file("exclude:\n- /a\n- [/b]"), want: `.linkvet.yml:3: exclude: must be a list of plain values; this item is a list or a mapping; quote it if it is meant as text`},
		{name: "list that holds itself", src: file("exclude: &x [*x]"), want: `.linkvet.yml:1: exclude: must be a list of plain values; this item is a list or a mapping; quote it if it is meant as text`},
		{name: "no mapping", src: file("- a"), want: `.linkvet.yml:1: must contain settings, one "name: value" per line`},
		{name: "no YAML", src: file("jobs: 1\nexclude: [a"), want: `.linkvet.yml:2: is not valid YAML: did not find expected ',' or ']'`},
		{name: "unknown anchor", src: file("jobs: *x"), want: `.linkvet.yml:1: is not valid YAML: unknown anchor 'x' referenced; quote the value, because YAML reserves *: "*…"`},
		{name: "no text", src: file("jobs: \x01"), want: `.linkvet.yml: is not valid YAML: control characters are not allowed (value: 1)`},
		{name: "two documents", src: file("jobs: 1\n---\njobs: 2"), want: `.linkvet.yml: must be one YAML document, not several`},
		{name: "broken second document", src: file("jobs: 1\n---\n[a"), want: `.linkvet.yml:3: is not valid YAML: did not find expected ',' or ']'`},
		{name: "deep nesting", src: file("exclude: " + strings.Repeat("[", 1<<16)), want: `.linkvet.yml:1: is not valid YAML: exceeded max depth of 16`},
		{name: "too many items", src: file("exclude: [" + strings.Repeat("/a,", maxItems+1) + "]"), want: `.linkvet.yml:1: exclude: must have at most 1000 items`},
		{name: "too many bytes", src: file("header: [&a 'X: " + strings.Repeat("y", 1<<19) + "', *a, *a]"), want: `.linkvet.yml:1: header: must have at most 1048576 bytes`},
		{
			name: "all at once, flags, inputs, then the file by line, those of replaced values too",
			src: Sources{
				Args: []string{"--jobs=x", "--nope=1"}, Environ: []string{"INPUT_WAIT=1", "INPUT_JOBS=y"},
				File: []byte("jobs: z\nnope: 1\nretries: q"), FileName: ".linkvet.yml",
			},
			want: "--jobs: must be a whole number from 1 to 10000, not \"x\"\n" +
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
