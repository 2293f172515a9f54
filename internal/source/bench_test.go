package source

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// brokenSite writes the sources of a site and the site into a directory, and returns the
// report of it. One link in ten of the broken ones, but at most ten, is in a layout, and so
// on every page. The others are each in a page of its own.
func brokenSite(b *testing.B, dir string, pages, broken int) *link.Report {
	b.Helper()
	write := func(name, content string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	shared := min(broken/10, 10)
	r := &link.Report{Mode: link.Directory}
	var layout strings.Builder
	for i := range broken {
		target := fmt.Sprintf("/gone/page-%d/", i)
		r.Findings = append(r.Findings, internal(target))
		if i < shared {
			fmt.Fprintf(&layout, "<li><a href=\"%s\">To %d</a>\n", target, i)
		}
	}
	write("layouts/nav.html", "<nav>\n"+layout.String()+"</nav>\n{{ .Content }}\n")
	at := func(i, page int, line int, text string) {
		f := &r.Findings[i]
		o := anchor(fmt.Sprintf("/part-%d/page-%d/", page/25, page), f.Target, text)
		o.File, o.Line, o.Column = filepath.Join(dir, "public", o.Page, "index.html"), line, len("<li><a href=\"")+1
		f.Occurrences = append(f.Occurrences, o)
	}
	for page := range pages {
		var text, built strings.Builder
		built.WriteString("<!doctype html><nav>\n" + layout.String() + "</nav><main>\n")
		for i := range shared {
			at(i, page, i+2, fmt.Sprintf("To %d", i))
		}
		line := shared + 3
		for paragraph := range 20 {
			prose, to := strings.Repeat("Some words of a text that says little. ", 6), (page*7+paragraph*31)%pages
			fmt.Fprintf(&text, "## Heading %d\n\n%s[a page](/part-%d/page-%d/) follows.\n\n", paragraph, prose, to/25, to)
			fmt.Fprintf(&built, "<h2>Heading %d</h2>\n<p>%s<a href=\"/part-%d/page-%d/\">a page</a> follows.</p>\n", paragraph, prose, to/25, to)
			line += 2
		}
		for i := shared + page; i < broken; i += pages {
			fmt.Fprintf(&text, "- [wrong](/gone/page-%d/)\n", i)
			fmt.Fprintf(&built, "<li><a href=\"/gone/page-%d/\">wrong</a>\n", i)
			at(i, page, line, "wrong")
			line++
		}
		name := fmt.Sprintf("part-%d/page-%d", page/25, page)
		write("content/"+name+".md", "---\ntitle: A page\n---\n"+text.String())
		write("public/"+name+"/index.html", built.String()+"</main>\n")
	}
	return r
}

// BenchmarkMap maps 1,000 broken targets to 5,000 sources.
func BenchmarkMap(b *testing.B) {
	dir := b.TempDir()
	r := brokenSite(b, dir, 5000, 1000)
	opt := Options{Dir: dir, Built: filepath.Join(dir, "public"), Jobs: 2}
	b.ReportAllocs()
	named := 0
	for b.Loop() {
		named = 0
		for i := range r.Findings {
			for j := range r.Findings[i].Occurrences {
				r.Findings[i].Occurrences[j].Source = nil
			}
		}
		if err := Map(b.Context(), r, opt); err != nil {
			b.Fatal(err)
		}
		for i := range r.Findings {
			for _, o := range r.Findings[i].Occurrences {
				if o.Source != nil {
					named++
				}
			}
		}
	}
	b.ReportMetric(float64(named), "lines")
}
