package data_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestEscapedMarkup reads HTML and Markdown in strings with escapes.
func TestEscapedMarkup(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.json", []markuptest.Case{{
		Name:   "JSON",
		Source: "{\"by\": \"\\u00a9 <a href=\\\"/a\\\">The \\\"A\\\"</a>, \\u003ca href=\\u0022/b\\u0022\\u003eB\\u003c/a\\u003e\",\n \"text\": \"Say \\\"[c](/c)\\\"\"}\n",
		Want:   []string{`1:26-28 /a "thea"`, `1:65-67 /b "b"`, `2:21-23 /c "c"`},
	}})
	markuptest.Check(t, "a.yml", []markuptest.Case{{
		Name:   "YAML",
		Source: "by: \"See <a href=\\\"/a\\\">A</a>\"\nthen: 'See <a href=\"/b\">B</a>'\n",
		Want:   []string{`1:20-22 /a "a"`, `2:21-23 /b "b"`},
	}})
}
