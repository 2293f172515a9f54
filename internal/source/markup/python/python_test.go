package python_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestDocstrings(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.py", []markuptest.Case{
		{Name: "reStructuredText", Source: "\"\"\"The `guide <guide.html#x>`_ and\n`the spec`_.\n\n.. _the spec: https://a.example/spec\n\"\"\"\n", Want: []string{`1:16-28 guide.html#x "guide"`, `4:15-37 https://a.example/spec "thespec"`, `4:15-37 https://a.example/spec "httpsaexamplespec"`}},
		{Name: "Markdown", Source: "def f():\n    \"\"\"See [b](b.md).\n\n    Returns:\n        The [c][].\n\n    [c]: /c\n    \"\"\"\n", Want: []string{`2:16-20 b.md "b"`, `7:10-12 /c "c"`}},
		{Name: "no docstrings", Source: "# `a </a>`_\nx = \"\"\"`b </b>`_\"\"\"\nf(\n    \"\"\"`c </c>`_\"\"\",\n)\ny = \\\n\"\"\"`d </d>`_\"\"\"\n\"`e </e>`_\" + z\ns = '\"\"\"'\n'''`f </f>`_'''\n", Want: []string{`10:8-10 /f "f"`}},
		{Name: "strings without an end", Source: "x = \"a\ny = 'b\n\"\"\"`c </c>`_\"\"\"\n'''", Want: []string{`3:8-10 /c "c"`}},
		{Name: "brackets without an end", Source: "f((\ndef g():\n    \"\"\"`c </c>`_\"\"\"\n", Want: []string{`3:12-14 /c "c"`}},
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "conf.py", []markuptest.Case{
		{Name: "dictionaries", Source: "html_theme_options = {\n    \"icon_links\": [{\"name\": \"Code\", \"url\": \"https://a.example/a\"}],  # \"/no\"\n    'logo': '/logo.png',\n}\nhtml_context = dict(x=1)\n", Want: []string{`2:45-64 https://a.example/a "code"`, `3:14-23 /logo.png ""`}},
		{Name: "pairs", Source: "LINKS = (('The A', '/a'),\n         (\"B\", \"https://b.example/\"),)\nX = ('c', '/c', 'd')\n", Want: []string{`1:21-23 /a ""`, `1:21-23 /a "thea"`, `2:17-35 https://b.example/ ""`, `2:17-35 https://b.example/ "b"`, `3:12-14 /c ""`}},
		{Name: "markup in strings", Source: "a = \"<p><a href=\\\"/a\\\">The A</a>\"\nb = f'''See [b](/b).\n<img src=\"c.png\" alt=\"C\">'''\n# <a href=\"/no\">\n", Want: []string{`1:19-21 /a "thea"`, `2:17-19 /b "b"`, `3:11-16 c.png "c"`}},
	})
}

// FuzzPython reads programs with a function before them, which changes nothing else.
func FuzzPython(f *testing.F) {
	for _, seed := range []string{
		"\"\"\"`a </a>`_ and b_.\n\n.. _b: /b\n\"\"\"\n", "def f():\n    '''[a](/a)\n\n    [b]: /b\n    '''\n", "#: `a </a>`_\nA = 1\n",
		"x = {'name': 'A', 'url': '/a'}\ny = (('B', '/b'),)\n", "z = f\"<a href=\\\"/a\\\">A</a>\"\nrst_epilog = \"\"\"\n.. _a: /a\n\"\"\"\n", "'a\\\n\"\"\"b",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		markuptest.CheckParagraphs(t, "a.py", src, "def one_more():\n    \"\"\"See [one more](/one/more/) here.\"\"\"\n\n\nclass A:\n    pass\n", "/one/more/")
	})
}
