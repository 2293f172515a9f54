package config

import (
	"runtime"
	"slices"
)

// Load returns the settings that src gives. The error is an *Errors with every fault of
// every source, even of values that a stronger source replaces. Help and the version are
// shown even if a setting has a fault.
func Load(src Sources) (Config, error) {
	table := Settings()
	flags, asked := readFlags(src.Args, table)
	if asked.help || asked.version {
		return Config{Help: asked.help, Version: asked.version}, nil
	}
	if asked.print != "" {
		return Config{Print: asked.print}, nil
	}
	inputs := readInputs(src.Environ, table)
	workflow := inWorkflow(src.Environ)
	file := readFile(src.File, src.FileName, table)
	refused := file.narrow(workflow)

	c := defaults(table, workflow)
	c.Dump = asked.dump
	c.Rules = file.rules
	sources := []source{{name: "flag", reading: &flags}, {name: "input", reading: &inputs}, {name: src.FileName, reading: &file, isFile: true}}
	for _, s := range slices.Backward(sources) {
		for _, g := range s.given {
			g.setting.set(&c, g.entries, &s.faults)
		}
	}
	if workflow {
		file.keepLocal()
	}
	var all []Fault
	for _, s := range sources {
		all = append(all, s.faults.sorted()...)
	}
	if len(all) > 0 {
		return Config{}, &Errors{Faults: all, Shown: Config{Format: c.Format, Annotations: c.Annotations, Summary: c.Summary, Publish: c.Publish, Token: c.Token, Shard: c.Shard}}
	}
	c.Given = inForce(table, sources)
	c.InSettingsFile = file.decides(c.Given)
	for _, name := range refused {
		if !slices.ContainsFunc(c.Given, func(g Given) bool { return g.Name == name }) {
			c.NotTaken = append(c.NotTaken, name)
		}
	}
	return c, nil
}

// source is a reading with its name, and whether it is that of a settings file.
type source struct {
	name string
	*reading
	isFile bool
}

// inForce lists the settings that were given, each from the strongest source, which
// comes first.
func inForce(table []Setting, from []source) []Given {
	best := map[string]Given{}
	for _, s := range slices.Backward(from) {
		for _, g := range s.given {
			inFile := ""
			if s.isFile {
				inFile = place{file: s.name, name: g.setting.Name}.String()
				if len(g.entries) > 0 {
					inFile = g.entries[0].place.String()
				}
			}
			best[g.setting.Name] = Given{g.setting.Name, g.setting.shown(g.entries), s.name, inFile}
		}
	}
	var all []Given
	for i := range table {
		if g, ok := best[table[i].Name]; ok {
			all = append(all, g)
		}
	}
	return all
}

// defaults returns the Config in which every setting has its default, in a workflow
// run or outside of one: the very text that the documents show, read as if a user had
// written it.
func defaults(table []Setting, inWorkflow bool) Config {
	c := Config{Jobs: runtime.GOMAXPROCS(0)}
	var none faults
	for i := range table {
		s := &table[i]
		text := s.Default
		if inWorkflow && s.InWorkflow != "" {
			text = s.InWorkflow
		}
		if text != "" {
			s.set(&c, []entry{{text: text, place: place{name: s.Name}}}, &none)
		}
	}
	return c
}
