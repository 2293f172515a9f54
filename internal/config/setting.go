package config

import "strings"

// Setting is one row of the table of settings.
type Setting struct {
	// Name is the flag without its dashes, the input, and the key of the file.
	Name string
	// Value stands for the value in usage texts, such as DURATION; empty for a
	// boolean.
	Value string
	// Default is the value of a setting that was not given, as a user would write
	// it; empty for none.
	Default string
	// InWorkflow is the default in a run of GitHub Actions where that is another one;
	// empty where it is the same.
	InWorkflow string
	// ActionDefault is the default of the input in action.yml; empty for none. The runner
	// passes it like a value that a user has set.
	ActionDefault string
	// Secret is true for a setting that is no flag, because other processes see arguments.
	Secret bool
	// Otherwise says in words what holds without a Default; empty with one.
	Otherwise string
	// Meaning is one sentence or more, without a full stop at its end, in which
	// literal text is between backquotes.
	Meaning string
	// List is true for a setting that takes several values, one a line.
	List bool
	// Choices are the words of a setting whose values are a few words; else nil.
	Choices []string

	set setter
	// path returns the path of the file that one value names, or an empty one; nil
	// for a setting that names none.
	path func(value string) string
}

// DefaultText returns what documents show as the default.
func (s Setting) DefaultText() string {
	switch {
	case s.InWorkflow != "":
		return "`" + s.Default + "`; `" + s.InWorkflow + "` in a workflow run"
	case s.Default != "":
		return "`" + s.Default + "`"
	}
	return s.Otherwise
}

// IsFlag reports whether a flag can give the setting. Other processes can read flags, so
// a secret is none.
func (s Setting) IsFlag() bool { return !s.Secret }

// boolean reports whether the setting needs no value as a flag.
func (s Setting) boolean() bool { return s.Value == "" }

// shown writes the values of a setting, without the secrets that headers are.
func (s Setting) shown(entries []entry) string {
	var lines []string
	for _, e := range entries {
		for line := range strings.Lines(e.text) {
			line = strings.TrimSpace(line)
			if s.Secret {
				line = "***"
			}
			if s.Name == "header" && line != "" {
				name, _, _ := strings.Cut(line, ":")
				line = name + ": ***"
			}
			if line != "" {
				lines = append(lines, line)
			}
		}
	}
	if !s.List && len(lines) > 0 {
		lines = lines[len(lines)-1:]
	}
	return strings.Join(lines, "\n")
}

// synopsis returns the flag of the setting with the placeholder of its value, or the input
// of one that is no flag.
func (s Setting) synopsis() string {
	if s.Secret {
		return s.Name + " (no flag)"
	}
	if s.boolean() {
		return "--" + s.Name
	}
	return "--" + s.Name + " " + s.Value
}

// find returns the setting called name, or nil.
func find(table []Setting, name string) *Setting {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}
