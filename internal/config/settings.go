package config

import (
	"slices"
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/project"
	"github.com/linkvet/linkvet/internal/report"
)

// Group is a part of the table, with its heading.
type Group struct {
	Title    string
	Settings []Setting
}

// Groups returns the table in the order in which documents show it.
func Groups() []Group {
	return []Group{
		{"What to check", scopeSettings()},
		{"Where the site is served", siteSettings()},
		{"How fast and how politely", requestSettings()},
		{"What fails the run", failureSettings()},
		{"Pull requests", publishSettings()},
		{"Output", outputSettings()},
	}
}

// hostingChoices are the names of the hosts, and the word for their detection.
func hostingChoices() []string { return append([]string{project.Auto}, hosting.Names()...) }

// hostNames are the names of the profiles as the table shows them.
func hostNames() string {
	return "`" + strings.Join(hosting.Names(), "`, `") + "`"
}

// anyOf writes names as the table shows a choice: `a`, `b` or `c`.
func anyOf(names []string) string {
	last := len(names) - 1
	return "`" + strings.Join(names[:last], "`, `") + "` or `" + names[last] + "`"
}

// Settings returns the table of all settings. It is the caller's own copy.
func Settings() []Setting {
	var all []Setting
	for _, g := range Groups() {
		all = append(all, g.Settings...)
	}
	return all
}

func scopeSettings() []Setting {
	return slices.Concat(targetSettings(), patternSettings(), boundSettings())
}

func targetSettings() []Setting {
	return []Setting{
		{
			Name: "target", Value: "DIR|URL", Otherwise: "the URL of the run's deployment, or a build directory",
			Meaning: "Directory or http(s) URL of the site to check",
			set:     scalar(func(c *Config) *string { return &c.Target }, parseTarget),
			path:    directoryOf,
		},
		{
			Name: "config", Value: "PATH", Default: ".linkvet.yml",
			Meaning: "Path of another settings file, or `none` for no file. Only a flag or an input can set it",
			set:     scalar(func(c *Config) *string { return &c.ConfigFile }, parseConfigFile),
		},
	}
}

func patternSettings() []Setting {
	return []Setting{
		{
			Name: "include", Value: "PATTERN", Otherwise: "none", List: true,
			Meaning: "Check only links that match one of these patterns, one per line: a glob (`https://*.example.com/**`, `/drafts/**`; `*` does not match `/`) or a `/regexp/`",
			set:     list(func(c *Config) *Patterns { return &c.Include }, whole, parsePattern),
		},
		{
			Name: "exclude", Value: "PATTERN", Otherwise: "none", List: true,
			Meaning: "Skip links that match one of these patterns, one per line, written as for `include`",
			set:     list(func(c *Config) *Patterns { return &c.Exclude }, whole, parsePattern),
		},
		{
			Name: "exclude-pages", Value: "PATTERN", Otherwise: "none", List: true,
			Meaning: "Do not read pages that match one of these patterns, one per line. Links to these pages are still checked",
			set:     list(func(c *Config) *Patterns { return &c.ExcludePages }, whole, parsePattern),
		},
	}
}

// boundSettings are the kinds of links to check, and where a run stops.
func boundSettings() []Setting {
	return []Setting{
		{
			Name: "external", Default: "true",
			Meaning: "Check links to other sites",
			set:     scalar(func(c *Config) *bool { return &c.External }, parseBool),
		},
		{
			Name: "fragments", Value: "WHICH", Default: FragmentsInternal,
			Meaning: "Which `#fragments` to check: `none`, `internal` (links to pages of the site) or `all`",
			Choices: fragmentsChoices,
			set:     scalar(func(c *Config) *string { return &c.Fragments }, enum(fragmentsChoices...)),
		},
		{
			Name: "redirects", Value: "WHICH", Default: RedirectsPermanent,
			Meaning: "Which redirects to report: `none`, `permanent` or `all`",
			Choices: redirectsChoices,
			set:     scalar(func(c *Config) *string { return &c.Redirects }, enum(redirectsChoices...)),
		},
		{
			Name: "max-depth", Value: "N", Default: "0",
			Meaning: "Maximum clicks from the start page of a live site; `0` means unlimited",
			set:     scalar(func(c *Config) *int { return &c.MaxDepth }, integer(0, unbounded)),
		},
		{
			Name: "max-pages", Value: "N", Default: "0",
			Meaning: "Maximum pages of a live site to read; `0` means unlimited. The report says how many were left out",
			set:     scalar(func(c *Config) *int { return &c.MaxPages }, integer(0, unbounded)),
		},
		{
			Name: "allow-private", Default: "false",
			Meaning: "Check links to private, loopback and link-local addresses. The address of the site itself is always allowed",
			set:     scalar(func(c *Config) *bool { return &c.AllowPrivate }, parseBool),
		},
	}
}

