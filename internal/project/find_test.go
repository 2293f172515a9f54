package project

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/testutil/sourcetest"
)

// tree makes files in a new working directory.
func tree(t *testing.T, files map[string]string) {
	t.Helper()
	dir := sourcetest.Write(t, files)
	t.Chdir(dir)
}

const page = "<!doctype html>"

func TestFind(t *testing.T) {
	tests := map[string]struct {
		files map[string]string
		want  string // the directory, or a part of the error behind "!"
	}{
		"host before generator":        {files: map[string]string{"vercel.json": `{"outputDirectory": "a"}`, "mkdocs.yml": "site_dir: b", "a/index.html": page, "b/index.html": page}, want: "a"},
		"second host is built":         {files: map[string]string{"netlify.toml": "[build]\npublish='a'", "vercel.json": `{"outputDirectory": "b"}`, "b/index.html": page}, want: "b"},
		"host without a build decides": {files: map[string]string{"netlify.toml": "[build]\npublish='a'", "mkdocs.yml": "site_dir: b", "b/index.html": page}, want: `!netlify.toml is here, but its output a/ is not (build.publish in netlify.toml:2): build first; found an index.html in b`},
		"no index.html in it":          {files: map[string]string{"netlify.toml": "[build]\npublish='a'", "a/de/index.html": page, "public/index.html": page}, want: "a"},
		"below the root":               {files: map[string]string{"docs/mkdocs.yml": "site_dir: ../b", "b/index.html": page}, want: "b"},
		"below the root, not built":    {files: map[string]string{"docs/mkdocs.yml": "site_dir: ../b", "dist/index.html": page}, want: "!docs/mkdocs.yml is here, but its output b/ is not"},
		"a program's output, no site":  {files: map[string]string{"vite.config.ts": "build: { outDir: 'lib' }", "lib/x.js": "", "public/index.html": page}, want: "public"},
		"bundler's page is a source":   {files: map[string]string{"site/index.html": `<script src="/src/main.ts">`, "book/index.html": page}, want: "book"},
		"whole repository":             {files: map[string]string{"netlify.toml": "[build]\npublish='/'", "index.html": page}, want: "."},
		"whole repository, no index":   {files: map[string]string{"netlify.toml": "[build]\npublish='.'"}, want: `!netlify.toml is here, but its output ./ contains no index.html (build.publish in netlify.toml:2)`},
		"a variable":                   {files: map[string]string{"mkdocs.yml": "site_dir: !ENV [SITE, x]", "site/index.html": page}, want: "site"},
		"an alias":                     {files: map[string]string{"mkdocs.yml": "a: &a b\nsite_dir: *a", "site/index.html": page}, want: "site"},
		"deep YAML":                    {files: map[string]string{"mkdocs.yml": "site_dir: b\nnav: " + strings.Repeat("[", 5000), "site/index.html": page}, want: "site"},
		"broken JSON":                  {files: map[string]string{"vercel.json": `{"outputDirectory": "b"`, "site/index.html": page}, want: "site"},
		"JSON of another shape":        {files: map[string]string{"firebase.json": `{"hosting": [1, null, {"public": ["b"]}]}`, "site/index.html": page}, want: "site"},
		"large file":                   {files: map[string]string{"netlify.toml": "[build]\npublish='a'\n#" + strings.Repeat("x", maxSettings), "site/index.html": page}, want: "site"},
		"long value":                   {files: map[string]string{"mkdocs.yml": "site_dir: " + strings.Repeat("x", maxValue+1), "site/index.html": page}, want: "site"},
		"in a comment":                 {files: map[string]string{"astro.config.mjs": "// outDir: 'b'\n/*\n * outDir: 'b' */", "b/index.html": page, "dist/index.html": page}, want: "dist"},
		"Doxygen":                      {files: map[string]string{"Doxyfile": "OUTPUT_DIRECTORY       = \"api\"", "api/html/index.html": page}, want: "api/html"},
		"Pelican":                      {files: map[string]string{"pelicanconf.py": "OUTPUT_PATH = 'www/'", "www/index.html": page}, want: "www"},
		"mdBook of several renderers":  {files: map[string]string{"book.toml": "[build]\nbuild-dir = \"o\"\n[output.html]\n[output.linkcheck]\n", "o/html/index.html": page}, want: "o/html"},
		"other crates":                 {files: map[string]string{"target/doc/x/y/index.html": page}, want: "!no usual build directory (public, dist, _site, "},
		"nearest to the root":          {files: map[string]string{"a/b/c/index.html": page, "z/index.html": page}, want: "!found an index.html in z, a/b/c"},
		"a site itself":                {files: map[string]string{"index.html": page, "a/index.html": page}, want: "!found an index.html in ."},
		"only here":                    {files: map[string]string{"index.html": page}, want: "!found an index.html in ."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tree(t, tt.files)
			found, err := Find()
			if part, fails := strings.CutPrefix(tt.want, "!"); fails {
				if err == nil || !errors.As(err, new(*NotFoundError)) || !strings.Contains(err.Error(), part) {
					t.Errorf("got %+v, %v, want an error with %q", found, err, part)
				}
				return
			}
			if err != nil || found.Dir != tt.want {
				t.Errorf("got %+v, %v, want %s", found, err, tt.want)
			}
		})
	}
}

// generatorRow is a row of the table in docs/generators.md: the generator and its output
// directory.
var generatorRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| `[^|]+` \\| `([^|`]+)` \\| [^|]+ \\|$")

// TestGeneratorsPageNamesDirectoriesThatAreFound makes each output directory of
// docs/generators.md, alone in a directory without settings.
func TestGeneratorsPageNamesDirectoriesThatAreFound(t *testing.T) {
	text, err := os.ReadFile("../../docs/generators.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := generatorRow.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 10 {
		t.Fatalf("only %d generators were found", len(rows))
	}
	for _, row := range rows {
		name, dir := row[1], row[2]
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			index := filepath.Join(filepath.FromSlash(dir), "index.html")
			if name == "rustdoc" {
				// The site has no page at its top, but one for each crate.
				index = filepath.Join(filepath.FromSlash(dir), "crate", "index.html")
			}
			if err := os.MkdirAll(filepath.Dir(index), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(index, []byte("<!doctype html><title>x</title>"), 0o644); err != nil {
				t.Fatal(err)
			}
			got, err := Find()
			if err != nil || got.Dir != dir {
				t.Errorf("found %q, %v; want %q", got.Dir, err, dir)
			}
		})
	}
}
