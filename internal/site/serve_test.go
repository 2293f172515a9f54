package site

import (
	"path/filepath"
	"testing"

	"github.com/linkvet/linkvet/internal/hosting"
)

// TestDeployment holds that profiles see the repository around the directory, or
// the directory itself where that is all of it.
func TestDeployment(t *testing.T) {
	t.Parallel()
	repository := build(t, ".git/", ".github/workflows/site.yml", "docs/index.html", "web/netlify.toml", "web/docs/index.html").name
	for name, test := range map[string]struct {
		dir, place, workflow, rules string
	}{
		"a folder":      {dir: "docs", place: "docs", workflow: "site.yml", rules: ""},
		"further down":  {dir: "web/docs", place: "web/docs", workflow: "site.yml", rules: "netlify.toml"},
		"the whole":     {dir: ".", place: ".", workflow: "site.yml", rules: ""},
		"no repository": {dir: "..", place: "", workflow: "", rules: ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := OpenDir(t.Context(), filepath.Join(repository, filepath.FromSlash(test.dir)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = d.Close() })
			deployment := d.deployment()
			if deployment.BuildPath != test.place {
				t.Errorf("the place is %q, want %q", deployment.BuildPath, test.place)
			}
			for pattern, want := range map[string]string{".github/workflows/*.yml": test.workflow, "netlify.toml": test.rules} {
				if got := firstName(deployment.InRepository(pattern)); got != want {
					t.Errorf("%s: %q, want %q", pattern, got, want)
				}
			}
		})
	}
}

// firstName is the name of the first file without its directory, "" for none.
func firstName(sources []*hosting.Source) string {
	if len(sources) == 0 {
		return ""
	}
	return filepath.Base(sources[0].Name)
}
