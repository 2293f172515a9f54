package main

import "testing"

// page is a built page with a link.
func linking(href string) string { return "<p>See <a href=\"" + href + "\">the link</a> here.</p>" }

// TestFixForms fixes each kind of fault, in each form of a link. The built page has the link
// of the source.
func TestFixForms(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		// old is the link of content/guide.md, which becomes public/guide/index.html, and new
		// what replaces it.
		old, new string
		// public are further pages.
		public fileTree
		// built is the link of the built page, where the generator changes it.
		built string
		more  fileTree
	}{
		{name: "case, from the root", old: "/API/", new: "/api/", public: fileTree{"api/index.html": "x"}},
		{name: "case, relative", old: "../API/", new: "../api/", public: fileTree{"api/index.html": "x"}},
		{name: "case, with query and fragment", old: "/Api/?a=1&b=2#top", new: "/api/?a=1&b=2#top", public: fileTree{"api/index.html": "x"}},
		{name: "no extension", old: "/api", new: "/api.html", public: fileTree{"api.html": "x"}},
		{name: "an extension for a folder", old: "/api.html", new: "/api/", public: fileTree{"api/index.html": "x"}},
		{name: "the name of a source", old: "../api.md", new: "../api/", public: fileTree{"api/index.html": "x"}},
		{name: "the name of a source that the generator changed is left", old: "./api.md#x", new: "./api.md#x", public: fileTree{"api/index.html": "<p id=x>x"}, built: "../api.md#x"},
		{name: "words parted otherwise", old: "../get_started/", new: "../get-started/", public: fileTree{"get-started/index.html": "x"}},
		{name: "a typo", old: "../instalation/", new: "../installation/", public: fileTree{"installation/index.html": "x"}},
		{name: "a typo in a folder", old: "/refrence/api/", new: "/reference/api/", public: fileTree{"reference/api/index.html": "x"}},
		{name: "a typo and another form", old: "/refrence", new: "/reference.html", public: fileTree{"reference.html": "x"}},
		{name: "escapes", old: "/%C3%BCber-un/", new: "/%C3%BCber-uns/", public: fileTree{"über-uns/index.html": "x"}},
		{name: "letters", old: "/über-un/", new: "/über-uns/", public: fileTree{"über-uns/index.html": "x"}},
		{name: "an anchor in another case", old: "/api/#On-Linux", new: "/api/#on-linux", public: fileTree{"api/index.html": "<h2 id=on-linux>x"}},
		{name: "an anchor of the page", old: "#by_hand", new: "#by-hand"},
		{name: "an anchor with a typo", old: "/api/#instal", new: "/api/#install", public: fileTree{"api/index.html": "<h2 id=install>x"}},
		{name: "an anchor that has letters", old: "/api/#übersich", new: "/api/#übersicht", public: fileTree{"api/index.html": "<h2 id=übersicht>x"}},
		{name: "a page that is in another folder is left", old: "/old/pricing-table/", new: "/old/pricing-table/", public: fileTree{"new/pricing-table/index.html": "x"}},
		{name: "two answers are left", old: "/reference-a/", new: "/reference-a/", public: fileTree{"reference-b/index.html": "x", "reference-c/index.html": "x"}},
		{name: "another word is left", old: "/color/", new: "/color/", public: fileTree{"colon/index.html": "x"}},
		{name: "a number is left", old: "/v1/", new: "/v1/", public: fileTree{"v2/index.html": "x"}},
		{name: "below a base path", old: "/docs/API/", new: "/docs/api/", public: fileTree{"api/index.html": "x", "sitemap.xml": sitemapBelow}},
		{
			name: "below a base path that the generator adds", old: "/instalation/", new: "/installation/", built: "/docs/instalation/",
			public: fileTree{"installation/index.html": "x", "sitemap.xml": sitemapBelow},
		},
		{
			name: "a redirect of the host", old: "/old/#x", new: "/new/#x",
			public: fileTree{"new/index.html": "<p id=x>x", "_redirects": "/old/ /new/ 301\n"},
		},
		{
			name: "a redirect of the host to the start page is left", old: "/old/", new: "/old/",
			public: fileTree{"index.html": "x", "_redirects": "/old/ / 301\n"},
		},
		{
			name: "a redirect of the host to a login is left", old: "/old/", new: "/old/",
			public: fileTree{"login/index.html": "x", "_redirects": "/old/ /login/ 301\n"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			built := tt.built
			if built == "" {
				built = tt.old
			}
			public := fileTree{"index.html": "x", "guide/index.html": linking(built) + "<h2 id=by-hand>By hand</h2>"}
			for name, text := range tt.public {
				public[name] = text
			}
			s := newFixSite(t, fileTree{"content/guide.md": "# Guide\n\nSee [the link](" + tt.old + ") here.\n"}, public)
			s.expect(fileTree{"content/guide.md": "# Guide\n\nSee [the link](" + tt.new + ") here.\n"})
		})
	}
}

// sitemapBelow tells that the site is below /docs/.
const sitemapBelow = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.com/docs/</loc></url><url><loc>https://example.com/docs/guide/</loc></url></urlset>`
