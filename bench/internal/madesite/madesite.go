// Package madesite writes sites of any size whose links and faults are known.
package madesite

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

const (
	// perFolder is how many pages one folder holds, and perSection how many
	// folders one section does.
	perFolder, perSection = 100, 100
	// faulty is how many pages there are for each that holds a link to a page
	// that is missing and one to a fragment that is.
	faulty = 500
	// headings is how many headings a page has, each with an id.
	headings = 8
	// crossLinks is how many links a page has to headings of pages all over the site.
	crossLinks = 12
)

// Write writes a site of so many pages into dir, which it makes, with so many
// writers at once. The same number of pages gives the same bytes. Each page has
// navigation, headings, prose, and links to fragments of other pages in its own
// folder and in others.
func Write(dir string, pages, writers int) error {
	for i := 1; i < max(pages, 2); i += perFolder {
		if err := os.MkdirAll(filepath.Join(dir, folder(i)), 0o755); err != nil {
			return fmt.Errorf("could not make a site: %w", err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "style.css"), []byte("body{margin:2em}\n"), 0o644); err != nil {
		return fmt.Errorf("could not make a site: %w", err)
	}
	errs := make([]error, writers)
	var group sync.WaitGroup
	for w := range writers {
		group.Go(func() {
			var buf []byte
			for i := w; i < pages && errs[w] == nil; i += writers {
				buf = page(buf[:0], i, pages)
				errs[w] = os.WriteFile(filepath.Join(dir, name(i)), buf, 0o644)
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("could not make a site: %w", err)
		}
	}
	return nil
}

// folder returns where page i is.
func folder(i int) string {
	if i == 0 {
		return ""
	}
	return fmt.Sprintf("section-%d/part-%d", i/(perFolder*perSection), i/perFolder%perSection)
}

// name returns the path of page i, below the root.
func name(i int) string {
	if i == 0 {
		return "index.html"
	}
	return fmt.Sprintf("%s/page-%d.html", folder(i), i)
}

// href returns how a page of another folder than the root's links to page i.
func href(from, i int) string {
	switch {
	case from == 0:
		return name(i)
	case i != 0 && from/perFolder == i/perFolder:
		return fmt.Sprintf("page-%d.html", i)
	}
	return "../../" + name(i)
}

// prose is what stands between headings.
const prose = "<p>Words that a reader came for, with <em>some</em> set apart and <code>code</code> in between, " +
	"long enough that a page is mostly text &amp; little else, as pages of documentation are.</p>\n"

// page appends page i of so many to dst.
func page(dst []byte, i, pages int) []byte {
	random := rand.New(rand.NewPCG(uint64(i), 1))
	up := "../../"
	if i == 0 {
		up = ""
	}
	dst = fmt.Appendf(dst, "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>Page %d</title>"+
		"<link rel=\"stylesheet\" href=\"%sstyle.css\"></head>\n<body>\n", i, up)
	dst = navigation(dst, i, pages)
	dst = append(dst, "<main>\n"...)
	for h := range headings {
		dst = fmt.Appendf(dst, "<h2 id=\"part-%d\">Part %d <a class=\"headerlink\" href=\"#part-%d\">¶</a></h2>\n", h, h, h)
		dst = append(dst, prose...)
		if h*crossLinks/headings == (h+1)*crossLinks/headings {
			continue
		}
		dst = append(dst, "<ul>\n"...)
		for range (h+1)*crossLinks/headings - h*crossLinks/headings {
			to := random.IntN(pages)
			dst = fmt.Appendf(dst, "<li><a class=\"xref\" href=\"%s#part-%d\">see page %d</a></li>\n", href(i, to), random.IntN(headings), to)
		}
		dst = append(dst, "</ul>\n"...)
	}
	if i%faulty == 0 {
		dst = fmt.Appendf(dst, "<p><a href=\"missing-%d.html\">gone</a> <a href=\"#no-part-%d\">renamed</a></p>\n", i, i)
	}
	return append(dst, "</main>\n</body></html>\n"...)
}

// navigation appends what leads from page i to the start page, to the pages
// before and after it, to the first page of each folder near by, and to the first
// of each section: every page can be reached from the start page.
func navigation(dst []byte, i, pages int) []byte {
	dst = append(dst, "<nav><ul>\n"...)
	link := func(to int) {
		if to >= 0 && to < pages {
			dst = fmt.Appendf(dst, "<li><a href=\"%s\">Page %d</a></li>\n", href(i, to), to)
		}
	}
	link(0)
	link(i - 1)
	link(i + 1)
	decade := i / 10 * 10
	for to := decade; to < decade+10; to++ {
		link(to)
	}
	inFolder := i / perFolder * perFolder
	for to := inFolder + 10; to < inFolder+perFolder; to += 10 {
		link(to)
	}
	const section = perFolder * perSection
	// The first page of a section lists its folders, the start page the sections.
	if i%section == 0 {
		for to := i + perFolder; to < i+section; to += perFolder {
			link(to)
		}
	}
	if i == 0 {
		for to := section; to < pages; to += section {
			link(to)
		}
	}
	return append(dst, "</ul></nav>\n"...)
}
