package github

import (
	"strings"
	"testing"
)

func TestMarker(t *testing.T) {
	t.Parallel()
	sites := []string{
		"public", "Public", "Preview – docs", "Preview - docs", "Preview docs", "", "-", "--", "a--b", "a-b", "a-->b", "-->", ">", "->",
		"https://preview.example.com/", "preview.example.com", strings.Repeat("a", 60), strings.Repeat("a", 61), strings.Repeat("a", 62),
		"<script>", "a\nb", "a\x00b", "é", "è",
	}
	seen := map[string]string{}
	for _, site := range sites {
		marker := markerOf(site)
		name := strings.TrimSuffix(strings.TrimPrefix(marker, "<!-- linkvet:"), " -->")
		if strings.Contains(name, "--") || strings.ContainsAny(name, "<>\n &") || name == "" || len(name) > 80 || strings.HasSuffix(name, "-") {
			t.Errorf("%q has the marker %q", site, marker)
		}
		if other, ok := seen[marker]; ok {
			t.Errorf("%q and %q have the same marker %q", site, other, marker)
		}
		seen[marker] = site
		for _, body := range []string{marker, marker + "\nx", marker + "\r\nx"} {
			if firstLine(body) != marker {
				t.Errorf("%q is not recognized as a comment about %q", body, site)
			}
		}
	}
}
