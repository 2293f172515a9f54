package madesite

import (
	"fmt"
	"math/rand/v2"
)

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
