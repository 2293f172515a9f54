package config

import (
	"slices"
	"strings"
)

// inputPrefix begins the name of every variable by which a workflow's runner
// hands an input to an action.
const inputPrefix = "INPUT_"

// readInputs reads the action's inputs out of the environment. The runner keeps
// the hyphens of an input's name, and hands over an input that was left out as
// an empty one: a blank value is therefore no value.
func readInputs(environ []string, table []Setting) reading {
	settings := make(map[string]*Setting, len(table))
	for i := range table {
		settings[inputPrefix+strings.ToUpper(table[i].Name)] = &table[i]
	}
	where := func(variable string) string { return named(variable) }
	if inWorkflow(environ) {
		// There the variables are made by the runner, out of names that people write.
		where = func(variable string) string {
			return "input " + named(strings.ToLower(strings.TrimPrefix(variable, inputPrefix)))
		}
	}
	var out reading
	for i, variable := range slices.Sorted(slices.Values(environ)) {
		name, value, _ := strings.Cut(variable, "=")
		if name == compositeInputs {
			// WithInputs has left the variable because of this error.
			if _, err := parseInputs(variable); err != nil {
				out.faults.add(place{name: name, at: i}, err.Error())
			}
		}
		if !strings.HasPrefix(name, inputPrefix) || ofRunner(name) {
			continue
		}
		p := place{name: where(name), at: i}
		s := settings[name]
		if s == nil {
			out.faults.add(p, unknown(strings.TrimPrefix(name, inputPrefix), settingsPage, table))
			continue
		}
		if value = strings.TrimSpace(value); value != "" {
			out.given = append(out.given, given{s, []entry{{value, p}}})
		}
	}
	return out
}

// ofRunner reports whether an input is for the runner and not for linkvet: a container gets
// `with: args:` and `with: entrypoint:` as inputs.
func ofRunner(name string) bool {
	return name == "INPUT_ARGS" || name == "INPUT_ENTRYPOINT"
}
