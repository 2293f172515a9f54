package e2e

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// Markdown as this generator knows it: links, headings and lines of text.
var (
	markdownLink = regexp.MustCompile(`\[([^\]]*)\]\(([^)]*)\)`)
	notInID      = regexp.MustCompile(`[^a-z0-9]+`)
)

// generate builds the site of a directory as a small generator does: each content/NAME.md
// becomes public/NAME/index.html in layout.html, and the files of static are copied.
func generate(ts *testscript.TestScript, args []string) {
	dir := ts.MkAbs(args[0])
	layout := ts.ReadFile(filepath.Join(dir, "layout.html"))
	public, static := filepath.Join(dir, "public"), filepath.Join(dir, "static")
	ts.Check(os.RemoveAll(public))
	if _, err := os.Stat(static); err == nil {
		ts.Check(os.CopyFS(public, os.DirFS(static)))
	}
	content := os.DirFS(filepath.Join(dir, "content"))
	ts.Check(fs.WalkDir(content, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(content, name)
		if err != nil {
			return err
		}
		page := strings.TrimSuffix(name, ".md")
		html := "<!doctype html><title>" + page + "</title>\n" + strings.Replace(layout, "<main></main>", "<main>\n"+rendered(string(text))+"</main>", 1)
		if filepath.Base(page) == "index" {
			page = filepath.Dir(page)
		}
		to := filepath.Join(public, filepath.FromSlash(page), "index.html")
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, []byte(html), 0o644)
	}))
}

func rendered(markdown string) string {
	var body strings.Builder
	for line := range strings.Lines(markdown) {
		line = strings.TrimSpace(line)
		title := strings.TrimLeft(line, "# ")
		switch level := len(line) - len(strings.TrimLeft(line, "#")); {
		case level > 0:
			fmt.Fprintf(&body, "<h%d id=%q>%s</h%[1]d>\n", level, strings.Trim(notInID.ReplaceAllString(strings.ToLower(title), "-"), "-"), title)
		case line != "":
			fmt.Fprintf(&body, "<p>%s</p>\n", markdownLink.ReplaceAllString(line, `<a href="$2">$1</a>`))
		}
	}
	return body.String()
}
