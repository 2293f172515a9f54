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
	{[]string{"max-depth", "max-pages"}, "every page of a directory is read", isDirectory},
	{[]string{"wait"}, "a directory is there at once", isDirectory},
	{[]string{"hosting"}, "a live site answers by itself", isLive},
	{[]string{"jobs"}, "it is about the pages of a directory; concurrency limits the requests to a live site", isLive},
	{[]string{"cache-ttl"}, "there is no cache; set cache to a file", func(c *Config) bool { return c.Cache == "" }},
	{[]string{"cache", "cache-ttl"}, "only links to other sites are kept, and external is false", func(c *Config) bool { return !c.External }},
	{
		[]string{"header", "concurrency", "host-concurrency", "host-rate", "timeout", "retries", "user-agent", "accept", "allow-private"},
		"nothing is requested: the site is a directory, and external is false",
		func(c *Config) bool { return isDirectory(c) && !c.External },
	},
	{
		[]string{"header"},
		"it is sent to the site's own origin only, and a directory has none; set site-url",
		func(c *Config) bool { return isDirectory(c) && len(c.SiteURLs) == 0 },
	},
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
		if g.Value == defaults[g.Name] {
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
