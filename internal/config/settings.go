package config

import (
	"strings"
	"time"

	"github.com/linkvet/linkvet/internal/hosting/detect"
	"github.com/linkvet/linkvet/internal/report"
)

// group is a part of the table under a heading of its own.
type group struct {
	title    string
	settings []Setting
}

// groups returns the table in the order in which documents show it.
func groups() []group {
	return []group{
		{"The site", siteSettings()},
		{"What to check", scopeSettings()},
		{"How far to go", boundSettings()},
		{"Requests", requestSettings()},
		{"Results", resultSettings()},
	}
}

// hostNames are the names of the profiles as the table shows them.
func hostNames() string {
	return "`" + strings.Join(detect.Names(), "`, `") + "`"
}

// anyOf writes names as the table shows a choice: `a`, `b` or `c`.
func anyOf(names []string) string {
	last := len(names) - 1
	return "`" + strings.Join(names[:last], "`, `") + "` or `" + names[last] + "`"
}

// Settings returns the table of all settings. It is the caller's own copy.
func Settings() []Setting {
	var all []Setting
	for _, g := range groups() {
		all = append(all, g.settings...)
	}
	return all
}

func siteSettings() []Setting {
	return []Setting{
		{
			Name: "target", Value: "DIR|URL", Otherwise: "the run's deployment, else a build directory",
			Meaning: "the site to check: a directory or an http(s) URL",
			set:     scalar(func(c *Config) *string { return &c.Target }, parseTarget),
			path:    directoryOf,
		},
		{
			Name: "config", Value: "PATH", Default: ".linkvet.yml",
			Meaning: "another settings file, or `none`; flag or input only",
			set:     scalar(func(c *Config) *string { return &c.ConfigFile }, parseConfigFile),
		},
		{
			Name: "site-url", Value: "URL", Otherwise: "inferred", List: true,
			Meaning: "the URL at which the site is, or will be, served, with its base path (`https://example.com/docs/`); links to it are internal; further ones, one a line, are other places of the same pages",
			set:     list(func(c *Config) *[]string { return &c.SiteURLs }, whole, parseSiteURL),
		},
		{
			Name: "hosting", Value: "NAME", Default: detect.Auto,
			Meaning: "how paths map to files in a directory: " + hostNames() + ", or `auto`, which looks for signs of one",
			set:     scalar(func(c *Config) *string { return &c.Hosting }, enum(append([]string{detect.Auto}, detect.Names()...)...)),
		},
	}
}

func scopeSettings() []Setting {
	return []Setting{
		{
			Name: "include", Value: "PATTERN", Otherwise: "none", List: true,
			Meaning: "check only the links that one of these patterns matches, one a line: a glob (`https://*.example.com/**`, `/drafts/**`; `*` stays within a path segment) or a `/regexp/`",
			set:     list(func(c *Config) *Patterns { return &c.Include }, whole, includedLinks.parse),
		},
		{
			Name: "exclude", Value: "PATTERN", Otherwise: "none", List: true,
			Meaning: "skip the links that one of these patterns matches, one a line, written as for `include`",
			set:     list(func(c *Config) *Patterns { return &c.Exclude }, whole, excludedLinks.parse),
		},
		{
			Name: "exclude-pages", Value: "PATTERN", Otherwise: "none", List: true,
			Meaning: "do not read links from these pages, one pattern a line; links to them are still checked",
			set:     list(func(c *Config) *Patterns { return &c.ExcludePages }, whole, pageURLs.parse),
		},
		{
			Name: "external", Default: "true",
			Meaning: "check links that leave the site",
			set:     scalar(func(c *Config) *bool { return &c.External }, parseBool),
		},
		{
			Name: "fragments", Value: "WHICH", Default: FragmentsInternal,
			Meaning: "check that `#fragments` name something on their page: `none`, `internal` (on the site) or `all`",
			set:     scalar(func(c *Config) *string { return &c.Fragments }, enum(FragmentsNone, FragmentsInternal, FragmentsAll)),
		},
		{
			Name: "redirects", Value: "WHICH", Default: RedirectsPermanent,
			Meaning: "which redirects become findings: `none`, `permanent` or `all`",
			set:     scalar(func(c *Config) *string { return &c.Redirects }, enum(RedirectsNone, RedirectsPermanent, RedirectsAll)),
		},
	}
}

