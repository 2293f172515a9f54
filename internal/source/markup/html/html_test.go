package html_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestHTML(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "layout.html", []markuptest.Case{
		{Name: "plain", Source: "<p><a href='/x'>the <i>x</i></a>\n<img src=a.png alt=\"An A\">\n", Want: []string{`1:13-15 /x "thex"`, `2:10-15 a.png "ana"`}},
		{Name: "Go templates", Source: "<a href=\"{{ \"x/\" | relURL }}\">X</a><a href=\"{{ .Site.BaseURL }}y/\">Y</a>{{/* <a href=/no> */}}", Want: []string{`1:10-29 x/ "x"`, `1:45-66 *y/ "y"`}},
		{Name: "Liquid", Source: "<a href=\"{{ '/x/' | relative_url }}\">X</a>{% comment %}<a href=/no>{% endcomment %}<a href=\"{% link a/b.md %}\" {% if c %}class=\"c\"{% endif %}>B</a>", Want: []string{`1:10-36 /x/ "x"`, `1:93-110 /a/b.md "b"`}},
		{Name: "ERB", Source: "<a href=\"<%= url '/x/' %>\">X</a><%# <a href=/no> %>", Want: []string{`1:10-26 /x/ "x"`}},
		{Name: "JSX", Source: "<Link to={'/x'} className={a > b ? 'c' : 'd'}>X</Link><a href={base + '/y/'}>Y</a>", Want: []string{`1:12-14 /x "x"`, `1:72-75 */y/ "y"`}},
		{Name: "Vue", Source: "<NuxtLink :to=\"'/x'\" @click=\"go\">X</NuxtLink>", Want: []string{`1:17-19 /x "x"`}},
		{Name: "comments, scripts and styles", Source: "<!-- <a href=/no> --><script>'<a href=/no>'</script><style>a{}</style><a href=/x>x</a>", Want: []string{`1:79-81 /x "x"`}},
		{Name: "the root of the site", Source: "<a href=\"$relpath^a.html\">A</a><link href=\"%sveltekit.assets%/b.png\"><a href=\"/%PUBLIC_URL%/c\">C</a>", Want: []string{`1:19-25 a.html "a"`, `1:62-68 /b.png ""`, `1:79-94 /%PUBLIC_URL%/c "c"`}},
		{Name: "a tag without an end", Source: "<a href=\"/x"},
	})
}

// TestRoutes reads the objects with which Next.js and Vue Router describe a destination.
func TestRoutes(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.tsx", []markuptest.Case{
		{Name: "Next.js", Source: "<Link href={{ pathname: '/guide', query: { a: 'b', c: 1 }, hash: 'setup' }}>Guide</Link>", Want: []string{`1:26-32 /guide?a=b&c=1#setup "guide"`}},
	})
	markuptest.Check(t, "a.vue", []markuptest.Case{
		{Name: "Vue Router", Source: "<RouterLink :to=\"{ path: '/guide', hash: '#setup' }\">Guide</RouterLink>", Want: []string{`1:27-33 /guide#setup "guide"`}},
		{Name: "a hash alone", Source: "<NuxtLink :to=\"{ hash: '#setup' }\">Guide</NuxtLink>", Want: []string{`1:25-31 #setup "guide"`}},
		{Name: "a name, and a path that is not known", Source: "<RouterLink :to=\"{ name: 'guide' }\">A</RouterLink><RouterLink :to=\"{ path: guide.path }\">B</RouterLink>", Want: []string{`1:27-32 guide "a"`}},
		{Name: "a query that is not known", Source: "<RouterLink :to=\"{ path: '/guide', query: { page: n } }\">A</RouterLink>", Want: []string{`1:27-33 /guide "a"`}},
	})
}

// TestSrcsetOfTemplates has sizes that only the template knows. A reader of HTML drops
// these candidates, because their descriptors are not valid.
func TestSrcsetOfTemplates(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "layout.html", []markuptest.Case{
		{Name: "a width from the template", Source: "<img srcset=\"/a.png {{ .Width }}w, /b.png {{ .Wide }}w\">", Want: []string{`1:14-20 /a.png ""`, `1:36-42 /b.png ""`}},
	})
}

// TestVariables reads links whose destinations are variables of their file.
func TestVariables(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.njk", []markuptest.Case{
		{Name: "Nunjucks and Liquid", Source: "{% set one = \"/a/\" %}{%- assign two = '/b/' -%}\n<a href=\"{{ one }}\">A</a> <a href=\"{{ two | url }}\">B</a>\n", Want: []string{`1:15-18 /a/ "a"`, `1:40-43 /b/ "b"`}},
		{Name: "two values", Source: "{% set one = \"/a/\" %}{% set one = \"/b/\" %}<a href=\"{{ one }}\">A</a>", Want: []string{`1:52-61 * "a"`}},
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
