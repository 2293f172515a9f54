package html_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestVariables reads links whose destinations are variables of their file.
func TestVariables(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.njk", []markuptest.Case{
		{
			Name:   "Nunjucks and Liquid",
			Source: "{% set one = \"/a/\" %}{%- assign two = '/b/' -%}\n<a href=\"{{ one }}\">A</a> <a href=\"{{ two | url }}\">B</a>\n",
			Want:   []string{`1:15-18 /a/ "a"`, `1:40-43 /b/ "b"`},
		},
		{
			Name:   "Hugo",
			Source: "{{ $one := \"/a/\" }}<a href=\"{{ $one | relURL }}\">A</a>",
			Want:   []string{`1:13-16 /a/ "a"`},
		},
		{
			Name:   "two values",
			Source: "{% set one = \"/a/\" %}{% set one = \"/b/\" %}<a href=\"{{ one }}\">A</a>",
			Want:   []string{`1:52-61 * "a"`},
		},
		{
			Name:   "a value that is no string, another name and a property",
			Source: "{% set one = \"/a/\" + x %}{% set two = x %}<a href=\"{{ two }}\">A</a><a href=\"{{ three }}\">B</a><a href=\"{{ one.url }}\">C</a><a href=\"{{ one }}\">D</a>",
			Want:   []string{`1:52-61 * "a"`, `1:77-88 * "b"`, `1:104-117 * "c"`, `1:133-142 * "d"`},
		},
		{
			Name:   "an attribute is no variable",
			Source: "<p title=\"/a/\"></p><a href=\"{{ title }}\">A</a>",
			Want:   []string{`1:29-40 * "a"`},
		},
	})
	markuptest.Check(t, "a.svelte", []markuptest.Case{{
		Name:   "Svelte",
		Source: "<script>\nconst one = '/a/';\n</script>\n<a href={one}>A</a>\n",
		Want:   []string{`2:14-17 /a/ "a"`},
	}})
	markuptest.Check(t, "a.tsx", []markuptest.Case{{
		Name:   "JSX",
		Source: "const one = '/a/';\nexport default () => <Link href={one}>A</Link>\n",
		Want:   []string{`1:14-17 /a/ "a"`},
	}})
}
