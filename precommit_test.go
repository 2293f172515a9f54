package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/config"
)

// preCommitHook is a hook that this repository offers.
type preCommitHook struct {
	ID, Name, Description, Entry, Language string
	Stages                                 []string
	PassFilenames                          bool   `yaml:"pass_filenames"`
	AlwaysRun                              bool   `yaml:"always_run"`
	MinimumVersion                         string `yaml:"minimum_pre_commit_version"`
}

// TestPreCommitHook holds .pre-commit-hooks.yaml to what users depend on. Without always_run,
// pre-commit skips a push that only deletes pages.
func TestPreCommitHook(t *testing.T) {
	t.Parallel()
	var hooks []preCommitHook
	loadYAML(t, ".pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].Description == "" {
		t.Fatalf("want one hook with a description: %+v", hooks)
	}
	hooks[0].Description = ""
	want := preCommitHook{
		ID: "linkvet", Name: "linkvet", Entry: "linkvet", Language: "golang",
		Stages: []string{"pre-push"}, AlwaysRun: true, MinimumVersion: "3.2.0",
	}
	if diff := cmp.Diff(want, hooks[0]); diff != "" {
		t.Errorf("hook (-want +got):\n%s", diff)
	}
}

// preCommitRecipe matches the settings of pre-commit in docs/recipes.md.
var preCommitRecipe = regexp.MustCompile("(?s)```yaml\n(# \\.pre-commit-config\\.yaml\n.*?)```")

// TestPreCommitRecipe reads the recipe: its hook exists, and linkvet takes its arguments.
func TestPreCommitRecipe(t *testing.T) {
	t.Parallel()
	found := preCommitRecipe.FindStringSubmatch(read(t, "docs/recipes.md"))
	if found == nil {
		t.Fatal("docs/recipes.md has no settings of pre-commit")
	}
	var settings struct {
		Repos []struct {
			Repo  string
			Hooks []struct {
				ID   string
				Args []string
			}
		}
	}
	if err := yaml.Load([]byte(found[1]), &settings); err != nil {
		t.Fatal(err)
	}
	last := settings.Repos[len(settings.Repos)-1]
	if !strings.HasSuffix(last.Repo, "/linkvet/linkvet") || len(last.Hooks) != 1 || last.Hooks[0].ID != "linkvet" {
		t.Fatalf("the last hook is not that of linkvet: %+v", last)
	}
	if _, err := config.Load(config.Sources{Args: last.Hooks[0].Args}); err != nil {
		t.Error(err)
	}
}
