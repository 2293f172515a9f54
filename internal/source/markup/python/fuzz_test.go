package python_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

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
