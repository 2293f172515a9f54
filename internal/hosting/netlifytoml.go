package hosting

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
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
	if len(source.Data) >= maxTOML {
		return netlifyConfig{faults: []Fault{tooLarge(source, maxTOML)}}
	}
	root, err := readTOML(source.Data)
	if err != nil {
		return netlifyConfig{faults: []Fault{{Source: source.Name, Line: err.line, Message: "Netlify cannot read the file: " + err.message}}}
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
		fault := Fault{Source: source.Name, Line: lineOf(source.Data, redirects.offset), Message: "redirects is no list: write each as [[redirects]]"}
		config.faults = append(config.faults, fault)
	}
	lines := newLineIndex(source.Data)
	for _, item := range redirects.strays() {
		line, _ := lines.position(item.offset)
		config.faults = append(config.faults, Fault{Source: source.Name, Line: line, Message: "a redirect is no table: write each as [[redirects]]"})
	}
	for _, table := range redirects.list() {
		config.add(source, table, lines)
	}
	return config
}

// add reads one table of redirects.
func (c *netlifyConfig) add(source *Source, table *tomlValue, lines lineIndex) {
	for _, fault := range netlifyMisfits(table) {
		line, _ := lines.position(fault.offset)
		c.faults = append(c.faults, Fault{Source: source.Name, Line: line, Message: fault.message})
	}
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
		c.faults = append(c.faults, Fault{Source: source.Name, Line: line, Message: problem})
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

// netlifyKinds are the types that the keys of a redirect have, and what to call
// those; a key of no kind here is one that links do not depend on.
var netlifyKinds = map[string]struct {
	kind unstable.Kind
	name string
}{
	"from": {unstable.String, "a string"}, "origin": {unstable.String, "a string"},
	"to": {unstable.String, "a string"}, "destination": {unstable.String, "a string"},
	"status": {unstable.Integer, "a number"}, "force": {unstable.Bool, "true or false"},
	"query": {unstable.Table, "a table"}, "params": {unstable.Table, "a table"}, "parameters": {unstable.Table, "a table"},
	"conditions": {unstable.Table, "a table"},
	"headers":    {}, "sign": {}, "signing": {}, "signed": {}, "rate_limit": {}, "proxy": {}, "edge_handler": {}, "edge_handlers": {},
}

// misfit is what is wrong with a key of a table.
type misfit struct {
	offset  int
	message string
}

// netlifyMisfits are the keys of a redirect whose values have another type than
// they must have, and those that nobody reads.
func netlifyMisfits(table *tomlValue) (misfits []misfit) {
	for _, key := range slices.Sorted(maps.Keys(table.table)) {
		value := table.table[key]
		known, ok := netlifyKinds[key]
		switch {
		case !ok:
			misfits = append(misfits, misfit{value.offset, fmt.Sprintf("linkvet does not know %q here", key)})
		case key == "status" && value.kind == unstable.String:
			// Of one that is none the rule tells.
		case known.kind != unstable.Invalid && value.kind != known.kind:
			misfits = append(misfits, misfit{value.offset, fmt.Sprintf("%q must be %s", key, known.name)})
		}
	}
	return misfits
}
