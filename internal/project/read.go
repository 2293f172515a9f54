package project

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/scanner"
	"unicode"

	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/hosting/settings"
)

const (
	// maxSettings is the size in bytes of the largest settings file that is read.
	maxSettings = 256 << 10
	// maxValue is the size in bytes of the longest value.
	maxValue = 200
	// maxMatches is how often a setting is looked for in one file of code.
	maxMatches = 20
)

// document is a settings file.
type document struct {
	file string
	data []byte
	look func(key string) []setting
	// isTaken is whether it has the marks of a tool.
	isTaken bool
}

// setting is what a file says of one setting.
type setting struct {
	key, file string
	line      int
	text      string
	// isKnown is false when the value is made of variables or by code.
	isKnown bool
}

// String names the setting.
func (s setting) String() string { return fmt.Sprintf("%s in %s:%d", s.key, s.file, s.line) }

func known(text string, line int) setting {
	text = strings.TrimSpace(text)
	isKnown := len(text) <= maxValue && !strings.Contains(text, "$") && !strings.ContainsFunc(text, unicode.IsControl)
	return setting{text: text, line: line, isKnown: isKnown}
}

func newDocument(file string, data []byte) *document {
	parsed := sync.OnceValue(func() func(key string) []setting { return parse(path.Base(file), data) })
	return &document{file: file, data: data, look: func(key string) []setting {
		if key == "" {
			return nil
		}
		all := parsed()(key)
		for i := range all {
			all[i].key, all[i].file = key, file
		}
		return all
	}}
}

// says reports whether the file has one of the settings of a list, with the value behind "=", if any.
func (d *document) says(keys string) bool {
	return slices.ContainsFunc(strings.Fields(keys), func(key string) bool {
		key, want, _ := strings.Cut(key, "=")
		return slices.ContainsFunc(d.look(key), func(s setting) bool { return want == "" || s.text == want })
	})
}

// parse reads a settings file, and returns what it says of a setting. A file that cannot be
// read says nothing: its own program has to complain.
func parse(name string, data []byte) func(key string) []setting {
	switch path.Ext(name) {
	case ".toml":
		root, _ := settings.ReadTOML(data)
		return lookTree(root)
	case ".json", ".jsonc":
		root, _ := settings.ReadJSON(data)
		return lookTree(root)
	case ".yml", ".yaml":
		root := parseYAML(data)
		return func(key string) []setting { return lookYAML(root, key) }
	case ".py", "":
		return func(key string) []setting { return lookLines(data, key, path.Ext(name) == ".py") }
	}
	return lookCode(data)
}

// lookTree looks settings up in TOML and JSON. A list on the way, as of Firebase's sites, has
// all its items looked at.
func lookTree(root *settings.Value) func(key string) []setting {
	return func(key string) (all []setting) {
		values := []*settings.Value{root}
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
			line, _ := v.Position()
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
	var document yaml.Node
	loader, err := yaml.NewLoader(bytes.NewReader(data))
	if err != nil || loader.Load(&document) != nil || len(document.Content) == 0 {
		return nil
	}
	return document.Content[0]
}

func lookYAML(node *yaml.Node, key string) []setting {
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
	return []setting{said}
}

// lookLines looks a variable up that has a line of its own, in Python, a Makefile or a
// Doxyfile. In Python, text has quotation marks.
func lookLines(data []byte, key string, isPython bool) (all []setting) {
	setting := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(key) + `[ \t]*[:?+]?=(.*)$`)
	for _, at := range setting.FindAllSubmatchIndex(data, maxMatches) {
		text, _, _ := strings.Cut(string(data[at[2]:at[3]]), " #")
		bare := strings.Trim(strings.TrimSpace(text), `"'`)
		said := known(bare, lineAt(data, at[0]))
		said.isKnown = said.isKnown && !strings.ContainsAny(bare, `"'(`) && (!isPython || bare != strings.TrimSpace(text))
		all = append(all, said)
	}
	return all
}

func lineAt(data []byte, at int) int { return 1 + bytes.Count(data[:at], []byte("\n")) }

// tokens returns where texts, words and signs are in JavaScript and TypeScript.
func tokens(data []byte) (all [][2]int) {
	s := new(scanner.Scanner).Init(bytes.NewReader(data))
	s.Mode = scanner.GoTokens &^ (scanner.ScanInts | scanner.ScanFloats)
	s.Error = func(*scanner.Scanner, string) {} // its own program has to complain
	s.IsIdentRune = func(c rune, _ int) bool { return c == '$' || c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }
	for kind := s.Scan(); kind != scanner.EOF; kind = s.Scan() {
		if kind < 0 || strings.ContainsRune("()[]{},;=:", kind) {
			all = append(all, [2]int{s.Position.Offset, s.Pos().Offset})
		}
	}
	return all
}

// lookCode looks settings up in code: a key of an object, below the objects of the keys
// before it and no others, or the argument of a function of that name. Calls, arrays and
// functions around them do not matter.
func lookCode(data []byte) func(key string) []setting {
	tokens := tokens(data)
	word := func(i int) string {
		if i >= len(tokens) {
			return ""
		}
		return string(data[tokens[i][0]:tokens[i][1]])
	}
	// literal returns a value that is a text, if nothing is done to it.
	literal := func(i, line int) setting {
		text, next := word(i), word(i+1)
		if len(text) < 2 || !strings.ContainsAny(text[:1], "\"'`") || text[len(text)-1] != text[0] {
			return setting{line: line}
		}
		isLast := next == "" || strings.Contains(",;)}", next) || bytes.ContainsRune(data[tokens[i][1]:tokens[i+1][0]], '\n')
		said := known(text[1:len(text)-1], line)
		said.isKnown = said.isKnown && isLast && !strings.Contains(text, `\`)
		return said
	}
	return func(key string) (all []setting) {
		above := strings.Split(key, ".")
		key, above = above[len(above)-1], above[:len(above)-1]
		var labels []string // keys of the objects that are open
		var opened []int    // how many labels there were at each bracket that is open
		label := ""         // the key whose value begins here
		for i := range tokens {
			name, next := word(i), word(i+1)
			bare := strings.Trim(name, "\"'`")
			switch name {
			case "(", "[", "{":
				opened = append(opened, len(labels))
				if label != "" {
					labels = append(labels, label)
				}
			case ")", "]", "}":
				if n := len(opened) - 1; n >= 0 {
					labels, opened = labels[:opened[n]], opened[:n]
				}
			}
			if strings.Contains("()[]{},;=", name) {
				label = ""
			}
			if bare == key && slices.Equal(labels, above) && len(all) < maxMatches {
				switch {
				case next == ":" || next == "(":
					all = append(all, literal(i+2, lineAt(data, tokens[i][0])))
				case name == key && (next == "," || next == "}"):
					all = append(all, setting{line: lineAt(data, tokens[i][0])}) // a variable of that name
				}
			}
			if next == ":" {
				label = bare
			}
		}
		return all
	}
}
