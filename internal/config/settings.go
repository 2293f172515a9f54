package config

import (
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/report"
)

// FileUse is what the settings file may do with a setting in a workflow run. There the
// checkout may be untrusted, and the file with it: it may narrow what flags and inputs say,
// and never widen it.
type FileUse int

// The uses of a setting.
const (
	// FileNever takes nothing in any run.
	FileNever FileUse = iota
	// FileNotInWorkflow takes nothing in a workflow run.
	FileNotInWorkflow
	// FileAny takes any value: it decides what is checked and shown, and opens nothing. A header
	// of the file holds nothing that the file does not.
	FileAny
	// FilePath takes a path below the working directory, symbolic links followed.
	FilePath
	// FileTarget takes such a path, or what FileURL takes.
	FileTarget
	// FileURL takes a URL at a public address, to which no header, user info or token
	// of a flag or an input is sent.
	FileURL
)

// Setting is one row of the table of settings.
type Setting struct {
	// Name is the flag without its dashes, the input, and the key of the file.
	Name string
	// Value stands for the value in usage texts, such as DURATION; empty for a
	// boolean.
	Value string
	// Default is the value of a setting that was not given, as a user would write
	// it; empty for none.
	Default string
	// InWorkflow is the default in a run of GitHub Actions where that is another one;
	// empty where it is the same.
	InWorkflow string
	// ActionDefault is the default of the input in action.yml; empty for none. The runner
	// passes it like a value that a user has set.
	ActionDefault string
	// Secret is true for a setting that is no flag, because other processes see arguments.
	Secret bool
	// Otherwise says in words what holds without a Default; empty with one.
	Otherwise string
	// Meaning is one sentence or more, without a full stop at its end, in which
	// literal text is between backquotes.
	Meaning string
	// List is true for a setting that takes several values, one a line.
	List bool
	// Choices are the words of a setting whose values are a few words; else nil.
	Choices []string

	// Usual is true for a setting that most people set at some time: -h shows it.
	Usual bool
	// File is what the settings file may do with the setting in a workflow run.
	File FileUse

	set func(c *Config, entries []entry, f *faults)
	// path returns the path of the file that one value names, or an empty one; nil
	// for a setting that names none.
	path func(value string) string
}

// DefaultText returns what documents show as the default.
func (s Setting) DefaultText() string {
	switch {
	case s.InWorkflow != "":
		return "`" + s.Default + "`; `" + s.InWorkflow + "` in a workflow run"
	case s.Default != "":
		return "`" + s.Default + "`"
	}
	return s.Otherwise
}

// IsFlag reports whether a flag can give the setting. Other processes can read flags, so
// a secret is none.
func (s Setting) IsFlag() bool { return !s.Secret }

// boolean reports whether the setting needs no value as a flag.
func (s Setting) boolean() bool { return s.Value == "" }

// shown writes the values of a setting, without the secrets that headers are.
func (s Setting) shown(entries []entry) string {
	var lines []string
	for _, e := range entries {
		for line := range strings.Lines(e.text) {
			line = strings.TrimSpace(line)
			if s.Secret {
				line = "***"
			}
			if s.Name == "header" && line != "" {
				name, _, _ := strings.Cut(line, ":")
				line = name + ": ***"
			}
			if line != "" {
				lines = append(lines, line)
			}
		}
	}
	if !s.List && len(lines) > 0 {
		lines = lines[len(lines)-1:]
	}
	return strings.Join(lines, "\n")
}

// synopsis returns the flag of the setting with the placeholder of its value, or the input
// of one that is no flag.
func (s Setting) synopsis() string {
	if s.Secret {
		return s.Name + " (no flag)"
	}
	if s.boolean() {
		return "--" + s.Name
	}
	return "--" + s.Name + " " + s.Value
}

