package source

import (
	"bytes"
	"context"
	"testing"
	"unicode/utf8"
)

// fuzzed are names of files, one of each syntax.
var fuzzed = []string{"a.md", "a.mdx", "a.html", "a.rst", "a.adoc", "a.org", "a.yml", "a.toml", "a.js"}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"---\ntitle: x\nslug: y\n---\n# H\n[a](b \"c\") ![d](<e>) [f][g] <https://h>\n\n[g]: i\n```\n[j](k)\n```\n",
		"<a href=\"{{ ref \"x\" }}\" b={`c${d}/e`}>f</a><img srcset=\"g 1x, h 2x\"><!-- i --><script>j</script>",
		"`a <b>`_ :doc:`c <d>` e_\n\n.. _e: f\n.. image:: g\n::\n\n  h\n",
		"link:a[b] xref:c#d[e] <<f,g>> image::h[i] {j}/k[l]\n:j: m\n----\nn\n----\n",
		"[[a][b]] [[c]]\n#+begin_src\nd\n#+end_src\n#+slug: e\n* f\n",
		"a:\n  - b: /c\n    d: {e: /f, g: '/h'}\n[[i]]\nj = \"/k\"\n// l\n",
		"\uFEFF\r\n[ü](/\u00fc)\r[x](y)\xff\x00", "[[[[[[((((<<<<{{{{````", "- - - 1. > > ```\n\t\tx",
	} {
		for kind := range fuzzed {
			f.Add(kind, []byte(seed))
		}
	}
	f.Fuzz(func(t *testing.T, kind int, src []byte) {
		name := fuzzed[uint(kind)%uint(len(fuzzed))]
		before := bytes.Clone(src)
		got := file{name: name, syntax: syntaxOf(name)}
		readFile(context.Background(), &got, 0, src, sought{all: true})
		if !bytes.Equal(before, src) {
			t.Fatal("the source was changed")
		}
		body := bytes.TrimPrefix(src, byteOrderMark)
		for i := range got.records {
			r := &got.records[i]
			if r.offset < 0 || r.end > len(body) || r.offset >= r.end {
				t.Fatalf("%q is at %d to %d of %d bytes", r.raw, r.offset, r.end, len(body))
			}
			if r.line < 1 || r.column < 1 || r.endColumn != 0 && r.endColumn <= r.column {
				t.Fatalf("%q is at %d:%d-%d", r.raw, r.line, r.column, r.endColumn)
			}
			if last := bytes.Count(body, []byte("\n")) + bytes.Count(body, []byte("\r")) + 1; r.line > last || r.column > utf8.RuneCount(body)+1 {
				t.Fatalf("%q is at %d:%d, beyond the end", r.raw, r.line, r.column)
			}
		}
	})
}
