package config

import "slices"

// Sources are the places that settings come from, the strongest first: a flag
// beats an input, an input beats the file, the file beats the default. A setting
// is taken whole from the strongest source that has it; lists are not merged.
type Sources struct {
	// Args are the command line's arguments, without the program's name.
	Args []string
	// Environ is the environment as KEY=value; INPUT_ variables are read, and
	// GITHUB_ACTIONS, which is "true" in a workflow run.
	Environ []string
	// File is the content of the settings file. The caller bounds its size.
	File []byte
	// FileName is the file's name as faults show it; empty when there is none.
	FileName string
}

// inWorkflow reports whether an environment is that of a workflow run.
func inWorkflow(environ []string) bool { return slices.Contains(environ, "GITHUB_ACTIONS=true") }

// given is what one source says about one setting.
type given struct {
	setting *Setting
	entries []entry
}

// reading is all that one source says.
type reading struct {
	given  []given
	rules  Rules
	faults faults
}
