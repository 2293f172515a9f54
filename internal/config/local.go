package config

import "path/filepath"

// keepLocal notes which values of the settings file name files outside of the
// working directory. In a workflow run the file is a part of what is checked, and
// whoever proposes a change to that must not choose what else is read or replaced.
func keepLocal(file *reading) {
	for _, g := range file.given {
		if g.setting.path == nil {
			continue
		}
		entries := g.entries
		if g.setting.List {
			// What is wrong with the list as a whole its setter has said.
			entries = itemize(entries, whole, new(faults))
		}
		for _, e := range entries {
			if path := g.setting.path(e.text); path != "" && !filepath.IsLocal(path) {
				file.faults.add(e.place, quote(path)+" is outside of the working directory; set it as an input, or put it there")
			}
		}
	}
}
