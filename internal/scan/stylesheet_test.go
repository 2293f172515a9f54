package scan

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestCSSFindsLinks(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{"quotes and none", `p{background:url(¦a), url("¦b"), url('¦c')}`, []string{"css@url a", "css@url b", "css@url c"}},
		{"space", "p{background:url( \n¦a\t), url(\f'¦b' )}", []string{"css@url a", "css@url b"}},
		{"case", `p{background:URL(¦a), Url("¦b")}`, []string{"css@url a", "css@url b"}},
		{"fonts", `@font-face{src:url(¦a.eot?#iefix) format("n"),url(¦b.woff2)}`, []string{"css@url a.eot?#iefix", "css@url b.woff2"}},
		{"in rules in rules", `@media (x){@supports (y){p{&:hover{background:url(¦a)}}}}`, []string{"css@url a"}},
		{"custom properties", `:root{--a:url(¦a)}`, []string{"css@url a"}},
		{"src", `p{background:src("¦a"),src(var(--n))}`, []string{"css@url a"}},
		{"modifiers", `p{background:url("¦a" crossorigin("n"))}`, []string{"css@url a"}},
		{"sets", `p{background:image-set("¦a" 1x, url(¦b) 2x type("image/n"), url("¦c"), '¦d' type('n'))}`, []string{"css@url a", "css@url b", "css@url c", "css@url d"}},
		{"sets of old", `p{background:-webkit-image-set("¦a" 1x)}`, []string{"css@url a"}},
		{"sets with gradients", `p{background:image-set(linear-gradient(#fff, "n") 1x, "¦a" 2x)}`, []string{"css@url a"}},
		{"data", `p{background:url(¦data:image/svg+xml;base64,AAA=)}`, []string{"css@url data:image/svg+xml;base64,AAA="}},
		{"fragments", `p{fill:url(#n);mask:url("#n");filter:url( '#n' );clip-path:url(¦a#b)}`, []string{"css@url a#b"}},
		{"nothing", `p{background:url(),url(""),url( ),url(' ')}`, nil},
		{"byte order mark", "\ufeffp{background:url(¦a)}", []string{"css@url a"}},
		{"multibyte text", "p::before{content:'日本'}é{background:url(¦é)}", []string{"css@url é"}},
		{"CR LF", "p{\r\n\tbackground:\r\nurl(¦a)\r\n}", []string{"css@url a"}},
	})
}

func TestCSSFindsImports(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{"forms", `@import "¦a";@import '¦b' print;@import url(¦c);@IMPORT url("¦d") layer(x) supports(display: grid) screen;@import src("¦e")`, []string{"css@import a css", "css@import b css", "css@import c css", "css@import d css", "css@import e css"}},
		{"no space", `@import"¦a";@import/**/"¦b";`, []string{"css@import a css", "css@import b css"}},
		{"behind what may stand before", `@charset "n";@layer a, b;<!-- @import "¦a"; --> @import "¦b";`, []string{"css@import a css", "css@import b css"}},
		{"behind rules", `p{}@import "n";`, nil},
		{"behind a namespace", `@namespace url(n);@import "n";`, nil},
		{"in rules", `@media x{@import "n";}`, nil},
		{"in brackets", `(@import "n")`, nil},
		{"what goes before", `@import x "n" url(n);`, nil},
		{"escapes", `@\69mport "¦a\62"`, []string{"css@import ab css"}},
		{"conditions", `@import "¦a" supports(background: url(n));p{background:url(¦b)}`, []string{"css@import a css", "css@url b"}},
	})
}

func TestCSSTakesNoLinkFromOtherPlaces(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{"comments", `/* url(n) */p/*{*/{background:/*url(n)*/url(¦a)/*`, []string{"css@url a"}},
		{"no comments in URLs", `p{background:url(¦a/*b*/)}`, []string{"css@url a/*b*/"}},
		{"strings", `p{content:"url(n)";quotes:'\'url(n)' "\"url(n)"}`, nil},
		{"names of other functions", `p{background:xurl("n"),url-prefix("n"),-url("n"),url_("n"),#url("n")}`, nil},
		{"units", `p{width:1url("n");width:1e3url("n");width:.5URL("n")}`, nil},
		{"names in brackets", `p{background:url ("n")}`, nil},
		{"preludes", `@namespace x url(n);@namespace "n";@document url(n), url-prefix("n"){p{background:url(¦a)}}@supports (background:url(n)) and (x){}@x url("n")`, []string{"css@url a"}},
		{"a prelude at the end of a rule", `@media x{@y url(n)}p{background:url(¦a)}`, []string{"css@url a"}},
		{"a prelude with brackets", `@x (;{}) [;] url(n);p{background:url(¦a)}`, []string{"css@url a"}},
		{"at in values", `p{background:rgb(@x) url(¦a)}`, []string{"css@url a"}},
	})
}

func TestCSSRecoversFromBadURLs(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{"space inside", `p{background:url(n n);color:url(¦a)}`, []string{"css@url a"}},
		{"quotes inside", `p{background:url(n"n);color:url(n'n) url(¦a)}`, []string{"css@url a"}},
		{"brackets inside", `p{background:url(n(n);color:url(¦a)}`, []string{"css@url a"}},
		{"controls inside", "p{background:url(n\x01n) url(n\x7fn) url(¦a)}", []string{"css@url a"}},
		{"escaped brackets in a bad one", `p{background:url(n n\) url(n) url(¦a)}`, []string{"css@url a"}},
		{"a bad escape", "p{background:url(n\\\nn) url(¦a)}", []string{"css@url a"}},
		{"an end of line in a string", "p{background:url(\"n\n); color:url(¦a)}", []string{"css@url a"}},
		{"an end of line hidden", "p{background:url(\"¦a\\\nb\\\r\nc\")}", []string{"css@url abc"}},
		{"the end in a URL", `p{background:url(¦a`, []string{"css@url a"}},
		{"the end in space", `p{background:url(¦a `, []string{"css@url a"}},
		{"the end in a string", `p{background:url("¦a`, []string{"css@url a"}},
		{"the end behind a backslash", `p{background:url("¦a\`, []string{"css@url a\ufffd"}},
		{"the end in a bad URL", `p{background:url(n n`, nil},
		{"wrong brackets", `p{background:rgb(} url(¦a)) ]}url("¦b")`, []string{"css@url a", "css@url b"}},
	})
}

func TestCSSDecodesEscapes(t *testing.T) {
	t.Parallel()
	runTestsOf(t, link.CSSKind, []linkTest{
		{"numbers", `p{background:url(¦\61 b\000063d\0065f)}`, []string{"css@url abcd\u065f"}},
		{"characters", `p{background:url(¦a\(b\)\ c\é\"), url("¦\"\'\z")}`, []string{`css@url a(b) cé"`, `css@url "'z`}},
		{"space behind numbers", "p{background:url(¦\\61\r\nb\\62\tc\\63\nd)}", []string{"css@url abbccd"}},
		{"no code points", `p{background:url(¦\0 \d800 \110000 \ffffff)}`, []string{"css@url \ufffd\ufffd\ufffd\ufffd"}},
		{"the name", `p{background:\75 r\6c(¦a), u\72l("¦b"), \75RL(¦c)}`, []string{"css@url a", "css@url b", "css@url c"}},
		{"NULs", "p{background:url(¦a\x00b\\\x00c)}", []string{"css@url a\ufffdb\ufffdc"}},
	})
}
