package config

import (
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"
)

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
	inputs, err := parseInputs(environ[at])
	if err != nil {
		return environ
	}
	var out []string
	for _, v := range environ {
		if !strings.HasPrefix(v, inputPrefix) && !strings.HasPrefix(v, compositeInputs+"=") {
			out = append(out, v)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(inputs)) {
		out = append(out, inputPrefix+strings.ToUpper(name)+"="+inputs[name])
	}
	return out
}

// parseInputs returns the inputs of a variable. Its errors do not have the inputs' names and
// values, which may be secret.
func parseInputs(variable string) (map[string]string, error) {
	_, text, _ := strings.Cut(variable, "=")
	decoder := json.NewDecoder(strings.NewReader(text))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return nil, errNoInputs
	}
	inputs, seen := map[string]string{}, map[string]bool{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, errNoInputs
		}
		token, err := decoder.Token()
		value, isText := token.(string)
		if err != nil || !isText {
			return nil, errNoInputs
		}
		name := key.(string)
		variable := inputPrefix + strings.ToUpper(name)
		switch {
		case seen[variable]:
			return nil, errInputTwice
		case ofRunner(variable):
			return nil, errInputOfContainer
		case strings.ContainsAny(name, "=\x00"):
			return nil, errInputName
		}
		inputs[name], seen[variable] = value, true
	}
	if _, err := decoder.Token(); err != nil {
		return nil, errNoInputs
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errNoInputs
	}
	return inputs, nil
}

// What can be wrong with the inputs of the composite action. One that the run would lose could
// be the gate of a deployment.
var (
	errNoInputs         = errors.New("must be a JSON object of the inputs, with strings as values")
	errInputTwice       = errors.New("must have each input once, in upper or lower case")
	errInputOfContainer = errors.New("must not have the inputs args and entrypoint, which are for containers; use the inputs of linkvet")
	errInputName        = errors.New("must not have an input with = in its name")
)
