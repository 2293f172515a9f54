package config

// noFile is the value of the setting config by which no settings file is read.
const noFile = "none"

// SettingsFile returns the path of the settings file, and whether a flag or an
// input chose it. It is empty when none is to be read.
func (src Sources) SettingsFile() (path string, chosen bool) {
	table := Settings()
	s := find(table, "config")
	path = s.Default
	flags, _ := readFlags(src.Args, table)
	inputs := readInputs(src.Environ, table)
	for _, r := range []reading{inputs, flags} {
		for _, g := range r.given {
			if g.setting.Name == s.Name && len(g.entries) > 0 {
				path, chosen = g.entries[len(g.entries)-1].text, true
			}
		}
	}
	if path == noFile {
		path = ""
	}
	return path, chosen
}
