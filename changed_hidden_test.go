package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestChangedWithoutALostName runs linkvet for pull requests that break a link of a file that
// they do not change, and keep the names of all files.
func TestChangedWithoutALostName(t *testing.T) {
	t.Parallel()
	const index = "<!doctype html><title>a</title><base href=\"/docs/\">\n<p>\n<a href=\"setup.html\">a</a>\n<a href=\"https://example.com/\">b</a>\n"
	for _, tt := range []struct {
		name string
		base fileTree
		// change changes the working directory, which is committed; built is the site of
		// the result, which is not.
		change func(t *testing.T, dir string)
		built  fileTree
		broken string
	}{
		{
			name: "another base element", broken: "/doc/setup.html",
			base: fileTree{"public/index.html": index, "public/docs/setup.html": "<title>b</title>"},
			change: func(t *testing.T, dir string) {
				writeTree(t, dir, fileTree{"public/index.html": strings.Replace(index, "/docs/", "/doc/", 1)})
			},
		},
		{
			name: "a file that becomes a symbolic link", broken: "/img/logo.png",
			base: fileTree{".gitignore": "/public/\n", "content/index.md": "![logo](/img/logo.png)\n", "static/img/logo.png": "png\n"},
			change: func(t *testing.T, dir string) {
				logo := filepath.Join(dir, "static/img/logo.png")
				if err := os.Remove(logo); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink("nothing.png", logo); err != nil {
					t.Skip(err)
				}
			},
			built: fileTree{"public/index.html": "<p><img src=\"/img/logo.png\">\n"},
		},
		{
			name: "a page that becomes a draft", broken: "/setup.html",
			base: fileTree{".gitignore": "/public/\n", "content/index.md": "[a](setup.html)\n", "content/setup.md": "---\ntitle: Start\n---\nText\n"},
			change: func(t *testing.T, dir string) {
				writeTree(t, dir, fileTree{"content/setup.md": "---\ntitle: Start\ndraft: true\n---\nText\n"})
			},
			built: fileTree{"public/index.html": "<p><a href=\"setup.html\">a</a>\n"},
		},
		{
			name: "a page with another path", broken: "/setup.html",
			base: fileTree{".gitignore": "/public/\n", "content/index.md": "[a](setup.html)\n", "content/setup.md": "---\ntitle: Start\n---\nText\n"},
			change: func(t *testing.T, dir string) {
				writeTree(t, dir, fileTree{"content/setup.md": "---\ntitle: Start\nurl: /another/\n---\nText\n"})
			},
			built: fileTree{"public/index.html": "<p><a href=\"setup.html\">a</a>\n"},
		},
		{
			name: "a section that becomes a draft", broken: "/docs/setup.html",
			base: fileTree{
				".gitignore": "/public/\n", "content/index.md": "[a](/docs/setup.html)\n",
				"content/docs/_index.md": "---\ntitle: Docs\n---\n", "content/docs/setup.md": "Text\n",
			},
			change: func(t *testing.T, dir string) {
				writeTree(t, dir, fileTree{"content/docs/_index.md": "---\ntitle: Docs\ncascade:\n  draft: true\n---\n"})
			},
			built: fileTree{"public/index.html": "<p><a href=\"/docs/setup.html\">a</a>\n"},
		},
		{
			name: "a draft with a slug", broken: "/first-steps.html",
			base: fileTree{".gitignore": "/public/\n", "content/index.md": "[a](first-steps.html)\n", "content/setup.md": "---\nslug: first-steps\n---\nText\n"},
			change: func(t *testing.T, dir string) {
				writeTree(t, dir, fileTree{"content/setup.md": "---\nslug: first-steps\npublished: false\n---\nText\n"})
			},
			built: fileTree{"public/index.html": "<p><a href=\"first-steps.html\">a</a>\n"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newPullRequest(t, tt.base)
			tt.change(t, p.dir)
			p.head = p.commit(nil)
			writeTree(t, p.dir, tt.built)
			got := p.check(nil, "public")
			if got.status != 1 || !slices.Equal(got.failing, []string{tt.broken}) || len(got.others) > 0 {
				t.Errorf("exit status %d\n%s", got.status, got.out)
			}
		})
	}
}
