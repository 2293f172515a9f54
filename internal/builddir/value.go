package builddir

import (
	"bytes"
	"errors"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/linkvet/linkvet/internal/hosting/settings"
	"github.com/linkvet/linkvet/internal/openfile"
)

const (
	// maxSettings is the size in bytes of the largest settings file that is read.
	maxSettings = 256 << 10
	// maxValue is the size in bytes of the longest path in a setting.
	maxValue = 200
	// maxNesting is how deep a YAML file may nest: more than a menu does.
	maxNesting = 64
	// maxMatches is how often a setting is looked for in one file of code.
	maxMatches = 20
)

// value is one setting: its name, its value, and the directory to which that is relative
// below the project.
type value struct{ key, text, base string }

// content returns the content of a settings file, and whether there is one. One that is too
// large, or that cannot be read, says nothing.
func (f *finder) content(file string) (data []byte, ok bool) {
	data, err := openfile.ReadIn(f.root, filepath.FromSlash(file), maxSettings)
	switch {
	case errors.Is(err, openfile.ErrTooLarge):
		return nil, true
	case err != nil:
		return nil, false
	}
	return data, true
}

// read returns what a file says of the build directory. A file that cannot be read says
// nothing: its own program has to complain.
func (t *tool) read(name string, data []byte) []value {
	var look func(key string) []string
	switch path.Ext(name) {
	case ".toml":
		root, _ := settings.ReadTOML(data)
		look = func(key string) []string { return texts(root, key) }
	case ".json", ".jsonc":
		root, _ := settings.ReadJSON(data, settings.JSONWithComments)
		look = func(key string) []string { return texts(root, key) }
	case ".yml", ".yaml":
		root := parseYAML(data)
		look = func(key string) []string { return yamlText(root, key) }
	case ".py", "":
		look = func(key string) []string { return match(assignment(key), "#", data) }
	default:
		look = func(key string) []string { return match(property(key), "//", data) }
	}
	var all []value
	for _, key := range t.keys {
		for _, text := range look(key) {
			all = append(all, value{key: key, text: text, base: t.baseOf(look)})
		}
	}
	return all
}

// baseOf returns the directory to which a host's setting is relative.
func (t *tool) baseOf(look func(string) []string) string {
	if t.base == "" {
		return ""
	}
	for _, text := range look(t.base) {
		return text
	}
	return ""
}

// texts returns the strings that a dotted key leads to. A list on the way, as of
// Firebase's sites, has all its items looked at.
func texts(root *settings.Value, key string) []string {
	values := []*settings.Value{root}
	for name := range strings.SplitSeq(key, ".") {
		var next []*settings.Value
		for _, v := range values {
			if v == nil {
				continue
			}
			next = append(next, v.Get(name))
			for _, item := range v.List() {
				next = append(next, item.Get(name))
			}
		}
		values = next
	}
	var all []string
	for _, v := range values {
		if text, ok := v.Text(); ok {
			all = append(all, text)
		}
	}
	return all
}

// parseYAML returns the root of the first document; nil for none. The tree is not decoded,
// so that tags of a generator mean nothing and an alias is never copied.
func parseYAML(data []byte) *yaml.Node {
	limits := loaderlimits.New(loaderlimits.DepthValue(maxNesting))
	loader, err := yaml.NewLoader(bytes.NewReader(data), yaml.WithPlugin(limits))
	if err != nil {
		return nil
	}
	var document yaml.Node
	if err := loader.Load(&document); err != nil || len(document.Content) == 0 {
		return nil
	}
	return document.Content[0]
}

// yamlText returns the text that a dotted key leads to.
func yamlText(node *yaml.Node, key string) []string {
	for name := range strings.SplitSeq(key, ".") {
		if node == nil || node.Kind != yaml.MappingNode {
			return nil
		}
		var value *yaml.Node
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == name {
				value = node.Content[i+1]
			}
		}
		node = value
	}
	if node == nil || node.Kind != yaml.ScalarNode || node.ShortTag() != "!!str" {
		return nil
	}
	return []string{node.Value}
}

// property matches a setting in JavaScript or TypeScript that has a literal value.
func property(key string) *regexp.Regexp {
	return regexp.MustCompile("(?m)(?:^|[\\s,{(.])['\"]?" + regexp.QuoteMeta(key) + "['\"]?\\s*[:(=]\\s*['\"`]([^'\"`\\n]+)['\"`]")
}

// assignment matches a variable of Python, a Makefile or a Doxyfile.
func assignment(key string) *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*` + regexp.QuoteMeta(key) + `[ \t]*[:?]?=[ \t]*["']?([^"'\s#]+)`)
}

// match returns the value of the first match that is not in a comment.
func match(setting *regexp.Regexp, comment string, data []byte) []string {
	for _, at := range setting.FindAllSubmatchIndex(data, maxMatches) {
		line := bytes.LastIndexByte(data[:at[2]], '\n') + 1
		before := string(data[line:at[2]])
		if !strings.Contains(before, comment) && !strings.HasPrefix(strings.TrimSpace(before), "*") {
			return []string{string(data[at[2]:at[3]])}
		}
	}
	return nil
}
