package config

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// recipe is an example in docs/recipes.md.
var recipe = regexp.MustCompile("(?s)```(yaml|sh)\n(.*?)```")

// TestRecipes reads every example of docs/recipes.md as the program would.
func TestRecipes(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../docs/recipes.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, example := range recipe.FindAllStringSubmatch(string(source), -1) {
		switch text := example[2]; {
		case example[1] == "sh":
			for line := range strings.Lines(text) {
				if args, ok := strings.CutPrefix(line, "linkvet "); ok {
					n += tryRecipe(t, line, Sources{Args: shellWords(args)})
				}
			}
		case strings.HasPrefix(text, "# .linkvet.yml\n"):
			n += tryRecipe(t, text, file(text))
		default:
			n += trySteps(t, text)
		}
	}
	if n < 15 {
		t.Errorf("only %d recipes were found", n)
	}
}

func tryRecipe(t *testing.T, text string, sources Sources) int {
	t.Helper()
	if _, err := Load(sources); err != nil {
		t.Errorf("%s\n%v", text, err)
	}
	return 1
}

// trySteps reads the inputs of the steps that use the action. What a workflow fills
// in is a boolean here, or part of a text.
func trySteps(t *testing.T, text string) (n int) {
	t.Helper()
	var steps []struct {
		Uses string
		With map[string]any
	}
	if err := yaml.Load([]byte(text), &steps); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	expression := regexp.MustCompile(`\$\{\{[^}]*\}\}`)
	for _, step := range steps {
		if !strings.HasPrefix(step.Uses, "linkvet/linkvet@") {
			continue
		}
		var sources Sources
		for name, value := range step.With {
			given, ok := value.(string)
			if !ok {
				t.Fatalf("%s: %s is no text", text, name)
			}
			sources.Environ = append(sources.Environ, "INPUT_"+strings.ToUpper(name)+"="+expression.ReplaceAllString(given, "true"))
		}
		n += tryRecipe(t, text, sources)
	}
	return n
}

// shellWords parts a command line as a shell does, up to a comment or a redirect.
func shellWords(line string) []string {
	var words []string
	for _, word := range strings.Fields(line) {
		if word == "#" || word == ">" {
			break
		}
		words = append(words, strings.Trim(word, "'"))
	}
	return words
}
