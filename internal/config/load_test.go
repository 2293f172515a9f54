package config

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
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
	cmpopts.IgnoreFields(Config{}, "Given"), // TestGiven looks at them
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

func urls(texts ...string) (all []weburl.URL) {
	for _, text := range texts {
		u, _ := weburl.Parse(text)
		all = append(all, u)
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
		{name: "a file elsewhere, by a flag and an input", src: Sources{Args: []string{"--cache=/c"}, Environ: []string{"INPUT_BASELINE=../b"}}, want: func(c *Config) { c.Cache, c.Baseline = "/c", "../b" }},
		{name: "files here, by the file", src: file("cache: .c\nbaseline: a/../b\nreport: [json=r/x.json]"), want: func(c *Config) {
			c.Cache, c.Baseline, c.Reports = ".c", "a/../b", []ReportFile{{"json", "r/x.json"}}
		}},
		{name: "value apart", src: Sources{Args: []string{"--timeout", "5s"}}, want: func(c *Config) { c.Timeout = 5 * time.Second }},
		{name: "one dash", src: Sources{Args: []string{"-timeout", "5s", "-retries=0"}}, want: func(c *Config) { c.Timeout, c.Retries = 5*time.Second, 0 }},
		{name: "value holds an equals sign", src: Sources{Args: []string{"--user-agent=a=b"}}, want: func(c *Config) { c.UserAgent = "a=b" }},
		{name: "value is one dash", src: Sources{Args: []string{"--baseline", "-"}}, want: func(c *Config) { c.Baseline = "-" }},
		{name: "boolean alone", src: Sources{Args: []string{"--allow-private"}}, want: func(c *Config) { c.AllowPrivate = true }},
		{name: "boolean apart", src: Sources{Args: []string{"--external", "False", "site"}}, want: func(c *Config) { c.External, c.Target = false, "site" }},
		{name: "dashes end the flags", src: Sources{Args: []string{"--", "--help"}}, want: func(c *Config) { c.Target = "--help" }},
		{name: "lists add up", src: Sources{Args: []string{"--exclude", "/a", "--exclude=/b\n\n /c \r\n"}}, want: func(c *Config) { c.Exclude = glob("/a", "/b", "/c") }},
		{name: "an empty list replaces one", src: Sources{Args: []string{"--exclude="}, File: []byte("exclude: /a"), FileName: "f"}, want: func(*Config) {}},
		{
			name: "input",
			src:  Sources{Environ: []string{"INPUT_FAIL-ON=none", "INPUT_HOST-CONCURRENCY= 3 ", "PATH=/bin", "input_x=1"}},
			want: func(c *Config) { c.FailOn, c.HostConcurrency = "none", 3 },
		},
		{name: "blank input is none", src: Sources{Environ: []string{"INPUT_TIMEOUT=", "INPUT_FAIL-ON= \n", "INPUT_TARGET="}}, want: func(*Config) {}},
		{name: "inputs of the runner", src: Sources{Environ: []string{"INPUT_ARGS=--retries 3", "INPUT_ENTRYPOINT=/x"}}, want: func(*Config) {}},
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
				c.Target, c.SiteURLs, c.Headers = "a", urls("https://c.test/"), []Header{{"A", "b"}, {"C", "d"}}
			},
		},
		{name: "file list of one", src: file("exclude: /a\n"), want: func(c *Config) { c.Exclude = glob("/a") }},
		{name: "file block", src: file("exclude: |\n  /a\n\n  /b\n"), want: func(c *Config) { c.Exclude = glob("/a", "/b") }},
		{name: "file null", src: file("exclude: ~\ntimeout:\nfail-on: null\n"), want: func(*Config) {}},
		{name: "file null item", src: file("exclude: [~, /a]"), want: func(c *Config) { c.Exclude = glob("/a") }},
		{name: "file of comments", src: file("# nothing\n"), want: func(*Config) {}},
		{
			name: "an input beats the file",
			src:  Sources{Environ: []string{"INPUT_MAX-DEPTH=2"}, File: []byte("max-depth: 3\nretries: 4"), FileName: "f"},
			want: func(c *Config) { c.MaxDepth, c.Retries = 2, 4 },
		},
		{
			name: "a flag beats an input",
			src:  Sources{Args: []string{"--max-depth=1"}, Environ: []string{"INPUT_MAX-DEPTH=2"}, File: []byte("max-depth: 3"), FileName: "f"},
			want: func(c *Config) { c.MaxDepth = 1 },
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
		{name: "words", src: Sources{Args: []string{"--hosting=plain", "--fragments=all", "--redirects=none", "--format=json", "--summary=false", "--annotations=false"}}, want: func(c *Config) {
			c.Hosting, c.Fragments, c.Redirects, c.Format, c.Summary, c.Annotations = "plain", "all", "none", "json", false, false
		}},
		{name: "site URL", src: Sources{Args: []string{"--site-url=https://example.com:8080/docs"}}, want: func(c *Config) { c.SiteURLs = urls("https://example.com:8080/docs/") }},
		{
			name: "site URLs",
			src:  Sources{File: []byte("site-url:\n- https://example.com/docs\n- http://www.example.com/docs/\n"), FileName: "f"},
			want: func(c *Config) {
				c.SiteURLs = urls("https://example.com/docs/", "http://www.example.com/docs/")
			},
		},
		{name: "headers", src: Sources{Args: []string{"--header", "X-Key:  a: b ", "--header=X-Empty:"}}, want: func(c *Config) {
			c.Headers = []Header{{"X-Key", "a: b"}, {"X-Empty", ""}}
		}},
		{name: "reports", src: Sources{Environ: []string{"INPUT_REPORT=json=a=b.json\nmarkdown = out/r.md\ntext=r.txt"}}, want: func(c *Config) {
			c.Reports = []ReportFile{{"json", "a=b.json"}, {"markdown", "out/r.md"}, {"text", "r.txt"}}
		}},
		{name: "help wins over faults", src: Sources{Args: []string{"--nonsense", "-h"}}, want: func(c *Config) { *c = Config{Print: PrintHelp} }},
		{name: "version", src: Sources{Args: []string{"-version"}, Environ: []string{"INPUT_X=1"}}, want: func(c *Config) { *c = Config{Print: PrintVersion} }},
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
	if err == nil {
		t.Fatalf("got %+v, want faults", c)
	}
	return err.Error()
}

