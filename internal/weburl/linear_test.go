package weburl

import (
	"strings"
	"testing"
	"time"
)

// TestResolveHostile resolves references of a megabyte that are made to take
// long. Time that grows with the square of it would take minutes.
func TestResolveHostile(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	refs := map[string]string{
		"at signs":             "//" + fill("@") + "h",
		"colons":               "//" + fill(":"),
		"passwords":            "//" + fill(":@") + "h",
		"brackets":             "//" + fill("["),
		"closed brackets":      "//" + fill("[]"),
		"IPv6":                 "//[" + fill("0:") + "]",
		"labels":               "//" + fill("a."),
		"numbers":              "//" + fill("1."),
		"one number":           "//0x" + fill("f"),
		"punycode":             "//" + fill("xn--a."),
		"international":        "//" + fill("ü"),
		"escaped host":         "//" + fill("%C3%BC"),
		"slashes":              fill("/"),
		"slashes after a name": "a" + fill("/"),
		"backslashes":          fill(`\`),
		"down and up":          fill("a/../"),
		"down, then up":        fill("a/") + fill("../"),
		"escaped dots":         fill("%2e%2e/"),
		"dots":                 fill("."),
		"path":                 fill("ü"),
		"tabs":                 fill("\ta"),
		"query":                "?" + fill("ü"),
		"scheme":               fill("a") + ":",
		"opaque":               "a:" + fill("<"),
		"fragment":             "#" + fill("`"),
	}
	base := mustParse(t, "https://ex.com/"+strings.Repeat("a/", 1<<10))
	for name, ref := range refs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			for _, encoding := range []string{"utf-8", "windows-1252", "iso-2022-jp"} {
				if _, err := base.ResolveIn(ref, encoding); err != nil {
					_ = err.Error()
				}
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
