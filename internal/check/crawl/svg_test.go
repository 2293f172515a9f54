package crawl_test

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/testutil/livetest"
)

// TestLiveSVGFiles reads the SVG files that a page uses, for their links and for the ids
// that fragments ask of them.
func TestLiveSVGFiles(t *testing.T) {
	t.Parallel()
	const svg = "image/svg+xml"
	s := livetest.Serve(t, livetest.Site{
		"/": livetest.Page(`<svg><use href="#late"/><use href="sprite.svg#icon"/><use href="sprite.svg#missing"/></svg>` +
			`<img src="picture.svg#only-dark"><object data="object.svg#object"></object><a href="drawing#box">box</a><a href="drawing#nobox">no box</a>` +
			`<svg><use href="#both"/></svg><a href="#both">both</a><a href="still.html">still</a><script src="app.js"></script>`),
		"/still.html":  livetest.Page(`<svg><use href="#never"/></svg><script type="application/ld+json">{}</script>`),
		"/app.js":      livetest.Typed("text/javascript", ""),
		"/sprite.svg":  livetest.Typed(svg, `<svg xmlns="http://www.w3.org/2000/svg"><symbol id="icon"/><use href="#icon"/><use href="#gone"/></svg>`),
		"/picture.svg": livetest.Typed(svg, `<svg><image href="lost.png"/></svg>`),
		"/object.svg":  livetest.Typed(svg, `<svg id="object"><a href="still.html"/></svg>`),
		"/drawing":     livetest.Typed(svg, `<svg><a id="box" xlink:href="lost.html"><text>lost</text></a></svg>`),
	})
	r := livetest.Check(t, s.URL+"/")
	r.Found(t, livetest.Failed, map[string]link.Reason{
		"/sprite.svg#missing": link.FragmentNotFound, "/sprite.svg#gone": link.FragmentNotFound, "/drawing#nobox": link.FragmentNotFound,
		"/#both": link.FragmentNotFound, "/still.html#never": link.FragmentNotFound, "/#late": link.FragmentNotFound,
		"/lost.png": link.NotFound, "/lost.html": link.NotFound,
	})
	r.Pages(t, 2)
	for target, want := range map[string]link.Verdict{"/#late": link.Unverified, "/#both": link.Broken, "/still.html#never": link.Broken} {
		if got := r.Finding(t, target).Verdict; got != want {
			t.Errorf("%s is %s, want %s", target, got, want)
		}
	}
}
