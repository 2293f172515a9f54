package config

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// yamlExample is an example of a workflow or of a settings file.
var yamlExample = regexp.MustCompile("(?s)```yaml\n(.*?)```")

// TestExamplesOfPages reads the workflows and settings files that these pages show as the
// program would.
func TestExamplesOfPages(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]int{
		"getting-started": 2, "hosting": 1, "site-url": 1, "binary": 3, "ci/scheduled-issue": 1,
		"gating/vercel": 2, "gating/netlify": 1, "gating/cloudflare-pages": 2, "gating/github-pages": 1, "gating/azure": 1,
		"gating/firebase": 1, "gating/amplify": 1, "gating/render": 2, "gating/read-the-docs": 1, "gating/gitlab-pages": 0,
	} {
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
			n += tryExample(t, text)
		}
		if n != want {
			t.Errorf("docs/%s.md has %d examples, want %d", page, n, want)
		}
	}
}
