package pagesource_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/source/pagesource"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// finderOf returns a finder for files, and a site with some pages; nil for a site that is
// not known.
func finderOf(t *testing.T, files map[string]string, pages []string) (*pagesource.Finder, *index.Index) {
	t.Helper()
	opt := index.Options{Dir: sourcetest.Write(t, files)}
	list, err := index.List(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	x := index.Read(t.Context(), list, func(destination.Destination) bool { return true }, opt)
	if pages == nil {
		return pagesource.New(x, nil), x
	}
	return pagesource.New(x, func(path string) bool { return slices.Contains(pages, path) }), x
}

// empty are files without contents.
func empty(names ...string) map[string]string {
	files := map[string]string{}
	for _, name := range names {
		files[name] = ""
	}
	return files
}

func TestOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		files     map[string]string
		pages     []string
		page      string
		want      []string
		ambiguous bool
	}{
		{
			name:  "the file with the path of the page",
			files: empty("content/a/b.md", "content/b.md"),
			page:  "/a/b/",
			want:  []string{"content/a/b.md"},
		},
		{
			name:  "an index file",
			files: empty("content/a/_index.md", "content/a/b.md"),
			page:  "/a/",
			want:  []string{"content/a/_index.md"},
		},
		{
			name:  "the file that ends most like the page",
			files: empty("content/a/b.md", "content/c/b.md"),
			page:  "/x/a/b/",
			want:  []string{"content/a/b.md"},
		},
		{
			name:      "two files that end alike",
			files:     empty("one/b.md", "two/b.md"),
			page:      "/x/b/",
			want:      []string{"one/b.md", "two/b.md"},
			ambiguous: true,
		},
		{
			name:  "a stated path before the path of a file",
			files: map[string]string{"a.md": "---\npermalink: /b/\n---\n", "b.md": ""},
			page:  "/b/",
			want:  []string{"a.md"},
		},
		{
			name:  "a slug",
			files: map[string]string{"docs/a.md": "---\nslug: b\n---\n"},
			page:  "/docs/b/",
			want:  []string{"docs/a.md"},
		},
		{
			name:  "an alias where nothing else is",
			files: map[string]string{"docs/a.md": "---\naliases: [/old/]\n---\n"},
			page:  "/old/",
			want:  []string{"docs/a.md"},
		},
		{
			name:  "a post",
			files: empty("_posts/2024-01-02-a.md"),
			page:  "/2024/01/02/a.html",
			want:  []string{"_posts/2024-01-02-a.md"},
		},
		{
			name:  "a page before a layout",
			files: map[string]string{"content/a.md": "", "layouts/a.html": "{{ .Content }}"},
			page:  "/a/",
			want:  []string{"content/a.md"},
		},
		{
			name:  "no test",
			files: empty("docs/a.md", "fixtures/a.md"),
			page:  "/a/",
			want:  []string{"docs/a.md"},
		},
		{
			name:      "two roots that both have the page",
			files:     empty("one/a.md", "two/a.md"),
			pages:     []string{"/a/"},
			page:      "/a/",
			want:      []string{"one/a.md", "two/a.md"},
			ambiguous: true,
		},
		{
			name:  "the root that explains another page",
			files: empty("one/a.md", "one/b.md", "two/a.md"),
			pages: []string{"/a/", "/b/"},
			page:  "/a/",
			want:  []string{"one/a.md"},
		},
		{
			name:  "a language in the name",
			files: empty("content/a.md", "content/a.fr.md"),
			pages: []string{"/a/", "/fr/a/"},
			page:  "/fr/a/",
			want:  []string{"content/a.fr.md"},
		},
		{
			name:  "the language of the site",
			files: empty("content/a.md", "content/a.fr.md"),
			pages: []string{"/a/", "/fr/a/"},
			page:  "/a/",
			want:  []string{"content/a.md"},
		},
		{
			name:      "a file that is more like another page",
			files:     empty("content/fr/a.md"),
			pages:     []string{"/a/", "/fr/a/"},
			page:      "/a/",
			want:      nil,
			ambiguous: true,
		},
		{
			name:  "the start page",
			files: empty("content/_index.md", "content/a/_index.md"),
			page:  "/",
			want:  []string{"content/_index.md"},
		},
		{
			name:  "a README where nothing else can be the start page",
			files: empty("README.md", "a.md"),
			page:  "/",
			want:  []string{"README.md"},
		},
		{
			name:      "a README beside a component",
			files:     map[string]string{"README.md": "", "src/pages/index.tsx": "export default () => <a href='/'>x</a>"},
			page:      "/",
			want:      []string{"README.md"},
			ambiguous: true,
		},
		{
			name:  "a component of Next.js",
			files: empty("app/(home)/docs/page.tsx", "app/docs/layout.tsx", "app/docs/other/page.tsx"),
			page:  "/docs",
			want:  []string{"app/(home)/docs/page.tsx"},
		},
		{
			name:  "a component of SvelteKit",
			files: empty("src/routes/about/+page.svelte", "src/routes/+page.svelte"),
			pages: []string{"/", "/about"},
			page:  "/about",
			want:  []string{"src/routes/about/+page.svelte"},
		},
		{
			name:  "no file",
			files: empty("a.md"),
			page:  "/b/",
		},
		{
			name:  "data is no page",
			files: empty("a.yml"),
			page:  "/a/",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			finder, x := finderOf(t, tt.files, tt.pages)
			found := finder.Of(tt.page)
			var got []string
			for _, s := range found.All {
				got = append(got, x.Files[s.File].Name)
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if found.Ambiguous != tt.ambiguous {
				t.Errorf("ambiguous is %v", found.Ambiguous)
			}
		})
	}
}

