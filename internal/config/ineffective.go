package config

import "fmt"

// ineffectiveRule names settings that have no effect in some runs, and says why.
type ineffectiveRule struct {
	names   []string
	why     string
	applies func(*Config) bool
}

func isLive(c *Config) bool      { return IsURL(c.Target) }
func isDirectory(c *Config) bool { return !IsURL(c.Target) }

// ineffectiveRules are in order: the first that applies to a setting explains it.
var ineffectiveRules = []ineffectiveRule{
	{notWithFrom, "from delivers an earlier report, and no site is read", func(c *Config) bool { return c.From != "" }},
	{[]string{"max-depth"}, "it applies only to live sites; a directory is always read completely", isDirectory},
	{[]string{"max-pages"}, "it applies only to live sites; a directory is always read completely", func(c *Config) bool { return isDirectory(c) && !IsURL(c.Compare) }},
	{[]string{"wait", "expect"}, "it applies only to live sites", isDirectory},
	{[]string{"hosting"}, "it applies only to directories", isLive},
	{[]string{"changed"}, "no finding fails the run, because fail-on is none", func(c *Config) bool { return c.FailOn == FailOnNone }},
	{[]string{"cache-ttl"}, "there is no cache; set cache to a file", func(c *Config) bool { return c.Cache == "" }},
	{[]string{"shard"}, "it shares out external links, and external is false", func(c *Config) bool { return !c.External && c.Shard.Index == 1 }},
	{[]string{"cache", "cache-ttl"}, "only external links are cached, and external is false", func(c *Config) bool { return !c.External }},
	{
		[]string{"concurrency", "timeout", "retries", "user-agent"},
		"no requests are sent: the site is a directory, and external is false",
		func(c *Config) bool { return isDirectory(c) && !c.External && !IsURL(c.Compare) },
	},
	{
		[]string{"header", "host-concurrency", "host-rate", "accept", "allow-private"},
		"no requests are sent: the site is a directory, and external is false",
		func(c *Config) bool { return isDirectory(c) && !c.External },
	},
	{
		[]string{"header"},
		"headers are sent only to the site, and the URL of this directory is not known; set site-url",
		func(c *Config) bool { return isDirectory(c) && len(c.SiteURLs) == 0 },
	},
}

// notWithFrom are the settings of a check: all but those of the verdict and the output.
var notWithFrom = []string{
	"target", "include", "exclude", "exclude-pages", "external", "fragments", "redirects", "max-depth", "max-pages", "allow-private",
	"site-url", "hosting", "header", "wait", "expect", "environment", "concurrency", "host-concurrency", "host-rate", "timeout", "retries",
	"time-limit", "user-agent", "cache", "cache-ttl", "accept", "max-unread", "sources", "compare", "fix",
}

// Ineffective returns a note for each setting that was given and has no effect in this
// run. It leaves out settings that were given their default.
func (c *Config) Ineffective() []string {
	defaults := map[string]string{}
	for _, s := range Settings() {
		defaults[s.Name] = s.Default
	}
	var notes []string
	for _, g := range c.Given {
		// The settings file is that of the run that made the report, too.
		if g.Value == defaults[g.Name] || c.From != "" && g.InFile != "" {
			continue
		}
		if why := c.ineffectiveBecause(g.Name); why != "" {
			notes = append(notes, fmt.Sprintf("%s (%s) has no effect: %s", g.Name, g.Source, why))
		}
	}
	return notes
}

// ineffectiveBecause returns why a setting has no effect; empty when it has one.
func (c *Config) ineffectiveBecause(name string) string {
	for _, rule := range ineffectiveRules {
		for _, n := range rule.names {
			if n == name && rule.applies(c) {
				return rule.why
			}
		}
	}
	return ""
}
