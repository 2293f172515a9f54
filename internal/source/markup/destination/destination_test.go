package destination_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/source/markup/destination"
)

// star shows expressions as "*".
func star(s string) string { return strings.ReplaceAll(s, destination.Wild, "*") }

func TestRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, raw, pattern string
		names, root        bool
		unknown            bool
	}{
		{name: "a path", raw: "/a/b", pattern: "/a/b"},
		{name: "entities", raw: "/a?b=1&amp;c=2", pattern: "/a?b=1&c=2"},
		{name: "a shortcode of Hugo", raw: `{{< ref "a.md#b" >}}`, pattern: "a.md#b", names: true},
		{name: "a shortcode without quotes", raw: `{{% relref a.md %}}`, pattern: "a.md", names: true},
		{name: "a function without a path", raw: `{{ ref . }}`, pattern: ".", names: true},
		{name: "a link of Jekyll", raw: "{{ site.baseurl }}{% link a/b.md %}", pattern: "/a/b.md", names: true, root: true},
		{name: "a post of Jekyll", raw: "{% post_url 2024-01-02-x %}", pattern: "/2024-01-02-x", names: true, root: true},
		{name: "a filter", raw: `{{ "/x/" | relative_url }}`, pattern: "/x/", names: true},
		{name: "a filter after a base", raw: `{{ base }}{{ "/x/" | url }}`, pattern: "*/x/"},
		{name: "a constant", raw: `{{ "x" }}/y`, pattern: "x/y"},
		{name: "a choice", raw: `{{ c ? "/a/" : "/b/" }}`, pattern: "*"},
		{name: "a variable", raw: "{{ base }}/x/", pattern: "*/x/"},
		{name: "a variable in the middle", raw: "/a/${n}/b", pattern: "/a/*/b", unknown: true},
		{name: "an empty expression", raw: "{{ }}/x", pattern: "*/x"},
		{name: "the sources of Docusaurus", raw: "@site/docs/a.md", pattern: "/docs/a.md", names: true, root: true},
		{name: "the root of Vite", raw: "~/a.md", pattern: "/a.md", names: true, root: true},
		{name: "an alias", raw: "@/a.md", pattern: "/a.md", names: true, root: true},
		{name: "pathname", raw: "pathname:///a.pdf", pattern: "/a.pdf"},
		{name: "a file of Org", raw: "file:a.org", pattern: "a.org"},
		{name: "a file URL", raw: "file:///a", pattern: "file:///a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := destination.Read(tt.raw)
			if star(got.Pattern) != tt.pattern || got.Names != tt.names || got.Root != tt.root {
				t.Errorf("Read(%q) = %q, names %v, root %v", tt.raw, star(got.Pattern), got.Names, got.Root)
			}
			if got.IsKnown() == tt.unknown {
				t.Errorf("IsKnown() = %v", got.IsKnown())
			}
		})
	}
}

// TestReadNamesNoPassword reads a URL with a user.
func TestReadNamesNoPassword(t *testing.T) {
	t.Parallel()
	if got := destination.Read("https://user:secret@a.example/x").Pattern; strings.Contains(got, "secret") {
		t.Errorf("got %q", got)
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ url, want string }{
		{url: "", want: "#"},
		{url: "#Some%20Part", want: "#some part"},
		{url: "/a/b/", want: "b"},
		{url: "/a/b.html", want: "b"},
		{url: "/a/index.html", want: "a"},
		{url: "b.md#c", want: "b"},
		{url: "../02-b_c.md?x=1", want: "b-c"},
		{url: "_posts/2024-01-02-b.md", want: "b"},
		{url: "https://a.example/", want: "a-example"},
		{url: "https://a.example/x/y", want: "y"},
		{url: "/a/" + destination.Wild, want: destination.Wild},
		{url: destination.Wild + "/a/", want: "a"},
	} {
		if got := destination.Key(tt.url); got != tt.want {
			t.Errorf("Key(%q) = %q, want %q", star(tt.url), star(got), star(tt.want))
		}
	}
}

func TestIsAbsolute(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		url  string
		want bool
	}{
		{url: "https://a.example/", want: true},
		{url: "//a.example/", want: true},
		{url: "mailto:a@b.example", want: true},
		{url: "git+ssh://a", want: true},
		{url: "c:/a", want: false},
		{url: "/a:b", want: false},
		{url: "a/b:c", want: false},
		{url: "1a:b", want: false},
		{url: "", want: false},
	} {
		if got := destination.IsAbsolute(tt.url); got != tt.want {
			t.Errorf("IsAbsolute(%q) = %v", tt.url, got)
		}
	}
}

func TestSplitFragment(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ url, before, fragment string }{
		{url: "/a", before: "/a"},
		{url: "/a#b", before: "/a", fragment: "b"},
		{url: "#b#c", fragment: "b#c"},
	} {
		if before, fragment := destination.SplitFragment(tt.url); before != tt.before || fragment != tt.fragment {
			t.Errorf("SplitFragment(%q) = %q, %q", tt.url, before, fragment)
		}
	}
}

func TestLooksLike(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		value string
		want  bool
	}{
		{value: "/a", want: true},
		{value: "#a", want: true},
		{value: "./a", want: true},
		{value: "../a", want: true},
		{value: "@site/a", want: true},
		{value: "https://a.example", want: true},
		{value: "pathname:///a", want: true},
		{value: "{{ base }}/a", want: true},
		{value: `{{< ref "a" >}}`, want: true},
		{value: "${x}", want: false},
		{value: "guide.md", want: true},
		{value: "guide.md#a", want: true},
		{value: "logo.svg", want: true},
		{value: "a/b", want: true},
		{value: "guide", want: false},
		{value: "and/or what", want: false},
		{value: "a", want: false},
		{value: "/a\nb", want: false},
		{value: "/" + strings.Repeat("a", 3000), want: false},
	} {
		if got := destination.LooksLike(tt.value); got != tt.want {
			t.Errorf("LooksLike(%.40q) = %v", tt.value, got)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key               string
		destination, text bool
	}{
		{key: "href", destination: true},
		{key: "srcset", destination: true},
		{key: "permalink", destination: true},
		{key: "title", text: true},
		{key: "linktext", text: true},
		{key: "class"},
		{key: ""},
	} {
		if got := destination.IsKey(tt.key); got != tt.destination {
			t.Errorf("IsKey(%q) = %v", tt.key, got)
		}
		if got := destination.IsTextKey(tt.key); got != tt.text {
			t.Errorf("IsTextKey(%q) = %v", tt.key, got)
		}
	}
}
