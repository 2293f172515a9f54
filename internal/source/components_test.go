package source_test

import "testing"

// TestComponents attributes links in the code of components, in markup with escapes, and in
// objects that describe a route.
func TestComponents(t *testing.T) {
	t.Parallel()
	const nav = "const nav = [\n  { href: '/install/', label: 'Install' },\n  { href: '/', label: 'Home' },\n];\n"
	testProjects(t, []project{
		{
			name: "a list in JSX",
			files: map[string]string{
				"src/Nav.tsx":       nav + "export default () => <nav>{nav.map(n => <Link href={n.href}>{n.label}</Link>)}</nav>\n",
				"public/index.html": page("") + "<nav><a href=/install/>Install</a></nav>",
			},
			want: []string{"/ Install: src/Nav.tsx:2"},
		},
		{
			name: "a list in Vue, and another one",
			files: map[string]string{
				"src/Nav.vue": "<script setup>\n" + nav + "</script>\n", "src/Other.vue": "<script setup>\n" + nav + "</script>\n",
				"public/index.html": install,
			},
			want: []string{"/ Install: none"},
		},
		{
			name: "a list in Astro",
			files: map[string]string{
				"src/layouts/Base.astro": "---\n" + nav + "---\n<html><body>{nav.map(n => <a href={n.href}>{n.label}</a>)}<slot/></body></html>\n",
				"public/index.html":      install, "public/a/index.html": install,
			},
			want: []string{"/a/ Install: src/layouts/Base.astro:3", "/ Install: src/layouts/Base.astro:3"},
		},
		{
			name: "a list in MDX",
			files: map[string]string{
				"docs/a.mdx": "export " + nav + "\n# A\n\n{nav.map(n => <a href={n.href}>{n.label}</a>)}\n", "public/a/index.html": install, "public/index.html": page(""),
			},
			want: []string{"/a/ Install: docs/a.mdx:2"},
		},
		{
			name: "a value with another text, and one with none",
			files: map[string]string{
				"src/Nav.tsx": "const a = { href: '/install/', label: 'Elsewhere' }\nrouter.push('/install/')\n", "public/index.html": install,
			},
			want: []string{"/ Install: none"},
		},
		{
			name: "a value in the page's own component",
			files: map[string]string{
				"app/page.tsx": "const target = '/install/'\nexport default () => <Go/>\n", "app/layout.tsx": "<html><body>{children}</body></html>", "public/index.html": install,
			},
			want: []string{"/ Install: none"},
		},
		{
			name: "the layout of an application",
			files: map[string]string{
				"app/layout.tsx":    "export default ({children}) => <html><body>{children}<footer><a href=\"/install/\">Install</a></footer></body></html>\n",
				"public/index.html": page("") + "<footer><a href=/install/>Install</a></footer>", "public/a/index.html": page("") + "<footer><a href=/install/>Install</a></footer>",
			},
			want: []string{"/a/ Install: app/layout.tsx:1", "/ Install: app/layout.tsx:1"},
		},
		{
			name: "the document of SvelteKit",
			files: map[string]string{
				"src/app.html":        "<!doctype html>\n<html><body>%sveltekit.body%\n<a href=\"/install/\">Install</a></body></html>\n",
				"public/a/index.html": install, "public/index.html": page(""),
			},
			want: []string{"/a/ Install: src/app.html:3"},
		},
		{
			name: "a route",
			files: map[string]string{
				"src/A.vue": "<RouterLink :to=\"{ path: '/install', hash: '#x' }\">Install</RouterLink>\n", "public/index.html": page("<a href=/install#x>Install</a>"),
			},
			want: []string{"/ Install: src/A.vue:1"},
		},
		{
			name: "a route with another hash",
			files: map[string]string{
				"src/A.vue": "<RouterLink :to=\"{ path: '/install', hash: '#y' }\">Install</RouterLink>\n", "public/index.html": page("<a href=/install#x>Install</a>"),
			},
			want: []string{"/ Install: none"},
		},
		{
			name: "a variable of a template",
			files: map[string]string{
				"content/a.njk":       "---\ntitle: A\n---\n{% set more = \"/install/\" %}\n<a href=\"{{ more }}\">Install</a>\n",
				"public/a/index.html": install, "public/index.html": page(""),
			},
			want: []string{"/a/ Install: content/a.njk:4"},
		},
		{
			name: "a variable of a template with two values",
			files: map[string]string{
				"content/a.njk":       "---\ntitle: A\n---\n{% set more = \"/install/\" %}\n{% set more = \"/\" %}\n<a href=\"{{ more }}\">Install</a>\n",
				"public/a/index.html": install, "public/index.html": page(""),
			},
			want: []string{"/a/ Install: none"},
		},
		{
			name: "HTML in JSON",
			files: map[string]string{
				"_data/site.json": "{\n \"by\": \"See <a href=\\\"/install/\\\">Install</a>\"\n}\n", "public/index.html": page("") + "<footer><a href=/install/>Install</a></footer>",
			},
			want: []string{"/ Install: _data/site.json:2"},
		},
		{
			name: "a hook in Python",
			files: map[string]string{
				"hooks/nav.py": "def on_page_markdown(markdown, **kwargs):\n    return markdown + \"\\n[Install](/install/)\"\n", "docs/a.md": "# T\n",
				"public/a/index.html": install, "public/index.html": page(""),
			},
			want: []string{"/a/ Install: hooks/nav.py:2"},
		},
	})
}

// TestMetadata attributes what the metadata of Next.js puts into the head of a page.
func TestMetadata(t *testing.T) {
	t.Parallel()
	const head = "<!doctype html><title>T</title><link rel=icon href=/favicn.ico><link rel=canonical href=/gone/><meta property=og:image content=/og.png><main></main>"
	testLinks(t, []project{
		{
			name: "in a layout",
			files: map[string]string{
				"app/layout.tsx":    "export const metadata = {\n  icons: { icon: '/favicn.ico' },\n  alternates: { canonical: '/gone/' },\n  openGraph: { images: ['/og.png'] },\n};\n",
				"public/index.html": head,
			},
			want: []string{"/ /favicn.ico: app/layout.tsx:2:19", "/ /gone/: app/layout.tsx:3:29", "/ /og.png: app/layout.tsx:4:26"},
		},
		{
			name: "in a page, and in another one",
			files: map[string]string{
				"app/docs/page.tsx": "export const metadata = {\n  alternates: { canonical: '/gone/' },\n};\n", "app/other/page.tsx": "const gone = '/favicn.ico';\n",
				"public/docs.html": head, "public/other.html": head,
			},
			want: []string{
				"/docs.html /favicn.ico: none", "/other.html /favicn.ico: none", "/docs.html /gone/: app/docs/page.tsx:2:29", "/other.html /gone/: none",
				"/docs.html /og.png: none", "/other.html /og.png: none",
			},
		},
		{
			name: "two places",
			files: map[string]string{
				"app/a/layout.tsx": "export const metadata = { icons: '/favicn.ico' };\n", "app/b/layout.tsx": "export const metadata = { icons: '/favicn.ico' };\n",
				"public/index.html": "<!doctype html><title>T</title><link rel=icon href=/favicn.ico>",
			},
			want: []string{"/ /favicn.ico: none"},
		},
	})
}
