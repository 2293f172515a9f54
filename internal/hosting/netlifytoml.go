package hosting

import (
	"fmt"
	"slices"
	"strings"
)

// netlifyConfig is what a netlify.toml says about how paths are answered.
type netlifyConfig struct {
	rules  []pathRule
	faults []Fault
	// plainURLs is whether it turns Pretty URLs off.
	plainURLs bool
	// functions is the directory of functions; empty where it says nothing.
	functions string
	// edge are the paths of edge functions, as written.
	edge []string
}

// readNetlifyConfig reads a netlify.toml.
// https://docs.netlify.com/build/configure-builds/file-based-configuration/
func readNetlifyConfig(source *Source) netlifyConfig {
	if len(source.Data) >= maxRulesFile {
		return netlifyConfig{faults: []Fault{tooLarge(source)}}
	}
	root, err := readTOML(source.Data)
	if err != nil {
		return netlifyConfig{faults: []Fault{{source.Name, err.line, "Netlify cannot read the file: " + err.message}}}
	}
	config := netlifyConfig{
		plainURLs: root.at("build", "processing", "html", "pretty_urls").scalar() == "false",
		functions: root.at("functions", "directory").scalar(),
	}
	if config.functions == "" {
		config.functions = root.at("build", "functions").scalar()
	}
	for _, edge := range root.at("edge_functions").list() {
		config.edge = append(config.edge, edge.any("path", "pattern").texts()...)
	}
	redirects := root.at("redirects")
	if redirects != nil && !redirects.isArray() {
		fault := Fault{source.Name, lineOf(source.Data, redirects.offset), "redirects is no list: write each as [[redirects]]"}
		config.faults = append(config.faults, fault)
	}
	lines := newLineIndex(source.Data)
	for _, table := range redirects.list() {
		config.add(source, table, lines)
	}
	return config
}

// add reads one table of redirects.
func (c *netlifyConfig) add(source *Source, table *tomlValue, lines lineIndex) {
	redirect, problem := netlifyTable(table)
	redirect.source = source.Name
	place := table.offset
	if to := table.any("to", "destination"); to != nil {
		place = to.offset
	}
	redirect.line, redirect.column = lines.position(place)
	var rule pathRule
	if problem == "" {
		rule, problem = redirect.rule()
	}
	if problem != "" {
		line, _ := lines.position(table.offset)
		c.faults = append(c.faults, Fault{source.Name, line, problem})
		return
	}
	c.rules = append(c.rules, rule)
}

// netlifyTable reads the keys of a redirect, by their older names as well.
func netlifyTable(table *tomlValue) (redirect netlifyRedirect, problem string) {
	redirect = netlifyRedirect{
		from:   table.any("from", "origin").scalar(),
		to:     table.any("to", "destination").scalar(),
		status: table.at("status").scalar(),
		force:  table.at("force").scalar() == "true",
	}
	if conditions := table.at("conditions"); conditions != nil {
		redirect.conditional = len(conditions.table) > 0
	}
	if query := table.any("query", "params", "parameters"); query != nil {
		for name, value := range query.table {
			redirect.query = append(redirect.query, newParameter(name, value.scalar()))
		}
		slices.SortFunc(redirect.query, func(a, b parameter) int { return strings.Compare(a.name, b.name) })
	}
	switch {
	case redirect.from == "":
		return redirect, `the redirect has no "from": write the path that it is for`
	case redirect.to != "" && !strings.HasPrefix(redirect.to, "/") && !isAbsolute(redirect.to):
		return redirect, fmt.Sprintf(`the destination %q must begin with "/", "http://" or "https://"`, redirect.to)
	}
	return redirect, ""
}
