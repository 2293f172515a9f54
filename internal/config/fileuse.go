package config

// FileUse is what the settings file may do with a setting in a workflow run. There the
// checkout may be untrusted, and the file with it: it may narrow what flags and inputs say,
// and never widen it. The zero value declares nothing; a setting without a declaration is
// not taken from the file.
type FileUse int

// The uses of a setting.
const (
	// FileAny takes any value: it decides what is checked and shown, and opens nothing.
	FileAny FileUse = iota + 1
	// FilePath takes a path below the working directory, symbolic links followed.
	FilePath
	// FileTarget takes such a path, or what FileURL takes.
	FileTarget
	// FileURL takes a URL at a public address, to which no header, user info or token
	// of a flag or an input is sent.
	FileURL
	// FileNotInWorkflow takes nothing in a workflow run.
	FileNotInWorkflow
	// FileNever takes nothing in any run.
	FileNever
)

// File returns what the settings file may do with the setting. A new setting is
// added here: a test fails until it is.
func (s Setting) File() FileUse {
	switch s.Name {
	case "target", "compare":
		return FileTarget
	case "site-url":
		return FileURL
	case "sources", "cache", "baseline", "report":
		return FilePath
	case "allow-private", "user-agent", "publish", "from", "fix", "shard", "merge":
		return FileNotInWorkflow
	case "config", "token":
		return FileNever
	case "hosting", "include", "exclude", "exclude-pages", "external", "fragments", "redirects",
		"max-depth", "max-pages", "max-unread", "min-pages",
		"concurrency", "host-concurrency", "host-rate", "timeout", "retries", "time-limit", "wait", "expect", "environment", "max-broken", "changed", "compare-fragments",
		// A header of the file holds nothing that the file does not.
		"header", "accept", "cache-ttl",
		"fail-on", "format", "quiet", "verbose", "annotations", "summary", "jobs":
		return FileAny
	}
	return 0
}

// taken reports whether the settings file decides a setting at all.
func (u FileUse) taken(inWorkflow bool) bool {
	switch u {
	case FileAny, FilePath, FileTarget, FileURL:
		return true
	case FileNotInWorkflow:
		return !inWorkflow
	}
	return false
}

// narrow takes out of the files' settings those that a file does not decide in this run, and
// returns them. Their values are checked all the same.
func (c *chain) narrow() (refused []NotTaken) {
	for _, f := range c.all {
		var kept []given
		for _, g := range f.given {
			if g.setting.File().taken(c.isUntrusted(f)) {
				kept = append(kept, g)
				continue
			}
			g.setting.set(new(Config), g.entries, &f.faults)
			refused = append(refused, NotTaken{g.setting.Name, f.Name, f.Fetched})
		}
		f.given = kept
	}
	return refused
}
