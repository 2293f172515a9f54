package config

import (
	"os"
	"regexp"
	"strings"
	"testing"
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
			n += tryRecipe(t, text, sharingEmpty(text))
		default:
			n += tryExample(t, text)
		}
	}
	if n < 15 {
		t.Errorf("only %d recipes were found", n)
	}
}

func tryRecipe(t *testing.T, text string, sources Sources) int {
	t.Helper()
	// The files that an example extends set nothing.
	sources.Open = func(_ File, to string) (File, error) { return File{Name: to, At: to}, nil }
	if _, err := Load(sources); err != nil {
		t.Errorf("%s\n%v", text, err)
	}
	return 1
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
