package scan

import (
	"fmt"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/scan/srcset"
)

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

func BenchmarkSrcset(b *testing.B) {
	values := map[string]string{
		"plain":    "a-320.jpg 320w, a-640.jpg 640w, a-960.jpg 960w, a-1280.jpg 1280w, a-1920.jpg 1920w",
		"dense":    "/images/photo.webp, /images/photo@2x.webp 2x, /images/photo@3x.webp 3x",
		"commas":   "https://cdn.example.com/w_300,h_200/a.png 1x, https://cdn.example.com/w_600,h_400/a.png 2x",
		"data URL": "data:image/png;base64," + strings.Repeat("iVBORw0KGgo", 40) + " 1x, a.png 2x",
	}
	for name, value := range values {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(value)))
			b.ReportAllocs()
			for b.Loop() {
				srcset.Parse(value)
			}
		})
	}
}

// BenchmarkKinds reads pages that are little but one thing.
func BenchmarkKinds(b *testing.B) {
	kinds := map[string]string{
		"links":       `<li><a class="reference internal" href="../guide/page.html#part">Page</a></li>` + "\n",
		"many spans":  `<span class="k">return</span> <span class="n">value</span>` + "\n",
		"prose":       "<p>" + strings.Repeat("Words that a reader came for. ", 40) + "</p>\n",
		"pictures":    `<img alt="" src="a.jpg" srcset="a-320.jpg 320w, a-640.jpg 640w" sizes="100vw">` + "\n",
		"entities":    `<a href="?a=1&amp;b=2&#38;c=3">Tom &amp; Jerry</a>` + "\n",
		"inline code": "<script>" + strings.Repeat("if (a < b && c > d) { f('<a href=x>') }\n", 20) + "</script>\n",
	}
	for name, kind := range kinds {
		src := []byte("<!doctype html><title>x</title><body>" + strings.Repeat(kind, 200_000/len(kind)))
		b.Run(name, func(b *testing.B) {
			var page Page
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				HTML(src, Options{}, &page)
			}
		})
	}
}
