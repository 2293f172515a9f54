package index_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/linkvet/linkvet/internal/source/index"
	"github.com/linkvet/linkvet/internal/source/markup/destination"
	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// indexOf reads files with all of their links.
func indexOf(t *testing.T, files map[string]string) *index.Index {
	t.Helper()
	opt := index.Options{Dir: sourcetest.Write(t, files), Jobs: 3}
	list, err := index.List(t.Context(), opt)
	if err != nil {
		t.Fatal(err)
	}
	return index.Read(t.Context(), list, func(destination.Destination) bool { return true }, opt)
}

func TestLinks(t *testing.T) {
	t.Parallel()
	x := indexOf(t, map[string]string{
		"content/a.md": "[x](/one/)\n[y](two.md)\n", "content/b.md": "[z](../one.html)\n",
		"layouts/base.html": "<a href=\"{{ site }}/one/\">x</a>{{ content }}", "data/menu.yml": "- name: X\n  url: /one/\n",
	})
	links := x.Links("one")
	if links == nil {
		t.Fatal("there are no links with the key")
	}
	names := func(files map[string]bool) (all []string) {
		for name := range files {
			all = append(all, name)
		}
		slices.Sort(all)
		return all
	}
	pages, shared := map[string]bool{}, map[string]bool{}
	for _, l := range links.Pages {
		pages[x.Files[l.File].Name] = true
	}
	for _, l := range links.Shared {
		shared[x.Files[l.File].Name] = true
	}
	if diff := cmp.Diff([]string{"content/a.md", "content/b.md"}, names(pages)); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"data/menu.yml", "layouts/base.html"}, names(shared)); diff != "" {
		t.Errorf("shared (-want +got):\n%s", diff)
	}
	number, ok := x.FileNumber("content/a.md")
	if !ok || len(links.ByFile[number]) != 1 {
		t.Errorf("the file %d has the links %v", number, links.ByFile[number])
	}
	if x.Links("three") != nil || x.IsEmpty() {
		t.Error("an unknown key has links, or the index none")
	}
}

func TestIncluded(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{
			name:  "a file in the same directory",
			files: map[string]string{"docs/a.md": "{% include part.md %}\n", "docs/part.md": "", "other/part.md": ""},
			want:  []string{"docs/part.md"},
		},
		{
			name:  "the longest common path",
			files: map[string]string{"docs/a.md": "--8<-- \"snippets/one/part.md\"\n", "snippets/one/part.md": "", "snippets/two/part.md": ""},
			want:  []string{"snippets/one/part.md"},
		},
		{
			name:  "several that may be meant",
			files: map[string]string{"docs/a.md": "{% include part.md %}\n", "one/part.md": "", "two/part.md": ""},
			want:  []string{"one/part.md?", "two/part.md?"},
		},
		{
			name:  "not itself",
			files: map[string]string{"docs/a.md": "{% include a.md %}\n"},
		},
		{
			name:  "an underscore and another extension",
			files: map[string]string{"docs/a.adoc": "include::parts/head.html[]\n", "docs/parts/_head.adoc": ""},
			want:  []string{"docs/parts/_head.adoc"},
		},
		{
			name:  "no prose",
			files: map[string]string{"docs/a.md": "We include part.md in all pages.\n", "docs/part.md": ""},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			x := indexOf(t, tt.files)
			var got []string
			for i := range x.Files {
				for _, included := range x.Included(int32(i)) {
					mark := ""
					if included.Ambiguous {
						mark = "?"
					}
					got = append(got, x.Files[included.File].Name+mark)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	x := indexOf(t, map[string]string{
		"a.md": "---\ndraft: true\n---\n", "_drafts/b.md": "", "c.html": "<!doctype html>", "d.html": "<p>{{ x }}",
		"e.html": "---\ntitle: x\n---\n", "spec/f.md": "", "g.test.js": "",
	})
	for _, tt := range []struct {
		name               string
		draft, plain, test bool
		page               bool
	}{
		{name: "a.md", draft: true, page: true},
		{name: "_drafts/b.md", draft: true, page: true},
		{name: "c.html", plain: true, page: true},
		{name: "d.html"},
		{name: "e.html", page: true},
		{name: "spec/f.md", test: true, page: true},
		{name: "g.test.js", test: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			number, ok := x.FileNumber(tt.name)
			if !ok {
				t.Fatal("the file is not listed")
			}
			f := &x.Files[number]
			got := fmt.Sprint(f.IsDraft(), f.IsPlain(), f.Test, f.Content.IsPage)
			if want := fmt.Sprint(tt.draft, tt.plain, tt.test, tt.page); got != want {
				t.Errorf("draft, plain, test, page are %s, want %s", got, want)
			}
		})
	}
}

// TestSpend uses up the comparisons.
func TestSpend(t *testing.T) {
	t.Parallel()
	x := indexOf(t, map[string]string{"a.md": ""})
	x.Left = 10
	for i, want := range []bool{true, false, false} {
		if got := x.Spend(6); got != want {
			t.Errorf("number %d: Spend is %v", i, got)
		}
	}
	if !x.IsExhausted() || x.Left != 4 {
		t.Errorf("exhausted is %v, and %d are left", x.IsExhausted(), x.Left)
	}
}
