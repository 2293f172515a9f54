package source

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// recordsOf are the links of src, read as a file of that name, and its front matter.
func recordsOf(name, src string) ([]record, front) {
	f := file{name: name, syntax: syntaxOf(name)}
	readFile(context.Background(), &f, 0, []byte(src), sought{all: true})
	return f.records, f.front
}

// checkParagraphs holds a reader to what is true of any document of its syntax: its
// links stand in it, are no more than there are bytes, and stay the same when a
// paragraph with one more link is put before them.
func checkParagraphs(t *testing.T, name, src, paragraph, destination string) {
	t.Helper()
	if bytes.HasPrefix([]byte(src), byteOrderMark) || len(src) > 1<<12 {
		t.Skip("a mark of the byte order is one only at the beginning")
	}
	plain, front := recordsOf(name, src)
	if len(plain) > len(src) {
		t.Fatalf("%d links in %d bytes", len(plain), len(src))
	}
	for _, r := range plain {
		if r.offset < 0 || r.end > len(src) || r.offset >= r.end || strings.TrimSpace(src[r.offset:r.end]) == "" {
			t.Fatalf("%q is at %d to %d of %q", r.raw, r.offset, r.end, src)
		}
	}
	if front.present || strings.HasPrefix(strings.TrimLeft(src, " \t"), "\n") {
		return
	}
	got, _ := recordsOf(name, paragraph+"\n\n"+src)
	want := strings.Index(paragraph, destination)
	shift := len(paragraph) + 2
	if len(got) != len(plain)+1 || got[0].offset != want || got[0].raw != destination {
		t.Fatalf("%d links of %q, and %d behind a paragraph with one", len(plain), src, len(got))
	}
	for i, r := range plain {
		if b := got[i+1]; b.offset != r.offset+shift || b.end != r.end+shift || b.raw != r.raw || b.text != r.text {
			t.Fatalf("%q of %q is %q behind a paragraph", r.raw, src, b.raw)
		}
	}
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
		checkParagraphs(t, "a.rst", src, "See `one more </one/more/>`_ here.", "/one/more/")
	})
}

func FuzzAsciiDoc(f *testing.F) {
	for _, seed := range []string{
		"link:/x[the X] https://a.example/y[Y^] https://b.example/.\n", "xref:install.adoc#linux[On Linux] <<setup,Set up>> <<b.adoc#c>>\n",
		"image::a.png[An A, 100]\nx image:b.png[]\n", ":base: /docs\n:b: {base}{base}\n\nlink:{base}/x[X] {b}/y[Y] {unknown}/y/z[Y]\n",
		"////\nlink:/no[x]\n----\n////\nlink:/y[Y]\n\n[comment]\n====\nlink:/no[x]\n====\n", "++++\n<a href=\"/x\">X</a>\n++++\n+++<a href=\"/y\">Y</a>+++ pass:[<a href=\"/z\">Z</a>]\n",
		"----\nlink:/no[x]\n----\n// link:/no[x]\n```\na\n```\n<<a\nb>> +++ \\link:x[]", "link:{[x] <<,>> image::[] https://[x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		checkParagraphs(t, "a.adoc", src, "See link:/one/more/[one more] here.", "/one/more/")
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
		checkParagraphs(t, "a.org", src, "See [[/one/more/][one more]] here.", "/one/more/")
	})
}
