package githubtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
)

// answer is what the server answers.
type answer struct {
	status int
	header http.Header
	body   any
}

// fail returns a refusal in GitHub's form.
func fail(status int, message string) answer {
	return answer{status: status, body: map[string]any{
		"message": message, "documentation_url": "https://docs.github.com/rest", "status": strconv.Itoa(status),
	}}
}

// example returns an answer like the example of the description, with other fields.
func (c *call) example(status int, fields map[string]any) answer {
	return answer{status: status, body: merged(c.operation.example(status), fields)}
}

// merged returns an object with other fields.
func merged(example any, fields map[string]any) map[string]any {
	object, _ := example.(map[string]any)
	object = maps.Clone(object)
	if object == nil {
		object = map[string]any{}
	}
	maps.Copy(object, fields)
	return object
}

// list answers with one page of a list, whose items are like the first of the example.
func (c *call) list(items []map[string]any) answer {
	examples, _ := c.operation.example(http.StatusOK).([]any)
	var first any
	if len(examples) > 0 {
		first = examples[0]
	}
	page, next := c.page(len(items))
	all := []map[string]any{}
	for _, item := range items[page.start:page.end] {
		all = append(all, merged(first, item))
	}
	return answer{status: http.StatusOK, header: next, body: all}
}

// span is a part of a list.
type span struct{ start, end int }

// page returns which items of a list the request is for, and the header that leads to
// the next ones.
func (c *call) page(items int) (span, http.Header) {
	number := func(name string, otherwise, most int) int {
		n, err := strconv.Atoi(c.URL.Query().Get(name))
		if err != nil || n < 1 {
			return otherwise
		}
		return min(n, most)
	}
	size, page := number("per_page", 30, 100), number("page", 1, 1_000_000)
	part := span{min((page-1)*size, items), min(page*size, items)}
	header := http.Header{}
	if part.end < items {
		next := *c.URL
		query := next.Query()
		query.Set("page", strconv.Itoa(page+1))
		next.Scheme, next.Host, next.RawQuery = "http", c.Host, query.Encode()
		header.Set("Link", fmt.Sprintf(`<%s>; rel="next"`, next.String()))
	}
	return part, header
}

// object returns the JSON fields of a value.
func object(v any) map[string]any {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // a value of this package
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		panic(err)
	}
	return fields
}

// objects returns the JSON fields of each value.
func objects[T any](all []T) []map[string]any {
	var list []map[string]any
	for _, v := range all {
		list = append(list, object(v))
	}
	return list
}