// find returns the setting called name, or nil.
func find(table []Setting, name string) *Setting {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// Group is a part of the table, with its heading.
type Group struct {
	Title    string
	Settings []Setting
}

// Settings returns the table of all settings. It is the caller's own copy.
func Settings() []Setting {
	var all []Setting
	for _, g := range Groups() {
		all = append(all, g.Settings...)
	}
	return all
}

// hostingChoices are the names of the hosts, and the word for their detection.
func hostingChoices() []string { return append([]string{project.Auto}, hosting.Names()...) }

// coded writes names as the table shows literal text: `a`, `b`.
func coded(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// anyOf writes names as the table shows a choice: `a`, `b` or `c`.
func anyOf(names []string) string {
	last := len(names) - 1
	return coded(names[:last]) + " or `" + names[last] + "`"
}

// maxAtOnce bounds what may be done at once: more is a typo, and
// would take every file descriptor there is.
const maxAtOnce = 10_000

// Groups returns the table in the order in which documents show it.
func Groups() []Group {
	return []Group{
		{"What to check", []Setting{
			{
				Name: "target", Value: "DIR|URL", Otherwise: "the URL of the run's deployment, or a build directory", File: FileTarget,
				Meaning: "Directory or http(s) URL of the site to check",
				set:     scalar(func(c *Config) *string { return &c.Target }, filled("set it to a directory or a URL, or remove it")),
				path:    directoryOf,
			},
			{
				Name: "config", Value: "PATH", Default: ".linkvet.yml", File: FileNever,
				Meaning: "Path of another settings file, or `none` for no file. Only a flag or an input can set it",
				set:     scalar(func(c *Config) *string { return &c.ConfigFile }, filled("set it to the path of a settings file, or to none")),
			},
			{
				Name: "include", Value: "PATTERN", Otherwise: "none", List: true, File: FileAny,
				Meaning: "Check only links that match one of these patterns, one per line: a glob (`https://*.example.com/**`, `/drafts/**`; `*` does not match `/`) or a `/regexp/`",
				set:     list(func(c *Config) *Patterns { return &c.Include }, whole, parsePattern),
			},
			{
				Name: "exclude", Value: "PATTERN", Otherwise: "none", List: true, File: FileAny, Usual: true,
				Meaning: "Skip links that match one of these patterns, one per line: a glob or a `/regexp/`, as for `include`",
				set:     list(func(c *Config) *Patterns { return &c.Exclude }, whole, parsePattern),
			},
			{
				Name: "exclude-pages", Value: "PATTERN", Otherwise: "none", List: true, File: FileAny,
				Meaning: "Do not read pages that match one of these patterns, one per line. Links to these pages are still checked",
				set:     list(func(c *Config) *Patterns { return &c.ExcludePages }, whole, parsePattern),
			},
			{
				Name: "external", Default: "true", File: FileAny, Usual: true,
				Meaning: "Check links to other sites",
				set:     scalar(func(c *Config) *bool { return &c.External }, parseBool),
			},
			{
				Name: "fragments", Value: "WHICH", Default: FragmentsInternal, File: FileAny,
				Meaning: "Which `#fragments` to check: `none`, `internal` (links to pages of the site) or `all`",
				Choices: fragmentsChoices,
				set:     scalar(func(c *Config) *string { return &c.Fragments }, enum(fragmentsChoices...)),
			},
			{
				Name: "redirects", Value: "WHICH", Default: RedirectsPermanent, File: FileAny,
				Meaning: "Which redirects to report: `none`, `permanent` or `all`",
				Choices: redirectsChoices,
				set:     scalar(func(c *Config) *string { return &c.Redirects }, enum(redirectsChoices...)),
			},
			{
				Name: "max-depth", Value: "N", Default: "0", File: FileAny,
				Meaning: "Maximum clicks from the start page of a live site; `0` means unlimited",
				set:     scalar(func(c *Config) *int { return &c.MaxDepth }, integer(0, unbounded)),
			},
			{
				Name: "max-pages", Value: "N", Default: "0", File: FileAny,
				Meaning: "Maximum pages of a live site to read; `0` means unlimited. The report says how many were left out",
				set:     scalar(func(c *Config) *int { return &c.MaxPages }, integer(0, unbounded)),
			},
			{
				Name: "allow-private", Default: "false", File: FileNotInWorkflow,
				Meaning: "Check links to private, loopback and link-local addresses. The address of the site itself is always allowed",
				set:     scalar(func(c *Config) *bool { return &c.AllowPrivate }, parseBool),
			},
		}},
		{"Where the site is served", []Setting{
			{
				Name: "site-url", Value: "URL", Otherwise: "inferred", List: true, File: FileURL, Usual: true,
				Meaning: "URL where the site is or will be served, with its base path (`https://example.com/docs/`). Links to it are internal. For a site with several URLs, write one per line, the main one first",
				set:     list(func(c *Config) *[]string { return &c.SiteURLs }, whole, parseSiteURL),
			},
			{
				Name: "hosting", Value: "NAME", Default: project.Auto, File: FileAny, Usual: true,
				Meaning: "How paths map to files in a directory: " + coded(hosting.Names()) + ", or `auto`, which detects the host",
				Choices: hostingChoices(),
				set:     scalar(func(c *Config) *string { return &c.Hosting }, enum(hostingChoices()...)),
			},
			{
				Name: "header", Value: "HEADER", Otherwise: "none", List: true, File: FileAny,
				Meaning: "HTTP header for requests to the site, `Name: value`, one per line. It is never sent to another origin, also not after a redirect",
				set:     list(func(c *Config) *[]Header { return &c.Headers }, whole, parseHeader),
			},
			{
				Name: "wait", Value: "DURATION", Default: "0", File: FileAny, Usual: true,
				Meaning: "Maximum time to wait for a live site to answer before the check starts. A login page ends the wait at once",
				set:     scalar(func(c *Config) *time.Duration { return &c.Wait }, parseDuration),
			},
			{
				Name: "expect", Value: "TEXT", Otherwise: "none", File: FileAny,
				Meaning: "Text that the start page of a live site must contain, such as the commit hash. linkvet looks for it again until `wait` is over",
				set:     scalar(func(c *Config) *string { return &c.Expect }, filled("set it to text of the start page, or remove it")),
			},
			{
				Name: "environment", Value: "PATTERN", Otherwise: "none", File: FileAny,
				Meaning: "In a run for a deployment, check only deployments to an environment that matches this pattern: a glob (`Preview*`) or a `/regexp/`. For the events `status` and `check_run`, that is the name of the commit status or check run. Other deployments end the run with exit status 0",
				set:     scalar(func(c *Config) *NamePattern { return &c.Environment }, parseNamePattern),
			},
		}},
		{"How fast and how politely", []Setting{
			{
				Name: "concurrency", Value: "N", Default: "64", File: FileAny,
				Meaning: "Maximum requests at the same time, over all hosts",
				set:     scalar(func(c *Config) *int { return &c.Concurrency }, integer(1, maxAtOnce)),
			},
			{
				Name: "host-concurrency", Value: "N", Default: "8", File: FileAny,
				Meaning: "Maximum requests at the same time to one external host. The site itself may use all of `concurrency`",
				set:     scalar(func(c *Config) *int { return &c.HostConcurrency }, integer(1, maxAtOnce)),
			},
			{
				Name: "host-rate", Value: "RATE", Default: "0", File: FileAny,
				Meaning: "Maximum requests per second to one external host, such as `0.5`; `0` means unlimited",
				set:     scalar(func(c *Config) *float64 { return &c.HostRate }, parseRate),
			},
			{
				Name: "timeout", Value: "DURATION", Default: "20s", File: FileAny, Usual: true,
				Meaning: "Maximum time for one attempt of a request, including the part of the body that is read",
				set:     scalar(func(c *Config) *time.Duration { return &c.Timeout }, parseTimeout),
			},
			{
				Name: "retries", Value: "N", Default: "2", File: FileAny,
				Meaning: "Maximum retries of a request after a temporary failure",
				set:     scalar(func(c *Config) *int { return &c.Retries }, integer(0, unbounded)),
			},
			{
				Name: "time-limit", Value: "DURATION", Default: "0", InWorkflow: "1h", File: FileAny, Usual: true,
				Meaning: "Maximum time for the whole run; `0` means unlimited. Links that were not checked by then get the reason `not-reached`",
				set:     scalar(func(c *Config) *time.Duration { return &c.TimeLimit }, parseDuration),
			},
			{
				Name: "shard", Value: "I/N", Otherwise: "none", File: FileNotInWorkflow,
				Meaning: "For a directory: request only share I of N of the external hosts, such as `2/4` in the second of four jobs. Share 1 also judges the links of the site itself. Each job reports and fails for itself",
				set:     scalar(func(c *Config) *Shard { return &c.Shard }, parseShard),
			},
			{
				Name: "user-agent", Value: "TEXT", Otherwise: "`linkvet/VERSION (+URL)`", File: FileNotInWorkflow,
				Meaning: "The User-Agent header of all requests",
				set:     scalar(func(c *Config) *string { return &c.UserAgent }, parseUserAgent),
			},
			{
				Name: "cache", Value: "PATH", Otherwise: "none", File: FilePath,
				Meaning: "File that keeps external links that were ok, so that the next run does not request them again. Failures are never cached",
				set:     scalar(func(c *Config) *string { return &c.Cache }, parseText),
				path:    itself,
			},
			{
				Name: "cache-ttl", Value: "DURATION", Default: "24h", File: FileAny,
				Meaning: "Maximum age of cached results; `0` checks all links again and updates the cache",
				set:     scalar(func(c *Config) *time.Duration { return &c.CacheTTL }, parseDuration),
			},
		}},
		{"What fails the run", []Setting{
			{
				Name: "fail-on", Value: "WHAT", Default: FailOnBroken, File: FileAny, Usual: true,
				Meaning: "Findings that fail the run (exit status 1): `none`, `internal` (broken internal links), `broken` (all broken links) or `unverified` (broken and unverified links)",
				Choices: failOnChoices,
				set:     scalar(func(c *Config) *string { return &c.FailOn }, enum(failOnChoices...)),
			},
			{
				Name: "accept", Value: "STATUS", Otherwise: "none", List: true, File: FileAny,
				Meaning: "HTTP statuses that also count as ok, such as `403, 5xx`, or `PATTERN=403` for some URLs. 2xx always counts as ok",
				set:     list(func(c *Config) *Accept { return &c.Accept }, acceptEntries, parseAccept),
			},
			{
				Name: "max-unread", Value: "N|SHARE", Default: "0", File: FileAny,
				Meaning: "Maximum unread pages of a live site: a number, or a share such as `2%`. With more, the run is incomplete (exit status 3). Unread pages are those with a timeout, a reset or refused connection, 429 or 5xx. Pages that require a login count only if they include the start page, or are more than 10 and more than 5% of the site, or more than half of it",
				set:     scalar(func(c *Config) *Share { return &c.MaxUnread }, parseShare),
			},
			{
				Name: "min-pages", Value: "N", Default: "1", File: FileAny,
				Meaning: "Minimum pages to read. With fewer, the run is incomplete (exit status 3)",
				set:     scalar(func(c *Config) *int { return &c.MinPages }, integer(0, unbounded)),
			},
			{
				Name: "changed", Default: "false", File: FileAny, Usual: true,
				Meaning: "Fail only on findings that the pull request causes: new links, and links to what it moves or removes. Needs `pull-requests: read`, or a checkout with `fetch-depth: 0`",
				set:     scalar(func(c *Config) *bool { return &c.Changed }, parseBool),
			},
			{
				Name: "baseline", Value: "PATH", Otherwise: "none", File: FilePath, Usual: true,
				Meaning: "Known findings: a `baseline` or JSON report, as a file, an https URL, or `artifact:NAME` of the last successful run of this workflow on the default branch. A place that it lists does not fail the run. A new place of a known target does",
				set:     scalar(func(c *Config) *string { return &c.Baseline }, parseBaseline),
				path:    itself,
			},
			{
				Name: "compare", Value: "DIR|URL|FILE", Otherwise: "none", File: FileTarget,
				Meaning: "The old site: a URL (its sitemaps, otherwise a crawl), a build directory, or a file (a `pages` report, a sitemap, one URL per line). Each of its URLs must still lead somewhere",
				set:     scalar(func(c *Config) *string { return &c.Compare }, parseCompare),
				path:    directoryOf,
			},
		}},
		{"Pull requests", []Setting{
			{
				Name: "publish", Value: "WHAT", Otherwise: "nothing", List: true, File: FileNotInWorkflow,
				Meaning: "What else to show on GitHub, one per line. `status` is a commit status on the commit under test. `comment` is one comment on the pull request, which each run updates. `check` is a check run with all annotations. `review` suggests fixes on lines of the pull request. `issue` is one issue for scheduled runs, closed when all is well",
				Choices: publishChoices,
				set:     list(func(c *Config) *[]string { return &c.Publish }, whole, enum(publishChoices...)),
			},
			{
				Name: "token", Value: "TOKEN", Otherwise: "the environment variable `GITHUB_TOKEN`", File: FileNever,
				Meaning:       "GitHub token for `publish` and for links to private repositories. Only an input or the environment can set it. The action passes the token of the job",
				ActionDefault: "${{ github.token }}", Secret: true,
				set: scalar(func(c *Config) *string { return &c.Token }, parseToken),
			},
			{
				Name: "from", Value: "PATH", Otherwise: "none", File: FileNotInWorkflow,
				Meaning: "Earlier JSON report to publish, annotate and convert. linkvet reads no site then, and does not trust the report",
				set:     scalar(func(c *Config) *string { return &c.From }, filled("set it to the path of a JSON report, or remove it")),
			},
		}},
		{"Output", []Setting{
			{
				Name: "report", Value: "FORMAT=PATH", Otherwise: "none", List: true, File: FilePath, Usual: true,
				Meaning: "Report to write, `FORMAT=PATH`, one per line. `FORMAT` is " + anyOf(report.Formats()),
				set:     setReports,
				path:    reportPath,
			},
			{
				Name: "format", Value: "FORMAT", Default: report.FormatText, File: FileAny, Usual: true,
				Meaning: "Format of standard output: " + anyOf(report.StdoutFormats()),
				Choices: report.StdoutFormats(),
				set:     setFormat,
			},
			{
				Name: "quiet", Default: "false", File: FileAny,
				Meaning: "Print only what fails the run, and the result. Print nothing if the run passes",
				set:     scalar(func(c *Config) *bool { return &c.Quiet }, parseBool),
			},
			{
				Name: "verbose", Default: "false", File: FileAny,
				Meaning: "Print more findings, more places, all redirects, and the settings that were given. It overrides `quiet`",
				set:     scalar(func(c *Config) *bool { return &c.Verbose }, parseBool),
			},
			{
				Name: "annotations", Default: "true", File: FileAny,
				Meaning: "Annotate the findings in a workflow run",
				set:     scalar(func(c *Config) *bool { return &c.Annotations }, parseBool),
			},
			{
				Name: "summary", Default: "true", File: FileAny,
				Meaning: "Write the job summary in a workflow run",
				set:     scalar(func(c *Config) *bool { return &c.Summary }, parseBool),
			},
			{
				Name: "sources", Value: "DIR", Default: ".", File: FilePath,
				Meaning: "Directory of the files from which the site is built. Findings name the source line to edit",
				set:     scalar(func(c *Config) *string { return &c.Sources }, filled("write . for the working directory")),
				path:    itself,
			},
			{
				Name: "fix", Value: "WHAT", Default: FixNone, File: FileNotInWorkflow,
				Meaning: "Fix links in the sources where there is exactly one right answer: `diff` prints a patch on standard output and the report on standard error, `write` changes the files",
				Choices: fixChoices,
				set:     scalar(func(c *Config) *string { return &c.Fix }, enum(fixChoices...)),
			},
		}},
	}
}
