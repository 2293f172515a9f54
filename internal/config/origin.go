package config

// Origins says of some settings where the file has them, such as
// ".linkvet.yml:3: target", when they came from there; empty when they did not.
type Origins struct{ Target, SiteURL, Headers string }

// origins returns where the file has what no flag or input replaces.
func origins(file *reading, stronger ...*reading) Origins {
	places := map[string]string{}
	for _, g := range file.given {
		places[g.setting.Name] = ""
		if len(g.entries) > 0 {
			places[g.setting.Name] = g.entries[0].place.String()
		}
	}
	for _, r := range stronger {
		for _, g := range r.given {
			delete(places, g.setting.Name)
		}
	}
	return Origins{Target: places["target"], SiteURL: places["site-url"], Headers: places["header"]}
}
