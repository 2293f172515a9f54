//go:build linux

package main

import (
	"bufio"
	"fmt"
	"strings"
)

// pages are single pages. Of one with more than 64 MiB nothing is read, of one with
// more than a million links no more than these, and a run ends after 200,000 broken
// links: each of that is incomplete, so cases which meet such a bound on their way to
// their full size may end in two ways.
func pages() []hostile {
	const million = 1_000_000
	cases := []hostile{
		{
			name: "page on one line", size: 100 * million, unit: "bytes", ends: ends(failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				fill(w, "<p>words and <b>more</b> words &amp; so on</p>", size)
				_, _ = w.WriteString(`<a href="gone">last</a>`)
			}),
		},
		{
			name: "page on one line, as large as is read", size: 67 * million, unit: "bytes", ends: ends(failed),
			make: one(func(w *bufio.Writer, size int) {
				fill(w, "<p>words and <b>more</b> words &amp; so on</p>", size)
				_, _ = w.WriteString(`<a href="gone">last</a>`)
			}),
		},
		{
			name: "link at the end of each of many columns", size: 100 * million, unit: "bytes", ends: ends(failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				// As many places as a report shows, and all on one long line.
				fill(w, `<a href=gone>`+strings.Repeat("é", 5000)+`</a>`, size)
			}),
		},
		{
			name: "ten million links and ids", size: 10 * million, unit: "links", ends: ends(incomplete),
			make: one(linksAndIDs),
		},
		{
			name: "as many links and ids as are read", size: million - 1, unit: "links", ends: ends(clean),
			make: one(linksAndIDs),
		},
		{
			name: "ten million fragments that are missing", size: 10 * million, unit: "links", ends: ends(failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				for i := range size {
					_, _ = fmt.Fprintf(w, "<a href=#%s>", name(i))
				}
			}),
		},
		{
			name: "ten million links to nothing", size: 10 * million, unit: "links", ends: ends(failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				for i := range size {
					_, _ = fmt.Fprintf(w, "<a href=%s>", name(i))
				}
			}),
		},
		{
			name: "ten million links to one missing page", size: 10 * million, unit: "links", ends: ends(failed, incomplete),
			make: one(func(w *bufio.Writer, size int) { repeat(w, "<a href=gone>", size) }),
		},
		{
			name: "ten million external links", size: 10 * million, unit: "links", ends: ends(clean, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				for i := range size {
					_, _ = fmt.Fprintf(w, "<a href=//a/%s>", name(i))
				}
			}),
		},
		{
			name: "a million links to queries of one page", size: million, unit: "links", ends: ends(clean, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				for i := range size {
					_, _ = fmt.Fprintf(w, "<a href=/?%s>", name(i))
				}
			}),
		},
		{
			name: "long base, many links", size: 10 * million, unit: "bytes", ends: ends(clean, failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				_, _ = w.WriteString("<base href='/")
				fill(w, "abc/", size/2)
				_, _ = w.WriteString("'>")
				for i := range size / 20 {
					_, _ = fmt.Fprintf(w, "<a href=%s>", name(i))
				}
			}),
		},
		{
			name: "dot segments", size: 10 * million, unit: "bytes", ends: ends(clean, failed),
			make: one(func(w *bufio.Writer, size int) {
				_, _ = w.WriteString("<a href='")
				fill(w, "a/../", size/2)
				_, _ = w.WriteString("'><a href='")
				fill(w, "a/b/c/./", size/4)
				fill(w, "../", size/4)
				_, _ = w.WriteString("'>")
			}),
		},
		{
			name: "srcset of a million candidates", size: million, unit: "candidates", ends: ends(failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				_, _ = w.WriteString("<img alt='' src=/ srcset='")
				for i := range size {
					_, _ = fmt.Fprintf(w, "%s %dw, ", name(i), i+1)
				}
				_, _ = w.WriteString("'>")
			}),
		},
		{
			name: "srcset of commas and brackets", size: 30 * million, unit: "bytes", ends: ends(clean, failed),
			make: one(func(w *bufio.Writer, size int) {
				_, _ = w.WriteString("<img alt='' srcset='/ 1x")
				fill(w, " (,", size)
				_, _ = w.WriteString("'>")
			}),
		},
		{
			name: "element of ten million attributes", size: 10 * million, unit: "attributes", ends: ends(clean),
			make: one(func(w *bufio.Writer, size int) {
				_, _ = w.WriteString("<a ")
				for i := range size {
					_, _ = w.WriteString(name(i) + " ")
				}
				_, _ = w.WriteString("href=/>")
			}),
		},
		{
			name: "page of 250 MB, sixteen at once", size: 0, ends: ends(clean, failed, incomplete),
			args: []string{"--external=false", "--jobs=16", "site"},
			make: func(p *place, _ int) {
				p.good()
				for i := range 16 {
					p.sparse("site/"+name(i)+".html", "<a href=gone>gone</a>", 250*million)
				}
			},
		},
		{
			// Each byte becomes three, and the pages have a gigabyte together.
			name: "pages as large as are read, sixteen at once", size: 66 * million, unit: "bytes", ends: ends(clean),
			args: []string{"--external=false", "--jobs=16", "site"}, env: []string{"GOMAXPROCS=16"},
			make: func(p *place, size int) {
				p.good()
				for i := range 16 {
					p.stream("site/"+name(i)+".html", func(w *bufio.Writer) { fill(w, "\x80", size) })
				}
			},
		},
		{
			name: "pages of ids, sixteen at once", size: 66 * million, unit: "bytes", ends: ends(clean, incomplete),
			args: []string{"--external=false", "--jobs=16", "site"}, env: []string{"GOMAXPROCS=16"},
			make: func(p *place, size int) {
				p.good()
				for i := range 16 {
					p.stream("site/"+name(i)+".html", func(w *bufio.Writer) {
						for j := range size / 14 {
							_, _ = fmt.Fprintf(w, "<p id=%s>", name(i*size+j))
						}
					})
				}
			},
		},
	}
	for _, attribute := range []string{"href", "id", "class", "style", "srcdoc", "rel"} {
		cases = append(cases, hostile{
			name: "100 MB in " + attribute, size: 100 * million, unit: "bytes", ends: ends(clean, failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				_, _ = fmt.Fprintf(w, "<a href=/ %s='/", attribute)
				fill(w, "abcdefghi ", size)
				_, _ = w.WriteString("'>text</a>")
			}),
		})
	}
	// What begins without an end, ends without a beginning, nests, or alternates.
	for _, text := range []string{
		"<", "<a", "</", "<!--", "<div>", "</div>", "<a href=/>", "<template>", "<svg><math>", "<table><td>", "<b><i></b>", "<select><option>",
		"&", "&amp", "&#x", "<script><!--", "<style>@import ", "<base href=/>", "<form>", "<map name=a>", "\x00", "\r", "<p>\xff",
		"<noscript><p>", "<iframe srcdoc='&lt;iframe srcdoc=", "<textarea><title>", "<![CDATA[", "<?xml ", "<plaintext>", "<frameset>",
	} {
		cases = append(cases, hostile{
			name: fmt.Sprintf("repeated %q", text), size: 20 * million, unit: "bytes", ends: ends(clean, failed, incomplete),
			make: one(func(w *bufio.Writer, size int) { fill(w, text, size) }),
		})
	}
	return cases
}

// linksAndIDs writes links to the places where they stand.
func linksAndIDs(w *bufio.Writer, size int) {
	for i := range size {
		_, _ = fmt.Fprintf(w, "<a id=%s href=#%[1]s>", name(i))
	}
}

// one makes a site of one page, in which write puts what does harm.
func one(write func(w *bufio.Writer, size int)) func(*place, int) {
	return func(p *place, size int) {
		p.stream("site/index.html", func(w *bufio.Writer) {
			_, _ = w.WriteString("<!doctype html><title>t</title><a href=/>home</a>")
			write(w, size)
		})
	}
}
