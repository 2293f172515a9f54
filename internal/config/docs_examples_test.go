package config

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// yamlExample is an example of a workflow or of a settings file.
var yamlExample = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// TestExamplesOfPages reads the workflows and settings files that these pages show as the
// program would.
func TestExamplesOfPages(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]int{"getting-started": 2, "gating": 1, "hosting": 1, "site-url": 1} {
		source, err := os.ReadFile("../../docs/" + page + ".md")
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, example := range yamlExample.FindAllStringSubmatch(string(source), -1) {
			text := example[1]
			if strings.HasPrefix(text, "# .linkvet.yml\n") {
				n += tryRecipe(t, text, file(text))
				continue
			}
			var workflow struct {
				Jobs map[string]struct{ Steps []any }
			}
			if err := yaml.Load([]byte(text), &workflow); err != nil {
				t.Fatalf("%s\n%v", text, err)
			}
			for _, job := range workflow.Jobs {
				steps, err := yaml.Dump(job.Steps)
				if err != nil {
					t.Fatal(err)
				}
				n += trySteps(t, string(steps))
			}
		}
		if n != want {
			t.Errorf("docs/%s.md has %d examples, want %d", page, n, want)
		}
	}
}
