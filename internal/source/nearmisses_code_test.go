package source_test

import "testing"

// TestNearMissesOfPrograms reads links of style sheets, comments and programs that lead
// where a link of a page leads that comes from elsewhere.
func TestNearMissesOfPrograms(t *testing.T) {
	t.Parallel()
	const link = "<p><a href=/install/>Install</a></p>"
	and := func(name, text string) map[string]string {
		return map[string]string{name: text, "content/a.md": "{{< go >}}\n", "content/b.md": "text\n", "public/b/index.html": page("")}
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
