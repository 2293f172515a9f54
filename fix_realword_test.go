package main

import "testing"

// TestFixLeavesOtherWords leaves a name alone that is no typo, although a page has nearly that
// name: the link reads it, or the old site had a page of it.
func TestFixLeavesOtherWords(t *testing.T) {
	t.Parallel()
	public := fileTree{
		"index.html": "x", "contract/index.html": "x", "components/index.html": "x",
		"api/index.html":   "<p id=observer>x",
		"guide/index.html": `<p><a href="/contact/">Contact us</a> <a href="/component/">a component</a> <a href="/api/#observed">What is observed</a> <a href="/api/#obsrever">the link</a>`,
	}
	source := "[Contact us](/contact/) [a component](/component/) [What is observed](/api/#observed) [the link](/api/#obsrever)\n"
	want := "[Contact us](/contact/) [a component](/components/) [What is observed](/api/#observed) [the link](/api/#observer)\n"
	s := newFixSite(t, fileTree{"content/guide.md": source}, public)
	s.expect(fileTree{"content/guide.md": want})

	public["guide/index.html"] = `<p><a href="/contact/">here</a>`
	s = newFixSite(t, fileTree{"content/guide.md": "[here](/contact/)\n"}, public)
	writeTree(t, s.dir, fileTree{"../before/index.html": "<p>x", "../before/contact/index.html": "<p>" + pageAbout("people")})
	s.args = []string{"--external=false", "--compare=../before"}
	s.expect(nil)
	s.args = nil
	s.expect(fileTree{"content/guide.md": "[here](/contract/)\n"})
}