func siteSettings() []Setting {
	return []Setting{
		{
			Name: "site-url", Value: "URL", Otherwise: "inferred", List: true,
			Meaning: "URL where the site is or will be served, with its base path (`https://example.com/docs/`). Links to it are internal. For a site with several URLs, write one per line, the main one first",
			set:     list(func(c *Config) *[]string { return &c.SiteURLs }, whole, parseSiteURL),
		},
		{
			Name: "hosting", Value: "NAME", Default: project.Auto,
			Meaning: "How paths map to files in a directory: " + hostNames() + ", or `auto`, which detects the host",
			Choices: hostingChoices(),
			set:     scalar(func(c *Config) *string { return &c.Hosting }, enum(hostingChoices()...)),
		},
		{
			Name: "header", Value: "HEADER", Otherwise: "none", List: true,
			Meaning: "HTTP header for requests to the site, `Name: value`, one per line. It is never sent to another origin, also not after a redirect",
			set:     list(func(c *Config) *[]Header { return &c.Headers }, whole, parseHeader),
		},
		{
			Name: "wait", Value: "DURATION", Default: "0",
			Meaning: "Maximum time to wait for a live site to answer before the check starts. A login page ends the wait at once",
			set:     scalar(func(c *Config) *time.Duration { return &c.Wait }, parseDuration),
		},
		{
			Name: "expect", Value: "TEXT", Otherwise: "none",
			Meaning: "Text that the start page of a live site must contain, such as the commit hash. linkvet looks for it again until `wait` is over",
			set:     scalar(func(c *Config) *string { return &c.Expect }, parseExpect),
		},
		{
			Name: "environment", Value: "PATTERN", Otherwise: "none",
			Meaning: "In a run for a deployment, check only deployments to an environment that matches this pattern: a glob (`Preview*`) or a `/regexp/`. For the events `status` and `check_run`, that is the name of the commit status or check run. Other deployments end the run with exit status 0",
			set:     scalar(func(c *Config) *NamePattern { return &c.Environment }, parseNamePattern),
		},
	}
}

// maxAtOnce bounds what may be done at once: more is a typo, and
// would take every file descriptor there is.
const maxAtOnce = 10_000

func requestSettings() []Setting {
	return append(paceSettings(), []Setting{
		{
			Name: "shard", Value: "I/N", Otherwise: "none",
			Meaning: "For a directory: request only share I of N of the external hosts, such as `2/4` in the second of four jobs. Share 1 also judges the links of the site itself. Each job reports and fails for itself",
			set:     scalar(func(c *Config) *Shard { return &c.Shard }, parseShard),
		},
		{
			Name: "user-agent", Value: "TEXT", Otherwise: "`linkvet/VERSION (+URL)`",
			Meaning: "The User-Agent header of all requests",
			set:     scalar(func(c *Config) *string { return &c.UserAgent }, parseUserAgent),
		},
		{
			Name: "cache", Value: "PATH", Otherwise: "none",
			Meaning: "File that keeps external links that were ok, so that the next run does not request them again. Failures are never cached",
			set:     scalar(func(c *Config) *string { return &c.Cache }, parseText),
			path:    itself,
		},
		{
			Name: "cache-ttl", Value: "DURATION", Default: "24h",
			Meaning: "Maximum age of cached results; `0` checks all links again and updates the cache",
			set:     scalar(func(c *Config) *time.Duration { return &c.CacheTTL }, parseDuration),
		},
	}...)
}

// paceSettings are the requests' numbers and times.
func paceSettings() []Setting {
	return []Setting{
		{
			Name: "concurrency", Value: "N", Default: "64",
			Meaning: "Maximum requests at the same time, over all hosts",
			set:     scalar(func(c *Config) *int { return &c.Concurrency }, integer(1, maxAtOnce)),
		},
		{
			Name: "host-concurrency", Value: "N", Default: "8",
			Meaning: "Maximum requests at the same time to one external host. The site itself may use all of `concurrency`",
			set:     scalar(func(c *Config) *int { return &c.HostConcurrency }, integer(1, maxAtOnce)),
		},
		{
			Name: "host-rate", Value: "RATE", Default: "0",
			Meaning: "Maximum requests per second to one external host, such as `0.5`; `0` means unlimited",
			set:     scalar(func(c *Config) *float64 { return &c.HostRate }, parseRate),
		},
		{
			Name: "timeout", Value: "DURATION", Default: "20s",
			Meaning: "Maximum time for one attempt of a request, including the part of the body that is read",
			set:     scalar(func(c *Config) *time.Duration { return &c.Timeout }, parseTimeout),
		},
		{
			Name: "retries", Value: "N", Default: "2",
			Meaning: "Maximum retries of a request after a temporary failure",
			set:     scalar(func(c *Config) *int { return &c.Retries }, integer(0, unbounded)),
		},
		{
			Name: "time-limit", Value: "DURATION", Default: "0", InWorkflow: "1h",
			Meaning: "Maximum time for the whole run; `0` means unlimited. Links that were not checked by then get the reason `not-reached`",
			set:     scalar(func(c *Config) *time.Duration { return &c.TimeLimit }, parseDuration),
		},
	}
}

