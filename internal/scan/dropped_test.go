package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHTMLLeavesOutWhatBrowsersDrop(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{"a form in a form", `<form action="¦x"><form action=n></form></form><form action="¦y">`, []string{"form@action x", "form@action y"}},
		{"a form behind one in a form", `<form action="¦x"><div><form action=n></div></form><form action="¦y"></form>`, []string{"form@action x", "form@action y"}},
		{"a form in a table in a form", `<form action="¦x"><table><form action=n><tr><td></table>`, []string{"form@action x"}},
		{"buttons of a form with one in it", `<form method=post><form method=get><button formaction=n></form>`, nil},
		{"a form of SVG in a form", `<form action="¦x"><svg><form></form></svg><form action=n></form></form><form action="¦y">`, []string{"form@action x", "form@action y"}},
		{"a form in a shadow root in a form", `<form action="¦x"><div><template shadowrootmode=open><form action="¦y"></form></template></div><form action=n>`, []string{"form@action x", "form@action y"}},
		{"frames without their set", `<frame src=n><body><frame src=n><p>t<frameset><frame src=n></frameset>`, nil},
		{"frames behind text", `<title>t</title>t<frameset><frame src=n></frameset>`, nil},
		{"frames behind an image", `<img><frameset><frame src=n></frameset>`, nil},
		{
			"frames behind what shows nothing", `<!doctype html><html><head><title>t</title><script>s</script><style>t</style></head> <!-- c --> <noscript>t</noscript><input type=hidden><frameset><frame src=¦x><frameset><frame src=¦y></frameset></frameset>`,
			[]string{"frame@src x follow", "frame@src y follow"},
		},
		{"parts of a table without one", `<td background=n><p><th background=n><table><tr><td background=¦x></table><td background=n>`, []string{"td@background x"}},
		{"a table in SVG", `<svg><desc><table><tr><td background=¦x></td></tr></table></desc></svg><td background=n>`, []string{"td@background x"}},
		{"a background that the body has", `<body background=¦x><body background=n>`, []string{"body@background x"}},
		{"a background that it lacks", `<body><p><body background=¦x>`, []string{"body@background x"}},
	})
}

func TestHTMLLeavesOutDroppedAnchors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, src, want string
	}{
		{"parts of a table", `<p id=a><tr id=n><td id=n><caption id=n><table id=b><tr id=c><td id=d><p id=e></table><tbody id=n>`, "a b c d e"},
		{"parts of a table in a list", `<ul><li id=a><table><tr id=b></tr></table><td id=n></td></li></ul>`, "a b"},
		{"a form in a form", `<form id=a><form id=n><p id=b></form>`, "a b"},
		{"a second body, html and head", `<html id=a><head id=b></head><body><p id=c><head id=n><body id=d><html id=n><body id=n>`, "a b c d"},
		{"frames", `<frame id=n><p id=a>t<frameset id=n>`, "a"},
		{"a shadow root", `<div id=a><template shadowrootmode=open id=n><p id=n><a name=n></template><template shadowrootmode=open id=b><p id=n></template></div><p id=c>`, "a b c"},
		{"attributes that come twice", `<p id=a id=n><p ID=b>`, "a b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var page Page
			HTML([]byte(test.src), Options{IDs: true}, &page)
			if diff := cmp.Diff(strings.Fields(test.want), page.IDs); diff != "" {
				t.Errorf("anchors of %q (-want +got):\n%s", test.src, diff)
			}
		})
	}
}

func TestHTMLReadsOnBehindStrayEndTags(t *testing.T) {
	t.Parallel()
	for _, stray := range []string{
		"</div>", "</span>", "</section>", "</a>", "</b>", "</li>", "</h2>", "</td>", "</table>", "</body>", "</html>", "</form>", "</template>", "</x-y>", "</mark>", "</video>", "</path>", "</g>",
	} {
		runLinkTests(t, []linkTest{
			{stray + " in SVG", `<svg><g>` + stray + `<a xlink:href=¦a></a><use href=¦b /><title/></svg><a href=¦c>`, []string{"a@xlink:href a follow", "use@href b", "a@href c follow"}},
			{stray + " in MathML", `<p><math><mrow>` + stray + `<title/><a href=n></a></math><a href=¦x>`, []string{"a@href x follow"}},
			{stray + " in SVG in HTML in SVG", `<div><svg><foreignObject><p><svg>` + stray + `<title/><image href=¦x /></svg><image src=¦y></p></foreignObject></svg></div>`, []string{"image@href x", "img@src y"}},
		})
	}
	runLinkTests(t, []linkTest{
		{"an end of a paragraph", `<svg></p><image src=¦x>`, []string{"img@src x"}},
		{"an end of a break", `<svg></br><image src=¦x>`, []string{"img@src x"}},
		{"an end of an element that ended", `<div></div><svg></div><image href=¦x /></svg>`, []string{"image@href x"}},
		{"an end of an element that is open", `<div><b><svg></b><image src=¦x></div><svg></div><image href=¦y />`, []string{"img@src x", "image@href y"}},
		{"an end of an element in a cell", `<div><table><tr><td><svg></div><image href=¦x /></svg></table><svg></div><image src=¦y>`, []string{"image@href x", "img@src y"}},
		{"an end of a cell", `<table><tr><td><svg></td><td><image src=¦x>`, []string{"img@src x"}},
		{"an end of a form", `<form><svg></form><image href=¦x /></svg>`, []string{"image@href x"}},
		{"an end of a custom element", `<x-y><svg></x-y><image src=¦x>`, []string{"img@src x"}},
		{"an end of an item", `<ul><li><svg></li><image src=¦x><li><svg></ul><image src=¦y>`, []string{"img@src x", "img@src y"}},
		{"an end of a template", `<template><svg></template><image src=¦x>`, []string{"img@src x"}},
		{"a srcdoc", `<iframe srcdoc="<svg></div><image href=¦x /></svg>">`, []string{"image@href x"}},
		{"a noscript", `<div><noscript><svg></div><image href=¦x /></svg></noscript></div>`, []string{"image@href x"}},
	})
}
