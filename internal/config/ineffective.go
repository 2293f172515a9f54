package config

import (
	"fmt"
	"slices"
	"strings"
)

// ofCheck are the settings of a check: all but those of the verdict and the output.
const ofCheck = "target include exclude exclude-pages external fragments redirects max-depth max-pages allow-private site-url hosting header wait " +
	"expect environment concurrency host-concurrency host-rate timeout retries time-limit user-agent cache cache-ttl accept max-unread sources compare fix"

// Ineffective returns a note for each setting that was given and has no effect in this
// run. It leaves out settings that were given their default.
func (c *Config) Ineffective() []string {
	isLive, isOldLive := IsURL(c.Target), IsURL(c.Compare)
	const completely = "it applies only to live sites; a directory is always read completely"
	const noRequests = "no requests are sent: the site is a directory, and external is false"
	// The first row that applies to a setting explains it.
	rows := []struct {
		names   string
		applies bool
		why     string
	}{
		{ofCheck, c.From != "", "from delivers an earlier report, and no site is read"},
		{"max-depth", !isLive, completely},
		{"max-pages", !isLive && !isOldLive, completely},
		{"wait expect", !isLive, "it applies only to live sites"},
		{"hosting", isLive, "it applies only to directories"},
		{"changed", c.FailOn == FailOnNone, "no finding fails the run, because fail-on is none"},
		{"cache-ttl", c.Cache == "", "there is no cache; set cache to a file"},
		{"shard", !c.External && c.Shard.Index == 1, "it shares out external links, and external is false"},
		{"cache cache-ttl", !c.External, "only external links are cached, and external is false"},
		{"concurrency timeout retries user-agent", !isLive && !c.External && !isOldLive, noRequests},
		{"header host-concurrency host-rate accept allow-private", !isLive && !c.External, noRequests},
		{"header", !isLive && len(c.SiteURLs) == 0, "headers are sent only to the site, and the URL of this directory is not known; set site-url"},
	}
	table := settings()
	var notes []string
	for _, g := range c.Given {
		// The settings file is that of the run that made the report, too.
		if g.Value == find(table, g.Name).initial || c.From != "" && g.InFile != "" {
			continue
		}
		for _, row := range rows {
			if row.applies && slices.Contains(strings.Fields(row.names), g.Name) {
				notes = append(notes, fmt.Sprintf("%s (%s) has no effect: %s", g.Name, g.Source, row.why))
				break
			}
		}
	}
	return notes
}
