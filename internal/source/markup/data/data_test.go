package data_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/markuptest"
)

func TestData(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, src string
		want            []string
	}{
		{
			name: "YAML",
			file: "a.yml",
			src:  "main:\n  - name: Docs # x\n    url: /docs/ # y\n  - url: \"/b/\"\n    title: 'The B'\n- Install: install.md\n",
			want: []string{
				`3:10-16 /docs/ "docs"`, `4:11-14 /b/ "theb"`, `6:12-22 install.md "install"`,
			},
		},
		{
			name: "YAML in brackets",
			file: "a.yml",
			src:  "menu: [{name: A, url: /a/}, {name: \"B\", url: '/b/'}]\n",
			want: []string{`1:23-26 /a/ "a"`, `1:47-50 /b/ "b"`},
		},
		{
			name: "YAML with Markdown",
			file: "a.yml",
			src:  "text: See [x](/x/) here\n",
			want: []string{`1:15-18 /x/ "x"`},
		},
		{
			name: "TOML",
			file: "a.toml",
			src:  "[[menu]]\nname = \"A\"\nurl = \"/a/\" # x\n[[menu]]\nname = 'B'\nurl = '/b/'\n",
			want: []string{`3:8-11 /a/ "a"`, `6:8-11 /b/ "b"`},
		},
		{
			name: "JSON",
			file: "a.json",
			src:  "{\"items\": [\n  {\"label\": \"A\", \"link\": \"\\/a\"},\n  {\"link\": \"/b\", \"label\": \"B\"}\n]}\n",
			want: []string{
				`2:27-30 /a "a"`, `3:13-15 /b "b"`,
			},
		},
		{
			name: "JavaScript",
			file: "a.mjs",
			src:  "export default {\n  nav: [\n    { text: 'A', link: '/a' }, // '/no'\n    {\n      link: `/b`,\n      text: \"The B\",\n    },\n  ],\n  copyright: 'By <a href=\"/c\">C</a>',\n}\n",
			want: []string{
				`3:25-27 /a "a"`, `5:14-16 /b "theb"`, `9:27-29 /c "c"`,
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			markuptest.Check(t, tt.file, []markuptest.Case{{Name: "read", Source: tt.src, Want: tt.want}})
		})
	}
}

// TestEscapedMarkup reads HTML and Markdown in strings with escapes.
func TestEscapedMarkup(t *testing.T) {
	t.Parallel()
	markuptest.Check(t, "a.json", []markuptest.Case{{
		Name:   "JSON",
		Source: "{\"by\": \"\\u00a9 <a href=\\\"/a\\\">The \\\"A\\\"</a>, \\u003ca href=\\u0022/b\\u0022\\u003eB\\u003c/a\\u003e\",\n \"text\": \"Say \\\"[c](/c)\\\"\"}\n",
		Want:   []string{`1:26-28 /a "thea"`, `1:65-67 /b "b"`, `2:21-23 /c "c"`},
	}})
	markuptest.Check(t, "a.yml", []markuptest.Case{{
		Name:   "YAML",
		Source: "by: \"See <a href=\\\"/a\\\">A</a>\"\nthen: 'See <a href=\"/b\">B</a>'\n",
		Want:   []string{`1:20-22 /a "a"`, `2:21-23 /b "b"`},
	}})
}
