package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"
)

// maxNesting is how deep a settings file may nest. Lists in a mapping need two
// levels; a little more lets a mistake be named for what it is.
const maxNesting = 16

// fileReader goes through the settings file once.
type fileReader struct {
	table []Setting
	name  string
	out   reading
}

// readFile reads the settings file: one YAML mapping of settings to values. A
// null value is no value. Without a name there is no file.
func readFile(content []byte, name string, table []Setting) reading {
	r := &fileReader{table: table, name: name}
	if name == "" {
		return r.out
	}
	root, err := parseYAML(content)
	if err != nil {
		r.invalid(content, err)
		return r.out
	}
	if root == nil || null(root) {
		return r.out
	}
	if root.Kind != yaml.MappingNode {
		r.out.faults.add(r.place(root.Line, ""), `must contain settings, one "name: value" per line`)
		return r.out
	}
	r.mapping(root)
	return r.out
}

// errDocuments says that a file is several YAML documents.
var errDocuments = errors.New("must be one YAML document, not several")

// parseYAML returns the root of the only document in content; nil when there is
// none. The tree is not decoded any further, so that every value keeps its line
// and an alias is never copied.
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
		r.out.faults.add(r.place(line, ""), "is not valid YAML: "+escape(load.Message)+yamlHint(content, line))
	default:
		r.out.faults.add(r.place(0, ""), "is not valid YAML")
	}
}

// place returns the place of a setting's key, or of the file itself when key is
// empty.
func (r *fileReader) place(line int, key string) place {
	return place{file: r.name, at: line, name: key}
}

// mapping reads the file's settings.
func (r *fileReader) mapping(root *yaml.Node) {
	seen := make(map[string]int)
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := resolve(root.Content[i]), resolve(root.Content[i+1])
		line := root.Content[i].Line
		if key == nil || key.Kind != yaml.ScalarNode {
			r.out.faults.add(r.place(line, ""), "has a key that is not plain text")
			continue
		}
		p := r.place(line, named(key.Value))
		s := find(r.table, key.Value)
		if s == nil && key.Value != rulesKey {
			r.out.faults.add(p, unknown(key.Value, settingsPage, r.table, rulesKey))
			continue
		}
		if first, ok := seen[key.Value]; ok {
			r.out.faults.add(p, alreadySet(first))
			continue
		}
		seen[key.Value] = line
		switch {
		case value == nil || null(value):
		case s == nil:
			r.rules(p, value)
		default:
			r.value(s, p, root.Content[i+1], value)
		}
	}
}

// value reads the value of one setting. Its node was written at, and stands for
// what value is: the two differ for an alias.
func (r *fileReader) value(s *Setting, p place, at, value *yaml.Node) {
	p.at = at.Line
	switch {
	case value.Kind == yaml.ScalarNode:
		p.block = at == value && value.Style&yaml.LiteralStyle != 0
		r.out.given = append(r.out.given, given{s, []entry{{value.Value, p}}})
	case value.Kind == yaml.SequenceNode && s.List:
		if entries, ok := r.items(p, value); ok {
			r.out.given = append(r.out.given, given{s, entries})
		}
	case s.List:
		r.out.faults.add(p, fmt.Sprintf("must be text or a list, with one %s per item", s.Value))
	default:
		r.out.faults.add(p, "must be one value, not several")
	}
}

// items returns the entries of a list, and whether all of them are plain values.
func (r *fileReader) items(p place, list *yaml.Node) ([]entry, bool) {
	entries, ok := []entry{}, true
	for _, node := range list.Content {
		p.at = node.Line
		item := resolve(node)
		if item == nil || item.Kind != yaml.ScalarNode {
			r.out.faults.add(p, "must be a list of plain values; this item is a list or a mapping; quote it if it is meant as text")
			ok = false
			continue
		}
		if !null(item) {
			p.block = node == item && item.Style&yaml.LiteralStyle != 0
			entries = append(entries, entry{item.Value, p})
		}
	}
	return entries, ok
}

// resolve returns what a node stands for: an alias stands for its anchor.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// alreadySet is the fault of a key that occurs twice, first on that line.
func alreadySet(line int) string {
	return fmt.Sprintf("is already set on line %d; remove one of the two", line)
}

// null reports whether a node says nothing: ~, null, or no value at all.
func null(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null"
}