func failureSettings() []Setting {
	return []Setting{
		{
			Name: "fail-on", Value: "WHAT", Default: FailOnBroken,
			Meaning: "Findings that fail the run (exit status 1): `none`, `internal` (broken internal links), `broken` (all broken links) or `unverified` (broken and unverified links)",
			Choices: failOnChoices,
			set:     scalar(func(c *Config) *string { return &c.FailOn }, enum(failOnChoices...)),
		},
		{
			Name: "accept", Value: "STATUS", Otherwise: "none", List: true,
			Meaning: "HTTP statuses that also count as ok, such as `403, 5xx`, or `PATTERN=403` for some URLs. 2xx always counts as ok",
			set:     list(func(c *Config) *Accept { return &c.Accept }, acceptEntries, parseAccept),
		},
		{
			Name: "max-unread", Value: "N|SHARE", Default: "0",
			Meaning: "Maximum unread pages of a live site: a number, or a share such as `2%`. With more, the run is incomplete (exit status 3). Unread pages are those with a timeout, a reset or refused connection, 429 or 5xx. Pages that require a login count only if they include the start page, or are more than 10 and more than 5% of the site, or more than half of it",
			set:     scalar(func(c *Config) *Share { return &c.MaxUnread }, parseShare),
		},
		{
			Name: "min-pages", Value: "N", Default: "1",
			Meaning: "Minimum pages to read. With fewer, the run is incomplete (exit status 3)",
			set:     scalar(func(c *Config) *int { return &c.MinPages }, integer(0, unbounded)),
		},
		{
			Name: "changed", Default: "false",
			Meaning: "Fail only on findings that the pull request causes: new links, and links to what it moves or removes. Needs `pull-requests: read`, or a checkout with `fetch-depth: 0`",
			set:     scalar(func(c *Config) *bool { return &c.Changed }, parseBool),
		},
		{
			Name: "baseline", Value: "PATH", Otherwise: "none",
			Meaning: "Known findings: a `baseline` or JSON report, as a file, an https URL, or `artifact:NAME` of the last successful run of this workflow on the default branch. A place that it lists does not fail the run. A new place of a known target does",
			set:     scalar(func(c *Config) *string { return &c.Baseline }, parseBaseline),
			path:    itself,
		},
		{
			Name: "compare", Value: "DIR|URL|FILE", Otherwise: "none",
			Meaning: "The old site: a URL (its sitemaps, otherwise a crawl), a build directory, or a file (a `pages` report, a sitemap, one URL per line). Each of its URLs must still lead somewhere",
			set:     scalar(func(c *Config) *string { return &c.Compare }, parseCompare),
			path:    directoryOf,
		},
	}
}

func outputSettings() []Setting {
	return []Setting{
		{
			Name: "report", Value: "FORMAT=PATH", Otherwise: "none", List: true,
			Meaning: "Report to write, `FORMAT=PATH`, one per line. `FORMAT` is " + anyOf(report.Formats()),
			set:     setReports,
			path:    reportPath,
		},
		{
			Name: "format", Value: "FORMAT", Default: report.FormatText,
			Meaning: "Format of standard output: " + anyOf(report.StdoutFormats()),
			Choices: report.StdoutFormats(),
			set:     scalar(func(c *Config) *string { return &c.Format }, enum(report.StdoutFormats()...)),
		},
		{
			Name: "quiet", Default: "false",
			Meaning: "Print only what fails the run, and the result. Print nothing if the run passes",
			set:     scalar(func(c *Config) *bool { return &c.Quiet }, parseBool),
		},
		{
			Name: "verbose", Default: "false",
			Meaning: "Print more findings, more places, all redirects, the settings that were given, and the time of each phase. It overrides `quiet`",
			set:     scalar(func(c *Config) *bool { return &c.Verbose }, parseBool),
		},
		{
			Name: "annotations", Default: "true",
			Meaning: "Annotate the findings in a workflow run",
			set:     scalar(func(c *Config) *bool { return &c.Annotations }, parseBool),
		},
		{
			Name: "summary", Default: "true",
			Meaning: "Write the job summary in a workflow run",
			set:     scalar(func(c *Config) *bool { return &c.Summary }, parseBool),
		},
		{
			Name: "sources", Value: "DIR", Default: ".",
			Meaning: "Directory of the files from which the site is built. Findings name the source line to edit",
			set:     scalar(func(c *Config) *string { return &c.Sources }, parseSources),
			path:    itself,
		},
		fixSetting(),
	}
}
