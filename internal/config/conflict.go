package config

import (
	"slices"

	"github.com/linkvet/linkvet/internal/report"
)

// conflict names a setting that some runs refuse, because its user would miss what it asks
// for.
type conflict struct {
	name string
	// what says what is wrong and what to do.
	what    string
	applies func(*Config) bool
	// alsoInFile is true for a setting that is refused in a settings file, too. Others have
	// no effect there, because the file is that of all runs.
	alsoInFile bool
}

func isShard(c *Config) bool  { return c.Shard != Shard{} }
func isMerge(c *Config) bool  { return len(c.Merge) > 0 }
func isJudged(c *Config) bool { return isMerge(c) && !isShard(c) }

// writes reports whether the run is to write a report of one of the formats.
func writes(c *Config, formats ...string) bool {
	return slices.ContainsFunc(c.Reports, func(r ReportFile) bool { return slices.Contains(formats, r.Format) })
}

// writesOther reports whether the run is to write another report than its facts.
func writesOther(c *Config) bool {
	return slices.ContainsFunc(c.Reports, func(r ReportFile) bool { return r.Format != report.FormatFacts })
}

// conflicts are all conflicts of settings with shard and merge.
var conflicts = []conflict{
	{name: "shard", what: "needs a file for the facts: set report to facts=PATH", applies: func(c *Config) bool { return isShard(c) && c.FactsPath() == "" }, alsoInFile: true},
	{name: "shard", what: "has no use with from, which reads no site; remove one of them", applies: func(c *Config) bool { return isShard(c) && c.From != "" }},
	{name: "merge", what: "has no use with from: one judges facts, the other delivers a report; remove one of them", applies: func(c *Config) bool { return isMerge(c) && c.From != "" }},
	{name: "shard", what: "has no use with --dump, which lists the links of the whole site; remove one of them", applies: func(c *Config) bool { return isShard(c) && c.Dump }},
	{name: "merge", what: "has no use with --dump: merge reads no site; remove one of them", applies: func(c *Config) bool { return isMerge(c) && c.Dump }},
	{name: "target", what: "has no use with merge, which reads no site; remove one of them", applies: func(c *Config) bool { return isMerge(c) && c.Target != "" }},
	{name: "report", what: "must be only facts=PATH with shard: a shard has no verdict to report; write other reports in the run with merge", applies: func(c *Config) bool { return isShard(c) && writesOther(c) }, alsoInFile: true},
	{name: "format", what: "must be text with shard: a shard has no verdict to report; set format in the run with merge", applies: func(c *Config) bool { return isShard(c) && c.Format != report.FormatText }},
	{name: "fix", what: "has no use with shard: a shard has no verdict; set fix in the run with merge", applies: func(c *Config) bool { return isShard(c) && c.Fix != FixNone }},
	{name: "publish", what: "has no use with shard: a shard has no verdict; set publish in the run with merge", applies: func(c *Config) bool { return isShard(c) && len(c.Publish) > 0 }},
	{name: "max-pages", what: "does not work with shard: no shard knows how many pages the others read; remove one of them", applies: func(c *Config) bool { return isShard(c) && IsURL(c.Target) && c.MaxPages > 0 }, alsoInFile: true},
	{name: "max-depth", what: "does not work with shard: no shard knows how many clicks a page is away from the start page; remove one of them", applies: func(c *Config) bool { return isShard(c) && IsURL(c.Target) && c.MaxDepth > 0 }, alsoInFile: true},
	{name: "compare", what: "does not work with shard: a shard is not the whole site; compare in a run that reads the whole site", applies: func(c *Config) bool { return isShard(c) && !isMerge(c) && c.Compare != "" }, alsoInFile: true},
	{name: "compare", what: "does not work with merge, which reads no site; compare in a run that reads the whole site", applies: func(c *Config) bool { return isMerge(c) && c.Compare != "" }, alsoInFile: true},
	{name: "report", what: "must not be pages with merge: merge does not list pages; write it in a run that reads the whole site", applies: func(c *Config) bool { return isJudged(c) && writes(c, report.FormatPages) }, alsoInFile: true},
	{name: "report", what: "must not be redirects with merge: merge compares no sites; write it in a run with compare", applies: func(c *Config) bool { return isJudged(c) && writes(c, report.FormatRedirects) }, alsoInFile: true},
	{name: "report", what: "must be facts with merge only together with shard: the facts to keep are those that are merged", applies: func(c *Config) bool { return isJudged(c) && writes(c, report.FormatFacts) }, alsoInFile: true},
	{name: "report", what: "must not be facts with from: an earlier report has no facts; write them in the run that reads the site", applies: func(c *Config) bool { return c.From != "" && writes(c, report.FormatFacts) }, alsoInFile: true},
}

// combine settles what depends on several settings, or on the environment. It returns a
// fault for each setting that does not go together with the others. Each source in from is
// stronger than the next one.
func (c *Config) combine(from []source, environ []string) (f faults) {
	c.forgetFile(from)
	shard, err := c.Shard.resolve(environ)
	if err != nil {
		at, _ := strongest(from, "shard")
		f.add(at, err.Error())
	}
	for _, rule := range conflicts {
		at, inFile := strongest(from, rule.name)
		if rule.applies(c) && (rule.alsoInFile || !inFile) {
			f.add(at, rule.what)
		}
	}
	c.Shard = shard
	if isShard(c) {
		// What the settings file says of these is for the run with merge.
		c.Format, c.Fix, c.Publish, c.Baseline, c.Changed = report.FormatText, FixNone, nil, "", false
	}
	if isMerge(c) {
		c.Target = ""
	}
	return f
}

// forgetFile takes shard and merge of a settings file out of a run that delivers an earlier
// report: they are for the runs before it.
func (c *Config) forgetFile(from []source) {
	if c.From == "" {
		return
	}
	if _, inFile := strongest(from, "shard"); inFile {
		c.Shard = Shard{}
	}
	if _, inFile := strongest(from, "merge"); inFile {
		c.Merge = nil
	}
}

// strongest returns where the strongest source gives a setting, and whether that is a
// settings file. The place has only the name when no source gives it.
func strongest(from []source, name string) (at place, inFile bool) {
	for _, s := range from {
		for _, g := range s.given {
			if g.setting.Name != name {
				continue
			}
			if len(g.entries) == 0 {
				return place{name: name}, s.isFile
			}
			return g.entries[0].place, s.isFile
		}
	}
	return place{name: name}, false
}
