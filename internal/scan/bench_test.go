package scan

import (
	"fmt"
	"strings"
	"testing"
)

// documentation is a page as generators of documentation make them: navigation,
// headings with anchors, prose, and code with many small spans.
func documentation() []byte {
	var b strings.Builder
	b.WriteString("<!doctype html>\n<html lang=\"en\"><head><title>Page</title>" +
		"<link rel=\"stylesheet\" href=\"../style.css\"><script src=\"../app.js\"></script></head>\n<body>\n<nav><ul>\n")
	for i := range 200 {
		fmt.Fprintf(&b, "<li class=\"toc-level-1\"><a class=\"reference internal\" href=\"../guide/chapter-%d.html#part\">Chapter %d</a></li>\n", i, i)
	}
	b.WriteString("</ul></nav>\n<main>\n")
	for i := range 300 {
		fmt.Fprintf(&b, "<section id=\"part-%d\">\n<h2>Part %d<a class=\"headerlink\" href=\"#part-%d\" title=\"Permalink\">¶</a></h2>\n", i, i, i)
		b.WriteString("<p>" + strings.Repeat("Words that a reader came for, and <em>some</em> that are set apart. ", 6) + "</p>\n<pre>")
		for k := range 20 {
			fmt.Fprintf(&b, "<span class=\"k\">return</span> <span class=\"n\">value_%d</span><span class=\"o\">+</span><span class=\"mi\">1</span>\n", k)
		}
		b.WriteString("</pre>\n</section>\n")
	}
	b.WriteString("</main></body></html>\n")
	return []byte(b.String())
}

func BenchmarkHTML(b *testing.B) {
	src := documentation()
	var page Page
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		HTML(src, Options{}, &page)
	}
}

// sheet is a style sheet as tools write them: rules, comments, strings, and now
// and then an image or a font.
func sheet() []byte {
	var b strings.Builder
	b.WriteString("@charset \"utf-8\";\n@import \"base.css\";\n@import url(print.css) print;\n")
	for i := range 2000 {
		fmt.Fprintf(&b, "/* part %d */\n.part-%d > a:hover, .part-%d::before { margin: 0 auto; color: rgba(0, 0, 0, .5); content: \"\\201C\" }\n", i, i, i)
		if i%20 == 0 {
			fmt.Fprintf(&b, ".icon-%d { background: #fff url(\"../images/icon-%d.svg\") no-repeat }\n", i, i)
			fmt.Fprintf(&b, "@font-face { font-family: f%d; src: url(../fonts/f%d.woff2) format(\"woff2\") }\n", i, i)
		}
	}
	return []byte(b.String())
}

func BenchmarkCSS(b *testing.B) {
	src := sheet()
	var page Page
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		CSS(src, &page)
	}
}
