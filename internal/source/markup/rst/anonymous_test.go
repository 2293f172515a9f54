package rst_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// TestAnonymousReferences pairs references without names with their targets.
func TestAnonymousReferences(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.rst", []markuptest.Case{
		{
			Name:   "a phrase and a word",
			Source: "See `the a`__ and b__.\n\n__ /a\n\n.. __: /b\n",
			Want:   []string{`3:4-6 /a "thea"`, `5:8-10 /b "b"`},
		},
		{
			Name:   "a target that leads to a name",
			Source: "`a`__ `b`__ and c_.\n\n__ c_\n__ /b\n\n.. _c: /c\n",
			Want:   []string{`4:4-6 /b "b"`, `6:8-10 /c "c"`},
		},
		{
			Name:   "a destination of its own",
			Source: "`a </a>`__ `b`__\n\n__ /b\n",
			Want:   []string{`1:5-7 /a "a"`, `3:4-6 /b "b"`},
		},
		{
			Name:   "words with underscores",
			Source: "__init__ and `b`__\n\n__ /b\n",
			Want:   []string{`3:4-6 /b "b"`},
		},
		{
			Name:   "more references than targets",
			Source: "`a`__ `b`__\n\n__ /b\n",
		},
	})
}

func TestTargetsBelowTheirNames(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.rst", []markuptest.Case{
		{
			Name:   "on the next line",
			Source: "See long_.\n\n.. _long:\n   /long\n",
			Want:   []string{`4:4-9 /long "long"`},
		},
		{
			Name:   "a place in the text",
			Source: "See place_.\n\n.. _place:\n\n/no text\n",
		},
		{
			Name:   "a text that is not indented",
			Source: "See place_.\n\n.. _place:\n/no\n",
		},
	})
}

func TestParsedLiteral(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.rst", []markuptest.Case{
		{Name: "a parsed one", Source: ".. parsed-literal::\n\n   `a </a>`_\n", Want: []string{`3:8-10 /a "a"`}},
		{Name: "another one", Source: ".. code-block:: rst\n\n   `a </a>`_\n"},
	})
}
