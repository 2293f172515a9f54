package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// maxNesting is how deep a settings file may nest. Rules need four levels; a little more lets a
// mistake be named for what it is.
const maxNesting = 16

// fileReader goes through the settings file once.
type fileReader struct {
	table []setting
	out   reading
}

// readFile reads the settings file: one YAML mapping of settings to values. A
// null value is no value. Without a name there is no file.
func readFile(content []byte, name string, table []setting) reading {
	r := &fileReader{table: table, out: reading{source: name, isFile: true}}
	if name == "" {
		return r.out
	}
	root, err := parseYAML(content)
	switch {
	case err != nil:
		r.invalid(content, err)
	case root == nil || null(root):
	case root.Kind != yaml.MappingNode:
		r.out.faults.add(r.place(root.Line, ""), `must contain settings, one "name: value" per line`)
	default:
		r.mapping(root)
	}
	return r.out
}

// errDocuments says that a file is several YAML documents.
var errDocuments = errors.New("must be one YAML document, not several")

// parseYAML returns the root of the only document in content; nil when there is
// none. The tree is not decoded any further, so that every value keeps its line.
func parseYAML(content []byte) (*yaml.Node, error) {
	limits := loaderlimits.New(loaderlimits.DepthValue(maxNesting))
	loader, err := yaml.NewLoader(bytes.NewReader(content), yaml.WithPlugin(limits))
	if err != nil {
		return nil, err
	}
	var document, surplus yaml.Node
	if err := loader.Load(&document); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := loader.Load(&surplus); err == nil {
		return nil, errDocuments
	} else if !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(document.Content) == 0 {
		return nil, nil
	}
	return document.Content[0], nil
}

// yamlAdvice is what most mistakes in YAML need.
const yamlAdvice = "; indent with spaces, and put values that contain any of * : @ % ` \\ in single quotes"

// invalid notes why the file could not be parsed. What is still open at the end
// of the file is placed where it was opened.
func (r *fileReader) invalid(content []byte, err error) {
	var load *yaml.LoadError
	switch {
	case errors.Is(err, errDocuments):
		r.out.faults.add(r.place(0, ""), err.Error())
	case errors.As(err, &load):
		// The message may repeat the file, and the file may be untrusted.
		line := load.Mark.Line
		if last := 1 + bytes.Count(bytes.TrimRight(content, "\n"), []byte("\n")); line > last && load.ContextMark.Line > 0 {
			line = load.ContextMark.Line
		}
		r.out.faults.add(r.place(line, ""), "is not valid YAML: "+escape(load.Message)+yamlAdvice)
	default:
		r.out.faults.add(r.place(0, ""), "is not valid YAML")
	}
}

// place returns the place of a setting's key, or of the file itself when key is
// empty.
func (r *fileReader) place(line int, key string) place {
	return place{file: r.out.source, at: line, name: key}
}

// keys calls take for each key of a mapping that has a value, with its place. Keys that unknown
// has words for are faults. It returns the keys, also those without a value, with their lines.
func (r *fileReader) keys(node *yaml.Node, within string, unknown func(key string) string, take func(key string, p place, value *yaml.Node)) map[string]int {
	seen := map[string]int{}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		if key.Kind != yaml.ScalarNode {
			r.out.faults.add(r.place(key.Line, within), "has a key that is not plain text")
			continue
		}
		name := named(key.Value)
		if within != "" {
			name = within + ": " + name
		}
		p := r.place(key.Line, name)
		if text := unknown(key.Value); text != "" {
			r.out.faults.add(p, text)
			continue
		}
		if first, ok := seen[key.Value]; ok {
			r.out.faults.add(p, fmt.Sprintf("is already set on line %d; remove one of the two", first))
			continue
		}
		seen[key.Value] = key.Line
		if p.at = value.Line; !null(value) {
			take(key.Value, p, value)
		}
	}
	return seen
}

// mapping reads the file's settings.
func (r *fileReader) mapping(root *yaml.Node) {
	isUnknown := func(key string) string {
		if key == rulesKey || find(r.table, key) != nil {
			return ""
		}
		return unknown(key, settingsPage, r.table, rulesKey)
	}
	r.keys(root, "", isUnknown, func(key string, p place, value *yaml.Node) {
		if key == rulesKey {
			r.rules(p, value)
			return
		}
		s := find(r.table, key)
		if entries, ok := r.entries(p, value, s.isList, s.value); ok {
			r.out.given = append(r.out.given, given{s, entries})
		}
	})
}

// entries returns what a value of YAML says: one entry, or those of a list where the setting
// takes one. what stands for one value.
func (r *fileReader) entries(p place, value *yaml.Node, list bool, what string) (all []entry, ok bool) {
	switch {
	case value.Kind == yaml.ScalarNode:
		return []entry{{value.Value, p}}, true
	case value.Kind == yaml.AliasNode:
		r.out.faults.add(p, "must not be an alias; put a value that begins with * in quotes")
	case value.Kind == yaml.SequenceNode && list:
		all, ok = []entry{}, true
		for _, item := range value.Content {
			p.at = item.Line
			if item.Kind != yaml.ScalarNode {
				r.out.faults.add(p, "must be a list of plain values; this item is a list, a mapping or an alias; quote it if it is meant as text")
				ok = false
			} else if !null(item) {
				all = append(all, entry{item.Value, p})
			}
		}
		return all, ok
	case list:
		r.out.faults.add(p, fmt.Sprintf("must be text or a list, with one %s per item", what))
	default:
		r.out.faults.add(p, "must be one value, not several")
	}
	return nil, false
}

// null reports whether a node says nothing: ~, null, or no value at all.
func null(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null"
}
