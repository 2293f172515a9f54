package config

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSchemaFileAgrees holds the file that editors load to what --print schema prints.
func TestSchemaFileAgrees(t *testing.T) {
	t.Parallel()
	const name = "../../linkvet.schema.json"
	var want bytes.Buffer
	if err := WriteSchema(&want); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(got)); diff != "" && *update {
		err = os.WriteFile(name, want.Bytes(), 0o644)
	} else if diff != "" {
		t.Errorf("linkvet.schema.json, run this test with -update (-want +got):\n%s", diff)
	}
	if err != nil {
		t.Fatal(err)
	}
}
