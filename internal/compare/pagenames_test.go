package compare_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestOldNamesOfNewPages compares sites whose links have the names of files, one of them with a
// dot. Hosts that also serve a page by its short name, or lead to that, get a rule for the folder
// that moved as a whole, and none that leads to a redirect.
func TestOldNamesOfNewPages(t *testing.T) {
	t.Parallel()
	home := func(href string) string { return "<title>Home</title><h1>Home</h1>" + livetest.Links(href) }
	oldSite := writeSite(t, map[string]string{
		"index.html": home("fruit/apples.html"), "fruit/apples.html": textOf("apples"), "fruit/Pear.Tree.html": textOf("pears"),
		"lone.html": textOf("nuts"),
	})
	newSite := writeSite(t, map[string]string{
		"index.html": home("food/fruit/apples.html"), "food/fruit/apples.html": textOf("apples"), "food/fruit/Pear.Tree.html": textOf("pears"),
		"other/nuts.html": textOf("nuts"),
	})
	for host, lone := range map[string]string{
		"netlify": "/lone.html /other/nuts.html 301", "github-pages": "/lone.html /other/nuts.html 301", "cloudflare-pages": "/lone.html /other/nuts 301",
	} {
		rules := filepath.Join(t.TempDir(), "_redirects")
		r := livetest.Check(t, "--external=false", "--hosting="+host, "--compare="+oldSite, "--report=redirects="+rules, newSite)
		text, err := os.ReadFile(rules)
		if err != nil {
			t.Fatalf("%s: %v: %s", host, err, r.Text)
		}
		for _, want := range []string{"/fruit/* /food/fruit/:splat 301", lone} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s: want %q in the rules:\n%s", host, want, text)
			}
		}
	}
}
