package githubtest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// openapi is a part of GitHub's description: see tools/github-openapi.
//
//go:embed testdata/openapi.json
var openapi []byte

// description is what the API takes.
type description struct{ operations []*operation }

// operation is one method of one path.
type operation struct {
	id, method string
	path       []string
	body       *jsonschema.Schema // nil: none
	query      map[string]*jsonschema.Schema
	examples   map[string]any // by status
}

// readDescription reads the description, once for all tests.
var readDescription = sync.OnceValues(func() (*description, error) {
	var file struct {
		Paths map[string]map[string]struct {
			OperationID string
			Parameters  []struct {
				In, Name string
				Schema   any
			}
			RequestBody struct {
				Content map[string]struct{ Schema any }
			}
			Responses map[string]struct {
				Content map[string]struct{ Example any }
			}
		}
	}
	if err := json.Unmarshal(openapi, &file); err != nil {
		return nil, err
	}
	d := &description{}
	for _, path := range slices.Sorted(maps.Keys(file.Paths)) {
		for method, o := range file.Paths[path] {
			op := &operation{id: o.OperationID, method: strings.ToUpper(method), path: strings.Split(path, "/"), query: map[string]*jsonschema.Schema{}, examples: map[string]any{}}
			for _, p := range o.Parameters {
				if p.In != "query" {
					continue
				}
				schema, err := compile(op.id+"/"+p.Name, p.Schema)
				if err != nil {
					return nil, err
				}
				op.query[p.Name] = schema
			}
			if content, ok := o.RequestBody.Content["application/json"]; ok {
				schema, err := compile(op.id, content.Schema)
				if err != nil {
					return nil, err
				}
				op.body = schema
			}
			for status, response := range o.Responses {
				op.examples[status] = response.Content["application/json"].Example
			}
			d.operations = append(d.operations, op)
		}
	}
	return d, nil
})

// compile reads a schema of OpenAPI 3.0.
func compile(name string, schema any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	at := "https://example.com/" + name
	if err := c.AddResource(at, nullable(schema)); err != nil {
		return nil, err
	}
	return c.Compile(at)
}

// nullable replaces the only word of OpenAPI 3.0 that JSON Schema does not have.
func nullable(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = nullable(v[i])
		}
	case map[string]any:
		for name, part := range v {
			v[name] = nullable(part)
		}
		if kind, ok := v["type"].(string); ok && v["nullable"] == true {
			v["type"] = []any{kind, "null"}
		}
	}
	return v
}

// find returns the operation of a request, and the parameters of its path.
func (d *description) find(method, path string) (*operation, map[string]string) {
	parts := strings.Split(path, "/")
	for _, o := range d.operations {
		if params, ok := o.match(parts); ok && o.method == method {
			return o, params
		}
	}
	return nil, nil
}

// match returns the parameters of a path of the operation.
func (o *operation) match(parts []string) (map[string]string, bool) {
	if len(parts) != len(o.path) {
		return nil, false
	}
	params := map[string]string{}
	for i, part := range o.path {
		if name, ok := strings.CutPrefix(part, "{"); ok && parts[i] != "" {
			params[strings.TrimSuffix(name, "}")] = parts[i]
		} else if part != parts[i] {
			return nil, false
		}
	}
	return params, true
}

// example returns that of an answer with a status.
func (o *operation) example(status int) any { return o.examples[strconv.Itoa(status)] }

// check compares a request with the description.
func (o *operation) check(c *call) error {
	for name, values := range c.URL.Query() {
		schema := o.query[name]
		if schema == nil {
			return fmt.Errorf("there is no parameter %q", name)
		}
		var value any = values[0]
		if n, err := jsonschema.UnmarshalJSON(strings.NewReader(values[0])); err == nil {
			if schema.Validate(n) == nil {
				continue
			}
		}
		if err := schema.Validate(value); err != nil {
			return err
		}
	}
	switch {
	case o.body == nil && len(c.body) > 0:
		return errors.New("there must be no body")
	case o.body == nil:
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.body))
	if err != nil {
		return fmt.Errorf("could not parse JSON: %w", err)
	}
	return o.body.Validate(value)
}