func TestFaults(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		src  Sources
		want string
	}{
		{name: "unknown flag", src: Sources{Args: []string{"--timeuot", "5s", "site"}}, want: `--timeuot: unknown setting; did you mean "timeout"?`},
		{name: "flag without its value", src: Sources{Args: []string{"--timeout"}}, want: `--timeout: needs a value; write --timeout=DURATION`},
		{name: "flag before a flag", src: Sources{Args: []string{"--baseline", "--concurrency=0"}}, want: "--baseline: needs a value; write --baseline=PATH\n--concurrency: must be a whole number from 1 to 10000, not \"0\""},
		{name: "negative number", src: Sources{Args: []string{"--retries", "-1"}}, want: `--retries: must not be negative: "-1"`},
		{name: "target twice", src: Sources{Args: []string{"a", "--target=b"}}, want: `TARGET: is given together with --target; pass only one of them`},
		{name: "empty target", src: Sources{Args: []string{""}}, want: `TARGET: must not be empty; set it to a directory or a URL, or remove it`},
		{name: "each of a repeated scalar is checked", src: Sources{Args: []string{"--concurrency=x", "--concurrency=2"}}, want: `--concurrency: must be a whole number from 1 to 10000, not "x"`},
		{name: "not a boolean", src: Sources{Args: []string{"--external=yes"}}, want: `--external: must be true or false, not "yes"`},
		{name: "near word", src: Sources{Args: []string{"--fail-on=Brokn"}}, want: `--fail-on: must be none, internal, broken or unverified, not "Brokn"; did you mean "broken"?`},
		{name: "two targets, one a secret perhaps", src: Sources{Args: []string{"--header=X:", "s3cret", "public"}}, want: `TARGET: is given 2 times; linkvet has no commands and checks one site per run: pass one directory or URL, and quote values that contain spaces`},
		{name: "unknown input in a workflow run", src: hosted(Sources{Environ: []string{"INPUT_EXCLUDES=x"}}), want: `input excludes: unknown setting; did you mean "exclude"?`},
		{name: "unknown input", src: Sources{Environ: []string{"INPUT_FAIL_ON=none"}}, want: `INPUT_FAIL_ON: unknown setting; did you mean "fail-on"?`},
		{name: "duration without unit", src: file("wait: 20"), want: `.linkvet.yml:1: wait: must be a duration such as 20s or 1m30s, not "20"`},
		{name: "negative duration", src: Sources{Args: []string{"--wait=-1s"}}, want: `--wait: must not be negative: "-1s"`},
		{name: "no timeout", src: Sources{Args: []string{"--timeout=0"}}, want: `--timeout: must be longer than 0, such as 20s or 1m30s, not "0"`},
		{name: "word", src: file("\n\nfail-on: never"), want: `.linkvet.yml:3: fail-on: must be none, internal, broken or unverified, not "never"`},
		{name: "rate", src: Sources{Args: []string{"--host-rate=inf", "--host-rate=-1", "--host-rate=1e9"}}, want: "--host-rate: must be a number of requests per second such as 2 or 0.5, not \"inf\"\n" +
			"--host-rate: must be a number of requests per second such as 2 or 0.5, not \"-1\"\n" +
			"--host-rate: must be a number of requests per second such as 2 or 0.5, not \"1e9\""},
		{name: "command in a value", src: Sources{Args: []string{"--concurrency=\n##[error]x\u202e"}}, want: `--concurrency: must be a whole number from 1 to 10000, not "\n#\x23[error]x\u202e"`},
		{name: "user agent", src: Sources{Args: []string{"--user-agent=a\nb"}}, want: `--user-agent: must not contain control characters: "a\nb"`},
		{name: "site URL", src: Sources{Args: []string{"--site-url=example.com/docs"}}, want: `--site-url: must be one http or https URL per line, without a query or fragment, such as https://example.com/docs/, not "example.com/docs"`},
		{name: "site URL with a query", src: Sources{Args: []string{"--site-url=http://a/?"}}, want: `--site-url: must be one http or https URL per line, without a query or fragment, such as https://example.com/docs/, not "http://a/?"`},
		{name: "site URLs in one", src: Sources{Args: []string{"--site-url=http://a/,https://b/"}}, want: `--site-url: must be one http or https URL per line, without a query or fragment, such as https://example.com/docs/, not "http://a/,https://b/"`},
		{name: "site URL with a password", src: Sources{Args: []string{"--site-url=http://u:s3cret@a/"}}, want: `--site-url: must not contain a user name or password`},
		{name: "bad site URL with a password", src: Sources{Args: []string{"--site-url=u:s3cret@a/"}}, want: `--site-url: must not contain a user name or password`},
		{name: "header without a name", src: Sources{Args: []string{"--header=s3cret"}}, want: `--header: must be "Name: value" (not shown here: it may be a secret)`},
		{name: "header with a control character", src: Sources{Args: []string{"--header=X: s3\rcret"}}, want: `--header: must not contain control characters (not shown here: it may be a secret)`},
		{name: "header of the client", src: Sources{Args: []string{"--header=Host: s3cret"}}, want: `--header: must not set host: the HTTP client sets this header`},
		{name: "report format", src: Sources{Args: []string{"--report=pdf=x"}}, want: `--report: must be FORMAT=PATH, not "pdf=x"; the formats are ` + strings.Join(report.Formats(), ", ")},
		{name: "report to a dash", src: Sources{Args: []string{"--report=json=-"}}, want: `--report: must name a file, not "json=-": to print a report set format; a file of that name is json=./-`},
		{name: "two reports in one file", src: Sources{Args: []string{"--report=json=x", "--report=text=./x"}}, want: `--report: must not write two reports to "./x"; use a different path for each`},
		{name: "pattern", src: Sources{Args: []string{"--exclude=[a"}}, want: `--exclude: "[a" is not a valid glob; to match a literal [, { or *, write \ before it`},
		{name: "accept", src: Sources{Args: []string{"--accept=403 40x"}}, want: `--accept: must be a status such as 403 or 5xx, or PATTERN=STATUS, not "40x"`},
		{name: "cache elsewhere", src: hosted(file("cache: /home/me/.profile")), want: `.linkvet.yml:1: cache: "/home/me/.profile" is outside the working directory; set it as an input, or use a path inside`},
		{name: "report above", src: hosted(file("report: |\n  json=a.json\n  text=../a")), want: `.linkvet.yml:1: report: "../a" is outside the working directory; set it as an input, or use a path inside`},
		{name: "unknown key", src: file("retries: 1\nfail_on: none"), want: `.linkvet.yml:2: fail_on: unknown setting; did you mean "fail-on"?`},
		{name: "key twice", src: file("retries: 1\nmax-depth: 1\nretries: 2"), want: `.linkvet.yml:3: retries: is already set on line 1; remove one of the two`},
		{name: "key that is a list", src: file("[a]: 1"), want: `.linkvet.yml:1: has a key that is not plain text`},
		{name: "list in a list", src: file("exclude:\n- /a\n- [/b]"), want: `.linkvet.yml:3: exclude: must be a list of plain values; this item is a list, a mapping or an alias; quote it if it is meant as text`},
		{name: "no mapping", src: file("- a"), want: `.linkvet.yml:1: must contain settings, one "name: value" per line`},
		{name: "no YAML", src: file("retries: 1\nexclude: [a"), want: `.linkvet.yml:2: is not valid YAML: did not find expected ',' or ']'` + yamlAdvice},
		{name: "no text", src: file("retries: \x01"), want: `.linkvet.yml: is not valid YAML: control characters are not allowed (value: 1)` + yamlAdvice},
		{name: "broken second document", src: file("retries: 1\n---\n[a"), want: `.linkvet.yml:3: is not valid YAML: did not find expected ',' or ']'` + yamlAdvice},
		{name: "two documents", src: file("retries: 1\n---\nretries: 2"), want: `.linkvet.yml: must be one YAML document, not several`},
		{name: "deep nesting", src: file("exclude: " + strings.Repeat("[", 1<<16)), want: `.linkvet.yml:1: is not valid YAML: exceeded max depth of 16` + yamlAdvice},
		{name: "too many items", src: file("exclude: [" + strings.Repeat("/a,", maxItems+1) + "]"), want: `.linkvet.yml:1: exclude: must have at most 1000 items`},
		{name: "alias", src: file("exclude: &x [/a]\nexclude-pages: *x\n"), want: `.linkvet.yml:2: exclude-pages: must not be an alias; put a value that begins with * in quotes`},
		{
			name: "all at once, flags, inputs, then the file by line, those of replaced values too",
			src: Sources{
				Args: []string{"--concurrency=x", "--nope=1"}, Environ: []string{"INPUT_WAIT=1", "INPUT_CONCURRENCY=y"},
				File: []byte("concurrency: z\nnope: 1\nretries: q"), FileName: ".linkvet.yml",
			},
			want: "--concurrency: must be a whole number from 1 to 10000, not \"x\"\n" +
				"--nope: unknown setting; for all settings, see --help\n" +
				"INPUT_CONCURRENCY: must be a whole number from 1 to 10000, not \"y\"\n" +
				"INPUT_WAIT: must be a duration such as 20s or 1m30s, not \"1\"\n" +
				".linkvet.yml:1: concurrency: must be a whole number from 1 to 10000, not \"z\"\n" +
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
	for name, content := range aliasBombs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const size = 1 << 13 // BenchmarkLinearAliases has larger ones
			failing(t, file(content(size, size/4)))
		})
	}
}

