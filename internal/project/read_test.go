package project

import (
	"strings"
	"testing"
	"time"
)

// TestParse reads one setting of a file: its value and its line, "?" for one that only its tool
// understands, and nothing for none.
func TestParse(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file, data, key, want string
		line                  int
	}{
		"TOML":                    {file: "a.toml", data: "[build]\npublish = 'x'", key: "build.publish", want: "x", line: 2},
		"TOML, a table":           {file: "a.toml", data: "[assets]\nx = 1", key: "assets", want: "?", line: 1},
		"broken TOML":             {file: "a.toml", data: "[build\nx = 1", key: "x"},
		"JSON":                    {file: "a.json", data: "{\"a\":\n\"x\"}", key: "a", want: "x", line: 2},
		"JSON with comments":      {file: "a.jsonc", data: "{// \"b\": 1\n\"a\": \"x\",}", key: "a", want: "x", line: 2},
		"a list of JSON":          {file: "a.json", data: `{"a": [1, null, {"b": "x"}]}`, key: "a.b", want: "x", line: 1},
		"YAML":                    {file: "a.yml", data: "a:\n  b: x", key: "a.b", want: "x", line: 2},
		"YAML, a tag":             {file: "a.yml", data: "a: !ENV [A, x]", key: "a", want: "?", line: 1},
		"YAML, an alias":          {file: "a.yml", data: "b: &b x\na: *b", key: "a", want: "?", line: 2},
		"YAML, nothing":           {file: "a.yml", data: "a:", key: "a"},
		"YAML of another shape":   {file: "a.yml", data: "- a: x", key: "a"},
		"Python":                  {file: "conf.py", data: "b = 1\na = 'x'  # y", key: "a", want: "x", line: 2},
		"Python, a call":          {file: "conf.py", data: `a = os.environ.get("A", "x")`, key: "a", want: "?", line: 1},
		"Python, a longer name":   {file: "conf.py", data: "ab = 'x'", key: "a"},
		"Python, indented":        {file: "conf.py", data: "if x:\n    a = 'x'", key: "a"},
		"Makefile":                {file: "Makefile", data: "A      ?= x\n", key: "A", want: "x", line: 1},
		"Makefile, a variable":    {file: "Makefile", data: "A = $(B)/x", key: "A", want: "?", line: 1},
		"JavaScript":              {file: "a.js", data: "module.exports = {\n  a: 'x',\n}", key: "a", want: "x", line: 2},
		"TypeScript":              {file: "a.ts", data: "const c: Config = { a: `x` } satisfies Config", key: "a", want: "x", line: 1},
		"a quoted key":            {file: "a.mjs", data: `export default define(({b}) => ({ "a": "x" }))`, key: "a", want: "x", line: 1},
		"in an object":            {file: "a.js", data: "x({ a: { b: y({ c: 'x' }) } })", key: "a.b.c", want: "x", line: 1},
		"in another object":       {file: "a.js", data: "x({ sidebar: { '/g/': [{ a: 'x' }] } })", key: "a"},
		"after another object":    {file: "a.js", data: "x({ b: [{ a: 'y' }], a: 'x' })", key: "a", want: "x", line: 1},
		"a call":                  {file: "a.js", data: "c.setA('x');", key: "setA", want: "x", line: 1},
		"in comments":             {file: "a.js", data: "// a: 'y'\n/* a: 'y'\n */ b: 'http://y', a: 'x'", key: "a", want: "x", line: 3},
		"in a text":               {file: "a.js", data: `b: "a: 'y'"`, key: "a"},
		"a condition":             {file: "a.js", data: "a: dev ? 'x' : 'y'", key: "a", want: "?", line: 1},
		"a sum":                   {file: "a.js", data: "a: 'x' + y", key: "a", want: "?", line: 1},
		"a template":              {file: "a.js", data: "a: `x/${y}`", key: "a", want: "?", line: 1},
		"an escape":               {file: "a.js", data: `a: 'x\'y'`, key: "a", want: "?", line: 1},
		"a variable of that name": {file: "a.js", data: "export default { a, b: 1 }", key: "a", want: "?", line: 1},
		"an empty text":           {file: "a.js", data: "a: '',", key: "a", line: 1},
		"brackets without a pair": {file: "a.js", data: ")]}}} a: 'x'", key: "a", want: "x", line: 1},
		"a control character":     {file: "a.json", data: `{"a": "x\u001b[31m"}`, key: "a", want: "?", line: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got setting
			all := parse(tt.file, []byte(tt.data))(tt.key)
			if len(all) > 0 {
				got = all[0]
			}
			if len(all) > 0 && !got.isKnown {
				got.text = "?"
			}
			if len(all) > 1 || got.text != tt.want || got.line != tt.line {
				t.Errorf("got %+v, want %q at line %d", all, tt.want, tt.line)
			}
		})
	}
}

// FuzzSettings lets settings be anything: what they say is on a line of theirs, and can be
// shown.
func FuzzSettings(f *testing.F) {
	for _, name := range []string{"a.js", "conf.py", "a.yml", "a.toml", "a.json"} {
		f.Add(name, "a: 'x', b: { a: `y` } // a: 'z'\na = \"x\"\n")
	}
	f.Fuzz(func(t *testing.T, name, data string) {
		if len(data) > maxSettings {
			return
		}
		lines := strings.Count(data, "\n") + 1
		look := parse(name, []byte(data))
		for _, key := range []string{"a", "b.a", ""} {
			for _, said := range look(key) {
				if said.line < 1 || said.line > lines || said.isKnown && (len(said.text) > maxValue || strings.ContainsAny(said.text, "\n\x00\x1b")) {
					t.Errorf("%q says %+v of %q", data, said, key)
				}
			}
		}
	})
}

// TestHostileCode has the longest files of settings read in time that grows with their length.
func TestHostileCode(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"{", "a:{", "a:", "a", `"\"`, "'\\'", "`", "`\\`", "/*", "/*a", "`a\\", "'a\\", "//", "(a,", "a:'x',", "/"} {
		data := []byte(strings.Repeat(part, maxSettings/len(part)))
		started := time.Now()
		for range 4 {
			parse("a.js", data)("a.a")
		}
		if took := time.Since(started); took > 5*time.Second {
			t.Errorf("%q took %v", part, took)
		}
	}
}
