package org_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestOrg(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "page.org", []markuptest.Case{
		{Name: "links", Source: "* H\nSee [[file:guide.org][the guide]], [[./a.png]] and https://a.example/x.\n", Want: []string{`2:7-21 guide.org "theguide"`, `2:38-45 ./a.png ""`, `2:52-71 https://a.example/x "httpsaexamplex"`}},
		{Name: "HTML", Source: "#+begin_export html\n<a href=\"/x\">X</a> [[/no][x]]\n#+end_export\n#+HTML: <a href=\"/y\">Y</a>\n@@html:<a href=\"/z\">Z</a>@@\n#+begin_export latex\n<a href=\"/no\">x</a>\n#+end_export\n", Want: []string{`2:10-12 /x "x"`, `4:18-20 /y "y"`, `5:17-19 /z "z"`}},
		{Name: "what is not exported", Source: "* COMMENT A\n[[/no][x]]\n** B\n[[/no][x]]\n* C\n[[/y][Y]]\n* D :noexport:\n[[/no][x]]\n", Want: []string{`6:3-5 /y "y"`}},
		{Name: "blocks and comments", Source: "#+begin_src org\n[[/no][x]]\n#+end_src\n# [[/no][x]]\n: [[/no][x]]\n[[/y][Y]]\n", Want: []string{`6:3-5 /y "y"`}},
	})
}

func FuzzOrg(f *testing.F) {
	for _, seed := range []string{
		"* H\nSee [[file:guide.org][the guide]], [[./a.png]] and https://a.example/x.\n", "#+begin_export html\n<a href=\"/x\">X</a> [[/no][x]]\n#+end_export\n#+HTML: <a href=\"/y\">Y</a>\n@@html:<a href=\"/z\">Z</a>@@\n",
		"#+BEGIN_EXAMPLE\n[[/no][x]]\n#+END_EXAMPLE\n#+begin_quote\n[[/y][Y]]\n#+end_quote\n", "* COMMENT A\n[[/no][x]]\n** B\n* C\n[[/y][Y]]\n* D :noexport:\n[[/no][x]]\n",
		"# [[/no][x]]\n: [[/no][x]]\n[[/y][Y]]\n", "[[a]b]] [[]] [[a][]] [[a][b]", "@@html:<a href=x>@@html:", "#+slug: x\n#+begin_src\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		markuptest.CheckParagraphs(t, "a.org", src, "See [[/one/more/][one more]] here.", "/one/more/")
	})
}
