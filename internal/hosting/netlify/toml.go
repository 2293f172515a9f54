package netlify

import (
	"fmt"
	"strings"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/redirects"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

// configName is the file of settings.
const configName = "netlify.toml"

// config is what a netlify.toml says about how paths are answered.
type config struct {
	rules []rule
	// plainURLs is whether it turns Pretty URLs off.
	plainURLs bool
	// functions is the directory of functions; empty where it says nothing.
	functions string
	// edge are the paths of edge functions, as written.
	edge []string
}

// readConfig reads the netlify.toml beside the deployment.
// https://docs.netlify.com/build/configure-builds/file-based-configuration/
func readConfig(d hosting.Deployment, book *hosting.RuleBook) (c config) {
	source := d.FirstInRepository(configName)
	if source == nil {
		return config{}
	}
	file := settings.ReadTOML(source, "Netlify", book)
	if file == nil {
		return config{}
	}
	c.plainURLs = file.Root.Get("build", "processing", "html", "pretty_urls").Scalar() == "false"
	c.functions = file.Root.Get("functions", "directory").Scalar()
	if c.functions == "" {
		c.functions = file.Root.Get("build", "functions").Scalar()
	}
	for _, edge := range file.Root.Get("edge_functions").List() {
		for _, path := range edge.First("path", "pattern").Texts() {
			c.edge = append(c.edge, path.Scalar())
		}
	}
	list := file.Root.Get("redirects")
	if list != nil && !list.IsList() {
		file.Fault(list, "redirects must be a list: write each as [[redirects]]")
	}
	for _, item := range list.List() {
		if !item.IsObject() {
			file.Fault(item, "a redirect must be a table: write each as [[redirects]]")
			continue
		}
		if made, problem := readTable(file, source.Name, item); problem == "" {
			c.rules = append(c.rules, made)
		} else {
			file.Fault(item, "%s", problem)
		}
	}
	return c
}

// tableShape is what a redirect has to look like. The types of other keys do not matter
// for links.
var tableShape = &settings.Shape{Kinds: settings.ObjectKind, Closed: true, Members: map[string]*settings.Shape{
	"from": settings.TextShape, "origin": settings.TextShape, "to": settings.TextShape, "destination": settings.TextShape,
	"force": settings.BoolShape, "query": settings.ObjectShape, "params": settings.ObjectShape, "parameters": settings.ObjectShape,
	"conditions": settings.ObjectShape, "headers": nil, "sign": nil, "signing": nil, "signed": nil,
	"rate_limit": nil, "proxy": nil, "edge_handler": nil, "edge_handlers": nil,
	"status": settings.AnyShape,
}}

// readTable reads one redirect, also by the older names of its keys.
func readTable(file *settings.File, source string, table *settings.Value) (made rule, problem string) {
	file.Check(table, "a redirect", tableShape)
	status := table.Get("status")
	if _, isText := status.Text(); !isText {
		file.Check(status, `"status"`, settings.NumberShape)
	}
	destination := table.First("to", "destination")
	drafted := draft{
		source: source,
		from:   table.First("from", "origin").Scalar(),
		to:     destination.Scalar(),
		status: status.Scalar(),
		force:  table.Get("force").Scalar() == "true",

		conditional: len(table.Get("conditions").Members()) > 0,
	}
	for _, member := range table.First("query", "params", "parameters").Members() {
		drafted.query = append(drafted.query, newParameter(member.Name, member.Value.Scalar()))
	}
	switch {
	case drafted.from == "":
		return made, `the redirect has no "from": write the path to redirect`
	case drafted.to != "" && !strings.HasPrefix(drafted.to, "/") && !redirects.IsAbsolute(drafted.to):
		return made, fmt.Sprintf(`the destination %q must begin with "/", "http://" or "https://"`, drafted.to)
	}
	if destination == nil {
		destination = table
	}
	drafted.line, drafted.column = file.Position(destination)
	return drafted.rule()
}
