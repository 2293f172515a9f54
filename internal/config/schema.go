package config

import (
	"encoding/json"
	"io"
	"strings"
)

const (
	// schemaURL names the dialect of JSON Schema: draft 7, which editors know.
	schemaURL = "http://json-schema.org/draft-07/schema#"
	// schemaID is where editors load the schema from.
	schemaID = "https://raw.githubusercontent.com/linkvet/linkvet/main/linkvet.schema.json"
)

// schema is a JSON Schema, or a part of one.
type schema = map[string]any

// writeSchema writes the JSON Schema of the settings file, by which editors complete and
// check it. The error is that of w.
func writeSchema(w io.Writer) error {
	properties := schema{rulesKey: rulesSchema()}
	for _, s := range settings() {
		if s.file == fileNever {
			continue
		}
		text := s.meaning + ". Default: " + s.defaultText() + "."
		property := schema{"anyOf": append(s.forms(), schema{"type": "null"}), "description": strings.ReplaceAll(text, "`", "")}
		switch {
		case s.initial == "":
		case s.isBoolean():
			property["default"] = s.initial == "true"
		case s.value == "N":
			property["default"] = json.Number(s.initial)
		default:
			property["default"] = s.initial
		}
		properties[s.name] = property
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(schema{
		"$schema":              schemaURL,
		"$id":                  schemaID,
		"title":                "Settings of linkvet",
		"type":                 []string{"object", "null"},
		"additionalProperties": false,
		"properties":           properties,
	})
}

// forms returns the forms in which the settings file may give a value: one value, or a list too.
func (k *kind) forms() []any {
	if !k.isList {
		return []any{k.form}
	}
	all := []any{k.form, schema{"type": "array", "items": k.form, "maxItems": maxItems}}
	if k.choices == nil {
		all = append(all, matching(`\n`)) // one a line
	}
	return all
}

// rulesSchema is the form of the rules.
func rulesSchema() schema {
	properties := schema{}
	for _, k := range ruleKeys(new(Rule)) {
		properties[k.name] = schema{"anyOf": k.forms()}
	}
	return schema{
		"description": "What holds for some targets alone. The first rule whose match fits a target counts.",
		"type":        []string{"array", "null"},
		"maxItems":    maxItems,
		"items": schema{
			"type": "object", "required": []string{"match"}, "minProperties": 2, "additionalProperties": false, "properties": properties,
		},
	}
}
