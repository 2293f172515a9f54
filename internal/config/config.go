// Package config turns flags, action inputs and the settings file into one checked Config.
// A single table at the end of this file names every setting once. All other lists of settings (the
// flags, the inputs, the file's keys, --help, action.yml, docs/settings.md) are made from it.
package config

import (
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/report"
	"github.com/linkvet/linkvet/internal/weburl"
)

// The values of the settings that take one of a few words.
const (
	FragmentsNone     = "none"
	FragmentsInternal = "internal"
	FragmentsAll      = "all"

	RedirectsNone      = "none"
	RedirectsPermanent = "permanent"
	RedirectsAll       = "all"

	FixNone  = "none"
	FixDiff  = "diff"
	FixWrite = "write"

	PublishComment = "comment"
	PublishStatus  = "status"
	PublishCheck   = "check"
	PublishReview  = "review"
	PublishIssue   = "issue"
)

var (
	fragmentsChoices = []string{FragmentsNone, FragmentsInternal, FragmentsAll}
	redirectsChoices = []string{RedirectsNone, RedirectsPermanent, RedirectsAll}
	fixChoices       = []string{FixNone, FixDiff, FixWrite}
	publishChoices   = []string{PublishStatus, PublishComment, PublishCheck, PublishReview, PublishIssue}
)

// Config is every setting of one run, checked. Its defaults are those of the
// table below.
type Config struct {
	// Target is the directory or URL to check, as it was given; empty when the
	// caller has to find one.
	Target string
	// ConfigFile is the path of the settings file, or "none".
	ConfigFile string
	// SiteURLs are absolute http or https URLs whose paths end with a slash, and
	// that have no query, fragment or user info: first the main place of the site,
	// then others of the same pages. None when it has to be inferred.
	SiteURLs []weburl.URL
	// Hosting is project.Auto or one of hosting.Names.
	Hosting string
	// Include and Exclude choose links by URL; empty ones choose nothing.
	Include, Exclude Patterns
	// ExcludePages chooses the pages that are not read for links.
	ExcludePages Patterns
	// External reports whether links that leave the site are checked.
	External bool
	// Fragments, Redirects, Fix and FailOn are each one of the constants that begin so.
	Fragments, Redirects, Fix, FailOn string
	// MaxDepth is in clicks from the start page, and MaxPages the most pages to read; zero is no
	// bound.
	MaxDepth, MaxPages int
	// MaxUnread is how many pages of a live site may stay unread.
	MaxUnread Share
	// MinPages is the fewest pages that make a run worth its name.
	MinPages int
	// Concurrency is the number of requests in flight over all hosts, and HostConcurrency that to one
	// external host; both are 1 or more.
	Concurrency, HostConcurrency int
	// HostRate is in requests a second to one external host; zero is no bound.
	HostRate float64
	// Timeout bounds one try of one request; it is more than zero.
	Timeout time.Duration
	// Retries is the number of tries after the first; zero is none.
	Retries int
	// TimeLimit bounds the whole run; zero is no bound.
	TimeLimit time.Duration
	// Wait is how long to wait for a live site's first answer; zero is not at all.
	Wait time.Duration
	// Expect is text that the start page of a live site must contain; empty for any.
	Expect string
	// Environment matches the environments whose deployments are checked.
	Environment NamePattern
	// Headers go to the site's own origins only. Their values are secrets.
	Headers []Header
	// UserAgent is empty when it was not set: the caller knows its own version.
	UserAgent string
	// Accept holds the statuses that count as ok in addition to 2xx.
	Accept Accept
	// Rules say what holds for some targets alone; they come from the file.
	Rules Rules
	// AllowPrivate reports whether links to private addresses are checked.
	AllowPrivate bool
	// Cache is the path of the file that keeps ok verdicts; empty for none.
	Cache string
	// CacheTTL is how long they hold; at zero none does, and all are kept anew.
	CacheTTL time.Duration
	// Sources is the directory that holds the files that the site is built from.
	Sources string
	// Changed reports whether only findings that the pull request causes fail the run.
	Changed bool
	// Publish holds Publish constants, each at most once.
	Publish []string
	// Token is the token for GitHub that was given as a setting; empty for that of the
	// environment. It is a secret.
	Token string
	// From is the path of a JSON report to deliver instead of a check; empty for none.
	From string
	// Baseline is the path or the URL of a report baseline or a JSON report, or names an
	// artifact; empty for none.
	Baseline string
	// Compare is the old site: a URL, or the path of a build directory or of a file that
	// lists URLs; empty for none.
	Compare string
	// Shard is the share of the external hosts that the run requests; the zero value is all.
	Shard Shard
	// Reports are the files to write; no two have one path.
	Reports []ReportFile
	// Format is what goes to standard output, one of report.StdoutFormats.
	Format string
	// Quiet and Verbose choose how much the text on standard output says. If both are true,
	// Verbose counts.
	Quiet, Verbose bool
	// Annotations and Summary say what to write in a workflow run.
	Annotations, Summary bool
	// Jobs is the number of pages read at once in directory mode, 1 or more: the number
	// of CPUs, unless the process can open few files.
	Jobs int

	// Given are the settings that were given, in the order of the table, each from
	// the strongest source that has it.
	Given []Given

	// NotTaken are the settings that the settings file names and does not decide in this
	// run, and that no other source decides either.
	NotTaken []string

	// Print is one of the Print constants for a call that only prints that; else empty. No
	// other field is set then.
	Print string
}

