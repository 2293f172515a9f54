package config

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// inputPrefix begins the name of every variable by which a workflow's runner
// hands an input to an action.
const inputPrefix = "INPUT_"

// readInputs reads the action's inputs out of the environment. The runner keeps
// the hyphens of an input's name, and hands over an input that was left out as
// an empty one: a blank value is therefore no value.
func readInputs(environ []string, table []setting) reading {
	settings := make(map[string]*setting, len(table))
	for i := range table {
		settings[inputPrefix+strings.ToUpper(table[i].name)] = &table[i]
	}
	where := named
	if inWorkflow(environ) {
		// There the variables are made by the runner, out of names that people write.
		where = func(variable string) string {
			return "input " + named(strings.ToLower(strings.TrimPrefix(variable, inputPrefix)))
		}
	}
	out := reading{source: "input"}
	for i, variable := range slices.Sorted(slices.Values(environ)) {
		name, value, _ := strings.Cut(variable, "=")
		p := place{name: where(name), at: i}
		s := settings[name]
		switch {
		case name == compositeInputs:
			// WithInputs has left the variable because it could not be read. It may hold secrets.
			out.faults.add(place{name: name, at: i}, "must be a JSON object of the inputs of linkvet, with strings as values")
		case !strings.HasPrefix(name, inputPrefix) || name == "INPUT_ARGS" || name == "INPUT_ENTRYPOINT":
			// A container has the last two for the runner.
		case s == nil:
			out.faults.add(p, unknown(strings.TrimPrefix(name, inputPrefix), settingsPage, table))
		case strings.TrimSpace(value) != "":
			out.given = append(out.given, given{s, []entry{{strings.TrimSpace(value), p}}})
		}
	}
	return out
}

// compositeInputs is the variable in which the composite action passes all of its inputs,
// as one JSON object. The runner makes no variable for an input of such an action, and a
// shell may drop variables with a hyphen in their names.
const compositeInputs = "LINKVET_INPUTS"

// WithInputs returns the environment with one variable for each input of the composite
// action, as a container action has them. Other inputs do not count then: they belong to
// another action. If the object cannot be read, the environment stays as it is, and Load
// reports the fault.
func WithInputs(environ []string) []string {
	at := slices.IndexFunc(environ, func(v string) bool { return strings.HasPrefix(v, compositeInputs+"=") })
	if at < 0 {
		return environ
	}
	var inputs map[string]*string
	if json.Unmarshal([]byte(environ[at][len(compositeInputs)+1:]), &inputs) != nil || inputs == nil {
		return environ
	}
	var out []string
	for _, v := range environ {
		if !strings.HasPrefix(v, inputPrefix) && !strings.HasPrefix(v, compositeInputs+"=") {
			out = append(out, v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		if isForRunner := strings.EqualFold(name, "args") || strings.EqualFold(name, "entrypoint"); isForRunner || inputs[name] == nil || strings.ContainsAny(name, "=\x00") {
			return environ // no setting may be lost: it could be the one that fails the run
		}
		out = append(out, inputPrefix+strings.ToUpper(name)+"="+*inputs[name])
	}
	return out
}
