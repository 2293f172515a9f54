package config

import "path/filepath"

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
	case "allow-private", "user-agent", "publish", "from", "fix", "shard":
		return FileNotInWorkflow
	case "config", "token":
		return FileNever
	case "hosting", "include", "exclude", "exclude-pages", "external", "fragments", "redirects",
		"max-depth", "max-pages", "max-unread", "min-pages",
		"concurrency", "host-concurrency", "host-rate", "timeout", "retries", "time-limit", "wait", "expect", "environment", "changed",
		// A header of the file holds nothing that the file does not.
		"header", "accept", "cache-ttl",
		"fail-on", "format", "quiet", "verbose", "annotations", "summary":
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

// narrow takes out of a settings file the settings that it does not decide in this run, and
// returns their names. Their values are checked all the same.
func (r *reading) narrow(inWorkflow bool) (refused []string) {
	var kept []given
	for _, g := range r.given {
		if g.setting.File().taken(inWorkflow) {
			kept = append(kept, g)
			continue
		}
		g.setting.set(new(Config), g.entries, &r.faults)
		refused = append(refused, g.setting.Name)
	}
	r.given = kept
	return refused
}

// keepLocal adds a fault for each value of a settings file that names a file outside the
// working directory. An untrusted file must not choose what else is read or replaced.
func (r *reading) keepLocal() {
	for _, g := range r.given {
		if g.setting.path == nil {
			continue
		}
		entries := g.entries
		if g.setting.List {
			// The setter has reported faults of the list as a whole.
			entries = itemize(entries, whole, new(faults))
		}
		for _, e := range entries {
			if g.setting.Name == "baseline" && IsRemoteBaseline(e.text) {
				r.faults.add(e.place, "must be a path in the settings file; set a URL or an artifact as an input")
				continue
			}
			if path := g.setting.path(e.text); path != "" && !filepath.IsLocal(path) {
				r.faults.add(e.place, quote(path)+" is outside the working directory; set it as an input, or use a path inside")
			}
		}
	}
}

// decides returns the names of the settings that a settings file decides, of those in force,
// and "rules" if it has some.
func (r *reading) decides(inForce []Given) (names []string) {
	for _, g := range inForce {
		if g.InFile != "" {
			names = append(names, g.Name)
		}
	}
	if len(r.rules) > 0 {
		names = append(names, rulesKey)
	}
	return names
}
