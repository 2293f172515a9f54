package markup_test

import (
	"context"
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

// endless are pieces of texts that look for ends that never come, or have each part read
// all of the text again.
var endless = []string{
	"[", "![", "[a](", "[a](<", "[a](b \"", "`", "``a`", "<", "<a ", "<a href=\"", "<a href=\"{{", "<a b={{", "<a {", "<A {", "{{<a href=\"", "<a b={'", "<!--", "{{", "{%", "{#", "{/*", "${", "[a]: ", "[a][", "](",
	"[[", "<<", "link:", "link:a[", ":a:", "`a <", "`a", "a_ ", ".. _a: ", "- ", "> ", "1. ", "{", "[a: {", "\"", "'", "```\n", "- a\n\n", "a: b\n", "--8<-- ", "http://", "<h1>", "<script>", "\\", "<pre>", "+++", "++++\n",
	"pass:[", "@@html:", "[comment]\n", "/*", "{%comment", "* COMMENT a\n", ".. a\n", "~~~", "=\n", ".. image:: a\n", "<nav>", "\r", "    a\n\n", "/// a\n", "\"\"\"", "r#\"", "R\"%d(", "{@code ", "url(", "('a', ",
	"[a](/b%d)\n", "[a][b%d] ", "[[/a%d][b]]\n", "include::a%d[]\n", "/// [a](/b%d)\n", "a%d: /b\n", "{{…}}", "[…](a)", "{a: …}", "[a](/x)\n…<script></script>\n", "export const a = ['/x']\n",
	"!!! a\n\n", "=== \"a\"\n", "[^a]:\n", "::a\n---\n", "::a{b=\"", "```{note}\n", "__ a\n", "`a`__ ", "image:a[link=", "link:++", "{% set a = \"/b\" %}", "{{$a:=\"/", "- head:\n", "---\na: ",
}

func BenchmarkLinearRead(b *testing.B) {
	for _, name := range fuzzed {
		b.Run(name, func(b *testing.B) {
			lineartest.Texts(b, 1<<15, func(text string) { markup.Read(context.Background(), name, []byte(text), markuptest.All) }, endless...)
		})
	}
}
