package config

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

// example is a block of YAML or of shell commands, in a list too.
var example = regexp.MustCompile("(?ms)^( *)```(yaml|sh)\n(.*?)^ *```")

// TestExamplesOfPages reads the workflows, settings files and commands that the pages show as
// the program would, and the settings files as editors would. TestExamplesOfSettings reads
// those of docs/settings.md.
func TestExamplesOfPages(t *testing.T) {
	t.Parallel()
	compiled := compiledSchema(t)
	pages := []string{"../../README.md"}
	err := filepath.WalkDir("../../docs", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".md") && filepath.Base(name) != "settings.md" {
			pages = append(pages, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, page := range pages {
		source, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range example.FindAllStringSubmatch(string(source), -1) {
			text := regexp.MustCompile("(?m)^"+block[1]).ReplaceAllString(block[3], "")
			switch {
			case block[2] == "sh":
				for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
					if args, ok := strings.CutPrefix(line, "linkvet "); ok {
						n += tryExample(t, page, line, Sources{Args: shellWords(args)})
					}
				}
			case strings.HasPrefix(text, "# .linkvet.yml"):
				n += tryExample(t, page, text, file(text))
				if err := validate(t, compiled, text); err != nil {
					t.Errorf("%s:\n%s\n%v", page, text, err)
				}
			case strings.Contains(text, "uses: linkvet/"):
				n += tryWorkflow(t, page, text)
			}
		}
	}
	if n < 40 {
		t.Errorf("only %d examples were found", n)
	}
}

func tryExample(t *testing.T, page, text string, sources Sources) int {
	t.Helper()
	if _, err := Load(sources); err != nil {
		t.Errorf("%s: %s\n%v", page, text, err)
	}
	return 1
}

// shellWords parts a command line as a shell does, up to a comment or a redirect.
func shellWords(line string) []string {
	var words []string
	for _, word := range strings.Fields(line) {
		if word == "#" || word == ">" || word == "|" {
			break
		}
		words = append(words, strings.Trim(word, "'"))
	}
	return words
}

// exampleStep is a step that uses the action, or a job that calls the reusable workflow.
type exampleStep struct {
	Uses string
	With map[string]any
}

// tryWorkflow reads the inputs that an example of a workflow gives to the action: a whole
// workflow, jobs, or a list of steps. It returns how often the example uses the action.
func tryWorkflow(t *testing.T, page, text string) (n int) {
	t.Helper()
	var steps []exampleStep
	var document yaml.Node
	if err := yaml.Load([]byte(text), &document); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	var workflow struct {
		Jobs map[string]struct {
			exampleStep `yaml:",inline"`
			Steps       []exampleStep
		}
	}
	into := any(&workflow)
	if document.Content[0].Kind == yaml.SequenceNode {
		into = &steps
	}
	if err := document.Decode(into); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	for _, job := range workflow.Jobs {
		steps = append(append(steps, job.exampleStep), job.Steps...)
	}
	for _, step := range steps {
		name, _, _ := strings.Cut(step.Uses, "@")
		switch name {
		case "linkvet/linkvet", "linkvet/linkvet/binary", "linkvet/linkvet/.github/workflows/check.yml":
			n += step.try(t, page, text)
		}
	}
	return n
}

// expression matches what a workflow fills in, and choice such an expression that is one of
// two texts.
var (
	expression = regexp.MustCompile(`\$\{\{[^}]*\}\}`)
	choice     = regexp.MustCompile(`\$\{\{[^}]* && '[^'}]+' \|\| '([^'}]+)' \}\}`)
)

// try reads the inputs of the step. What a workflow fills in is the last of two texts, or a
// boolean here, or part of a text; a matrix has the third of eight jobs.
func (s exampleStep) try(t *testing.T, page, text string) int {
	t.Helper()
	var sources Sources
	for name, value := range s.With {
		given := strings.NewReplacer("${{ matrix.shard }}", "3", "${{ strategy.job-total }}", "8").Replace(fmt.Sprint(value))
		sources.Environ = append(sources.Environ, "INPUT_"+strings.ToUpper(name)+"="+expression.ReplaceAllString(choice.ReplaceAllString(given, "$1"), "true"))
	}
	return tryExample(t, page, text, sources)
}

// settingsExample is an example of a settings file, with what is said of it where
// it is wrong.
var settingsExample = regexp.MustCompile("(?s)```yaml\n(.*?)```\n(?:\n```text\n(.*?)```\n)?")

// TestExamplesOfSettings reads every example of docs/settings.md as the program would. An
// example that is marked as wrong shows its faults.
func TestExamplesOfSettings(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	examples := settingsExample.FindAllStringSubmatch(string(source), -1)
	if len(examples) < 5 {
		t.Errorf("only %d examples were found", len(examples))
	}
	for _, example := range examples {
		text, want := example[1], example[2]
		_, err := Load(file(text))
		got := ""
		if err != nil {
			got = err.Error() + "\n"
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("faults (-want +got):\n%s\nof the example\n%s", diff, text)
		}
		if wrong := strings.HasPrefix(text, "# wrong\n"); wrong != (want != "") {
			t.Errorf("marked as wrong is %v, but the faults are %q", wrong, want)
		}
	}
}

// patternRow is a row of the table of patterns: only the pattern.
var patternRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\|$")

// TestExamplesOfPatterns matches every pattern of docs/settings.md with what it
// is said to match.
func TestExamplesOfPatterns(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(source), "\n## Patterns\n")
	section, _, _ = strings.Cut(section, "\n## ")
	tests := map[string]struct{ yes, no []string }{
		`https://api.example.com/**`: {yes: []string{"https://api.example.com/", "https://api.example.com/a/b?c"}, no: []string{"http://api.example.com/", "https://api.example.com:8443/"}},
		`https://*.example.com/**`:   {yes: []string{"https://a.b.example.com/x"}, no: []string{"https://example.com/", "https://evil.test/.example.com/"}},
		`/drafts/**`:                 {yes: []string{"/drafts/a/b"}, no: []string{"/a/drafts/b"}},
		`**/*.{pdf,zip}`:             {yes: []string{"/a/b.pdf", "https://example.com/c.zip"}, no: []string{"/a.html"}},
		`/[?&]print=/`:               {yes: []string{"/a?x&print=1"}, no: []string{"/print=1"}},
	}
	rows := patternRow.FindAllStringSubmatch(section, -1)
	if len(rows) != len(tests) {
		t.Errorf("the page shows %d patterns, want %d", len(rows), len(tests))
	}
	for _, row := range rows {
		p, err := parsePattern(row[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, candidate := range tests[row[1]].yes {
			if !p.match(candidate) {
				t.Errorf("%s does not match %s", row[1], candidate)
			}
		}
		for _, candidate := range tests[row[1]].no {
			if p.match(candidate) {
				t.Errorf("%s matches %s", row[1], candidate)
			}
		}
	}
}

// TestEveryRuleKeyIsDocumented holds the page to the keys that a rule may have.
func TestEveryRuleKeyIsDocumented(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range ruleKeys(new(Rule)) {
		if !strings.Contains(string(source), "\n| `"+key.name+"` | ") {
			t.Errorf("docs/settings.md does not describe the key %s of a rule", key.name)
		}
	}
}
