package main

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed all:site
var files embed.FS

// origin is where the site is said to be served. Nobody is asked there.
const origin = "https://www.example.org"

// variant is one way to build the site.
type variant struct {
	// base is the base path, with a slash at both ends.
	base string
	ugly bool
}

var variants = []variant{{"/", false}, {"/", true}, {"/project/", false}, {"/project/", true}}

func (v variant) baseURL() string { return origin + v.base }

func (v variant) String() string { return fmt.Sprintf("%s, ugly URLs %t", v.baseURL(), v.ugly) }

// page is the path of a page below the base path: "posts/post-1/", or
// "posts/post-1.html" with ugly URLs.
func (v variant) page(name string) string {
	if v.ugly {
		return name + ".html"
	}
	return name + "/"
}

// config is the configuration of Hugo.
func (v variant) config() string {
	return fmt.Sprintf(`baseURL = %q
uglyURLs = %t
title = "Field notes"
languageCode = "en"
paginate = 10
[params]
ugly = %[2]t
[markup.goldmark.renderer]
unsafe = true
`, v.baseURL(), v.ugly)
}

// build writes the sources of the site below dir, planted after them, and has Hugo
// build it into dir/public.
func (v variant) build(ctx context.Context, dir string, planted string) error {
	if err := writeSources(dir); err != nil {
		return err
	}
	for name, content := range map[string]string{
		"hugo.toml":          v.config(),
		"content/planted.md": "---\ntitle: Planted\ndate: 2020-01-01\n---\nThis page stays.\n\n" + planted,
	} {
		if err := writeFile(filepath.Join(dir, filepath.FromSlash(name)), content); err != nil {
			return err
		}
	}
	cmd := exec.CommandContext(ctx, "hugo", "--quiet", "--source", dir, "--destination", filepath.Join(dir, "public"))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("could not build the site: %w", err)
	}
	return nil
}

// writeSources writes layouts, static files and pages below dir.
func writeSources(dir string) error {
	site, err := fs.Sub(files, "site")
	if err == nil {
		err = os.CopyFS(dir, site)
	}
	if err != nil {
		return fmt.Errorf("could not write the sources: %w", err)
	}
	for name, content := range content() {
		if err := writeFile(filepath.Join(dir, "content", filepath.FromSlash(name)), content); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file and makes the directories above it.
func writeFile(name, content string) error {
	err := os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = os.WriteFile(name, []byte(content), 0o600)
	}
	if err != nil {
		return fmt.Errorf("could not write the sources: %w", err)
	}
	return nil
}

// The pages of each section.
const (
	posts    = 120
	chapters = 8
	lessons  = 7
	notes    = 20
)

// tags are names that make URLs with characters beyond ASCII and with escapes.
var tags = []string{"Go", "C++", "Größe", "two words", "日本", "naïve"}

// content is the Markdown of the site, by the names of files.
func content() map[string]string {
	pages := map[string]string{
		"_index.md":       front("Home") + "Read [about us]({{< relref \"about.md\" >}}), [the first post]({{< ref \"posts/post-1.md\" >}}) or [the guide]({{< relref \"/guide\" >}}).\n",
		"about.md":        front("About us") + "See the [guide]({{< relref \"/guide\" >}}) and [what is new](#new).\n\n## New\n\nNothing[^1].\n\n[^1]: So far.\n",
		"posts/_index.md": front("Posts"), "guide/_index.md": front("Guide"), "notes/_index.md": front("Notes & more"),
	}
	for i := range posts {
		pages[fmt.Sprintf("posts/post-%d.md", i+1)] = post(i + 1)
	}
	for i := range chapters {
		dir := fmt.Sprintf("guide/chapter-%d", i+1)
		pages[dir+"/_index.md"] = front(fmt.Sprintf("Chapter %d", i+1))
		for k := range lessons {
			pages[fmt.Sprintf("%s/lesson-%d.md", dir, k+1)] = lesson(i+1, k+1)
		}
	}
	for i := range notes {
		dir := fmt.Sprintf("notes/Note %d", i+1)
		pages[dir+"/index.md"] = front(fmt.Sprintf("Note %d: größer", i+1)) + "A note with a drawing.\n"
		pages[dir+"/drawing.svg"] = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"
	}
	return pages
}

// front is the front matter of a page.
func front(title string, more ...string) string {
	return fmt.Sprintf("---\ntitle: %q\ndate: 2024-05-01\n%s---\n", title, strings.Join(more, ""))
}

// post is a post with tags, an older address and links to others.
func post(i int) string {
	other, far := i%posts+1, (i*7)%posts+1
	return front(fmt.Sprintf("Post %d", i),
		fmt.Sprintf("tags: [%q, %q]\n", tags[i%len(tags)], tags[i/2%len(tags)]),
		fmt.Sprintf("aliases: [/old/%d, /archive/post-%d.html]\n", i, i)) +
		fmt.Sprintf("## What it is\n\nAs [post %[1]d]({{< relref \"post-%[1]d.md#what-it-is\" >}}) says.\n\n"+
			"### Größe & Maß\n\nMore [below](#more) and [there]({{< ref \"/posts/post-%[2]d.md\" >}}#more).\n\n## More\n\nText.\n", other, far)
}

// lesson is a page of the guide with links up and across.
func lesson(chapter, i int) string {
	return front(fmt.Sprintf("Lesson %d.%d", chapter, i)) +
		fmt.Sprintf("Part of [chapter %[1]d]({{< relref \"/guide/chapter-%[1]d\" >}}), after [lesson %[2]d]({{< relref \"lesson-%[2]d.md\" >}}).\n\n## Steps\n\n1. One\n", chapter, i%lessons+1)
}
