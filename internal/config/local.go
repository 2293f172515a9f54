package config

import "path/filepath"

// keepLocal adds a fault for each value of the settings file that names a file outside
// the working directory. In a workflow run the settings file is part of the untrusted
// checkout, which must not choose what else is read or replaced.
func keepLocal(file *reading) {
	for _, g := range file.given {
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
				file.faults.add(e.place, "must be a path in the settings file; set a URL or an artifact as an input")
				continue
			}
			if path := g.setting.path(e.text); path != "" && !filepath.IsLocal(path) {
				file.faults.add(e.place, quote(path)+" is outside the working directory; set it as an input, or use a path inside")
			}
		}
	}
}
