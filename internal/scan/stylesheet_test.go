package scan

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestCSSFindsLinks(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{name: "quotes and none", src: `p{background:url(¦a), url("¦b"), url('¦c')}`, want: []string{"css@url a", "css@url b", "css@url c"}},
		{name: "space", src: "p{background:url( \n¦a\t), url(\f'¦b' )}", want: []string{"css@url a", "css@url b"}},
		{name: "case", src: `p{background:URL(¦a), Url("¦b")}`, want: []string{"css@url a", "css@url b"}},
		{name: "fonts", src: `@font-face{src:url(¦a.eot?#iefix) format("n"),url(¦b.woff2)}`, want: []string{"css@url a.eot?#iefix", "css@url b.woff2"}},
		{name: "in rules in rules", src: `@media (x){@supports (y){p{&:hover{background:url(¦a)}}}}`, want: []string{"css@url a"}},
		{name: "custom properties", src: `:root{--a:url(¦a)}`, want: []string{"css@url a"}},
		{name: "src", src: `p{background:src("¦a"),src(var(--n))}`, want: []string{"css@url a"}},
		{name: "modifiers", src: `p{background:url("¦a" crossorigin("n"))}`, want: []string{"css@url a"}},
		{name: "sets", src: `p{background:image-set("¦a" 1x, url(¦b) 2x type("image/n"), url("¦c"), '¦d' type('n'))}`, want: []string{"css@url a", "css@url b", "css@url c", "css@url d"}},
		{name: "sets of old", src: `p{background:-webkit-image-set("¦a" 1x)}`, want: []string{"css@url a"}},
		{name: "sets with gradients", src: `p{background:image-set(linear-gradient(#fff, "n") 1x, "¦a" 2x)}`, want: []string{"css@url a"}},
		{name: "data", src: `p{background:url(¦data:image/svg+xml;base64,AAA=)}`, want: []string{"css@url data:image/svg+xml;base64,AAA="}},
		{name: "fragments", src: `p{fill:url(#n);mask:url("#n");filter:url( '#n' );clip-path:url(¦a#b)}`, want: []string{"css@url a#b"}},
		{name: "nothing", src: `p{background:url(),url(""),url( ),url(' ')}`},
		{name: "byte order mark", src: "\ufeffp{background:url(¦a)}", want: []string{"css@url a"}},
		{name: "multibyte text", src: "p::before{content:'日本'}é{background:url(¦é)}", want: []string{"css@url é"}},
		{name: "CR LF", src: "p{\r\n\tbackground:\r\nurl(¦a)\r\n}", want: []string{"css@url a"}},
	})
}

func TestCSSFindsImports(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{name: "forms", src: `@import "¦a";@import '¦b' print;@import url(¦c);@IMPORT url("¦d") layer(x) supports(display: grid) screen;@import src("¦e")`, want: []string{"css@import a css", "css@import b css", "css@import c css", "css@import d css", "css@import e css"}},
		{name: "no space", src: `@import"¦a";@import/**/"¦b";`, want: []string{"css@import a css", "css@import b css"}},
		{name: "behind rules that may come first", src: `@charset "n";@layer a, b;<!-- @import "¦a"; --> @import "¦b";`, want: []string{"css@import a css", "css@import b css"}},
		{name: "behind rules", src: `p{}@import "n";`},
		{name: "behind a namespace", src: `@namespace url(n);@import "n";`},
		{name: "in rules", src: `@media x{@import "n";}`},
		{name: "in brackets", src: `(@import "n")`},
		{name: "what goes before", src: `@import x "n" url(n);`},
		{name: "escapes", src: `@\69mport "¦a\62"`, want: []string{"css@import ab css"}},
		{name: "conditions", src: `@import "¦a" supports(background: url(n));p{background:url(¦b)}`, want: []string{"css@import a css", "css@url b"}},
	})
}

