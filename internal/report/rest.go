package report

import "github.com/linkvet/linkvet/internal/link"

// WhereAll says where every finding is listed, for the end of a sentence that
// tells how many are left out.
func WhereAll(r *link.Report) string {
	return whereAll(r, plainly)
}

// whereAll is WhereAll with each name passed through mark.
func whereAll(r *link.Report, mark func(string) string) string {
	switch {
	case r.JSONPath != "":
		return "see " + mark(r.JSONPath) + " for the full list"
	case r.Inputs:
		return "set " + mark(option(r, "report", "json=links.json")) + " for the full list"
	}
	return "add " + mark(option(r, "report", "json=links.json")) + " for the full list"
}

// leftOut says how many findings are left out of a report, and where they are.
func leftOut(r *link.Report, n int, mark func(string) string) string {
	s := "and " + count(n, "more target")
	if r.JSONPath == "" && r.HTMLPath != "" {
		return s + ": see " + mark(r.HTMLPath) + " for more; " + whereAll(r, mark)
	}
	return s + ": " + whereAll(r, mark)
}

// option names a setting with its value, as the caller of the run would give it.
func option(r *link.Report, name, value string) string { return Option(r.Inputs, name, value) }

// Option names a setting with its value: as an input of the action, or as a flag.
func Option(input bool, name, value string) string {
	if input {
		return name + ": " + value
	}
	if value == "false" {
		return "--" + name + "=" + value // a flag without a value is true
	}
	return "--" + name + " " + value
}

// optionName is option without a value.
func optionName(r *link.Report, name string) string {
	if r.Inputs {
		return name
	}
	return "--" + name
}

// plainly shows a name as text.
func plainly(s string) string { return Clean(s, maxPath) }
