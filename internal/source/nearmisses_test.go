package source_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// nearMiss is a project with lines that merely look like the source of a broken link.
type nearMiss struct {
	name string
	// files are the sources and built pages, and page is the page /a/.
	files map[string]string
	page  string
	// want has the occurrences that a line is named for.
	want []string
}

// testNearMisses attributes all links of the projects.
func testNearMisses(t *testing.T, all []nearMiss) {
	t.Helper()
	for _, tt := range all {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			files := maps.Clone(tt.files)
			files["public/a/index.html"] = "<!doctype html><title>T</title>" + tt.page
			dir := sourcetest.Write(t, files)
			r := mapped(t, dir, "public", "https://example.org/")
			all := named(t, dir, &r)
			var got []string
			for _, line := range all {
				if _, line, _ = strings.Cut(line, " "); !strings.HasSuffix(line, ": none") {
					got = append(got, line[:strings.LastIndexByte(line, ':')]) // without the column
				}
			}
			if len(all) == 0 {
				t.Error("no link is broken")
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestNearMissesOfKeys reads values of data that look like links and are none.
func TestNearMissesOfKeys(t *testing.T) {
	t.Parallel()
	data := func(name, text string) map[string]string {
		return map[string]string{name: text, "content/a.md": "text\n"}
	}
	testNearMisses(t, []nearMiss{
		{name: "a crate's readme", page: "<a href=./index.html#no>log</a><a href=../index.html>log</a>", files: data("Cargo.toml", "[package]\nname = \"log\"\nreadme = \"README.md\"\n")},
		{name: "a crate's license", page: "<a href=./LICENSE>log</a>", files: data("Cargo.toml", "[package]\nname = \"log\"\nlicense-file = \"./LICENSE\"\n")},
		{name: "a crate's library", page: "<a href=src/lib.rs>log</a><a href=/src/lib.rs>log</a>", files: data("Cargo.toml", "[lib]\nname = \"log\"\npath = \"src/lib.rs\"\n")},
		{name: "a crate's build script", page: "<a href=./build.html>log</a>", files: data("Cargo.toml", "[package]\nname = \"log\"\nbuild = \"./build.html\"\n")},
		{name: "a workspace", page: "<a href=/docs/log>docs/log</a>", files: data("Cargo.toml", "[workspace]\nname = \"docs/log\"\nmembers = [\"docs/log\", \"./sub\"]\n")},
		{name: "a project of Python", page: "<a href=README.md>tool</a><a href=docs/conf.html>tool</a>", files: data("pyproject.toml", "[project]\nname = \"tool\"\nreadme = \"README.md\"\nlicense = {name = \"tool\", file = \"README.md\"}\n[tool.x]\nname = \"tool\"\nconfig = \"docs/conf.html\"\n")},
		{name: "a project of PHP", page: "<a href=src/>tool</a><a href=README.md>tool</a>", files: data("composer.json", `{"name": "tool", "readme": "README.md", "autoload": {"name": "tool", "psr-4": "src/"}}`)},
		{name: "a workflow", page: "<a href=docs/>Docs</a><a href=./tools>Docs</a>", files: data(".github/workflows/docs.yml", "name: Docs\njobs:\n  a:\n    steps:\n      - name: Docs\n        working-directory: ./tools\n      - name: Docs\n        with:\n          name: Docs\n          path: docs/\n")},
		{name: "a step that runs a script", page: "<a href=./install.sh>Install</a>", files: data("ci.yml", "- name: Install\n  run: ./install.sh\n")},
		{name: "a container", page: "<a href=/data/>db</a><a href=./web>web</a>", files: data("docker-compose.yml", "services:\n  web:\n    name: web\n    build: ./web\n    volumes:\n      - name: db\n        source: /data/\n")},
		{name: "a route of a server", page: "<a href=/install/>Install</a>", files: data("routes.yml", "- name: Install\n  pattern: /install/\n  methods: [GET]\n")},
		{name: "a layout and a template", page: "<a href=layouts/post.html>Post</a>", files: data("content.yml", "- title: Post\n  layout: layouts/post.html\n  template: layouts/post.html\n")},
		{name: "an output directory", page: "<a href=/docs/>Docs</a>", files: data("site.json", `{"title": "Docs", "output": "/docs/", "outDir": "/docs/", "root": "/docs/", "baseurl": "/docs/"}`)},
		{name: "a schema", page: "<a href=./schema.json>Menu</a>", files: data("menu.json", `{"$schema": "./schema.json", "title": "Menu"}`)},
		{name: "a script and a stylesheet", page: "<a href=/js/site.js>Site</a><a href=/css/site.css>Site</a>", files: data("site.yml", "title: Site\nscripts: /js/site.js\nstyle: /css/site.css\n")},
		{name: "a page below a readme's directory", page: "", files: map[string]string{"data.yml": "name: log\nreadme: README.md\n", "public/log/x/all.html": "<a href=./index.html>log</a>", "content/a.md": "text\n"}},
		{name: "a menu whose texts are called as settings", page: "<a href=/config/>Configuration</a><a href=/layout/>Layouts</a>", files: data("mkdocs.yml", "nav:\n  - Configuration: config.md\n  - Layouts: layout.md\n"), want: []string{"a /config/: mkdocs.yml:2", "a /layout/: mkdocs.yml:3"}},
		{name: "a definition beside a menu of the same name", page: "<nav><a href=/config.md>Configuration</a></nav><p>The <a href=/config.md>configuration</a> variables.", files: map[string]string{"mkdocs.yml": "nav:\n  - Configuration: config.md\n", "content/config.md": "text\n", "content/a.md": "The [configuration] variables.\n\n[configuration]: /config.md\n"}, want: []string{"a /config.md: mkdocs.yml:2", "a /config.md: content/a.md:3"}},
		{name: "a license with its URL", page: "<a href=https://example.org/cc/>CC</a>", files: data("site.yml", "footer:\n  text: CC\n  license_url: https://example.org/cc/\n"), want: []string{"a https://example.org/cc/: site.yml:3"}},
		{name: "a menu's own keys", page: "<a href=/install/>Install</a><a href=/use/>Use</a><a href=/jane/>Jane</a>", files: data("menu.yml", "- title: Install\n  url: /install/\n- title: Use\n  goto: /use/\n- name: Jane\n  website: /jane/\n"), want: []string{"a /install/: menu.yml:2", "a /jane/: menu.yml:6", "a /use/: menu.yml:4"}},
	})
}

// TestNearMissesOfPatterns reads destinations with expressions whose fixed text is too
// short to mean one link.
func TestNearMissesOfPatterns(t *testing.T) {
	t.Parallel()
	pageOf := func(name, text string) map[string]string { return map[string]string{name: text} }
	testNearMisses(t, []nearMiss{
		{name: "a snippet of an editor", page: "<a href=shot.png>Image</a><img src=shot.png alt=Image>", files: map[string]string{"content/a.md": "text\n", "snippets.json": `{"name": "Image", "body": "${1:path/to/file}.png", "text": "Image"}`}},
		{name: "an include of AsciiDoc", page: "<a href=no.adoc>no</a><a href=attributes-de.adoc>attributes</a>", files: pageOf("content/a.adoc", "include::attributes-{lang}.adoc[]\n\ninclude::{partial}.adoc[]\n")},
		{name: "an image of a loop", page: "<img src=/shot.png>", files: pageOf("content/a.md", "<img src=\"{{ file }}.png\">\n")},
		{name: "a link of a loop", page: "<a href=/install.html>Install</a>", files: pageOf("content/a.md", "{% for p in pages %}<a href=\"{{ p }}.html\">{{ p.title }}</a>{% endfor %}\n")},
		{name: "a page of a loop", page: "<a href=/docs/install/index.html>Install</a>", files: pageOf("content/a.md", "<a href=\"{{ p }}/index.html\">{{ p.title }}</a>\n")},
		{name: "a path that only ends so", page: "<a href=/reinstall/>Reinstall</a>", files: pageOf("content/a.md", "<a href=\"{{ base }}/install/\">{{ title }}</a>\n")},
		{name: "a host and a path of a loop", page: "<a href=/post/install/>Install</a>", files: pageOf("content/a.md", "<a href=\"/{{ kind }}/{{ p }}/\">{{ title }}</a>\n")},
		{name: "a fragment of a loop", page: "<a href=#install>Install</a>", files: pageOf("content/a.md", "<a href=\"#{{ id }}\">{{ title }}</a>\n")},
		{name: "the beginning alone", page: "<a href=/docs/install/use/>Use</a>", files: pageOf("content/a.md", "<a href=\"/docs/{{ p }}\">{{ title }}</a>\n")},
		{name: "a directory of a loop", page: "<a href=/guides/install/>Install</a>", files: pageOf("content/a.md", "<a href=\"/guides/{{ p }}/\">{{ title }}</a>\n")},
		{name: "the middle of a path of a loop", page: "<a href=/guides/install/linux/debian/use/>Use</a>", files: pageOf("content/a.md", "<a href=\"/guides/{{ p }}/use/\">{{ title }}</a>\n")},
		{name: "a word that only ends so", page: "<a href=/reinstall/>Reinstall</a>", files: pageOf("content/a.md", "<a href=\"{{ base }}install/\">{{ title }}</a>\n")},
		{name: "a name with a number", page: "<a href=/lesson-1/>Lesson 1</a>", files: pageOf("content/a.md", "<a href=\"/lesson-{{ n }}/\">Lesson {{ n }}</a>\n"), want: []string{"a /lesson-1/: content/a.md:1"}},
		{name: "a language in the middle", page: "<a href=/docs/de/install/>Los</a>", files: pageOf("content/a.md", "<a href=\"/docs/{{ lang }}/install/\">{{ title }}</a>\n"), want: []string{"a /docs/de/install/: content/a.md:1"}},
		{name: "two parts of a loop", page: "<a href=/guide/1/setup/2/no/>Install</a>", files: pageOf("content/a.md", "<a href=\"/guide/{{ x }}/setup/{{ y }}/no/\">Install</a>\n"), want: []string{"a /guide/1/setup/2/no/: content/a.md:1"}},
		{name: "a query of a loop", page: "<a href='/search/?q=install'>Search</a>", files: pageOf("content/a.md", "<a href=\"{{ p }}?q={{ q }}\">{{ title }}</a>\n")},
		{name: "a base before the path", page: "<a href=/install/>Install</a><img src=/img/shot.png>", files: pageOf("content/a.md", "<a href=\"{{ base }}/install/\">Install</a>\n\n![]({{ base }}/img/shot.png)\n"), want: []string{"img /img/shot.png: content/a.md:3", "a /install/: content/a.md:1"}},
	})
}

// TestNearMissesOfElements reads text links that lead where an element of another kind
// leads.
func TestNearMissesOfElements(t *testing.T) {
	t.Parallel()
	md := map[string]string{"content/a.md": "[Install](/install/)\n"}
	layout := map[string]string{"content/a.md": "text\n", "layouts/base.html": "<nav><a href=\"/install/\">Install</a></nav>{{ .Content }}"}
	var all []nearMiss
	for name, head := range map[string]string{
		"canonical":      "<link rel=canonical href=https://example.org/install/>",
		"next":           "<link rel=next href=/install/>",
		"alternate":      "<link rel=alternate hreflang=fr href=/install/>",
		"prefetch":       "<link rel=prefetch href=/install/>",
		"stylesheet":     "<link rel=stylesheet href=/install/>",
		"script":         "<script src=/install/></script>",
		"Open Graph":     "<meta property=og:url content=https://example.org/install/>",
		"refresh":        "<meta http-equiv=refresh content='30; url=/install/'>",
		"form":           "<form action=/install/><button>Install</button></form>",
		"button":         "<form><button formaction=/install/>Install</button></form>",
		"quotation":      "<blockquote cite=/install/>Install</blockquote>",
		"style":          "<style>a { background: url(/install/) }</style>",
		"background":     "<p style='background: url(/install/)'>Install</p>",
		"frame":          "<iframe src=/install/></iframe>",
		"linked data":    `<script type=application/ld+json>{"@context": "https://schema.org", "url": "https://example.org/install/"}</script>`,
		"image":          "<img src=/install/ alt=Install>",
		"image set":      "<img srcset='/install/ 2x' alt=Install>",
		"symbol":         "<svg><use href='/install/#x'/></svg>",
		"a changed text": "<a href=/install/ hreflang=fr lang=fr>Français</a>",
		"a picture":      "<a href=/install/><svg></svg></a>",
		"a drawn logo":   "<a href=/install/><img src=data:, alt=''></a>",
		"a named logo":   "<a href=/install/><img src=data:, alt='Home of Install'></a>",
	} {
		all = append(all,
			nearMiss{
				name: name + ", and a link in the text", files: md,
				page: "<div>" + head + "</div><p><a href=/install/>Install</a></p>",
				want: []string{"a /install/: content/a.md:1"},
			},
			nearMiss{name: name + ", and a link in the layout", files: layout, page: head})
	}
	testNearMisses(t, all)
}

// TestNearMissesOfFiles reads text links that lead where a file that no reader sees leads.
func TestNearMissesOfFiles(t *testing.T) {
	t.Parallel()
	var all []nearMiss
	for name, text := range map[string]string{
		"sitemap.xml":       `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/install/</loc></url></urlset>`,
		"feed.xml":          `<?xml version="1.0"?><rss version="2.0"><channel><title>Install</title><link>https://example.org/install/</link><item><title>Install</title><link>https://example.org/install/</link></item></channel></rss>`,
		"atom.xml":          `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Install</title><link href="https://example.org/install/"/><entry><title>Install</title><link href="https://example.org/install/"/></entry></feed>`,
		"feed.json":         `{"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": [{"title": "Install", "url": "https://example.org/install/"}]}`,
		"site.webmanifest":  `{"name": "Install", "start_url": "/install/", "icons": [{"src": "/install/"}]}`,
		"css/site.css":      "a { background: url(/install/) }",
		"de/a/index.html":   "<a href=/install/>Einrichten</a>",
		"tags/x/index.html": "<ul><li><a href=/install/>About to install it</a></ul>",
	} {
		linked := "<link rel=manifest href=/site.webmanifest><link rel=alternate type=application/rss+xml href=/feed.xml>" +
			"<link rel=alternate type=application/atom+xml href=/atom.xml><link rel=alternate type=application/feed+json href=/feed.json><link rel=stylesheet href=/css/site.css>"
		for where, source := range map[string]map[string]string{
			"text":   {"content/a.md": "[Install](/install/)\n"},
			"layout": {"content/a.md": "text\n", "layouts/base.html": "<nav><a href=\"/install/\">Install</a></nav>{{ .Content }}"},
			"start":  {"content/_index.md": "[Install](/install/)\n", "content/a.md": "text\n"},
		} {
			files := maps.Clone(source)
			for _, other := range []string{"site.webmanifest", "feed.xml", "atom.xml", "feed.json", "css/site.css"} {
				files["public/"+other] = ""
			}
			files["public/"+name] = text
			all = append(all, nearMiss{name: name + ", and a link in the " + where, files: files, page: linked})
		}
	}
	testNearMisses(t, all)
}

// TestNearMissesOfPaths reads links of the text whose paths end like that of a link of the
// layout with the same text.
func TestNearMissesOfPaths(t *testing.T) {
	t.Parallel()
	pageOf := func(link string) map[string]string {
		return map[string]string{"content/a.md": link + "\n", "content/b.md": "text\n", "public/b/index.html": ""}
	}
	menu := func(href string) string { return "<div><a href=" + href + ">Install</a></div>" }
	testNearMisses(t, []nearMiss{
		{name: "another version, by its path", files: pageOf("[Install](/v1/docs/install/)"), page: menu("/v2/docs/install/")},
		{name: "another version, by its file", files: pageOf("[Install](v1/docs/install.md)"), page: menu("/v2/docs/install/")},
		{name: "another version, below", files: pageOf("[Install](/docs/v1/guide/install/)"), page: menu("/docs/v2/guide/install/")},
		{name: "the newest version", files: pageOf("[Install](/v1/docs/install/)"), page: menu("/docs/install/")},
		{name: "another language, by its path", files: pageOf("[Install](/en/docs/install/)"), page: menu("/fr/docs/install/")},
		{name: "another language, by its file", files: pageOf("[Install](en/docs/install.md)"), page: menu("/fr/docs/install/")},
		{name: "a translation", files: pageOf("[Install](/docs/install/)"), page: menu("/fr/docs/install/")},
		{name: "a translation of a page at the top", files: pageOf("[Install](/install/)"), page: menu("/fr/install/")},
		{name: "a translation, by its file", files: pageOf("[Install](docs/install.md)"), page: menu("/fr/docs/install/")},
		{name: "another product", files: pageOf("[Install](/app/start/install/)"), page: menu("/cli/start/install/")},
		{name: "another directory", files: pageOf("[Install](/app/install/)"), page: menu("/cli/install/")},
		{name: "another file", files: pageOf("[Install](cli/install.md)"), page: menu("/app/install/")},
		{name: "another page", files: pageOf("[Install](/install/)"), page: menu("/install-it/")},
		{name: "another date", files: pageOf("[Install](/2023/05/install/)"), page: menu("/2024/06/install/")},
		{name: "another host", files: pageOf("[Install](https://other.example/docs/install/)"), page: menu("/docs/install/")},
		{name: "another host, without a scheme", files: pageOf("[Install](//other.example/docs/install/)"), page: menu("/docs/install/")},
		{name: "another query", files: pageOf("[Install](/docs/install/?v=1)"), page: menu("'/docs/install/?v=2'")},
		{name: "another fragment", files: pageOf("[Install](#install)"), page: menu("#installing")},
		{name: "another extension", files: pageOf("[Install](/docs/install.pdf)"), page: menu("/docs/install.zip")},
		{name: "the page and not its file", files: pageOf("[Install](/docs/install.pdf)"), page: menu("/docs/install/")},
		{name: "a directory of that name", files: pageOf("[Install](/install/index.md)"), page: menu("/docs/guide/install/")},
		{name: "the same path below the base path", files: pageOf("[Install](/install/)"), page: menu("/install/"), want: []string{"a /install/: content/a.md:1"}},
		{name: "the file of the page", files: pageOf("[Install](docs/install.md)"), page: menu("/docs/install/"), want: []string{"a /docs/install/: content/a.md:1"}},
		{name: "the file of the page from the root", files: pageOf("[Install](/docs/install.md)"), page: menu("../docs/install/"), want: []string{"a ../docs/install/: content/a.md:1"}},
	})
}

// TestNearMissesOfFrontMatter reads settings of a page that lead where a link of the page
// leads.
func TestNearMissesOfFrontMatter(t *testing.T) {
	t.Parallel()
	of := func(setting string) map[string]string {
		return map[string]string{"content/a.md": "---\ntitle: Install\n" + setting + "\n---\ntext\n"}
	}
	const link = "<p><a href=/install/>Install</a></p>"
	testNearMisses(t, []nearMiss{
		{name: "an alias", files: of("aliases: [/install/]"), page: link},
		{name: "a redirect", files: of("redirect_from: /install/"), page: link},
		{name: "a layout", files: of("layout: /install/"), page: link},
		{name: "an output", files: of("output: /install/"), page: link},
		{name: "a template", files: of("template: /install/"), page: link},
		{name: "an image", files: of("image: /install.png"), page: "<p><a href=/install.png>Shot</a></p><img src=/install.png alt=Logo>", want: []string{"img /install.png: content/a.md:3"}},
		{name: "a style sheet", files: of("styles: [/a.css]"), page: "<link rel=stylesheet href=/a.css>", want: []string{"link /a.css: content/a.md:3"}},
		{name: "an icon", files: of("icon: /icon.png"), page: "<link rel=icon href=/icon.png>", want: []string{"link /icon.png: content/a.md:3"}},
		{name: "a button", files: of("hero:\n  actions:\n    - text: Install\n      link: /install/"), page: link, want: []string{"a /install/: content/a.md:6"}},
		{name: "the next page", files: of("next: /install/"), page: "<a href=/install/>Install it next</a>", want: []string{"a /install/: content/a.md:3"}},
	})
}

// TestNearMissesOfPrograms reads links of style sheets, comments and programs that lead
// where a link of a page leads that comes from elsewhere.
func TestNearMissesOfPrograms(t *testing.T) {
	t.Parallel()
	const link = "<p><a href=/install/>Install</a></p>"
	and := func(name, text string) map[string]string {
		return map[string]string{name: text, "content/a.md": "{{< go >}}\n", "content/b.md": "text\n", "public/b/index.html": "<!doctype html><title>T</title>"}
	}
	testNearMisses(t, []nearMiss{
		{
			name: "a style sheet", page: "<p><img src=/shot.png alt=Shot> <a href=/shot.png>Shot</a></p>",
			files: and("assets/site.css", "a { background: url(/shot.png) }\n"),
		},
		{
			name: "a style sheet, and a canonical URL", page: "<link rel=icon href=/shot.png><meta property=og:image content=https://example.org/shot.png>",
			files: and("assets/site.scss", "a { background: url('/shot.png') }\n"),
		},
		{name: "a comment of Python", page: link, files: and("tool.py", "# See `Install </install/>`_.\nx = '/install/'\n")},
		{name: "a docstring of a test", page: link, files: and("tests/test_tool.py", "\"\"\"See `Install </install/>`_.\"\"\"\n")},
		{name: "a route of a server in Python", page: link, files: and("app.py", "@app.route('/install/', name='Install')\ndef install():\n    pass\n")},
		{name: "a route of a server in JavaScript", page: link, files: and("server.js", "app.get('/install/', (req, res) => res.send('Install'))\n")},
		{name: "a redirect of a server", page: link, files: and("server.ts", "router.redirect({ name: 'Install', from: '/old/', to: '/install/' })\n")},
		{name: "a fetch of a script", page: link, files: and("main.js", "fetch('/install/').then(r => r.text()) // Install\n")},
		{name: "a message of a script", page: link, files: and("main.ts", "const install = { name: 'Install', message: '/install/' }\n")},
		{name: "a story of a component", page: link, files: and("src/nav.stories.tsx", "export const Default = () => <Nav links={[{ label: 'Install', href: '/install/' }]} />\n")},
		{name: "a template of an e-mail", page: link, files: and("emails/welcome.txt", "Install: /install/\n")},
		{name: "a locale", page: link, files: and("locales/en.json", `{"install": "/install/", "Install": "Install"}`)},
		{name: "a change log", page: link, files: and("CHANGELOG.md", "- [Install](/install/)\n")},
		{name: "a draft", page: link, files: and("content/c.md", "---\ndraft: true\n---\n[Install](/install/)\n")},
		{name: "code in the text", page: link, files: map[string]string{"content/a.md": "`[Install](/install/)`\n\n    [Install](/install/)\n\n```\n[Install](/install/)\n```\n"}},
		{name: "a comment in the text", page: link, files: map[string]string{"content/a.md": "<!-- [Install](/install/) -->\n"}},
		{name: "an escaped link", page: link, files: map[string]string{"content/a.md": "\\[Install](/install/)\n"}},
	})
}

// TestNearMissesOfMenus reads links of the text that a menu of the layout repeats, without
// a region that tells them apart.
func TestNearMissesOfMenus(t *testing.T) {
	t.Parallel()
	const fr = "<a href=/fr/a/>Français</a>"
	titled := map[string]string{"content/a.md": "---\ntitle: T\n---\nIn [Français](/fr/a/).\n", "content/b.md": "text\n", "layouts/single.html": "{{ range .Translations }}<a href=\"{{ .RelPermalink }}\">{{ .Language }}</a>{{ end }}{{ .Content }}"}
	headed := map[string]string{"content/a.md": "# T\n\nIn [Français](/fr/a/).\n", "layouts/single.html": titled["layouts/single.html"]}
	below := map[string]string{"content/a.md": "# T\n\n## Use\n\nIn [Français](/fr/a/).\n"}
	of := func(file string) map[string]string { return map[string]string{file: "In [Français](/fr/a/).\n"} }
	link := "a /fr/a/: content/a.md:"
	testNearMisses(t, []nearMiss{
		{name: "above all headings", files: headed, page: "<div>" + fr + "</div><h1>T</h1><p>In " + fr + "."},
		{name: "above all headings, with the title in front matter", files: titled, page: "<div>" + fr + "</div><h1>T</h1><p>In " + fr + "."},
		{name: "above all headings, with a region", files: titled, page: "<div>" + fr + "</div><main><h1>T</h1><p>In " + fr + ".</main>", want: []string{link + "4"}},
		{name: "above all headings, in the content", files: titled, page: "<main><div>" + fr + "</div><h1>T</h1><p>In " + fr + ".</main>"},
		{name: "above the content", files: titled, page: "<h1>T</h1><div>" + fr + "</div><p>In " + fr + "."},
		{name: "below the content", files: headed, page: "<h1>T</h1><p>In " + fr + ".</p><div>" + fr + "</div>"},
		{name: "under another heading", files: below, page: "<h1>T</h1><div>" + fr + "</div><h2>Use</h2><p>In " + fr + "."},
		{name: "below another heading", files: below, page: "<h1>T</h1><h2>Use</h2><p>In " + fr + ".</p><h2>Languages</h2>" + fr},
		{name: "in a list of the layout", files: headed, page: "<ul><li>" + fr + "</ul><main><h1>T</h1><p>In " + fr + ".</main>", want: []string{link + "3"}},
		{name: "in a header, and the text is lost", files: headed, page: "<header>" + fr + "</header><main><h1>T</h1></main>"},
		{name: "in a footer, and the text is lost", files: headed, page: "<main><h1>T</h1></main><footer>" + fr + "</footer>"},
		{name: "in a menu outside of main, and the text is lost", files: headed, page: "<div>" + fr + "</div><main><h1>T</h1></main>"},
		{name: "in an option", files: headed, page: "<select><option value=/fr/a/>Français</select><div>" + fr + "</div><h1>T</h1><p>In " + fr + "."},
		{name: "with a flag", files: headed, page: "<div><a href=/fr/a/><img src=data:, alt=FR></a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "with a flag named as the text", files: headed, page: "<div><a href=/fr/a/><img src=data:, alt=Français></a></div><h1>T</h1><p>In " + fr + "."},
		{name: "with a code", files: headed, page: "<div><a href=/fr/a/>fr</a></div><h1>T</h1><p>In " + fr + ".", want: []string{link + "3"}},
		{name: "in the README of the repository", files: of("README.md"), page: "<div>" + fr + "</div>"},
		{name: "a second link at the end", files: titled, page: "<h1>T</h1><p>In " + fr + ".</p><h2>More</h2>" + fr},
	})
}
