package config

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

// compiledSchema returns the schema of the settings file.
func compiledSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var b bytes.Buffer
	if err := writeSchema(&b); err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("linkvet.schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("linkvet.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// validate returns what the schema says of a settings file.
func validate(t *testing.T, compiled *jsonschema.Schema, text string) error {
	t.Helper()
	var value any
	if err := yaml.Load([]byte(text), &value); err != nil {
		t.Fatalf("%s\n%v", text, err)
	}
	return compiled.Validate(value)
}

func TestSchemaAccepts(t *testing.T) {
	t.Parallel()
	compiled := compiledSchema(t)
	for _, text := range []string{
		"exclude:", "{}", "wait: 0", "wait: 1m30s", "timeout: .5s", "exclude: /a/**\ninclude: [/a/**, /b/**]",
		"accept: 403", "accept: [403, 5xx]", "accept: 403, 5xx", "accept: 999", "accept: 5XX", "accept: https://a.example/**=403",
		"max-unread: 2%", "max-unread: 3", "host-rate: 0.5", "expect: 1234567", "expect: true", "header: 'A: b'", "publish: [status, comment]",
		"report: |\n  json=a.json\n  sarif=b.sarif", "rules: [{match: /a/**, verdict: ok}]",
		"rules: [{match: [https://a.example/**], headers: {A: b, C: 1}, timeout: 5s, host-rate: 2, method: HEAD, accept: [403, 999, 9xx], fragments: none}]",
		"shard: 2/8", "shard: 10/10", "exclude: drafts/**\ninclude: example.com",
	} {
		if err := validate(t, compiled, text); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
		if _, err := Load(file(text)); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
	}
}

// TestSchemaRejectsFaults holds that what an editor marks is what the program refuses.
func TestSchemaRejectsFaults(t *testing.T) {
	t.Parallel()
	compiled := compiledSchema(t)
	faulty := []string{
		"a", "- a", "1", "excludes: /a/**", "Exclude: /a/**", "max_pages: 3", "exclude: {a: b}", "exclude: [[/a/**]]",
		"external: maybe", "external: 2", "external: [true]", "fragments: some", "fragments: ''", "redirects: 301", "hosting: geocities",
		"fail-on: warn", "format: yaml", "format: [text]", "max-depth: -1", "max-depth: many", "max-pages: 1.5", "max-pages: [1]",
		"concurrency: 0", "concurrency: 20000", "host-concurrency: -2", "host-rate: -1", "host-rate: fast",
		"timeout: 20", "timeout: ''", "wait: 20", "wait: soon", "time-limit: 1 hour", "cache-ttl: 1d", "retries: -1",
		"max-unread: -1", "max-unread: half", "min-pages: few", "accept: 40x", "accept: 99", "header: A", "header: {A: b}",
		"report: json", "shard: 2", "shard: 0/8", "shard: 1/0", "shard: a/b", "shard: auto", "shard: auto/8", "shard: 1 of 8", "report: [json]", "publish: tweet", "publish: [status, mail]", "quiet: loud",
		"rules: {match: /a/**}", "rules: [/a/**]", "rules: [{verdict: ok}]", "rules: [{match: /a/**}]", "rules: [{match: /a/**, verdict: fine}]",
		"rules: [{match: /a/**, method: PUT}]", "rules: [{match: /a/**, host-rate: 0}]", "rules: [{match: /a/**, timeout: 5}]",
		"extends: shared.yml", "merge: parts", "jobs: 2", "max-broken: 3", "compare-fragments: true",
		"rules: [{match: /a/**, wait: 5s}]", "rules: [{match: https://a.example/**, headers: [A]}]",
	}
	for _, text := range faulty {
		if validate(t, compiled, text) == nil {
			t.Errorf("the schema accepts %q", text)
		}
		if _, err := Load(file(text)); err == nil {
			t.Errorf("the program accepts %q", text)
		}
	}
	if len(faulty) < 40 {
		t.Errorf("%d faults", len(faulty))
	}
}

// TestSchemaFileAgrees holds the file that editors load to what --print schema prints.
func TestSchemaFileAgrees(t *testing.T) {
	t.Parallel()
	const name = "../../linkvet.schema.json"
	var want bytes.Buffer
	if err := writeSchema(&want); err != nil {
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
	settings, err := os.ReadFile("../../docs/settings.md")
	if err != nil || !strings.Contains(string(settings), "\n# yaml-language-server: $schema="+schemaID+"\n") {
		t.Errorf("docs/settings.md does not show the line for editors: %v", err)
	}
}
