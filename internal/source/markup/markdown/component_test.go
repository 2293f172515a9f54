package markdown_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestComponents reads the components of MDC, which Nuxt adds to Markdown.
func TestComponents(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.md", []markuptest.Case{
		{
			Name:   "properties in braces",
			Source: "::card{to=\"/a\" title=\"The A\"}\nSee [b](/b).\n::\n\n:button[Go on]{to='/c' color=\"red\"} and :icon{name=x}\n",
			Want:   []string{`1:12-14 /a "thea"`, `2:9-11 /b "b"`, `5:20-22 /c "goon"`},
		},
		{
			Name:   "properties in YAML",
			Source: "# T\n\n::hero\n---\ntitle: The hero\nlinks:\n  - label: Start\n    to: /a\n---\n\nSee [b](/b).\n\n#slot\n:::card\n---\nto: /c\ntitle: C\n---\n:::\n::\n",
			Want:   []string{`8:9-11 /a "start"`, `11:9-11 /b "b"`, `16:5-7 /c "c"`},
		},
		{
			Name:   "hyphens that open no properties",
			Source: "::hero\n\n---\nto: /no\n---\n\n::card\n---\nto: /no\n",
		},
		{
			Name:   "colons in a text",
			Source: "a:b{to=\"/no\"} :smile: 12:30{to=\"/no\"} ::: {to=\"/no\"} :x[a](/a)\n\n```\n::card{to=\"/no\"}\n```\n",
			Want:   []string{`1:60-62 /a "a"`},
		},
	})
}