// ReportPath returns the path of the last report in a format; empty when none is to be written.
func (c *Config) ReportPath(format string) string {
	for _, file := range slices.Backward(c.Reports) {
		if file.Format == format {
			return file.Path
		}
	}
	return ""
}

// Given is one setting that was given, as a reader of the log may see it.
type Given struct {
	// Name is the setting's name.
	Name string
	// Value is what was given, one line for each value. That of a header is its
	// name alone, and that of a target or URL may hold user info.
	Value string
	// Source is "flag", "input" or the name of the settings file.
	Source string
	// InFile is where the settings file has it, such as ".linkvet.yml:3: target"; empty
	// for a flag or an input.
	InFile string
}

// InFile returns where the settings file has a setting that it decides, and nothing
// for one that it does not.
func (c *Config) InFile(name string) string {
	for _, g := range c.Given {
		if g.Name == name {
			return g.InFile
		}
	}
	return ""
}

// ReportFile is one report to write: one of report.Formats and where to put it.
type ReportFile struct{ Format, Path string }

// SecretHeaders returns every header that any request may bear: those of the
// site and those of the rules. Their values are never to be shown.
func (c *Config) SecretHeaders() []Header {
	all := slices.Clone(c.Headers)
	for i := range c.Rules {
		all = append(all, c.Rules[i].Headers...)
	}
	return all
}

// fileUse is what the settings file may do with a setting. In a workflow run the checkout may be
// untrusted, and the file with it: it may narrow what flags and inputs say, and never widen it.
// The zero value takes any value. In a workflow run a path stays below the working directory then,
// and no header, user info or token of a flag or an input goes to a URL.
type fileUse int

const (
	// fileNotInWorkflow takes nothing in a workflow run.
	fileNotInWorkflow fileUse = iota + 1
	// fileNever takes nothing in any run.
	fileNever
)

// setting is one row of the table of settings.
type setting struct {
	// name is the flag without its dashes, the input, and the key of the file.
	name string
	kind
	// initial is the value of a setting that was not given, as a user would write it; empty for
	// none, and then otherwise says in words what holds. inWorkflow is that in a run of GitHub
	// Actions where it is another one.
	initial, inWorkflow, otherwise string
	// actionDefault is the default of the input in action.yml; empty for none. The runner
	// passes it like a value that a user has set.
	actionDefault string
	// isSecret is true for a setting that is no flag, because other processes see arguments.
	isSecret bool
	file     fileUse
	// meaning is one sentence or more, without a full stop at its end, in which
	// literal text is between backquotes.
	meaning string
}

// defaultText returns what documents show as the default.
func (s *setting) defaultText() string {
	switch {
	case s.inWorkflow != "":
		return "`" + s.initial + "`; `" + s.inWorkflow + "` in a workflow run"
	case s.initial != "":
		return "`" + s.initial + "`"
	}
	return s.otherwise
}

// isBoolean reports whether the setting needs no value as a flag.
func (s *setting) isBoolean() bool { return s.value == "" }

