package rst_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestReStructuredText(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.rst", []markuptest.Case{
		{Name: "inline", Source: "See `the guide <guide.html>`_ and `x </y>`__.\n", Want: []string{`1:17-27 guide.html "theguide"`, `1:39-41 /y "x"`}},
		{Name: "targets", Source: "A `long name`_ and short_.\n\n.. _long name: /x\n.. _short: https://a.example/\n", Want: []string{`3:16-18 /x "longname"`, `4:12-30 https://a.example/ "short"`, `4:12-30 https://a.example/ "httpsaexample"`}},
		{Name: "roles", Source: ":doc:`install` :doc:`Setup <../setup>` :ref:`Linux <on_linux>` :code:`x </no>`\n", Want: []string{`1:7-14 install.rst "install"`, `1:29-37 ../setup.rst "setup"`, `1:53-61 #on-linux "linux"`}},
		{Name: "pictures", Source: ".. image:: a.png\n   :target: /x\n\n.. |logo| image:: b.png\n", Want: []string{`1:12-17 a.png ""`, `2:13-15 /x ""`, `4:19-24 b.png ""`}},
		{Name: "comments", Source: ".. see `no </no>`_\n   and `no </no>`_\n\n   `no </no>`_\n\n`yes </y>`_\n\n..\n   `no </no>`_\n\n`yes </z>`_\n", Want: []string{`6:7-9 /y "yes"`, `11:7-9 /z "yes"`}},
		{Name: "what looks like a comment", Source: ".. [1] `one </a>`_\n.. note:: `two </b>`_\n\n   `three </c>`_\n\n.. py:function:: `four </d>`_\n", Want: []string{`1:14-16 /a "one"`, `2:17-19 /b "two"`, `4:12-14 /c "three"`, `6:25-27 /d "four"`}},
		{Name: "raw HTML", Source: ".. raw:: html\n\n   <a href=\"/x\">x</a>\n", Want: []string{`3:13-15 /x "x"`}},
		{Name: "literals", Source: "``\\`no </no>`_`` x::\n\n    `no </no>`_\n\n`yes </y>`_\n\n.. code-block:: rst\n\n   `no </no>`_\n", Want: []string{`5:7-9 /y "yes"`}},
	})
}

func FuzzRST(f *testing.F) {
	for _, seed := range []string{
		"See `the guide <guide.html>`_ and `x </y>`__.\n", "A `long name`_ and short_.\n\n.. _long name: /x\n.. _short: https://a.example/\n",
		":doc:`install` :doc:`Setup <../setup>` :ref:`Linux <on_linux>`\n", ".. image:: a.png\n   :target: /x\n\n.. |logo| image:: b.png\n",
		".. see `no </no>`_\n   and `no </no>`_\n\n`yes </y>`_\n\n..\n   `no </no>`_\n", "x::\n\n    `no </no>`_\n\n`yes </y>`_\n", ".. raw:: html\n\n   <a href=\"/x\">x</a>\n",
		".. _a: b_\n.. _b: /c\n\na_ `b`_ `t <a_>`_\n", "``\\`no </no>`_`` \\`a <b>`_ <b `c\n\n<d>`_\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		markuptest.CheckParagraphs(t, "a.rst", src, "See `one more </one/more/>`_ here.", "/one/more/")
	})
}

// TestAnonymousReferences pairs references without names with their targets.
func TestAnonymousReferences(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.rst", []markuptest.Case{
		{Name: "a phrase and a word", Source: "See `the a`__ and b__.\n\n__ /a\n\n.. __: /b\n", Want: []string{`3:4-6 /a "thea"`, `5:8-10 /b "b"`}},
		{Name: "a target that leads to a name", Source: "`a`__ `b`__ and c_.\n\n__ c_\n__ /b\n\n.. _c: /c\n", Want: []string{`4:4-6 /b "b"`, `6:8-10 /c "c"`}},
		{Name: "more references than targets", Source: "`a`__ `b`__\n\n__ /b\n"},
	})
}

func TestTargetsBelowTheirNames(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.rst", []markuptest.Case{
		{Name: "on the next line", Source: "See long_.\n\n.. _long:\n   /long\n", Want: []string{`4:4-9 /long "long"`}},
		{Name: "a text that is not indented", Source: "See place_.\n\n.. _place:\n/no\n"},
	})
}
