// Package config turns flags, action inputs and the settings file into one checked Config.
// A single table, Settings, names every setting once. All other lists of settings (the
// flags, the inputs, the file's keys, --help, action.yml, docs/settings.md) are made from
// that table or checked against it.
package config

import (
	"slices"
	"time"

	"github.com/linkvet/linkvet/internal/report"
)

// The values of the settings that take one of a few words.
const (
	FragmentsNone     = "none"
	FragmentsInternal = "internal"
	FragmentsAll      = "all"

	RedirectsNone      = "none"
	RedirectsPermanent = "permanent"
	RedirectsAll       = "all"

	FailOnNone       = "none"
	FailOnInternal   = "internal"
	FailOnBroken     = "broken"
	FailOnUnverified = "unverified"

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
	failOnChoices    = []string{FailOnNone, FailOnInternal, FailOnBroken, FailOnUnverified}
	fixChoices       = []string{FixNone, FixDiff, FixWrite}
	publishChoices   = []string{PublishStatus, PublishComment, PublishCheck, PublishReview, PublishIssue}
)

// Config is every setting of one run, checked. Its defaults are those of the
// table that Settings returns.
type Config struct {
	// Target is the directory or URL to check, as it was given; empty when the
	// caller has to find one.
	Target string
	// ConfigFile is the path of the settings file, or "none".
	ConfigFile string
	// SiteURLs are absolute http or https URLs whose paths end with a slash, and
	// that have no query, fragment or user info: first the main place of the site,
	// then others of the same pages. None when it has to be inferred.
	SiteURLs []string
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

// Inventory reports whether a report asks for a list of the pages.
func (c *Config) Inventory() bool {
	return slices.ContainsFunc(c.Reports, func(r ReportFile) bool { return r.Format == report.FormatPages })
}

// UsesPlaces reports whether the run compares the places of findings with a baseline, or
// writes one.
func (c *Config) UsesPlaces() bool {
	return c.Baseline != "" || slices.ContainsFunc(c.Reports, func(r ReportFile) bool { return r.Format == report.FormatBaseline })
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