// TestRootAndMount tells which directories of the sources and of the site correspond.
func TestRootAndMount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, page string
		want             pagesource.Source
	}{
		{name: "the root of the site", file: "content/a/b.md", page: "/a/b/", want: pagesource.Source{Root: "content", Exact: true}},
		{name: "no root", file: "a/b.md", page: "/a/b/", want: pagesource.Source{Exact: true}},
		{name: "a part of the site", file: "docs/a.md", page: "/manual/a/", want: pagesource.Source{Root: "docs", Mount: "manual"}},
		{name: "the start page", file: "content/index.md", page: "/", want: pagesource.Source{Root: "content", Exact: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			finder, _ := finderOf(t, empty(tt.file), nil)
			found := finder.Of(tt.page).All
			if len(found) != 1 {
				t.Fatalf("found %v", found)
			}
			if diff := cmp.Diff(tt.want, found[0]); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestEdited(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, file, page string
		want             pagesource.Source
	}{
		{name: "the same path", file: "docs/a.md", page: "/a/", want: pagesource.Source{File: 7, Root: "docs", Exact: true}},
		{name: "another path", file: "docs/a.md", page: "/b/", want: pagesource.Source{File: 7, Root: "docs/a", Mount: "b"}},
		{name: "the start page", file: "docs/home.md", page: "/", want: pagesource.Source{File: 7, Root: "docs/home"}},
	} {
		if diff := cmp.Diff(tt.want, pagesource.Edited(7, tt.file, tt.page)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestMayLend(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"content/a.md": "", "content/b.md": "", "content/unlisted/c.md": "", "README.md": "", "other/x.md": "",
		"tests/a.md": "", "content/d.md": "---\npermalink: /elsewhere/\n---\n",
	}
	finder, x := finderOf(t, files, []string{"/a/", "/b/", "/elsewhere/"})
	for _, tt := range []struct {
		name, file string
		linking    []string
		want       bool
	}{
		{name: "its page holds the link", file: "content/a.md", linking: []string{"a"}, want: true},
		{name: "its page does not", file: "content/a.md", linking: []string{"b"}, want: false},
		{name: "it makes no page", file: "content/unlisted/c.md", linking: []string{"b"}, want: true},
		{name: "its stated page holds the link", file: "content/d.md", linking: []string{"elsewhere"}, want: true},
		{name: "its stated page does not", file: "content/d.md", linking: []string{"a"}, want: false},
		{name: "a README", file: "README.md", want: false},
		{name: "below no root", file: "other/x.md", want: false},
		{name: "a test", file: "tests/a.md", want: false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			linking := map[string]bool{}
			for _, page := range tt.linking {
				linking[page] = true
			}
			number, _ := x.FileNumber(tt.file)
			if got := finder.MayLend(number, linking); got != tt.want {
				t.Errorf("MayLend(%q) = %v", tt.file, got)
			}
		})
	}
}

func TestIsOtherSite(t *testing.T) {
	t.Parallel()
	files := empty("content/a.md", "data/menu.yml", "example/content/x.md", "example/menu.yml", "example/content/menu.yml")
	finder, x := finderOf(t, files, []string{"/a/"})
	for _, tt := range []struct {
		file string
		want bool
	}{
		{file: "data/menu.yml", want: false},
		{file: "example/menu.yml", want: true},
		{file: "example/content/menu.yml", want: true},
	} {
		number, _ := x.FileNumber(tt.file)
		if got := finder.IsOtherSite(number); got != tt.want {
			t.Errorf("IsOtherSite(%q) = %v", tt.file, got)
		}
	}
	finder, x = finderOf(t, files, nil)
	if number, _ := x.FileNumber("example/menu.yml"); finder.IsOtherSite(number) {
		t.Error("a file is of another site though no page is known")
	}
}
