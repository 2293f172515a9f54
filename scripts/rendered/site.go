package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// perPage is how many findings a page of the site has.
const perPage = 10

// writeSite writes a site with n broken targets, and its sources in Markdown. One of more
// than ten is in the baseline.
func writeSite(dir string, n int) error {
	files := map[string]string{
		"site/index.html":       "<!doctype html>\n<title>Home</title>\n<h1 id=top>Home</h1>\n<a href=#top>up</a>\n",
		"site/guide/index.html": "<!doctype html>\n<title>Guide</title>\n<h2 id=on-linux>On Linux</h2>\n",
		"event.json":            "{}",
	}
	for page := range (n + perPage - 1) / perPage {
		html, markdown := "<!doctype html>\n<title>Page</title>\n", "# Page\n\n"
		for i := page * perPage; i < min(n, (page+1)*perPage); i++ {
			to := target(i)
			html += fmt.Sprintf("<p><a href=\"%s\">link %d</a></p>\n", to, i)
			markdown += fmt.Sprintf("[link %d](%s)\n\n", i, to)
		}
		files[fmt.Sprintf("site/docs/page-%03d/index.html", page)] = html
		files[fmt.Sprintf("content/docs/page-%03d.md", page)] = markdown
	}
	known, err := json.Marshal(map[string]any{"schema": "linkvet.report/1", "findings": []any{}})
	if err != nil {
		return err
	}
	files["known.json"] = string(known)
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// target is where broken link i leads: to a missing page, a missing anchor, or a page with
// a long name.
func target(i int) string {
	switch i % 3 {
	case 0:
		return fmt.Sprintf("/guide/step-%d/", i)
	case 1:
		return fmt.Sprintf("/guide/#linux-%d", i)
	}
	return fmt.Sprintf("/reference/%s/method-%d.html", strings.Repeat("a-long-name-", 4), i)
}