func boundSettings() []Setting {
	return []Setting{
		{
			Name: "max-depth", Value: "N", Default: "0",
			Meaning: "read pages at most so many clicks from the start page, on a live site; `0` is no bound",
			set:     scalar(func(c *Config) *int { return &c.MaxDepth }, integer(0, unbounded)),
		},
		{
			Name: "max-pages", Value: "N", Default: "0",
			Meaning: "read at most so many pages, on a live site; what was left out is said; `0` is no bound",
			set:     scalar(func(c *Config) *int { return &c.MaxPages }, integer(0, unbounded)),
		},
		{
			Name: "max-unread", Value: "N|SHARE", Default: "0",
			Meaning: "how many pages of a live site may stay unread (timeout, reset, refused, 429, 5xx) before the run is incomplete, with status 3: a number, or a share such as `2%`; pages that ask for a login count when they are the start page or more than half of the site",
			set:     scalar(func(c *Config) *Share { return &c.MaxUnread }, parseShare),
		},
		{
			Name: "min-pages", Value: "N", Default: "1",
			Meaning: "exit with status 3 when fewer pages than this were read",
			set:     scalar(func(c *Config) *int { return &c.MinPages }, integer(0, unbounded)),
		},
	}
}

// maxAtOnce bounds what may be done at once: more is a typo, and
// would take every file descriptor there is.
const maxAtOnce = 10_000

func requestSettings() []Setting {
	return append(paceSettings(), []Setting{
		{
			Name: "header", Value: "HEADER", Otherwise: "none", List: true,
			Meaning: "`Name: value`, one a line, sent to the site's own origins only and on no redirect away from them",
			set:     list(func(c *Config) *[]Header { return &c.Headers }, whole, parseHeader),
		},
		{
			Name: "user-agent", Value: "TEXT", Otherwise: "`linkvet/VERSION (+URL)`",
			Meaning: "what requests call their sender",
			set:     scalar(func(c *Config) *string { return &c.UserAgent }, parseUserAgent),
		},
		{
			Name: "accept", Value: "STATUS", Otherwise: "none", List: true,
			Meaning: "further statuses that count as ok, such as `403, 5xx`, or `PATTERN=403` for some URLs only; 2xx always counts",
			set:     list(func(c *Config) *Accept { return &c.Accept }, acceptEntries, parseAccept),
		},
		{
			Name: "allow-private", Default: "false",
			Meaning: "check links to private, loopback and link-local addresses; the site's own address is always allowed",
			set:     scalar(func(c *Config) *bool { return &c.AllowPrivate }, parseBool),
		},
		{
			Name: "cache", Value: "PATH", Otherwise: "none",
			Meaning: "a file that keeps what was ok of other sites between runs, so that it is not asked for again; failures are never kept",
			set:     scalar(func(c *Config) *string { return &c.Cache }, parseText),
			path:    itself,
		},
		{
			Name: "cache-ttl", Value: "DURATION", Default: "24h",
			Meaning: "how long what the cache keeps holds; `0` asks for everything anew and keeps the answers",
			set:     scalar(func(c *Config) *time.Duration { return &c.CacheTTL }, parseDuration),
		},
	}...)
}

