package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/cli"
	"github.com/linkvet/linkvet/internal/link"
)

// fuzzedNames are those of the files of fuzzed directories.
var fuzzedNames = []string{
	"public/index.html", "public/a.html", "public/a/index.html", "public/fr/index.html", "public/b.xhtml", "public/style.css", "public/feed.xml",
	"public/sitemap.xml", "public/site.webmanifest", "public/_redirects", "public/404.html", "index.md", "_index.fr.md", "content/index.de.md",
	"content/a.md", "content/_index.md", "README.md", "docs/a.rst", "docs/index.adoc", "docs/b.org", "data/nav.yml", "data/nav.json", "config.toml",
	"layouts/_default/baseof.html", "netlify.toml", "vercel.json", "static/_redirects",
}

// FuzzDirectory checks whole directories of small files, with their sources and in
// all formats: nothing in them makes any step fail.
func FuzzDirectory(f *testing.F) {
	f.Add([]byte("\x00<a href=/no/>x</a>\xff\x0c[x](/no/)\n"))
	f.Add([]byte("\x00<a href=a.html#b>x</a><a href=A.html>y</a>\xff\x01<p id=c>\xff\x0b---\naliases: [/]\n---\n[y](A.html)\xff\x14- a: {url: a.html}"))
	f.Add([]byte("\x00<a href=..//no%2f#%>x<a href=?>\xff\x0d<a href=\"{{ ref \"x\" }}\">\xff\x09/* /:splat 301\n/a/:b/* /c/:b\n\xff\x12link:no[x] :a: {a}\n"))
	f.Add([]byte("\x02<base href=/x/><a href=y>z\xff\x06<rss><link>/q</link></rss>\xff\x07<urlset><url><loc>/w</loc></url></urlset>\xff\x18[[redirects]]\nfrom=\"/a\"\nto=\"/b\"\n\xff\x19{\"redirects\":[{\"source\":\"/a\",\"destination\":\"/c\"}]}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4<<10 {
			t.Skip()
		}
		dir := t.TempDir()
		write := func(name, content string) {
			name = filepath.Join(dir, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write("public/index.html", "")
		for part := range bytes.SplitSeq(data, []byte{0xff}) {
			if len(part) > 0 {
				write(fuzzedNames[int(part[0])%len(fuzzedNames)], string(part[1:]))
			}
		}
		args := []string{"--config=none", "--external=false", "--sources=" + dir, "--jobs=2", "--verbose"}
		for _, format := range []string{"json", "sarif", "junit", "markdown", "gitlab", "pages", "html"} {
			args = append(args, "--report="+format+"="+filepath.Join(dir, "report."+format))
		}
		var stderr strings.Builder
		status := cli.Run(context.Background(), cli.Process{Args: append(args, filepath.Join(dir, "public")), Stdout: io.Discard, Stderr: &stderr})
		text, err := os.ReadFile(filepath.Join(dir, "report.json"))
		if status == 2 && err != nil {
			return // the settings of the host are wrong
		}
		var r link.Report
		if err == nil {
			err = json.Unmarshal(text, &r)
		}
		if said := stderr.String() + strings.Join(r.Problems, "\n"); err != nil || strings.Contains(said, "itself failed") || strings.Contains(said, "internal error") {
			t.Fatalf("status %d, error %v: %s", status, err, said)
		}
	})
}
