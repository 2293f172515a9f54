package source_test

import "testing"

// TestStyles attributes the URLs of stylesheets, and links of files that are copied.
func TestStyles(t *testing.T) {
	t.Parallel()
	const sheet = "a { b: url(x.png) }\n.c { d: url('/img/x.png') }\n"
	testLinks(t, []project{
		{
			name: "a copied stylesheet",
			files: map[string]string{
				"static/css/main.css": sheet, "old/css/main.css": sheet + "\n", "public/css/main.css": sheet, "public/index.html": page(""),
			},
			want: []string{"/css/main.css x.png: static/css/main.css:1:12", "/css/main.css /img/x.png: static/css/main.css:2:14"},
		},
		{
			name: "two files with the same bytes",
			files: map[string]string{
				"one/main.css": "a{b:url(x.png)}", "two/main.css": "a{b:url(x.png)}", "public/css/main.css": "a{b:url(x.png)}", "public/index.html": page(""),
			},
			want: []string{"/css/main.css x.png: none"},
		},
		{
			name: "the file with most of the path",
			files: map[string]string{
				"one/css/main.css": "a{b:url(x.png)}", "two/main.css": "a{b:url(x.png)}", "public/css/main.css": "a{b:url(x.png)}", "public/index.html": page(""),
			},
			want: []string{"/css/main.css x.png: one/css/main.css:1:9"},
		},
		{
			name: "a copied page and a copied picture",
			files: map[string]string{
				"static/old.html": "<!doctype html><a href=no.html>No</a>", "public/old.html": "<!doctype html><a href=no.html>No</a>",
				"web/p.svg": "<svg xmlns='http://www.w3.org/2000/svg'><a href='gone.html'/></svg>", "public/p.svg": "<svg xmlns='http://www.w3.org/2000/svg'><a href='gone.html'/></svg>",
				"public/index.html": page("<img src=p.svg alt=P><object data=p.svg></object>"),
			},
			want: []string{"/p.svg gone.html: web/p.svg:1:50", "/old.html no.html: static/old.html:1:24"},
		},
		{
			name: "an earlier build beside the source of a page",
			files: map[string]string{
				"src/guide.md": "See [a](no.html).\n", "docs/guide.html": "<!doctype html><p>See <a href=no.html>a</a>.", "public/guide.html": "<!doctype html><p>See <a href=no.html>a</a>.",
			},
			want: []string{"/guide.html no.html: none"},
		},
		{
			name: "an earlier build with a link of the layout",
			files: map[string]string{
				"src/guide.md": "No link.\n", "docs/guide.html": "<!doctype html><a href=no.html>a</a>", "public/guide.html": "<!doctype html><a href=no.html>a</a>",
			},
			want: []string{"/guide.html no.html: none"},
		},
		{
			name: "Sass",
			files: map[string]string{
				"sass/_part.scss": "$base: '/x';\n.c { d: url(\"/img/x.png\"); }\n", "css/main.css": ".c{d:url(/img/x.png)}", "css/main.scss": "@import 'part';\n",
				"public/css/main.css": ".c{d:url(/img/x.png)}", "public/index.html": page(""),
			},
			want: []string{"/css/main.css /img/x.png: sass/_part.scss:2:14"},
		},
		{
			name: "Sass alone",
			files: map[string]string{
				"sass/_part.scss": "$base: '/x';\n.c { d: url(\"/img/x.png\"); }\n", "sass/main.scss": "@import 'part';\n",
				"public/css/main.css": ".c{d:url(/img/x.png)}", "public/index.html": page(""),
			},
			want: []string{"/css/main.css /img/x.png: sass/_part.scss:2:14"},
		},
		{
			name: "two sheets with the same URL",
			files: map[string]string{
				"sass/a.scss": "a{b:url(x.png)}", "sass/b.scss": "a{b:url(x.png)}", "public/a.css": "a{b:url(x.png)} c{}", "public/index.html": page(""),
			},
			want: []string{"/a.css x.png: sass/a.scss:1:9"},
		},
		{
			name: "another URL for the same file",
			files: map[string]string{
				"sass/css/a.scss": "a{b:url(../img/x.png)}", "public/css/a.css": "a{b:url(/img/x.png)} c{}", "public/index.html": page(""),
			},
			want: []string{"/css/a.css /img/x.png: none"},
		},
		{
			name: "no stylesheet",
			files: map[string]string{
				"content/a.md": "![x](/img/x.png)\n", "data/a.yml": "image: /img/x.png\n", "public/css/a.css": "a{b:url(/img/x.png)} c{}", "public/index.html": page(""),
			},
			want: []string{"/css/a.css /img/x.png: none"},
		},
		{
			name: "a picture is no URL of a stylesheet",
			files: map[string]string{
				"sass/a.scss": "a{b:url(/img/x.png)}", "public/index.html": page("<img src=/img/x.png>"),
			},
			want: []string{"/ /img/x.png: none"},
		},
		{
			name: "styles of a layout",
			files: map[string]string{
				"layouts/base.html": "<style>\na{b:url(/img/x.png)}</style>{{ .Content }}<p style=\"c:url('/img/y.png')\">\n",
				"public/index.html": page("<style>\na{b:url(/img/x.png)}</style><p style=\"c:url('/img/y.png')\">"),
			},
			want: []string{"/ /img/x.png: layouts/base.html:2:9", "/ /img/y.png: layouts/base.html:2:60"},
		},
	})
}
