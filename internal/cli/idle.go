package cli

import (
	"fmt"
	"os"

	"github.com/linkvet/linkvet/internal/config"
)

// idleRule names settings that have no effect in some runs, and says why.
type idleRule struct {
	names  []string
	why    string
	inCase func(*config.Config) bool
}

func isLive(c *config.Config) bool      { return isURL(c.Target) }
func isDirectory(c *config.Config) bool { return !isURL(c.Target) }

// idleRules are looked at in order: the first that names a setting explains it.
var idleRules = []idleRule{
	{[]string{"max-depth", "max-pages"}, "every page of a directory is read", isDirectory},
	{[]string{"wait"}, "a directory is there at once", isDirectory},
	{[]string{"hosting"}, "a live site answers by itself", isLive},
	{[]string{"jobs"}, "it is about the pages of a directory; concurrency limits the requests to a live site", isLive},
	{[]string{"cache-ttl"}, "there is no cache; set cache to a file", func(c *config.Config) bool { return c.Cache == "" }},
	{[]string{"cache", "cache-ttl"}, "only links to other sites are kept, and external is false", func(c *config.Config) bool { return !c.External }},
	{
		[]string{"header", "concurrency", "host-concurrency", "host-rate", "timeout", "retries", "user-agent", "accept", "allow-private"},
		"nothing is requested: the site is a directory, and external is false",
		func(c *config.Config) bool { return isDirectory(c) && !c.External },
	},
	{
		[]string{"header"},
		"it is sent to the site's own origin only, and a directory has none; set site-url",
		func(c *config.Config) bool { return isDirectory(c) && len(c.SiteURLs) == 0 },
	},
}

// idleSettings returns a note for each setting that was given and has no effect in
// this run. One that was given its default asks for nothing.
func idleSettings(cfg *config.Config) []string {
	defaults := map[string]string{}
	for _, s := range config.Settings() {
		defaults[s.Name] = s.Default
	}
	var notes []string
	for _, g := range cfg.Given {
		if g.Value == defaults[g.Name] {
			continue
		}
		if why := idleBecause(g.Name, cfg); why != "" {
			notes = append(notes, fmt.Sprintf("%s (%s) has no effect: %s", g.Name, g.Source, why))
		}
	}
	return notes
}

// idleBecause returns why a setting has no effect; empty when it has.
func idleBecause(name string, cfg *config.Config) string {
	for _, rule := range idleRules {
		for _, n := range rule.names {
			if n == name && rule.inCase(cfg) {
				return rule.why
			}
		}
	}
	return ""
}

// configFile is the settings file that is read when no other is chosen.
const configFile = ".linkvet.yml"

// unreadFiles are where settings files are put by mistake.
var unreadFiles = [...]string{".linkvet.yaml", "linkvet.yml", "linkvet.yaml", ".github/linkvet.yml", ".github/.linkvet.yml"}

// unreadSettings returns a note for each file of the working directory that looks
// like a settings file and is not read.
func unreadSettings(cfg *config.Config) []string {
	var notes []string
	if cfg.ConfigFile != configFile {
		return nil
	}
	_, err := os.Stat(configFile)
	for _, name := range unreadFiles {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err == nil {
			notes = append(notes, fmt.Sprintf("%s is not read, because %s is: move its settings there and remove it", name, configFile))
		} else {
			notes = append(notes, fmt.Sprintf("%s is not read: rename it to %s", name, configFile))
		}
	}
	return notes
}
