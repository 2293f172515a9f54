package actions

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/linkvet/linkvet/internal/link"
)

// TestOutputsAgree holds action.yml to the outputs that are set.
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
}
