package main

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"
)

// loadYAML reads a file strictly: a field that the value lacks is an error.
func loadYAML(t *testing.T, name string, into any) {
	t.Helper()
	if err := yaml.Load([]byte(read(t, name)), into, yaml.WithKnownFields()); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}

// issueForm is a form of GitHub for new issues.
type issueForm struct {
	Name, Description string
	Labels            []string
	Body              []struct {
		Type, ID   string
		Attributes struct {
			Label, Description, Placeholder, Value, Render string
			Options                                        []string
		}
		Validations struct{ Required bool }
	}
}

// TestIssueForms holds the forms to what they have to ask for. `.ci/run lint` compares them
// with GitHub's schema.
func TestIssueForms(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	names, err := filepath.Glob(".github/ISSUE_TEMPLATE/[0-9]*.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		var form issueForm
		loadYAML(t, name, &form)
		var required []string
		for _, field := range form.Body {
			if field.Validations.Required {
				required = append(required, field.ID)
			}
		}
		got[form.Name] = strings.Join(required, " ")
	}
	want := map[string]string{
		"Wrong finding": "kind html output version browser",
		"Bug":           "command output expected version system",
		"Feature":       "problem proposal",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("required fields (-want +got):\n%s", diff)
	}
	const private = "https://github.com/linkvet/linkvet/security/advisories/new"
	for _, name := range []string{".github/ISSUE_TEMPLATE/config.yml", "SECURITY.md"} {
		if !strings.Contains(read(t, name), private) {
			t.Errorf("%s does not lead to private reports: %s", name, private)
		}
	}
}

// TestDependabotUpdatesEverything holds dependabot.yml to the kinds of files with versions.
func TestDependabotUpdatesEverything(t *testing.T) {
	t.Parallel()
	var settings struct {
		Updates []struct {
			Ecosystem string `yaml:"package-ecosystem"`
		}
	}
	if err := yaml.Load([]byte(read(t, ".github/dependabot.yml")), &settings); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, update := range settings.Updates {
		got = append(got, update.Ecosystem)
	}
	if diff := cmp.Diff([]string{"gomod", "github-actions", "docker", "pip"}, got); diff != "" {
		t.Errorf("ecosystems (-want +got):\n%s", diff)
	}
}

// TestDevcontainerHasTheVersions compares the development container with the Dockerfile, go.mod
// and `.ci/run`.
func TestDevcontainerHasTheVersions(t *testing.T) {
	t.Parallel()
	var container struct{ Image, PostCreateCommand string }
	if err := json.Unmarshal([]byte(read(t, ".devcontainer/devcontainer.json")), &container); err != nil {
		t.Fatal(err)
	}
	from := regexp.MustCompile(`(?m)^FROM (golang:[0-9.]+)`).FindStringSubmatch(read(t, "Dockerfile"))
	if from == nil || container.Image != from[1] {
		t.Errorf("the image is %s, and that of the Dockerfile is %s", container.Image, from)
	}
	module := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, "go.mod"))
	if module == nil || !strings.HasPrefix(container.Image+".", "golang:"+module[1]+".") {
		t.Errorf("the image is %s, and go.mod has %s", container.Image, module)
	}
	ci := read(t, ".ci/run")
	tools := regexp.MustCompile(`go install (\S+)@(\S+)`).FindAllStringSubmatch(container.PostCreateCommand, -1)
	if len(tools) != 2 {
		t.Errorf("found %d tools in %s, want 2", len(tools), container.PostCreateCommand)
	}
	for _, tool := range tools {
		if !regexp.MustCompile(`\ttool ` + regexp.QuoteMeta(tool[1]) + ` \S+ ` + regexp.QuoteMeta(tool[2]) + `\n`).MatchString(ci) {
			t.Errorf(".ci/run has another version of %s than %s", tool[1], tool[2])
		}
	}
}

// changelogHeading matches the headings of Keep a Changelog 1.1.0 below the title.
var changelogHeading = regexp.MustCompile(`^(## \[Unreleased\]|## \[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}|### (Added|Changed|Deprecated|Removed|Fixed|Security))$`)

// TestChangelogHasItsFormat finds headings that Keep a Changelog does not have, kinds of
// changes that a version has twice, and those that belong to no version.
func TestChangelogHasItsFormat(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	n := 0
	for line := range strings.Lines(read(t, "CHANGELOG.md")) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "##") {
			continue
		}
		n++
		if !changelogHeading.MatchString(line) {
			t.Errorf("CHANGELOG.md: %q is not a heading of Keep a Changelog", line)
		}
		if strings.HasPrefix(line, "## ") {
			clear(seen)
		}
		if seen[line] {
			t.Errorf("CHANGELOG.md: one version has %q twice", line)
		}
		seen[line] = true
		if n == 1 && !strings.HasPrefix(line, "## [") {
			t.Errorf("CHANGELOG.md: %q belongs to no version", line)
		}
	}
	if n == 0 {
		t.Error("CHANGELOG.md has no version")
	}
}