// shown writes the values of a setting, without the secrets that headers are.
func (s *setting) shown(entries []entry) string {
	var lines []string
	for _, e := range entries {
		for line := range strings.Lines(e.text) {
			line = strings.TrimSpace(line)
			if s.isSecret {
				line = "***"
			}
			if s.name == "header" && line != "" {
				name, _, _ := strings.Cut(line, ":")
				line = name + ": ***"
			}
			if line != "" {
				lines = append(lines, line)
			}
		}
	}
	if !s.isList && len(lines) > 0 {
		lines = lines[len(lines)-1:]
	}
	return strings.Join(lines, "\n")
}

// synopsis returns the flag of the setting with the placeholder of its value, or the input
// of one that is no flag.
func (s *setting) synopsis() string {
	if s.isSecret {
		return s.name + " (no flag)"
	}
	return strings.TrimSpace("--" + s.name + " " + s.value)
}

// find returns the setting called name, or nil.
func find(table []setting, name string) *setting {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

// group is a part of the table, with its heading.
type group struct {
	title    string
	settings []setting
}

// tableOf returns the table of all settings, which set the fields of c.
func tableOf(c *Config) []setting {
	var all []setting
	for _, g := range groupsOf(c) {
		all = append(all, g.settings...)
	}
	return all
}

// settings returns the table for those who only read it.
func settings() []setting { return tableOf(new(Config)) }

// coded writes names as the table shows literal text.
func coded(names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, "`"+name+"`")
	}
	return all
}

// maxAtOnce bounds what may be done at once: more is a typo, and
// would take every file descriptor there is.
const maxAtOnce = 10_000

