package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// breakage is something that is wrong, and what linkvet has to say of it.
type breakage struct {
	// html is put on a page.
	html string
	// edit is done to the built site; nil for nothing.
	edit func(public string) error
	// reason and link are those of the finding; link is as it stands in the page.
	reason, link string
}

// breakages are what is planted in a variant.
func (v variant) breakages() []breakage {
	const notFound = "not-found"
	own := v.baseURL()
	wrongForm := v.base + variant{v.base, !v.ugly}.page("posts/post-11")
	list := []breakage{
		link(notFound, `<a href="%s">`, "no-such-page/"),
		link(notFound, `<a href="%s">`, v.base+"no/such/page.html"),
		link(notFound, `<a href="%s">`, own+"posts/gone/"),
		link(notFound, `<a href="%s">`, wrongForm),
		link(notFound, `<a href="%s">`, v.base+"files/manual.pdf"),
		link(notFound, `<img alt="" src="%s">`, v.base+"images/photo.png"),
		link(notFound, `<img alt="" src="`+v.base+`images/logo.svg" srcset="%s 2x">`, v.base+"images/photo@2x.png"),
		link(notFound, `<link rel="stylesheet" href="%s">`, v.base+"css/theme.css"),
		link(notFound, `<script src="%s"></script>`, v.base+"js/search.js"),
		link(notFound, `<iframe src="%s"></iframe>`, v.base+"embed/"),
		link(notFound, `<video poster="%s"></video>`, v.base+"images/still.jpg"),
		link("fragment-not-found", `<a href="%s">`, "#nowhere"),
		link("fragment-not-found", `<a href="%s">`, v.base+v.page("posts/post-7")+"#no-such-heading"),
		link("case-mismatch", `<a href="%s">`, v.base+v.page("posts/Post-9")),
		link("directory-without-index", `<a href="%s">`, v.base+"images/"),
		link("invalid-url", `<a href="%s">`, "https://www.example.org:99999/"),
	}
	return append(list, v.edits()...)
}

// link is a breakage on a page.
func link(reason, html, target string) breakage {
	return breakage{html: fmt.Sprintf(html, target), reason: reason, link: target}
}

// edits are what can go wrong between the build and the check.
func (v variant) edits() []breakage {
	page := func(name string) string { return v.baseURL() + v.page(name) }
	remove := func(name string) func(string) error {
		return func(public string) error {
			return os.RemoveAll(filepath.Join(public, filepath.FromSlash(v.page(name))))
		}
	}
	return []breakage{
		{reason: "not-found", link: page("posts/post-40"), edit: remove("posts/post-40")}, // Its aliases lead there.
		{reason: "not-found", link: v.base + v.page("posts/page/3"), edit: remove("posts/page/3")},
		{reason: "not-found", link: page("never-built"), edit: replace("sitemap.xml", "</urlset>", "<url><loc>"+page("never-built")+"</loc></url></urlset>")},
		{reason: "not-found", link: "../images/paper.png", edit: replace("css/site.css", "../images/logo.svg", "../images/paper.png")},
	}
}

// replace changes a file of the built site.
func replace(name, old, with string) func(string) error {
	return func(public string) error {
		file := filepath.Join(public, filepath.FromSlash(name))
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !strings.Contains(string(data), old) {
			return fmt.Errorf("%s does not hold %q", name, old)
		}
		return os.WriteFile(file, []byte(strings.Replace(string(data), old, with, 1)), 0o600)
	}
}
