package project

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v4"
	"go.yaml.in/yaml/v4/plugin/loaderlimits"

	"github.com/linkvet/linkvet/internal/hosting"
	"github.com/linkvet/linkvet/internal/hosting/settings"
)

const (
	// maxSettings is the size in bytes of the largest settings file that is read.
	maxSettings = 256 << 10
	// maxValue is the size in bytes of the longest value.
	maxValue = 200
	// maxNesting is how deep a YAML file may nest: more than a menu does.
	maxNesting = 64
	// maxMatches is how often a setting is looked for in one file of code.
	maxMatches = 20
)

// value is what a file says of one setting.
type value struct {
	text string
	line int
	// isKnown is false when the value is made of variables or by code.
	isKnown bool
}

func known(text string, line int) value {
	text = strings.TrimSpace(text)
	return value{text, line, len(text) <= maxValue && !strings.Contains(text, "$") && !strings.ContainsFunc(text, unicode.IsControl)}
}

// parse reads a settings file, and returns what it says of a setting. A file that cannot be
// read says nothing: its own program has to complain.
func parse(name string, data []byte) func(key string) []value {
	source := &hosting.Source{Name: name, Data: data}
	switch path.Ext(name) {
	case ".toml":
		return lookTree(settings.ReadTOML(source, "", new(hosting.RuleBook)))
	case ".json", ".jsonc":
		return lookTree(settings.ReadJSON(source, settings.JSONWithComments, new(hosting.RuleBook)))
	case ".yml", ".yaml":
		root := parseYAML(data)
		return func(key string) []value { return lookYAML(root, key) }
	case ".py", "":
		return func(key string) []value { return lookLines(data, key, path.Ext(name) == ".py") }
	}
	return lookCode(data)
}

// lookTree looks settings up in TOML and JSON. A list on the way, as of Firebase's sites, has
// all its items looked at.
func lookTree(file *settings.File) func(key string) []value {
	if file == nil {
		return func(string) []value { return nil }
	}
	return func(key string) (all []value) {
		values := []*settings.Value{file.Root}
		for name := range strings.SplitSeq(key, ".") {
			var next []*settings.Value
			for _, v := range values {
				for _, v := range slices.Concat([]*settings.Value{v}, v.List()) {
					if member := v.Get(name); member != nil {
						next = append(next, member)
					}
				}
			}
			values = next
		}
		for _, v := range values {
			line, _ := file.Position(v)
			text, isText := v.Text()
			said := known(text, line)
			said.isKnown = said.isKnown && isText
			all = append(all, said)
		}
		return all
	}
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

func lookYAML(node *yaml.Node, key string) []value {
	for name := range strings.SplitSeq(key, ".") {
		if node == nil || node.Kind != yaml.MappingNode {
			return nil
		}
		var member *yaml.Node
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == name {
				member = node.Content[i+1]
			}
		}
		node = member
	}
	if node == nil || node.ShortTag() == "!!null" {
		return nil
	}
	said := known(node.Value, node.Line)
	said.isKnown = said.isKnown && node.Kind == yaml.ScalarNode && node.ShortTag() == "!!str"
	return []value{said}
}

// assignment matches what a line of Python, a Makefile or a Doxyfile sets a variable to.
var assignment = regexp.MustCompile(`^(\w+)[ \t]*[:?]?=[ \t]*(?:"([^"]*)"|'([^']*)'|([^"'\s#]*))[ \t]*(#.*)?\r?$`)

// lookLines looks a variable up that has a line of its own. In Python, text has quotation marks.
func lookLines(data []byte, key string, isPython bool) (all []value) {
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		rest, ok := strings.CutPrefix(line, key)
		if !ok || rest == strings.TrimLeft(rest, " \t:?=") {
			continue
		}
		if m := assignment.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil && (m[4] == "" || !isPython) {
			all = append(all, known(m[2]+m[3]+m[4], number))
		} else {
			all = append(all, value{line: number})
		}
	}
	return all[:min(len(all), maxMatches)]
}

// token matches what counts in JavaScript and TypeScript: comments, texts, words and signs.
var token = regexp.MustCompile("//[^\n]*|/\\*(?s:.*?)\\*/|" +
	`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`(?:[^`\\\\]|\\\\(?s:.))*`|" + `[\w$]+|[\[\](){},;=:]`)

// lookCode looks settings up in code: a key of an object, below the objects of the keys
// before it and no others, or the argument of a function of that name. Calls, arrays and
// functions around them do not matter.
func lookCode(data []byte) func(key string) []value {
	tokens := slices.DeleteFunc(token.FindAllIndex(data, -1), func(at []int) bool { return data[at[0]] == '/' })
	word := func(i int) string {
		if i < 0 || i >= len(tokens) {
			return ""
		}
		return string(data[tokens[i][0]:tokens[i][1]])
	}
	return func(key string) (all []value) {
		above := strings.Split(key, ".")
		key, above = above[len(above)-1], above[:len(above)-1]
		var labels []string // keys of the objects that are open
		var opened []int    // how many labels there were at each bracket that is open
		label := ""         // the key whose value begins here
		for i := range tokens {
			name, next := word(i), word(i+1)
			switch name {
			case "(", "[", "{":
				opened = append(opened, len(labels))
				if label != "" {
					labels = append(labels, label)
				}
				label = ""
				continue
			case ")", "]", "}":
				if n := len(opened) - 1; n >= 0 {
					labels, opened = labels[:opened[n]], opened[:n]
				}
				label = ""
				continue
			case ",", ";", "=":
				label = ""
				continue
			}
			if unquoted := strings.Trim(name, "\"'`"); unquoted == key && slices.Equal(labels, above) && len(all) < maxMatches {
				said := value{line: 1 + bytes.Count(data[:tokens[i][0]], []byte("\n"))}
				isShort := unquoted == name && (next == "," || next == "}")
				if text := word(i + 2); (next == ":" || next == "(") && len(text) > 1 && strings.Trim(text[:1], "\"'`") == "" {
					end := tokens[i+2][1]
					gap := data[end:]
					if i+3 < len(tokens) {
						gap = data[end:tokens[i+3][0]]
					}
					said = known(text[1:len(text)-1], said.line)
					said.isKnown = said.isKnown && !strings.Contains(text, `\`) &&
						(strings.Contains(",;)}", word(i+3)) || bytes.ContainsRune(gap, '\n'))
				}
				if isShort || next == ":" || next == "(" {
					all = append(all, said)
				}
			}
			if next == ":" {
				label = strings.Trim(name, "\"'`")
			}
		}
		return all
	}
}
