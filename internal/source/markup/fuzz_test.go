package markup_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/source/markup/document"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// fuzzed are names of files, one of each syntax.
var fuzzed = []string{"a.md", "a.mdx", "a.html", "a.rst", "a.adoc", "a.org", "a.yml", "a.toml", "a.js", "a.rs", "a.hpp", "a.java", "a.py", "a.scss", "a.tsx", "a.astro"}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"---\ntitle: x\nslug: y\n---\n# H\n[a](b \"c\") ![d](<e>) [f][g] <https://h>\n\n[g]: i\n```\n[j](k)\n```\n",
		"<a href=\"{{ ref \"x\" }}\" b={`c${d}/e`}>f</a><img srcset=\"g 1x, h 2x\"><!-- i --><script>j</script>",
		"`a <b>`_ :doc:`c <d>` e_\n\n.. _e: f\n.. image:: g\n::\n\n  h\n",
		"link:a[b] xref:c#d[e] <<f,g>> image::h[i] {j}/k[l]\n:j: m\n----\nn\n----\n",
		"[[a][b]] [[c]]\n#+begin_src\nd\n#+end_src\n#+slug: e\n* f\n",
		"a:\n  - b: /c\n    d: {e: /f, g: '/h'}\n[[i]]\nj = \"/k\"\n// l\n",
		"/// [a](b)\n//! <c>\n#[doc = \"\\n[d](e)\"]\n/** {@code <a>} <a href=f> */ 'g' r#\"h\"# R\"(i)\"\n @image html j.png\n",
		"\"\"\"`a <b>`_\n\n  .. _c: d\n\"\"\"\nx = {'url': '/e', \"name\": f'<a href=\\\"g\\\">'}\n#: h_\n(\"i\", \"/j\")\n",
		"@import 'a.css'; /* */ b { c: url( \"d.png\" ) url(e.png) } // f\n<style>g{h:url(i)}</style>", "---\nconst n = [{ href: '/a', label: `b` }]\n---\n<A to={{ pathname: '/c', hash: 'd', query: { e: 1 } }}>f</A>\nexport const g = ['/h']\n",
		"\uFEFF\r\n[ü](/\u00fc)\r[x](y)\xff\x00", "[[[[[[((((<<<<{{{{````", "- - - 1. > > ```\n\t\tx",
	} {
		for kind := range fuzzed {
			f.Add(kind, []byte(seed))
		}
	}
	for _, piece := range endless {
		for kind := range fuzzed {
			f.Add(kind, []byte(strings.Repeat(strings.NewReplacer("%d", "1", "…", "").Replace(piece), 80)))
		}
	}
	f.Fuzz(func(t *testing.T, kind int, src []byte) {
		name := fuzzed[uint(kind)%uint(len(fuzzed))]
		before := bytes.Clone(src)
		got := markup.Read(context.Background(), name, src, markuptest.All)
		if !bytes.Equal(before, src) {
			t.Fatal("the source was changed")
		}
		body := bytes.TrimPrefix(src, []byte(document.ByteOrderMark))
		for i := range got.Links {
			r := &got.Links[i]
			if r.Offset < 0 || r.End > len(body) || r.Offset >= r.End {
				t.Fatalf("%q is at %d to %d of %d bytes", r.Raw, r.Offset, r.End, len(body))
			}
			if r.Line < 1 || r.Column < 1 || r.EndColumn != 0 && r.EndColumn <= r.Column {
				t.Fatalf("%q is at %d:%d-%d", r.Raw, r.Line, r.Column, r.EndColumn)
			}
			if last := bytes.Count(body, []byte("\n")) + bytes.Count(body, []byte("\r")) + 1; r.Line > last || r.Column > utf8.RuneCount(body)+1 {
				t.Fatalf("%q is at %d:%d, beyond the end", r.Raw, r.Line, r.Column)
			}
		}
	})
}
