package actions

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/link"
)

// TestOutputsAgree holds action.yml and the README to the outputs that are set.
func TestOutputsAgree(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "output")
	if err := New(env("GITHUB_OUTPUT", file), io.Discard).Outputs(&link.Report{}, ""); err != nil {
		t.Fatal(err)
	}
	set := slices.Sorted(maps.Keys(outputs(read(t, file))))

	source, err := os.ReadFile("../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Outputs map[string]any
	}
	if err := yaml.Load(source, &action); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(set, slices.Sorted(maps.Keys(action.Outputs))); diff != "" {
		t.Errorf("action.yml (-set +named):\n%s", diff)
	}

	source, err = os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(source), "sets the outputs ")
	sentence, _, _ := strings.Cut(after, ".")
	var named []string
	for _, m := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(sentence, -1) {
		named = append(named, m[1])
	}
	if diff := cmp.Diff(set, slices.Sorted(slices.Values(named))); diff != "" {
		t.Errorf("README.md (-set +named):\n%s", diff)
	}
}
