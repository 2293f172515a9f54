package main

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/linkvet/linkvet/internal/redirectrules"
)

// generators are the formats of site generators: each builds a site, which nginx serves.
var generators = map[redirectrules.Format]bool{redirectrules.Jekyll: true, redirectrules.Hugo: true, redirectrules.MkDocs: true}

// numbered returns moves whose pages have plain names, as generators cannot make pages at all
// paths, and the source file of each. Moves of other formats stay as they are.
func numbered(format redirectrules.Format, moves []redirectrules.Move) []redirectrules.Move {
	if !generators[format] {
		return moves
	}
	sources, numbers := map[string]bool{}, map[string]int{}
	for _, m := range moves {
		sources[m.From] = true
	}
	moves = slices.Clone(moves)
	for i := range moves {
		u, err := url.Parse(moves[i].To)
		if err != nil || u.Host != "" || u.Path == "" || sources[u.Path] {
			continue
		}
		if numbers[u.Path] == 0 {
			numbers[u.Path] = len(numbers) + 1
		}
		name := fmt.Sprintf("target/page%d", numbers[u.Path])
		moves[i].To = "/" + name + "/" + suffix(moves[i].To)
		moves[i].Source = "content/" + name + ".md"
		if format == redirectrules.MkDocs {
			moves[i].Source = "docs/" + name + ".md"
		}
	}
	return moves
}

// generated returns the source of a site with the pages to which the moves lead, and the rules.
func generated(format redirectrules.Format, moves []redirectrules.Move, out redirectrules.Output) map[string]string {
	rules := ""
	for _, file := range out.Files {
		rules = file.Text
	}
	files := map[string]string{
		"content/_config.yml":          "plugins: [jekyll-redirect-from]\n",
		"config.toml":                  "baseURL = \"/\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\"]\n",
		"layouts/_default/single.html": "{{ .Content }}",
		"layouts/_default/list.html":   "{{ .Content }}",
		"mkdocs.yml":                   "site_name: test\nuse_directory_urls: true\n" + rules,
		"docs/index.md":                "start\n",
	}
	name := map[redirectrules.Format]string{redirectrules.Jekyll: "permalink", redirectrules.Hugo: "url"}[format]
	for _, m := range moves {
		u, err := url.Parse(m.To)
		if err != nil || m.Source == "" {
			continue
		}
		if format == redirectrules.MkDocs {
			files[m.Source] = "page\n"
			continue
		}
		// The lines for a page follow a comment with its name.
		_, lines, _ := strings.Cut(rules, "\n# "+m.Source+" (")
		_, lines, _ = strings.Cut(lines, "\n")
		lines, _, _ = strings.Cut(lines, "\n\n")
		files[m.Source] = fmt.Sprintf("---\n%s: %q\n%s\n---\npage\n", name, u.Path, lines)
	}
	return files
}

// suffix returns the query and the fragment of a URL.
func suffix(text string) string {
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		return text[i:]
	}
	return ""
}
