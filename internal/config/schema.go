package config

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// schemaURL names the dialect of JSON Schema: draft 7, which editors know.
const schemaURL = "http://json-schema.org/draft-07/schema#"

// schema is a JSON Schema, or a part of one.
type schema = map[string]any

// WriteSchema writes the JSON Schema of the settings file, by which editors complete and
// check it. The error is that of w.
func WriteSchema(w io.Writer) error {
	properties := schema{rulesKey: rulesSchema()}
	for _, s := range Settings() {
		if s.File == FileNever {
			continue
		}
		property := schema{"anyOf": append(s.forms(), schema{"type": "null"}), "description": s.description()}
		if s.Default != "" {
			property["default"] = s.defaultValue()
		}
		properties[s.Name] = property
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	err := out.Encode(schema{
		"$schema":              schemaURL,
		"$id":                  "https://raw.githubusercontent.com/linkvet/linkvet/main/linkvet.schema.json",
		"title":                "Settings of linkvet",
		"type":                 []string{"object", "null"},
		"additionalProperties": false,
		"properties":           properties,
	})
	if err != nil {
		return fmt.Errorf("could not write the schema: %w", err)
	}
	return nil
}

// description is the meaning of a setting with its default, as plain text.
func (s Setting) description() string {
	text := s.Meaning + ". Default: " + s.DefaultText() + "."
	return strings.ReplaceAll(text, "`", "")
}

// defaultValue returns the default as a value of YAML.
func (s Setting) defaultValue() any {
	switch {
	case s.boolean():
		return s.Default == "true"
	case s.Value == "N":
		return json.Number(s.Default)
	}
	return s.Default
}

// forms returns the forms in which the settings file may give a setting: one value, or a
// list too.
func (s Setting) forms() []any {
	one := s.form()
	if !s.List {
		return []any{one}
	}
	many := schema{"type": "array", "items": one, "maxItems": maxItems}
	if s.Choices != nil {
		return []any{one, many}
	}
	return []any{one, many, schema{"type": "string", "pattern": `\n`}} // one a line
}

// durationPattern matches what parseDuration reads.
const durationPattern = `^0$|^([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h))*$`

// form returns the form of one value.
func (s Setting) form() schema {
	switch {
	case s.boolean():
		return schema{"type": "boolean"}
	case s.Choices != nil:
		return schema{"enum": s.Choices}
	}
	switch s.Value {
	case "N":
		return s.numbers()
	case "RATE":
		return schema{"type": "number", "minimum": 0}
	case "DURATION":
		if !s.accepts("0") {
			return schema{"type": "string", "pattern": strings.TrimPrefix(durationPattern, `^0$|`)}
		}
		return schema{"anyOf": []any{schema{"const": 0}, schema{"type": "string", "pattern": durationPattern}}}
	case "N|SHARE":
		return schema{"anyOf": []any{schema{"type": "integer", "minimum": 0}, schema{"type": "string", "pattern": `^[0-9]+(\.[0-9]+)?%$`}}}
	case "STATUS":
		return statusSchema(`(.+=)?`)
	case "I/N":
		return schema{"type": "string", "pattern": `^[1-9][0-9]*/[1-9][0-9]*$`}
	case "FORMAT=PATH":
		return schema{"type": "string", "pattern": `^\s*[a-z]+\s*=.*\S`}
	case "HEADER":
		return schema{"type": "string", "pattern": `^[^:\s]+:`}
	case "TEXT":
		return schema{"type": []string{"string", "number", "boolean"}} // such as a commit hash of digits
	}
	return schema{"type": "string", "minLength": 1}
}

// numbers returns the form of a whole number, with its bounds.
func (s Setting) numbers() schema {
	form := schema{"type": "integer", "minimum": 0}
	if !s.accepts("0") {
		form["minimum"] = 1
	}
	if !s.accepts(fmt.Sprint(maxAtOnce + 1)) {
		form["maximum"] = maxAtOnce
	}
	return form
}

// accepts reports whether the setting takes a value.
func (s Setting) accepts(value string) bool {
	var f faults
	s.set(new(Config), []entry{{text: value}}, &f)
	return len(f.sorted()) == 0
}

// statusSchema is the form of statuses, which are numbers, or texts with more of them. Before a
// status in a text, a pattern may match. Some sites answer with a status that HTTP does not have,
// such as 999.
func statusSchema(before string) schema {
	one := before + `[1-9]([0-9][0-9]|[xX][xX])`
	return schema{"anyOf": []any{
		schema{"type": "integer", "minimum": 100, "maximum": 999},
		schema{"type": "string", "pattern": `^` + one + `([ ,]+` + one + `)*$`},
	}}
}

// listOf is the form of one value or a list of them.
func listOf(one schema) schema {
	return schema{"anyOf": []any{one, schema{"type": "array", "items": one}}}
}

// rulesSchema is the form of the rules.
func rulesSchema() schema {
	status := statusSchema("")
	return schema{
		"description": "What holds for some targets alone. The first rule whose match fits a target counts.",
		"type":        []string{"array", "null"},
		"maxItems":    maxItems,
		"items": schema{
			"type":                 "object",
			"required":             []string{"match"},
			"minProperties":        2,
			"additionalProperties": false,
			"properties": schema{
				"match":     listOf(schema{"type": "string", "minLength": 1}),
				"verdict":   schema{"enum": verdictChoices},
				"accept":    listOf(status),
				"fragments": schema{"enum": fragmentsChoices},
				"headers":   schema{"type": "object", "additionalProperties": schema{"type": []string{"string", "number", "boolean"}}},
				"method":    schema{"enum": methodChoices},
				"host-rate": schema{"type": "number", "exclusiveMinimum": 0},
				"timeout":   schema{"type": "string", "pattern": strings.TrimPrefix(durationPattern, `^0$|`)},
			},
		},
	}
}
