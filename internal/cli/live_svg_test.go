package cli_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

// TestLiveSVGFiles reads the SVG files that a page uses, for their links and for the ids
// that fragments ask of them.
func TestLiveSVGFiles(t *testing.T) {
	t.Parallel()
	const svg = "image/svg+xml"
	s := serve(t, site{
		"/": page(`<svg><use href="#late"/><use href="sprite.svg#icon"/><use href="sprite.svg#missing"/></svg>` +
			`<img src="picture.svg#only-dark"><object data="object.svg#object"></object><a href="drawing#box">box</a><a href="drawing#nobox">no box</a>` +
			`<svg><use href="#both"/></svg><a href="#both">both</a><a href="still.html">still</a><script src="app.js"></script>`),
		"/still.html":  page(`<svg><use href="#never"/></svg><script type="application/ld+json">{}</script>`),
		"/app.js":      typed("text/javascript", ""),
		"/sprite.svg":  typed(svg, `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="icon"/><use href="#icon"/><use href="#gone"/></svg>`),
		"/picture.svg": typed(svg, `<svg><image href="lost.png"/></svg>`),
		"/object.svg":  typed(svg, `<svg id="object"><a href="still.html"/></svg>`),
		"/drawing":     typed(svg, `<svg><a id="box" xlink:href="lost.html"><text>lost</text></a></svg>`),
	})
	r := check(t, s.URL+"/")
	r.found(t, failed, map[string]link.Reason{
		"/sprite.svg#missing": link.FragmentNotFound, "/sprite.svg#gone": link.FragmentNotFound, "/drawing#nobox": link.FragmentNotFound,
		"/#both": link.FragmentNotFound, "/still.html#never": link.FragmentNotFound, "/#late": link.FragmentNotFound,
		"/lost.png": link.NotFound, "/lost.html": link.NotFound,
	})
	r.pages(t, 2)
	for target, want := range map[string]link.Verdict{"/#late": link.Unverified, "/#both": link.Broken, "/still.html#never": link.Broken} {
		if got := r.finding(t, target).Verdict; got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
	}
}
