package config

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// schemaStore has the files for SchemaStore.
const schemaStore = "testdata/schemastore/"

// TestSchemaStoreEntry holds the entry of the catalog to the address that the schema has, and
// to the settings file that the program reads.
func TestSchemaStoreEntry(t *testing.T) {
	t.Parallel()
	type entry struct {
		Name        string   `json:"name"`
		Description string   `json:"description"`
		FileMatch   []string `json:"fileMatch"`
		URL         string   `json:"url"`
	}
	var schema struct {
		ID string `json:"$id"`
	}
	var b bytes.Buffer
	if err := writeSchema(&b); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &schema); err != nil {
		t.Fatal(err)
	}
	want := entry{Name: "linkvet", Description: "Settings of the link checker linkvet", URL: schema.ID}
	for _, s := range settings() {
		if s.name == "config" {
			want.FileMatch = []string{s.initial}
		}
	}
	text, err := os.ReadFile(schemaStore + "catalog-entry.json")
	if err != nil {
		t.Fatal(err)
	}
	var got entry
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("catalog-entry.json (-want +got):\n%s", diff)
	}
	settings, err := os.ReadFile("../../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	if line := "\n# yaml-language-server: $schema=" + schema.ID + "\n"; !strings.Contains(string(settings), line) {
		t.Errorf("docs/settings.md lacks the line %q", line)
	}
}

// TestSchemaStoreFiles holds that the schema and the program agree on the test files.
func TestSchemaStoreFiles(t *testing.T) {
	t.Parallel()
	compiled := compiledSchema(t)
	for folder, atLeast := range map[string]int{"test": 1, "negative_test": 5} {
		names, err := filepath.Glob(schemaStore + folder + "/linkvet/*.yml")
		if err != nil || len(names) < atLeast {
			t.Fatalf("%s has %d files, %v", folder, len(names), err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(string(text), "# yaml-language-server: $schema=../../schemas/json/linkvet.json\n") {
				t.Errorf("%s does not begin with the line that SchemaStore wants", name)
			}
			valid := folder == "test"
			if err := validate(t, compiled, string(text)); (err == nil) != valid {
				t.Errorf("%s: the schema says %v", name, err)
			}
			if _, err := Load(file(string(text))); (err == nil) != valid {
				t.Errorf("%s: the program says %v", name, err)
			}
		}
	}
}