func TestGiven(t *testing.T) {
	t.Parallel()
	src := file("fail-on: none\nretries: 5\nexclude: [/a/**, /b/**]\nheader: \"X-Token: hidden\"\nrules: [{match: /c/**, verdict: ok}]\n")
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

func TestIneffective(t *testing.T) {
	t.Parallel()
	for args, want := range map[string][]string{
		"--from=r.json --timeout=5s --fail-on=internal":                               {"timeout"},
		"--max-depth=3 --wait=1m --timeout=5s public":                                 {"max-depth", "wait"},
		"--hosting=netlify --wait=1m --max-depth=3 https://example.com/":              {"hosting"},
		"--external=false --cache=c --timeout=5s --accept=403 --allow-private public": {"cache", "timeout", "accept", "allow-private"},
		"--fail-on=none --changed --cache-ttl=1h public":                              {"changed", "cache-ttl"},
		"--shard=1/2 --external=false public":                                         {"shard"},
		"--shard=2/2 --external=false public":                                         nil,
		"--shard=1/2 --from=r.json":                                                   nil, // it names the status that is published
		"--shard=1/2 --host-rate=2 --timeout=5s --fail-on=internal public":            nil,
	} {
		c, err := Load(Sources{Args: strings.Fields(args)})
		if err != nil {
			t.Errorf("%s: %v", args, err)
		}
		var got []string
		for _, note := range c.Ineffective() {
			name, _, _ := strings.Cut(note, " ")
			got = append(got, name)
		}
		if diff := cmp.Diff(slices.Sorted(slices.Values(want)), slices.Sorted(slices.Values(got))); diff != "" {
			t.Errorf("%s (-want +got):\n%s\n%s", args, diff, strings.Join(c.Ineffective(), "\n"))
		}
	}
}
