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
