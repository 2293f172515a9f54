package scan

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHTMLLeavesOutWhatBrowsersDrop(t *testing.T) {
	t.Parallel()
	runLinkTests(t, []linkTest{
		{name: "a form in a form", src: `<form action="¦x"><form action=n></form></form><form action="¦y">`, want: []string{"form@action x", "form@action y"}},
		{name: "a form behind one in a form", src: `<form action="¦x"><div><form action=n></div></form><form action="¦y"></form>`, want: []string{"form@action x", "form@action y"}},
		{name: "a form in a table in a form", src: `<form action="¦x"><table><form action=n><tr><td></table>`, want: []string{"form@action x"}},
		{name: "buttons of a form with one in it", src: `<form method=post><form method=get><button formaction=n></form>`},
		{name: "a form of SVG in a form", src: `<form action="¦x"><svg><form></form></svg><form action=n></form></form><form action="¦y">`, want: []string{"form@action x", "form@action y"}},
		{name: "a form in a shadow root in a form", src: `<form action="¦x"><div><template shadowrootmode=open><form action="¦y"></form></template></div><form action=n>`, want: []string{"form@action x", "form@action y"}},
		{name: "frames without their set", src: `<frame src=n><body><frame src=n><p>t<frameset><frame src=n></frameset>`},
		{name: "frames behind text", src: `<title>t</title>t<frameset><frame src=n></frameset>`},
		{name: "frames behind an image", src: `<img><frameset><frame src=n></frameset>`},
		{
			name: "frames behind what shows nothing", src: `<!doctype html><html><head><title>t</title><script>s</script><style>t</style></head> <!-- c --> <noscript>t</noscript><input type=hidden><frameset><frame src=¦x><frameset><frame src=¦y></frameset></frameset>`,
			want: []string{"frame@src x follow", "frame@src y follow"},
		},
		{name: "parts of a table without one", src: `<td background=n><p><th background=n><table><tr><td background=¦x></table><td background=n>`, want: []string{"td@background x"}},
		{name: "a table in SVG", src: `<svg><desc><table><tr><td background=¦x></td></tr></table></desc></svg><td background=n>`, want: []string{"td@background x"}},
		{name: "a background that the body has", src: `<body background=¦x><body background=n>`, want: []string{"body@background x"}},
		{name: "a background that it lacks", src: `<body><p><body background=¦x>`, want: []string{"body@background x"}},
	})
}

func TestHTMLLeavesOutDroppedAnchors(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, src, want string
	}{
		{name: "parts of a table", src: `<p id=a><tr id=n><td id=n><caption id=n><table id=b><tr id=c><td id=d><p id=e></table><tbody id=n>`, want: "a b c d e"},
		{name: "parts of a table in a list", src: `<ul><li id=a><table><tr id=b></tr></table><td id=n></td></li></ul>`, want: "a b"},
		{name: "a form in a form", src: `<form id=a><form id=n><p id=b></form>`, want: "a b"},
		{name: "a second body, html and head", src: `<html id=a><head id=b></head><body><p id=c><head id=n><body id=d><html id=n><body id=n>`, want: "a b c d"},
		{name: "frames", src: `<frame id=n><p id=a>t<frameset id=n>`, want: "a"},
		{name: "a shadow root", src: `<div id=a><template shadowrootmode=open id=n><p id=n><a name=n></template><template shadowrootmode=open id=b><p id=n></template></div><p id=c>`, want: "a b c"},
		{name: "attributes that come twice", src: `<p id=a id=n><p ID=b>`, want: "a b"},
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
	runLinkTests(t, []linkTest{
		{name: "an end of a paragraph", src: `<svg></p><image src=¦x>`, want: []string{"img@src x"}},
		{name: "an end of a break", src: `<svg></br><image src=¦x>`, want: []string{"img@src x"}},
		{name: "an end of an element that ended", src: `<div></div><svg></div><image href=¦x /></svg>`, want: []string{"image@href x"}},
		{name: "an end of an element that is open", src: `<div><b><svg></b><image src=¦x></div><svg></div><image href=¦y />`, want: []string{"img@src x", "image@href y"}},
		{name: "an end of an element in a cell", src: `<div><table><tr><td><svg></div><image href=¦x /></svg></table><svg></div><image src=¦y>`, want: []string{"image@href x", "img@src y"}},
		{name: "an end of a cell", src: `<table><tr><td><svg></td><td><image src=¦x>`, want: []string{"img@src x"}},
		{name: "an end of a form", src: `<form><svg></form><image href=¦x /></svg>`, want: []string{"image@href x"}},
		{name: "an end of a custom element", src: `<x-y><svg></x-y><image src=¦x>`, want: []string{"img@src x"}},
		{name: "an end of an item", src: `<ul><li><svg></li><image src=¦x><li><svg></ul><image src=¦y>`, want: []string{"img@src x", "img@src y"}},
		{name: "an end of a template", src: `<template><svg></template><image src=¦x>`, want: []string{"img@src x"}},
		{name: "a srcdoc", src: `<iframe srcdoc="<svg></div><image href=¦x /></svg>">`, want: []string{"image@href x"}},
		{name: "a noscript", src: `<div><noscript><svg></div><image href=¦x /></svg></noscript></div>`, want: []string{"image@href x"}},
	})
}
