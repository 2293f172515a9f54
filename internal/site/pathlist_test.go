package site

import (
	"slices"
	"testing"
)

// Files are numbered in the order of their paths, across directories.
func TestFilesAreInOrder(t *testing.T) {
	t.Parallel()
	names := []string{
		"a!/x.html", "a!b.html", "a-b.html", "a-b/x.html", "a.html", "a/b-c.html", "a/b.html", "a/b/x.html", "a/b0.html", "a0.html", "ab.html", "b/index.html",
	}
	if !slices.IsSorted(names) {
		t.Fatal("the names are not in order")
	}
	d := build(t, names...)
	var got []string
	for i, name := range d.files.all {
		if number, ok := d.number(name); !ok || number != i {
			t.Errorf("%q has the number %d, %v, want %d", name, number, ok, i)
		}
		got = append(got, name)
	}
	if !slices.Equal(got, names) {
		t.Errorf("the files are %q, want %q", got, names)
	}
}

// Of several paths that differ in case alone the first one is the right one.
func TestFirstOfPathsInOtherCase(t *testing.T) {
	t.Parallel()
	d := build(t, "ABOUT.html", "About.html", "about.HTML", "Team/index.html", "TEAM/x.html", "TEAM/index.html")
	for p, want := range map[string]string{
		"/about.html": "other case: ABOUT.html",
		"/team/":      "other case: TEAM/",
		"/team/x.htm": "missing",
	} {
		if got := describe(d, p); got != want {
			t.Errorf("Find(%q) is %q, want %q", p, got, want)
		}
	}
}
