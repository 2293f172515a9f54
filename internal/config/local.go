package config

import "path/filepath"

// keepLocal adds a fault for each value of an untrusted settings file that names a file
// outside the working directory. Such a file must not choose what else is read or
// replaced.
func (c *chain) keepLocal() {
	for _, f := range c.all {
		if !c.isUntrusted(f) {
			continue
		}
		for _, g := range f.given {
			f.keepLocal(g)
		}
	}
}

// keepLocal does that for one setting.
func (f *settingsFile) keepLocal(g given) {
	if g.setting.path == nil {
		return
	}
	entries := g.entries
	if g.setting.List {
		// The setter has reported faults of the list as a whole.
		entries = itemize(entries, whole, new(faults))
	}
	for _, e := range entries {
		if g.setting.Name == "baseline" && IsRemoteBaseline(e.text) {
			f.faults.add(e.place, "must be a path in the settings file; set a URL or an artifact as an input")
			continue
		}
		if path := g.setting.path(e.text); path != "" && !filepath.IsLocal(path) {
			f.faults.add(e.place, quote(path)+" is outside the working directory; set it as an input, or use a path inside")
		}
	}
}
