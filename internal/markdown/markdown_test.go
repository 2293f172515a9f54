package markdown

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/scan"
)

// TestSlug has headings whose IDs were looked up on GitHub.
func TestSlug(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]string{
		"Basic usage": "basic-usage", "A & B": "a--b", "C++ / Rust?": "c--rust", "`--flag` of v1.2": "--flag-of-v12", "snake_case": "snake_case",
		"Über Äpfel": "über-äpfel", "Привет": "привет", "中文 标题": "中文-标题", "Ⓐ 1½": "ⓐ-1", "😄 smile": "-smile", "It's": "its",
	} {
		if got := Slug(heading); got != want {
			t.Errorf("%q: got %q, want %q", heading, got, want)
		}
	}
	s := slugger{}
	var got []string
	for _, heading := range strings.Fields("echo echo echo-1 echo echo-1") {
		got = append(got, s.unique(heading))
	}
	if want := "echo echo-1 echo-1-1 echo-2 echo-1-2"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
}

// TestRender reads rendered pages as the check does.
func TestRender(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ source, links, has string }{
		"links":                {source: "[a](b.md#c) <https://d.example> ![p](q.png)\n\n[r]: s.md\n[r]", links: "b.md#c https://d.example q.png s.md"},
		"from the root":        {source: "[a](/b.md) <img src=\"/c.png\"> [d](//e.example)", links: "/b.md /c.png //e.example"},
		"code":                 {source: "`[a](b)`\n\n    [c](d)\n\n```\n[e](f)\n```\n"},
		"front matter":         {source: "---\nlink: [a](b)\n---\n[c](d)", links: "d"},
		"tables and autolinks": {source: "| a |\n| - |\n| [b](c) www.d.example |", links: "c http://www.d.example"},
		"HTML":                 {source: "<a href=b.md>c</a>\n\n<details>\n\n[d](e)\n\n</details>", links: "b.md e"},
		"HTML that is text":    {source: "<script src=a.js></script>\n\n<iframe src=b></iframe> <style>c{background:url(d)}</style>\n\n[e](f)", links: "f"},
		"comments":             {source: "<!-- [a](b)\n\n<a href=c> --><a href=d>e</a>\n\n[f](g)", links: "d g"},
		"bare URLs":            {source: "https://a.example/b_c_d, (http://c.example) xhttps://d.example\n> https://e.example\n\n**www.f.example**", links: "https://a.example/b_c_d http://c.example https://e.example http://www.f.example"},
		"headings":             {source: "# A [link](b) `c` ![d](e) &amp; more\n", links: "b e", has: "a-link-c---more"},
		"a heading with a URL": {source: "# See https://a.example/b\n", links: "https://a.example/b", has: `id="see-httpsaexampleb"`},
		"headings of HTML":     {source: "<h1 align=\"center\">\n  A <b>big</b> tool\n</h1>\n\n# A big tool\n\n<!-- <h2>No</h2> -->", has: `id="a-big-tool" id="a-big-tool-1"`},
		"boxes of tasks":       {source: "- [x] [a](b)\n- [x](c)\n", links: "b c"},
		"anchors in any case":  {source: "<a name=\"Top\"></a>\n<h2 id='Mid'>x</h2>", has: "top mid"},
		"a missing reference":  {source: "see [the guide][guide], a[xx][yy], [ok][ok]\n\n[ok]: z", links: "%5Bthe%20guide%5D%5Bguide%5D z"},
		"a footnote":           {source: "a[^1]\n\n[^1]: b [c](d)", links: "#fn:1 d #fnref:1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var page scan.Page
			scan.HTML(Render([]byte(test.source)), scan.Options{}, &page)
			var links []string
			for _, l := range page.Links {
				links = append(links, l.Raw)
			}
			if got := strings.Join(links, " "); got != test.links {
				t.Errorf("got links %s, want %s", got, test.links)
			}
			for id := range strings.FieldsSeq(test.has) {
				if !strings.Contains(string(Render([]byte(test.source))), id) {
					t.Errorf("there is no %q", id)
				}
			}
		})
	}
}

// FuzzRender renders any bytes: no panic, and a page that can be read.
func FuzzRender(f *testing.F) {
	f.Add([]byte("# a\n[b](c) [d][e] <a name=x>\n\n| a |\n| - |\n[^1]\n\n[^1]: b"))
	f.Fuzz(func(t *testing.T, source []byte) {
		if len(Render(source)) == 0 {
			t.Error("there is no page")
		}
	})
}
