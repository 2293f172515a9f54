package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
)

// content returns an answer for page n: no two are the same. What the page has to
// lead to is in each of them, in another order each time.
func (w *world) content(n int) []byte {
	links := []string{anchor("/"), `<link rel=stylesheet href=/style.css>`}
	for i := range children {
		if child := n*children + i + 1; child < w.Pages {
			links = append(links, anchor(w.page(child)))
		}
	}
	for i := range 12 { // the navigation
		links = append(links, anchor(w.page(i*7%w.Pages)))
	}
	for range 8 { // what the reader may want to see too, this time
		links = append(links, anchor(fmt.Sprintf("%s#part-%d", w.page(rand.IntN(n+1)), rand.IntN(parts))))
	}
	if w.hasFresh(n) {
		links = append(links, anchor(fmt.Sprintf("/fresh-%d", n)))
	}
	if n%imageEvery == 5 {
		links = append(links, fmt.Sprintf("<img src=/image-%d alt=it>", n))
	}
	if n%hopEvery == 7 {
		links = append(links, anchor(fmt.Sprintf("/hop-%d-%d", hops, n)))
	}
	if e, ok := w.external(n); ok {
		links = append(links, anchor(w.externalURL(e)))
	}
	if h := rand.IntN(w.Hosts); w.hostKind(h) == goodHost {
		links = append(links, anchor("http://"+w.address(h)+"/"))
	}
	if f, ok := w.plantedAt(n); ok {
		element, _ := w.plantedLink(n, f)
		links = append(links, element)
	}
	return document(fmt.Sprintf("Page %d", n), links)
}

// document returns a page with links, in any order, and some text between them.
func document(title string, links []string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "<!doctype html>\n<html lang=en><meta charset=utf-8><title>%s</title>\n", title)
	rand.Shuffle(len(links), func(i, j int) { links[i], links[j] = links[j], links[i] })
	more := textLength() / max(len(links), parts)
	for i := range max(len(links), parts) {
		if i < parts {
			fmt.Fprintf(&b, "<h2 id=part-%d>%s</h2>\n<p id=at-%x>", i, word(rand.Uint64()), rand.Uint32())
		}
		text(&b, more)
		if i < len(links) {
			b.WriteString(links[i])
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// textLength returns how much text this answer has: a little mostly, a megabyte
// now and then.
func textLength() int {
	switch x := rand.IntN(2000); {
	case x == 0:
		return 1 << 20
	case x < 40:
		return 100 << 10
	case x < 600:
		return 6<<10 + rand.IntN(24<<10)
	}
	return 1<<10 + rand.IntN(5<<10)
}

// text writes about n bytes of words.
func text(b *bytes.Buffer, n int) {
	for end := b.Len() + n; b.Len() < end; {
		x := rand.Uint64()
		for range 8 {
			b.WriteString(word(x & 0xff))
			b.WriteByte(' ')
			x >>= 8
		}
	}
}
