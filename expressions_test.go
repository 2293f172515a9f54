package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// contexts are the values that the expressions of a workflow name, such as
// contexts["github"].
type contexts map[string]any

// filled returns a text of a workflow after the runner has replaced its expressions.
func (c contexts) filled(t *testing.T, text string) string {
	t.Helper()
	return expressionMark.ReplaceAllStringFunc(text, func(found string) string {
		return shownValue(c.value(t, strings.TrimSuffix(strings.TrimPrefix(found, "${{"), "}}")))
	})
}

// expressionMark matches an expression within a text.
var expressionMark = regexp.MustCompile(`\$\{\{.*?\}\}`)

// holds reports whether the condition of a job or a step is met. No condition is met.
func (c contexts) holds(t *testing.T, condition string) bool {
	t.Helper()
	return condition == "" || isTrue(c.value(t, condition))
}

// value returns the value of an expression. It knows what the workflows of the docs use:
// strings, properties, calls, the comparisons == and !=, !, &&, || and parentheses.
func (c contexts) value(t *testing.T, source string) any {
	t.Helper()
	e := evaluator{contexts: c, tokens: expressionToken.FindAllString(source, -1)}
	if rest := strings.TrimSpace(expressionToken.ReplaceAllString(source, "")); rest != "" {
		e.fault = fmt.Errorf("%q is unknown", rest)
	}
	value := e.or()
	if e.fault == nil && len(e.tokens) > 0 {
		e.fault = fmt.Errorf("%q is left", e.tokens)
	}
	if e.fault != nil {
		t.Fatalf("could not read the expression %q: %v", source, e.fault)
	}
	return value
}

var expressionToken = regexp.MustCompile(`'(?:[^']|'')*'|==|!=|&&|\|\||[!(),]|[\w.-]+`)

// evaluator reads an expression from the left.
type evaluator struct {
	contexts contexts
	tokens   []string
	fault    error
}

// next removes the next token when it is that one.
func (e *evaluator) next(token string) bool {
	if len(e.tokens) == 0 || e.tokens[0] != token {
		return false
	}
	e.tokens = e.tokens[1:]
	return true
}

func (e *evaluator) or() any {
	left := e.and()
	for e.next("||") {
		if right := e.and(); !isTrue(left) {
			left = right
		}
	}
	return left
}

func (e *evaluator) and() any {
	left := e.equal()
	for e.next("&&") {
		if right := e.equal(); isTrue(left) {
			left = right
		}
	}
	return left
}

func (e *evaluator) equal() any {
	left := e.one()
	switch {
	case e.next("=="):
		return strings.EqualFold(shownValue(left), shownValue(e.one()))
	case e.next("!="):
		return !strings.EqualFold(shownValue(left), shownValue(e.one()))
	}
	return left
}

// one returns a value without an operator.
func (e *evaluator) one() any {
	if e.next("!") {
		return !isTrue(e.one())
	}
	if e.next("(") {
		value := e.or()
		e.want(")")
		return value
	}
	if len(e.tokens) == 0 {
		e.fault = fmt.Errorf("it ends too early")
		return nil
	}
	token := e.tokens[0]
	e.tokens = e.tokens[1:]
	switch {
	case token[0] == '\'':
		return strings.ReplaceAll(token[1:len(token)-1], "''", "'")
	case e.next("("):
		return e.call(token)
	}
	return e.property(token)
}

func (e *evaluator) want(token string) {
	if !e.next(token) && e.fault == nil {
		e.fault = fmt.Errorf("%s is missing", token)
	}
}

// call returns the value of a function, whose arguments are next.
func (e *evaluator) call(name string) any {
	first := e.or()
	if name == "toJSON" {
		e.want(")")
		text, err := json.MarshalIndent(first, "", "  ")
		if err != nil {
			e.fault = err
		}
		return string(text)
	}
	text := strings.ToLower(shownValue(first))
	e.want(",")
	part := strings.ToLower(shownValue(e.or()))
	e.want(")")
	switch name {
	case "contains":
		return strings.Contains(text, part)
	case "startsWith":
		return strings.HasPrefix(text, part)
	case "endsWith":
		return strings.HasSuffix(text, part)
	}
	e.fault = fmt.Errorf("unknown function %s", name)
	return nil
}

// property returns what a path such as github.event.sha leads to; nil for nothing.
func (e *evaluator) property(path string) any {
	names := strings.Split(path, ".")
	value, ok := e.contexts[names[0]]
	if !ok {
		e.fault = fmt.Errorf("unknown context %s", names[0])
	}
	for _, name := range names[1:] {
		properties, _ := value.(map[string]any)
		value = properties[name]
	}
	return value
}

// isTrue reports whether a value counts as true.
func isTrue(value any) bool {
	return value != nil && value != false && value != "" && value != 0.0
}

// shownValue returns a value as text.
func shownValue(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return value
	case float64:
		return strconv.FormatFloat(value, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

// TestExpressions holds the evaluator to what GitHub's runner does.
func TestExpressions(t *testing.T) {
	t.Parallel()
	var event any
	if err := json.Unmarshal([]byte(`{"number": 7, "state": "Success", "deployment": {"sha": "abc", "environment": "Preview – docs"}}`), &event); err != nil {
		t.Fatal(err)
	}
	c := contexts{"github": map[string]any{"event": event, "event_name": "status"}, "secrets": map[string]any{}}
	for source, want := range map[string]string{
		"pr-${{ github.event.number }}.example":                                                 "pr-7.example",
		"${{ github.event.deployment.sha }} ${{ secrets.none }}.":                               "abc .",
		"${{ github.event.pull_request.head.sha || github.event.deployment.sha || 'x' }}":       "abc",
		"${{ github.event.state == 'success' && github.event_name != 'push' }}":                 "true",
		"${{ startsWith(github.event.deployment.environment, 'preview') }}":                     "true",
		"${{ !contains(github.event.deployment.environment, 'DOCS') }}":                         "false",
		"${{ endsWith(github.event.state, 's') && (github.event.none || 'it''s') == 'IT''S' }}": "true",
	} {
		if got := c.filled(t, source); got != want {
			t.Errorf("%s: got %q, want %q", source, got, want)
		}
	}
}
