// Command github-openapi cuts GitHub's description of its REST API down to the operations
// that the tests' server answers, and writes the cut to internal/testutil/githubtest.
//
// Usage: go run ./tools/github-openapi [VERSION]
//
// It gets the npm package @octokit/openapi with npm. VERSION is one of its versions; by default the
// newest. Descriptions are left out, and references are replaced by what they refer to.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
)

const (
	description = "package/generated/api.github.com.json"
	cutFile     = "internal/testutil/githubtest/testdata/openapi.json"
)

// operations are those that linkvet uses, by their operationId.
var operations = strings.Fields(`
	actions/download-artifact actions/list-artifacts-for-repo actions/list-workflow-run-artifacts
	actions/list-workflow-runs actions/list-workflow-runs-for-repo checks/create checks/get
	checks/list-annotations checks/list-for-ref checks/update issues/create issues/create-comment
	issues/delete-comment issues/get-comment issues/list-comments issues/list-for-repo issues/update
	issues/update-comment pulls/create-review pulls/get pulls/list pulls/list-files
	pulls/list-review-comments repos/create-commit-status repos/get repos/list-commit-statuses-for-ref
	repos/list-pull-requests-associated-with-commit
`)

func main() {
	version := "latest"
	if len(os.Args) > 1 {
		version = os.Args[1]
	}
	if err := run(version); err != nil {
		fmt.Fprintln(os.Stderr, "github-openapi:", err)
		os.Exit(2)
	}
}

func run(version string) error {
	data, err := download(version)
	if err != nil {
		return err
	}
	var c cutter
	if err := json.Unmarshal(data, &c.whole); err != nil {
		return err
	}
	cut, err := c.cut()
	if err != nil {
		return err
	}
	file, err := os.Create(cutFile)
	if err != nil {
		return err
	}
	to := json.NewEncoder(file)
	to.SetEscapeHTML(false)
	to.SetIndent("", " ")
	return errors.Join(to.Encode(cut), file.Close())
}

// download returns the description of a version of the package.
func download(version string) ([]byte, error) {
	folder, err := os.MkdirTemp("", "github-openapi")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	command := exec.Command("sh", "-c", `tar -xzOf "$(npm pack --silent "@octokit/openapi@$1")" `+description, "sh", version)
	command.Dir, command.Stderr = folder, os.Stderr
	return command.Output()
}

// cutter cuts a description.
type cutter struct{ whole map[string]any }

// cut returns the operations with what they refer to.
func (c *cutter) cut() (any, error) {
	info := c.whole["info"].(map[string]any)
	paths, found := map[string]any{}, 0
	for path, item := range c.whole["paths"].(map[string]any) {
		kept := map[string]any{}
		for method, operation := range item.(map[string]any) {
			o, ok := operation.(map[string]any)
			if !ok || !slices.Contains(operations, fmt.Sprint(o["operationId"])) {
				continue
			}
			found++
			kept[method] = c.operation(o)
		}
		if len(kept) > 0 {
			paths[path] = kept
		}
	}
	if found != len(operations) {
		return nil, errors.New("an operation is not in the description")
	}
	return map[string]any{
		"openapi": c.whole["openapi"],
		"info": map[string]any{
			"title":       "A part of GitHub's OpenAPI description, cut by tools/github-openapi",
			"version":     info["version"],
			"license":     map[string]any{"name": "MIT", "url": "https://unpkg.com/@octokit/openapi/LICENSE"},
			"x-copyright": "Copyright (c) 2020 Octokit contributors; Copyright (c) 2020 GitHub, Inc.",
		},
		"paths": paths,
	}, nil
}

// operation keeps what a request must look like, and examples of the answers.
func (c *cutter) operation(o map[string]any) map[string]any {
	kept := map[string]any{"operationId": o["operationId"]}
	for _, name := range []string{"parameters", "requestBody"} {
		if part, ok := o[name]; ok {
			kept[name] = c.resolve(part)
		}
	}
	if body, ok := kept["requestBody"].(map[string]any); ok {
		for _, content := range body["content"].(map[string]any) {
			delete(content.(map[string]any), "examples")
		}
	}
	responses := map[string]any{}
	for status, response := range o["responses"].(map[string]any) {
		responses[status] = c.example(response.(map[string]any))
	}
	kept["responses"] = responses
	return kept
}

// example keeps the first example of an answer.
func (c *cutter) example(response map[string]any) any {
	content, _ := response["content"].(map[string]any)
	body, _ := content["application/json"].(map[string]any)
	examples, _ := body["examples"].(map[string]any)
	if len(examples) == 0 {
		return map[string]any{}
	}
	best := slices.Min(slices.Collect(maps.Keys(examples)))
	if examples["default"] != nil {
		best = "default"
	}
	example := c.resolve(examples[best]).(map[string]any)["value"]
	return map[string]any{"content": map[string]any{"application/json": map[string]any{"example": example}}}
}

// resolve replaces references, and drops what is for readers only.
func (c *cutter) resolve(v any) any {
	switch v := v.(type) {
	case []any:
		all := make([]any, len(v))
		for i := range v {
			all[i] = c.resolve(v[i])
		}
		return all
	case map[string]any:
		if name, ok := v["$ref"].(string); ok {
			return c.resolve(c.at(name))
		}
		kept := map[string]any{}
		for name, part := range v {
			_, text := part.(string)
			switch {
			case name == "description" && text, strings.HasPrefix(name, "x-"):
			case name == "value":
				kept[name] = part // of an example
			default:
				kept[name] = c.resolve(part)
			}
		}
		return kept
	}
	return v
}

// at returns what a reference refers to.
func (c *cutter) at(name string) any {
	var v any = c.whole
	for part := range strings.SplitSeq(strings.TrimPrefix(name, "#/"), "/") {
		v = v.(map[string]any)[part]
	}
	return v
}
