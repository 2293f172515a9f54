package weburl

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/proportion"
)

// TestResolveHostile resolves references that are made to take long, of a size
// whose square is far beyond it.
func TestResolveHostile(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	refs := map[string]func(fill func(string) string) string{
		"at signs":             func(fill func(string) string) string { return "//" + fill("@") + "h" },
		"colons":               func(fill func(string) string) string { return "//" + fill(":") },
		"passwords":            func(fill func(string) string) string { return "//" + fill(":@") + "h" },
		"brackets":             func(fill func(string) string) string { return "//" + fill("[") },
		"closed brackets":      func(fill func(string) string) string { return "//" + fill("[]") },
		"IPv6":                 func(fill func(string) string) string { return "//[" + fill("0:") + "]" },
		"labels":               func(fill func(string) string) string { return "//" + fill("a.") },
		"numbers":              func(fill func(string) string) string { return "//" + fill("1.") },
		"one number":           func(fill func(string) string) string { return "//0x" + fill("f") },
		"punycode":             func(fill func(string) string) string { return "//" + fill("xn--a.") },
		"international":        func(fill func(string) string) string { return "//" + fill("ü") },
		"escaped host":         func(fill func(string) string) string { return "//" + fill("%C3%BC") },
		"slashes":              func(fill func(string) string) string { return fill("/") },
		"slashes after a name": func(fill func(string) string) string { return "a" + fill("/") },
		"backslashes":          func(fill func(string) string) string { return fill(`\`) },
		"down and up":          func(fill func(string) string) string { return fill("a/../") },
		"down, then up":        func(fill func(string) string) string { return fill("a/") + fill("../") },
		"escaped dots":         func(fill func(string) string) string { return fill("%2e%2e/") },
		"dots":                 func(fill func(string) string) string { return fill(".") },
		"path":                 func(fill func(string) string) string { return fill("ü") },
		"tabs":                 func(fill func(string) string) string { return fill("\ta") },
		"query":                func(fill func(string) string) string { return "?" + fill("ü") },
		"scheme":               func(fill func(string) string) string { return fill("a") + ":" },
		"opaque":               func(fill func(string) string) string { return "a:" + fill("<") },
		"fragment":             func(fill func(string) string) string { return "#" + fill("`") },
	}
	base := mustParse(t, "https://ex.com/"+strings.Repeat("a/", 1<<10))
	for name, ref := range refs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			proportion.Check(t, size, func(size int) func() {
				reference := ref(func(s string) string { return strings.Repeat(s, size/len(s)) })
				return func() {
					for _, encoding := range []string{"utf-8", "windows-1252", "iso-2022-jp"} {
						if _, err := base.ResolveIn(reference, encoding); err != nil {
							_ = err.Error()
						}
					}
				}
			})
		})
	}
}
