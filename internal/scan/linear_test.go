package scan

import (
	"testing"

	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
	"github.com/linkvet/linkvet/internal/testutil/lineartest"
)

// What documents repeat that are made to take long.
var (
	linearMarkup = []string{
		"<", "<a href=\"", "<!--", "<svg>", "<script><!--", "<iframe srcdoc=\"", "&#", "</a>", "-->", "</script>", "<div>…</div>", "<svg><foreignObject>…</foreignObject></svg>", "<template>…</template>",
		"<a href=\"/a%d\">x</a>", "<p id=\"a%d\">", "<img srcset=\"/a 1x, /b 2x\">", "<form action=\"/a\"><input type=\"password\">", "<script></style>", "<svg></p>", "<p><a href=\"x\">", "<noscript><a href=b>",
		"<b>…<svg></x-y>", "<svg></div></svg><i><div>…</i>", "<div><svg></div>", "<svg></div><desc><p>", "<tr id=a><table><tr id=a><td id=b>", "<p><template shadowrootmode=open>", "<frameset><frame src=a>", "<math>…</div>",
		"<p data-linkvet-ignore><a href='x'>", "<style>…a{b:url(c)}", "<a style=\"…url(a),", "<meta http-equiv=refresh content=\"…0;url=", "<a ping=\"…y ", "<iframe srcdoc=\"<a href=x>\"></iframe>", "<svg><style>…<!---->a:url(x)", "<link rel=\"…alternate ", "<a href>a", "<![CDATA[", "<a…a=\"b\" ", "<a…id=a ", "<title>",
	}
	linearXML = []string{
		"<loc>", "<url><loc>", "<!DOCTYPE a [", "<a xmlns:b=\"", "]]>", "<url>…</url>", "<a xmlns:b%d=\"c\">…</a>", "<url><loc>https://a.example/%d</loc></url>", "<entry><link href=\"/a%d\"/></entry>", "<![CDATA[", "<?", "<!D",
		"<!D…\"'", "<style>…<!---->a:url(x)", "<style>…&amp;&a", "<svg>…</g>", "<!DOCTYPE a [<!ENTITY a \"bb\">]>…&a;", "<!DOCTYPE a [<!ENTITY a \"<p id='x'/>\">]>…&a;", "<!DOCTYPE a […<!ENTITY a \"bb\">", "<a… xmlns:a=\"http://www.w3.org/2000/svg\"",
	}
	linearCSS  = []string{"/*", "/", "url(", "url(a b", "(", "@import(", "\\", "\"", "'\n", "{", "}", "url(\"", "image-set(", "<!-", "@x ", "é", "1e", "url(\\\n", "{…}", "a{b:url(c)}", "@import \"a%d\";", "\\61 "}
	linearJSON = []string{"[", "{\"a\":", "\"", "]", "[…]", "{\"a\":…}", "\"a%d\":1,", "{\"url\":\"/a%d\"},", "\"\\", "\\u0041"}
	linearText = []string{"a", "\n", "a%d\n", "a: b%d\n", "(", "Sitemap: https://a.example/%d\n", "Sitemap:", "#", "\x1b$B", "\x81", "\x810", "\xd8\x00", "\xfe\xff"}
)

func BenchmarkLinear(b *testing.B) {
	in := func(begin string, read func(text []byte), end string) func(string) {
		return func(text string) { read([]byte(begin + text + end)) }
	}
	html := func(text []byte) { HTML(text, Options{Text: true}, new(Page)) }
	xhtml := func(text []byte) { XHTML(text, Options{Text: true}, new(Page)) }
	xml := func(text []byte) { _ = XML(text, new(Page)) }
	sitemap := func(text []byte) { _, _, _ = Sitemap(text) }
	for name, reader := range map[string]struct {
		read   func(string)
		pieces []string
	}{
		"HTML":      {in("", html, ""), linearMarkup},
		"script":    {in("<script>", html, "</script>"), linearMarkup},
		"srcdoc":    {in("<iframe srcdoc='", html, "'>"), linearMarkup},
		"style":     {in("<style>", html, ""), linearCSS},
		"data":      {in(`<script type="application/ld+json">`, html, "</script>"), linearJSON},
		"srcset":    {in(`<img srcset="`, html, `">`), []string{"a (", "a 1x(", "(", "a 1", "a 1x, ", "a%d 1w,", "a,", ",,", "a (b) ", "a\t"}},
		"XHTML":     {in(`<html xmlns="http://www.w3.org/1999/xhtml">`, xhtml, ""), append(linearXML, linearMarkup...)},
		"DOCTYPE":   {in("", xhtml, ""), linearXML},
		"XML":       {in("<rss><channel>", xml, ""), append(linearXML, linearMarkup...)},
		"sitemap":   {in("<urlset>", sitemap, ""), append(linearXML, linearText...)},
		"CSS":       {in("", func(text []byte) { CSS(text, new(Page)) }, ""), linearCSS},
		"JSON feed": {in(`{"version":"https://jsonfeed.org/version/1.1","items":[`, func(text []byte) { _ = JSONFeed(text, new(Page)) }, "]}"), linearJSON},
		"manifest":  {in(`{"icons":[`, func(text []byte) { _ = Manifest(text, new(Page)) }, "]}"), linearJSON},
		"robots.txt": {in("", func(text []byte) {
			for range RobotsSitemaps(text) {
				continue
			}
		}, ""), linearText},
		"encodings": {in("", func(text []byte) {
			for _, encoding := range []string{"", "iso-2022-jp", "gb18030", "utf-16le", "shift_jis", "euc-kr", "windows-1252"} {
				charset.Decode(text, encoding)
			}
			charset.DecodeXML(append([]byte("<?xml "), text...), "")
			charset.DecodeCSS(append([]byte(`@charset "`), text...), "")
		}, ""), append([]string{"<meta charset=a%d>", "<meta charset=\"", "<meta…charset", "<meta content=\"…charset charset=", "encoding=\"a\" ", "a\x00"}, linearText...)},
		"content": {in("", func(text []byte) {
			content.Read(text, 0).Rendering()
			content.TitleOf(text)
		}, ""), append([]string{"<script>…location.href=", "<script>…location == ", "type=\"password", "<input type=password name=a%d>", "<form>…<input type=password>"}, linearMarkup...)},
	} {
		b.Run(name, func(b *testing.B) { lineartest.Texts(b, 1<<15, reader.read, reader.pieces...) })
	}
}