// paceSettings are the requests' numbers and times.
func paceSettings() []Setting {
	duration := func(field func(*Config) *time.Duration) setter { return scalar(field, parseDuration) }
	return []Setting{
		{
			Name: "concurrency", Value: "N", Default: "64",
			Meaning: "requests in flight at once, over all hosts",
			set:     scalar(func(c *Config) *int { return &c.Concurrency }, integer(1, maxAtOnce)),
		},
		{
			Name: "host-concurrency", Value: "N", Default: "8",
			Meaning: "requests in flight at once to one external host; the site itself may use all of `concurrency`",
			set:     scalar(func(c *Config) *int { return &c.HostConcurrency }, integer(1, maxAtOnce)),
		},
		{
			Name: "host-rate", Value: "RATE", Default: "0",
			Meaning: "requests a second to one external host, such as `0.5`; `0` is no bound",
			set:     scalar(func(c *Config) *float64 { return &c.HostRate }, parseRate),
		},
		{
			Name: "timeout", Value: "DURATION", Default: "20s",
			Meaning: "how long one try of one request may take, headers and the part of the body that is read",
			set:     scalar(func(c *Config) *time.Duration { return &c.Timeout }, parseTimeout),
		},
		{
			Name: "retries", Value: "N", Default: "2",
			Meaning: "further tries after a failure that may pass",
			set:     scalar(func(c *Config) *int { return &c.Retries }, integer(0, unbounded)),
		},
		{
			Name: "time-limit", Value: "DURATION", Default: "0", InWorkflow: "1h",
			Meaning: "how long the whole run may take; what was not reached by then is `not-reached`; `0` is no bound",
			set:     duration(func(c *Config) *time.Duration { return &c.TimeLimit }),
		},
		{
			Name: "wait", Value: "DURATION", Default: "0",
			Meaning: "how long to wait for a live site to answer before it is read; a login ends the wait at once",
			set:     duration(func(c *Config) *time.Duration { return &c.Wait }),
		},
	}
}

func resultSettings() []Setting {
	return []Setting{
		{
			Name: "sources", Value: "DIR", Default: ".",
			Meaning: "where the files are that the site is built from, so that a finding names the line that an author can edit",
			set:     scalar(func(c *Config) *string { return &c.Sources }, parseSources),
			path:    itself,
		},
		{
			Name: "fail-on", Value: "WHAT", Default: FailOnBroken,
			Meaning: "what exits with status 1: `none`, `internal` (broken links inside the site), `broken`, or `unverified` (these too)",
			set:     scalar(func(c *Config) *string { return &c.FailOn }, enum(FailOnNone, FailOnInternal, FailOnBroken, FailOnUnverified)),
		},
		{
			Name: "baseline", Value: "PATH", Otherwise: "none",
			Meaning: "an earlier JSON report: what it lists is shown as known and does not fail the run",
			set:     scalar(func(c *Config) *string { return &c.Baseline }, parseText),
			path:    itself,
		},
		{
			Name: "report", Value: "FORMAT=PATH", Otherwise: "none", List: true,
			Meaning: "a report to write, `FORMAT=PATH`, one a line: " + anyOf(report.Formats()),
			set:     setReports,
			path:    reportPath,
		},
		{
			Name: "format", Value: "FORMAT", Default: report.FormatText,
			Meaning: "what goes to standard output: " + anyOf(report.StdoutFormats()),
			set:     scalar(func(c *Config) *string { return &c.Format }, enum(report.StdoutFormats()...)),
		},
		{
			Name: "quiet", Default: "false",
			Meaning: "print what fails the run and how it ended, and nothing when all is well",
			set:     scalar(func(c *Config) *bool { return &c.Quiet }, parseBool),
		},
		{
			Name: "verbose", Default: "false",
			Meaning: "print more findings, more places and the redirects of each, and the settings that were given; it is stronger than `quiet`",
			set:     scalar(func(c *Config) *bool { return &c.Verbose }, parseBool),
		},
		{
			Name: "annotations", Default: "true",
			Meaning: "annotate the findings, in a workflow run",
			set:     scalar(func(c *Config) *bool { return &c.Annotations }, parseBool),
		},
		{
			Name: "summary", Default: "true",
			Meaning: "write the job summary, in a workflow run",
			set:     scalar(func(c *Config) *bool { return &c.Summary }, parseBool),
		},
		{
			Name: "jobs", Value: "N", Otherwise: "the number of CPUs",
			Meaning: "pages of a directory read at once",
			set:     scalar(func(c *Config) *int { return &c.Jobs }, integer(1, maxAtOnce)),
		},
	}
}
