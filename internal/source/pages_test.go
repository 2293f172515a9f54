package source

import (
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// finderOf returns a finder for files, and a site with some pages; nil for a site that is
// not known.
func finderOf(t *testing.T, files map[string]string, served []string) (*pages, *corpus) {
	t.Helper()
	opt := &Options{Dir: sourcetest.Write(t, files), Jobs: 1}
	l, err := list(t.Context(), opt, nil)
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(l.root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	if served != nil {
		opt.Page = func(path string) bool { return slices.Contains(served, path) }
	}
	s := &search{ctx: t.Context(), opt: opt, root: root}
	s.read(l, words{})
	return s.pages, s.all
}

// empty are files without contents.
func empty(names ...string) map[string]string {
	files := map[string]string{}
	for _, name := range names {
		files[name] = ""
	}
	return files
}

func TestSourcesOfPages(t *testing.T) {
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
			name:  "data is no page",
			files: empty("a.yml"),
			page:  "/a/",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			finder, x := finderOf(t, tt.files, tt.pages)
			found := finder.of(tt.page)
			var got []string
			for _, s := range found.all {
				got = append(got, x.files[s.file].name)
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if found.isUnsure != tt.ambiguous {
				t.Errorf("ambiguous is %v", found.isUnsure)
			}
		})
	}
}