func TestCSSTakesNoLinkFromOtherPlaces(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{name: "comments", src: `/* url(n) */p/*{*/{background:/*url(n)*/url(¦a)/*`, want: []string{"css@url a"}},
		{name: "no comments in URLs", src: `p{background:url(¦a/*b*/)}`, want: []string{"css@url a/*b*/"}},
		{name: "strings", src: `p{content:"url(n)";quotes:'\'url(n)' "\"url(n)"}`},
		{name: "names of other functions", src: `p{background:xurl("n"),url-prefix("n"),-url("n"),url_("n"),#url("n")}`},
		{name: "units", src: `p{width:1url("n");width:1e3url("n");width:.5URL("n")}`},
		{name: "names in brackets", src: `p{background:url ("n")}`},
		{name: "preludes", src: `@namespace x url(n);@namespace "n";@document url(n), url-prefix("n"){p{background:url(¦a)}}@supports (background:url(n)) and (x){}@x url("n")`, want: []string{"css@url a"}},
		{name: "a prelude at the end of a rule", src: `@media x{@y url(n)}p{background:url(¦a)}`, want: []string{"css@url a"}},
		{name: "a prelude with brackets", src: `@x (;{}) [;] url(n);p{background:url(¦a)}`, want: []string{"css@url a"}},
		{name: "at in values", src: `p{background:rgb(@x) url(¦a)}`, want: []string{"css@url a"}},
	})
}

func TestCSSRecoversFromBadURLs(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{name: "space inside", src: `p{background:url(n n);color:url(¦a)}`, want: []string{"css@url a"}},
		{name: "quotes inside", src: `p{background:url(n"n);color:url(n'n) url(¦a)}`, want: []string{"css@url a"}},
		{name: "brackets inside", src: `p{background:url(n(n);color:url(¦a)}`, want: []string{"css@url a"}},
		{name: "controls inside", src: "p{background:url(n\x01n) url(n\x7fn) url(¦a)}", want: []string{"css@url a"}},
		{name: "escaped brackets in a bad one", src: `p{background:url(n n\) url(n) url(¦a)}`, want: []string{"css@url a"}},
		{name: "a bad escape", src: "p{background:url(n\\\nn) url(¦a)}", want: []string{"css@url a"}},
		{name: "an end of line in a string", src: "p{background:url(\"n\n); color:url(¦a)}", want: []string{"css@url a"}},
		{name: "an end of line hidden", src: "p{background:url(\"¦a\\\nb\\\r\nc\")}", want: []string{"css@url abc"}},
		{name: "the end in a URL", src: `p{background:url(¦a`, want: []string{"css@url a"}},
		{name: "the end in space", src: `p{background:url(¦a `, want: []string{"css@url a"}},
		{name: "the end in a string", src: `p{background:url("¦a`, want: []string{"css@url a"}},
		{name: "the end behind a backslash", src: `p{background:url("¦a\`, want: []string{"css@url a\ufffd"}},
		{name: "the end in a bad URL", src: `p{background:url(n n`},
		{name: "wrong brackets", src: `p{background:rgb(} url(¦a)) ]}url("¦b")`, want: []string{"css@url a", "css@url b"}},
	})
}

func TestCSSDecodesEscapes(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{name: "numbers", src: `p{background:url(¦\61 b\000063d\0065f)}`, want: []string{"css@url abcd\u065f"}},
		{name: "characters", src: `p{background:url(¦a\(b\)\ c\é\"), url("¦\"\'\z")}`, want: []string{`css@url a(b) cé"`, `css@url "'z`}},
		{name: "space behind numbers", src: "p{background:url(¦\\61\r\nb\\62\tc\\63\nd)}", want: []string{"css@url abbccd"}},
		{name: "no code points", src: `p{background:url(¦\0 \d800 \110000 \ffffff)}`, want: []string{"css@url \ufffd\ufffd\ufffd\ufffd"}},
		{name: "the name", src: `p{background:\75 r\6c(¦a), u\72l("¦b"), \75RL(¦c)}`, want: []string{"css@url a", "css@url b", "css@url c"}},
		{name: "NULs", src: "p{background:url(¦a\x00b\\\x00c)}", want: []string{"css@url a\ufffdb\ufffdc"}},
	})
}
