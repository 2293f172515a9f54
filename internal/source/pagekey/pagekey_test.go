package pagekey_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/source/pagekey"
)

func TestOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ path, key, loose string }{
		{path: "/", key: "", loose: ""},
		{path: "/index.html", key: "", loose: ""},
		{path: "README.md", key: "", loose: ""},
		{path: "/a/b/", key: "a/b", loose: "a/b"},
		{path: "/a/b.html", key: "a/b", loose: "a/b"},
		{path: "content/a/_index.md", key: "content/a", loose: "content/a"},
		{path: "a/index.html.erb", key: "a", loose: "a"},
		{path: "a/.md", key: "a/.md", loose: "a/md"},
		{path: "a/b.png", key: "a/b.png", loose: "a/b-png"},
		{path: "02-setup/3.first_steps.md", key: "02-setup/3.first_steps", loose: "setup/first-steps"},
		{path: "2024-01-02-a.md", key: "2024-01-02-a", loose: "2024-01-02-a"},
		{path: "10", key: "10", loose: "10"},
		{path: "What's New (2).md", key: "What's New (2)", loose: "whats-new-2"},
		{path: "%C3%BCber.md", key: "über", loose: "über"},
	} {
		key := pagekey.Of(tt.path)
		if key != tt.key {
			t.Errorf("Of(%q) = %q, want %q", tt.path, key, tt.key)
		}
		if loose := pagekey.Loose(key); loose != tt.loose {
			t.Errorf("Loose(%q) = %q, want %q", key, loose, tt.loose)
		}
	}
}

func TestCutDate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, date, rest string }{
		{name: "2024-01-02-post", date: "2024-01-02", rest: "post"},
		{name: "2024-01-02-", rest: "2024-01-02-"},
		{name: "2024-1-2-post", rest: "2024-1-2-post"},
		{name: "2024x01-02-post", rest: "2024x01-02-post"},
		{name: "post", rest: "post"},
		{name: "", rest: ""},
	} {
		if date, rest := pagekey.CutDate(tt.name); date != tt.date || rest != tt.rest {
			t.Errorf("CutDate(%q) = %q, %q", tt.name, date, rest)
		}
		if pagekey.IsDated(tt.name) != (tt.date != "") {
			t.Errorf("IsDated(%q) = %v", tt.name, pagekey.IsDated(tt.name))
		}
	}
}

func TestIsReadme(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		want bool
	}{
		{name: "README.md", want: true},
		{name: "docs/readme.rst", want: true},
		{name: "readme", want: true},
		{name: "README.fr.md", want: false},
		{name: "index.md", want: false},
	} {
		if got := pagekey.IsReadme(tt.name); got != tt.want {
			t.Errorf("IsReadme(%q) = %v", tt.name, got)
		}
	}
}

func TestCommonSuffix(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b, before string
		n            int
	}{
		{a: "", b: "", before: "", n: 0},
		{a: "a", b: "", before: "a", n: 0},
		{a: "a", b: "a", before: "", n: 1},
		{a: "content/a/b", b: "a/b", before: "content", n: 2},
		{a: "a/b", b: "content/a/b", before: "", n: 2},
		{a: "xa/b", b: "a/b", before: "xa", n: 1},
		{a: "a/b", b: "a/c", before: "a/b", n: 0},
	} {
		if before, n := pagekey.CommonSuffix(tt.a, tt.b); before != tt.before || n != tt.n {
			t.Errorf("CommonSuffix(%q, %q) = %q, %d", tt.a, tt.b, before, n)
		}
	}
}

func TestSegments(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key, last string
		depth     int
	}{
		{key: "", last: "", depth: 0},
		{key: "a", last: "a", depth: 1},
		{key: "a/b/c", last: "c", depth: 3},
	} {
		if got := pagekey.Last(tt.key); got != tt.last {
			t.Errorf("Last(%q) = %q", tt.key, got)
		}
		if got := pagekey.Depth(tt.key); got != tt.depth {
			t.Errorf("Depth(%q) = %d", tt.key, got)
		}
	}
}

func TestTail(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key  string
		n    int
		want string
	}{
		{key: "", n: 0, want: ""},
		{key: "", n: 1, want: ""},
		{key: "a", n: 0, want: ""},
		{key: "a", n: 1, want: "a"},
		{key: "a", n: 2, want: "a"},
		{key: "a/b/c", n: 0, want: ""},
		{key: "a/b/c", n: 2, want: "b/c"},
		{key: "a/b/c", n: 9, want: "a/b/c"},
		{key: "a/b", n: -1, want: ""},
	} {
		if got := pagekey.Tail(tt.key, tt.n); got != tt.want {
			t.Errorf("Tail(%q, %d) = %q, want %q", tt.key, tt.n, got, tt.want)
		}
	}
}