// groupsOf returns the table in the order in which documents show it. The settings set the fields
// of c.
func groupsOf(c *Config) []group {
	hosts := append([]string{project.Auto}, hosting.Names()...)
	return []group{
		{"What to check", []setting{
			{
				name: "target", kind: path(&c.Target, "DIR|URL", filled("set it to a directory or a URL, or remove it")), otherwise: "the URL of the run's deployment, or a build directory",
				meaning: "Directory or http(s) URL of the site to check",
			},
			{
				name: "config", kind: one(&c.ConfigFile, "PATH", someText(), filled("set it to the path of a settings file, or to none")), initial: ".linkvet.yml", file: fileNever,
				meaning: "Path of another settings file, or `none` for no file. Only a flag or an input can set it",
			},
			{
				name: "include", kind: patterns(&c.Include), otherwise: "none",
				meaning: "Check only links that match one of these patterns, one per line: a glob (`https://*.example.com/**`, `/drafts/**`; `*` does not match `/`) or a `/regexp/`",
			},
			{
				name: "exclude", kind: patterns(&c.Exclude), otherwise: "none",
				meaning: "Skip links that match one of these patterns, one per line: a glob or a `/regexp/`, as for `include`",
			},
			{
				name: "exclude-pages", kind: patterns(&c.ExcludePages), otherwise: "none",
				meaning: "Do not read pages that match one of these patterns, one per line. Links to these pages are still checked",
			},
			{
				name: "external", kind: boolean(&c.External), initial: "true",
				meaning: "Check links to other sites",
			},
			{
				name: "fragments", kind: word(&c.Fragments, "WHICH", fragmentsChoices), initial: FragmentsInternal,
				meaning: "Which `#fragments` to check: `none`, `internal` (links to pages of the site) or `all`",
			},
			{
				name: "redirects", kind: word(&c.Redirects, "WHICH", redirectsChoices), initial: RedirectsPermanent,
				meaning: "Which redirects to report: `none`, `permanent` or `all`",
			},
			{
				name: "max-depth", kind: number(&c.MaxDepth, 0, unbounded), initial: "0",
				meaning: "Maximum clicks from the start page of a live site; `0` means unlimited",
			},
			{
				name: "max-pages", kind: number(&c.MaxPages, 0, unbounded), initial: "0",
				meaning: "Maximum pages of a live site to read; `0` means unlimited. The report says how many were left out",
			},
			{
				name: "allow-private", kind: boolean(&c.AllowPrivate), initial: "false", file: fileNotInWorkflow,
				meaning: "Check links to private, loopback and link-local addresses. The address of the site itself is always allowed",
			},
		}},
		{"Where the site is served", []setting{
			{
				name: "site-url", kind: several(&c.SiteURLs, "URL", someText(), parseSiteURL), otherwise: "inferred",
				meaning: "URL where the site is or will be served, with its base path (`https://example.com/docs/`). Links to it are internal. For a site with several URLs, write one per line, the main one first",
			},
			{
				name: "hosting", kind: word(&c.Hosting, "NAME", hosts), initial: project.Auto,
				meaning: "How paths map to files in a directory: " + strings.Join(coded(hosting.Names()), ", ") + ", or `auto`, which detects the host",
			},
			{
				name: "header", kind: several(&c.Headers, "HEADER", matching(`^[^:\s]+:`), parseHeader), otherwise: "none",
				meaning: "HTTP header for requests to the site, `Name: value`, one per line. It is never sent to another origin, also not after a redirect",
			},
			{
				name: "wait", kind: duration(&c.Wait), initial: "0",
				meaning: "Maximum time to wait for a live site to answer before the check starts. A login page ends the wait at once",
			},
			{
				name: "expect", kind: one(&c.Expect, "TEXT", anyText(), filled("set it to text of the start page, or remove it")), otherwise: "none",
				meaning: "Text that the start page of a live site must contain, such as the commit hash. linkvet looks for it again until `wait` is over",
			},
			{
				name: "environment", kind: one(&c.Environment, "PATTERN", someText(), parseNamePattern), otherwise: "none",
				meaning: "In a run for a deployment, check only deployments to an environment that matches this pattern: a glob (`Preview*`) or a `/regexp/`. For the events `status` and `check_run`, that is the name of the commit status or check run. Other deployments end the run with exit status 0",
			},
		}},
		{"How fast and how politely", []setting{
			{
				name: "concurrency", kind: number(&c.Concurrency, 1, maxAtOnce), initial: "64",
				meaning: "Maximum requests at the same time, over all hosts",
			},
			{
				name: "host-concurrency", kind: number(&c.HostConcurrency, 1, maxAtOnce), initial: "8",
				meaning: "Maximum requests at the same time to one external host. The site itself may use all of `concurrency`",
			},
			{
				name: "host-rate", kind: one(&c.HostRate, "RATE", schema{"type": "number", "minimum": 0}, parseRate), initial: "0",
				meaning: "Maximum requests per second to one external host, such as `0.5`; `0` means unlimited",
			},
			{
				name: "timeout", kind: timeout(&c.Timeout), initial: "20s",
				meaning: "Maximum time for one attempt of a request, including the part of the body that is read",
			},
			{
				name: "retries", kind: number(&c.Retries, 0, unbounded), initial: "2",
				meaning: "Maximum retries of a request after a temporary failure",
			},
			{
				name: "time-limit", kind: duration(&c.TimeLimit), initial: "0", inWorkflow: "1h",
				meaning: "Maximum time for the whole run; `0` means unlimited. Links that were not checked by then get the reason `not-reached`",
			},
			{
				name: "shard", kind: one(&c.Shard, "I/N", matching(`^[1-9][0-9]*/[1-9][0-9]*$`), parseShard), otherwise: "none", file: fileNotInWorkflow,
				meaning: "For a directory: request only share I of N of the external hosts, such as `2/4` in the second of four jobs. Share 1 also judges the links of the site itself. Each job reports and fails for itself",
			},
			{
				name: "user-agent", kind: one(&c.UserAgent, "TEXT", anyText(), parseUserAgent), otherwise: "`linkvet/VERSION (+URL)`", file: fileNotInWorkflow,
				meaning: "The User-Agent header of all requests",
			},
			{
				name: "cache", kind: path(&c.Cache, "PATH", parseText), otherwise: "none",
				meaning: "File that keeps external links that were ok, so that the next run does not request them again. Failures are never cached",
			},
			{
				name: "cache-ttl", kind: duration(&c.CacheTTL), initial: "24h",
				meaning: "Maximum age of cached results; `0` checks all links again and updates the cache",
			},
		}},
		{"What fails the run", []setting{
			{
				name: "fail-on", kind: word(&c.FailOn, "WHAT", failOnChoices), initial: FailOnBroken,
				meaning: "Findings that fail the run (exit status 1): `none`, `internal` (broken internal links), `broken` (all broken links) or `unverified` (broken and unverified links)",
			},
			{
				name: "accept", kind: statuses(&c.Accept), otherwise: "none",
				meaning: "HTTP statuses that also count as ok, such as `403, 5xx`, or `PATTERN=403` for some URLs. 2xx always counts as ok",
			},
			{
				name: "max-unread", kind: one(&c.MaxUnread, "N|SHARE", schema{"anyOf": []any{schema{"type": "integer", "minimum": 0}, matching(`^[0-9]+(\.[0-9]+)?%$`)}}, parseShare), initial: "0",
				meaning: "Maximum unread pages of a live site: a number, or a share such as `2%`. With more, the run is incomplete (exit status 3). Unread pages are those with a timeout, a reset or refused connection, 429 or 5xx. Pages that require a login count only if they include the start page, or are more than 10 and more than 5% of the site, or more than half of it",
			},
			{
				name: "min-pages", kind: number(&c.MinPages, 0, unbounded), initial: "1",
				meaning: "Minimum pages to read. With fewer, the run is incomplete (exit status 3)",
			},
			{
				name: "changed", kind: boolean(&c.Changed), initial: "false",
				meaning: "Fail only on findings that the pull request causes: new links, and links to what it moves or removes. Needs `pull-requests: read`, or a checkout with `fetch-depth: 0`",
			},
			{
				name: "baseline", kind: path(&c.Baseline, "PATH", parseBaseline), otherwise: "none",
				meaning: "Known findings: a `baseline` or JSON report, as a file, an https URL, or `artifact:NAME` of the last successful run of this workflow on the default branch. A place that it lists does not fail the run. A new place of a known target does",
			},
			{
				name: "compare", kind: path(&c.Compare, "DIR|URL|FILE", parseCompare), otherwise: "none",
				meaning: "The old site: a URL (its sitemaps, otherwise a crawl), a build directory, or a file (a `pages` report, a sitemap, one URL per line). Each of its URLs must still lead somewhere",
			},
		}},
		{"Pull requests", []setting{
			{
				name: "publish", kind: words(&c.Publish, "WHAT", publishChoices), otherwise: "nothing", file: fileNotInWorkflow,
				meaning: "What else to show on GitHub, one per line. `status` is a commit status on the commit under test. `comment` is one comment on the pull request, which each run updates. `check` is a check run with all annotations. `review` suggests fixes on lines of the pull request. `issue` is one issue for scheduled runs, closed when all is well",
			},
			{
				name: "token", kind: one(&c.Token, "TOKEN", someText(), parseToken), otherwise: "the environment variable `GITHUB_TOKEN`", actionDefault: "${{ github.token }}", isSecret: true, file: fileNever,
				meaning: "GitHub token for `publish` and for links to private repositories. Only an input or the environment can set it. The action passes the token of the job",
			},
			{
				name: "from", kind: one(&c.From, "PATH", someText(), filled("set it to the path of a JSON report, or remove it")), otherwise: "none", file: fileNotInWorkflow,
				meaning: "Earlier JSON report to publish, annotate and convert. linkvet reads no site then, and does not trust the report",
			},
		}},
		{"Output", []setting{
			{
				name: "report", kind: reports(&c.Reports), otherwise: "none",
				meaning: "Report to write, `FORMAT=PATH`, one per line. `FORMAT` is " + orOf(coded(report.Formats())),
			},
			{
				name: "format", kind: word(&c.Format, "FORMAT", report.StdoutFormats()), initial: report.FormatText,
				meaning: "Format of standard output: " + orOf(coded(report.StdoutFormats())),
			},
			{
				name: "quiet", kind: boolean(&c.Quiet), initial: "false",
				meaning: "Print only what fails the run, and the result. Print nothing if the run passes",
			},
			{
				name: "verbose", kind: boolean(&c.Verbose), initial: "false",
				meaning: "Print more findings, more places, all redirects, and the settings that were given. It overrides `quiet`",
			},
			{
				name: "annotations", kind: boolean(&c.Annotations), initial: "true",
				meaning: "Annotate the findings in a workflow run",
			},
			{
				name: "summary", kind: boolean(&c.Summary), initial: "true",
				meaning: "Write the job summary in a workflow run",
			},
			{
				name: "sources", kind: path(&c.Sources, "DIR", filled("write . for the working directory")), initial: ".",
				meaning: "Directory of the files from which the site is built. Findings name the source line to edit",
			},
			{
				name: "fix", kind: word(&c.Fix, "WHAT", fixChoices), initial: FixNone, file: fileNotInWorkflow,
				meaning: "Fix links in the sources where there is exactly one right answer: `diff` prints a patch on standard output and the report on standard error, `write` changes the files",
			},
		}},
	}
}
