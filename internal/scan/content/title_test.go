package content

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTitleOf(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"<title>Install</title>":                "Install",
		"<title>a < b</title>":                  "a < b",
		"<title>never closed":                   "never closed",
		"<titles>no</titles><title>yes</title>": "yes",
		"<title":                                "",
		"<title lang":                           "",
		"no title":                              "",
		"":                                      "",

		"<!doctype html><head><TITLE\nlang=en> A &amp;\n B </TITLE>": "A & B",

		strings.Repeat(" ", MaxTitleAt) + "<title>far</title>": "",
	} {
		if diff := cmp.Diff(want, TitleOf([]byte(src))); diff != "" {
			t.Errorf("%.60q (-want +got):\n%s", src, diff)
		}
	}
}
