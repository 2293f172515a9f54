//go:build linux

package main

import (
	"bufio"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// styles are stylesheets.
func styles() []hostile {
	cases := []hostile{{
		name: "chain of stylesheets that import the next", size: 100_000, unit: "files", ends: ends(failed),
		make: func(p *place, size int) {
			p.page("site/index.html", `<link rel=stylesheet href=/0.css>`)
			for i := range size {
				p.file(fmt.Sprintf("site/%d.css", i), fmt.Sprintf("@import url(%d.css);", i+1))
			}
		},
	}}
	for _, text := range []string{"url(", "url(a)", "{", "}", "/*", "@import ", "'", `\`, "(", "@media{", "@import url(a) ("} {
		cases = append(cases, hostile{
			name: fmt.Sprintf("stylesheet of %q", text), size: 20_000_000, unit: "bytes", ends: ends(clean, failed, incomplete),
			make: func(p *place, size int) {
				p.page("site/index.html", `<link rel=stylesheet href=/a.css>`)
				p.stream("site/a.css", func(w *bufio.Writer) { fill(w, text, size) })
			},
		})
	}
	return cases
}

// laughs are the entities of XML that stand for ten times what they are made of, nine
// times over.
func laughs() string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE lolz [<!ENTITY l0 \"lol\">")
	for i := range 9 {
		fmt.Fprintf(&b, "<!ENTITY l%d \"%s\">", i+1, strings.Repeat(fmt.Sprintf("&l%d;", i), 10))
	}
	b.WriteString("]>")
	return b.String()
}

// documents are what else of a site is read for its links.
func documents() []hostile {
	var cases []hostile
	bodies := map[string]string{
		"sitemap.xml": "<urlset><url><loc>https://example.com/&l9;</loc></url></urlset>",
		"feed.xml":    "<rss><channel><item><link>/&l9;</link></item></channel></rss>",
		"a.xhtml":     `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>&l9;</title></head><body><a href="/&l9;">t</a></body></html>`,
		"a.svg":       `<svg xmlns="http://www.w3.org/2000/svg"><a href="/&l9;"><text>t</text></a></svg>`,
	}
	for _, file := range slices.Sorted(maps.Keys(bodies)) {
		text := bodies[file]
		cases = append(cases, hostile{
			name: "entities that multiply in " + file, ends: ends(clean, failed, incomplete),
			make: func(p *place, _ int) {
				p.good()
				p.file("site/"+file, `<?xml version="1.0"?>`+laughs()+text)
			},
		}, hostile{
			name: "nested elements in " + file, size: 10_000_000, unit: "elements", ends: ends(clean, failed, incomplete),
			make: func(p *place, size int) {
				p.good()
				open, _, _ := strings.Cut(text, ">")
				p.stream("site/"+file, func(w *bufio.Writer) {
					_, _ = w.WriteString(open + ">")
					repeat(w, "<a>", size)
				})
			},
		})
	}
	for _, nested := range []string{"[", `{"a":`, `[{"url":`} {
		for _, file := range []string{"site.webmanifest", "feed.json"} {
			cases = append(cases, hostile{
				name: fmt.Sprintf("%s of nested %s", file, nested), size: 5_000_000, unit: "levels", ends: ends(clean, failed, incomplete),
				make: func(p *place, size int) {
					p.page("site/index.html", `<link rel=manifest href=/site.webmanifest><link rel=alternate type=application/feed+json href=/feed.json>`)
					p.good()
					p.stream("site/"+file, func(w *bufio.Writer) {
						_, _ = w.WriteString(`{"version":"https://jsonfeed.org/version/1.1","items":`)
						repeat(w, nested, size)
					})
				},
			})
		}
		cases = append(cases, hostile{
			name: "linked data of nested " + nested, size: 5_000_000, unit: "levels", ends: ends(clean, failed, incomplete),
			make: one(func(w *bufio.Writer, size int) {
				_, _ = w.WriteString(`<script type=application/ld+json>`)
				repeat(w, nested, size)
				_, _ = w.WriteString(`</script>`)
			}),
		})
	}
	return append(cases,
		hostile{
			// A run ends after 200,000 broken links.
			name: "sitemap of a million URLs", size: 1_000_000, unit: "URLs", ends: ends(failed, incomplete),
			args: []string{"--external=false", "--site-url=https://example.com/", "site"},
			make: func(p *place, size int) {
				p.good()
				p.stream("site/sitemap.xml", func(w *bufio.Writer) {
					_, _ = w.WriteString("<urlset>")
					for i := range size {
						_, _ = fmt.Fprintf(w, "<url><loc>https://example.com/%s</loc></url>", name(i))
					}
					_, _ = w.WriteString("</urlset>")
				})
			},
		},
		hostile{
			name: "packed sitemap of 10 GB", ends: ends(incomplete),
			make: func(p *place, _ int) {
				p.good()
				p.stream("site/sitemap.xml.gz", func(w *bufio.Writer) { bomb(w, "<urlset>", 10_000_000_000) })
				p.stream("site/sitemap.xml", func(w *bufio.Writer) { bomb(w, "<urlset>", 10_000_000_000) })
			},
		},
		hostile{
			name: "hundreds of packed sitemaps of 60 MB", size: 200, unit: "files", ends: ends(clean, failed, incomplete),
			make: func(p *place, size int) {
				p.good()
				for i := range size {
					p.stream(fmt.Sprintf("site/sitemap-%d.xml", i), func(w *bufio.Writer) { bomb(w, "<urlset>", 60_000_000) })
				}
			},
		},
		hostile{
			name: "robots.txt of 100 MB", size: 100_000_000, unit: "bytes", ends: ends(clean, failed, incomplete),
			make: func(p *place, size int) {
				p.good()
				p.stream("site/robots.txt", func(w *bufio.Writer) { fill(w, "Sitemap: /gone.xml\n", size) })
			},
		},
	)
}

// bomb writes size bytes of nothing, packed, behind text.
func bomb(w *bufio.Writer, text string, size int) {
	_, _ = w.WriteString("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff") // the head of gzip's format
	inflating(w, text, size)
}

// inflating writes text and size zeroes, packed. What follows the first zeroes is
// packed once and repeated, as it takes long. There is no checksum behind it: whoever
// gets there has unpacked all.
func inflating(w io.Writer, text string, size int) {
	const block = 1 << 20
	var out bytes.Buffer
	packed, _ := flate.NewWriter(&out, flate.BestCompression) // the level is valid
	_, _ = packed.Write([]byte(text))
	_, _ = packed.Write(make([]byte, block))
	_ = packed.Flush() // it is in memory
	_, _ = w.Write(out.Bytes())
	out.Reset()
	_, _ = packed.Write(make([]byte, block))
	_ = packed.Flush()
	for range size / block {
		if _, err := w.Write(out.Bytes()); err != nil {
			return
		}
	}
	out.Reset()
	_ = packed.Close()
	_, _ = w.Write(out.Bytes())
}
