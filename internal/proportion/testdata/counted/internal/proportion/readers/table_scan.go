package main

import (
	"github.com/linkvet/linkvet/internal/scan"
	"github.com/linkvet/linkvet/internal/scan/charset"
	"github.com/linkvet/linkvet/internal/scan/content"
)

// readers are all of them. Dir is a folder in which they may write.
func readers(dir string) []reader {
	return join(join(scanReaders(), urlReaders()), join(fileReaders(dir), hostReaders()))
}

// markup are shapes of elements, comments and what stands in them.
var markup = shapes{
	openers:     []string{"<", "<a href=\"", "<!--", "<svg>", "<script><!--", "<iframe srcdoc=\"", "&#"},
	closers:     []string{"</a>", "-->", "</script>"},
	nesting:     [][2]string{{"<div>", "</div>"}, {"<svg><foreignObject>", "</foreignObject></svg>"}, {"<template>", "</template>"}},
	repetition:  []string{"<a href=\"/a%d\">x</a>", "<p id=\"a%d\">", "<img srcset=\"/a 1x, /b 2x\">", "<form action=\"/a\"><input type=\"password\">"},
	alternation: [][2]string{{"<script>", "</style>"}, {"<svg>", "</p>"}, {"<p>", "<a href=\"x\">"}, {"<a href=\"", "'>"}, {"<noscript>", "<a href=b>"}},
}

// inATag are attributes of one tag.
var inATag = shapes{
	openers:     []string{"a=\"", "=", "/"},
	closers:     []string{"\"", "' "},
	nesting:     [][2]string{{"a='b ", "'"}},
	repetition:  []string{"a%d=b ", "id=a%d ", "a=&amp; "},
	alternation: [][2]string{{"a=\"b\" ", "c='d' "}},
}

var styles = shapes{
	openers:     []string{"/*", "url(", "\"", "{", "@import ", "image-set("},
	closers:     []string{"*/", ")", "}"},
	nesting:     [][2]string{{"{", "}"}, {"(", ")"}, {"image-set(", ")"}},
	repetition:  []string{"a{b:url(c)}", "@import \"a%d\";", "\\61 "},
	alternation: [][2]string{{"(", "]"}, {"url(", "\""}, {"/*", "url("}},
}

var feeds = shapes{
	openers:     []string{"<loc>", "<url><loc>", "<!DOCTYPE a [", "<a xmlns:b=\""},
	closers:     []string{"</loc>", "]]>"},
	nesting:     [][2]string{{"<url>", "</url>"}, {"<a xmlns:b%d=\"c\">", "</a>"}},
	repetition:  []string{"<url><loc>https://a.example/%d</loc></url>", "<a b%d=\"c\"/>", "<entry><link href=\"/a%d\"/></entry>"},
	alternation: [][2]string{{"<loc>", "</url>"}, {"<![CDATA[", "]]>"}},
}

// data are shapes of JSON.
var data = shapes{
	openers:     []string{"[", "{\"a\":", "\"", "/*"},
	closers:     []string{"]", "}", "\""},
	nesting:     [][2]string{{"[", "]"}, {"{\"a\":", "}"}},
	repetition:  []string{"\"a%d\":1,", "{\"url\":\"/a%d\"},", "\\u0041"},
	alternation: [][2]string{{"[", "{"}, {"\"", "\\"}},
}

// lines are shapes of short texts by lines and words.
var lines = shapes{
	openers:     []string{"\"", "(", "#"},
	closers:     []string{"'", ")"},
	nesting:     [][2]string{{"(", ")"}},
	repetition:  []string{"a", "\n", "a%d\n", "a: b%d\n"},
	alternation: [][2]string{{"a:", "\n"}},
}

func scanReaders() []reader {
	all := []reader{
		{name: "scan: HTML", read: func(text []byte) { scan.HTML(text, scan.Options{Text: true}, new(scan.Page)) }, shapes: markup},
		{name: "scan: HTML of one tag", begin: "<a ", end: ">", read: func(text []byte) { scan.HTML(text, scan.Options{Text: true}, new(scan.Page)) }, shapes: inATag},
		{name: "scan: HTML in a script", begin: "<script>", end: "</script>", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: markup},
		// End tags are held against a hundred open elements.
		{name: "scan: HTML in SVG", size: 1 << 13, begin: "<svg>", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: markup},
		{name: "scan: HTML in srcdoc", begin: "<iframe srcdoc='", end: "'>", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: markup},
		{name: "scan: linked data", begin: "<script type=\"application/ld+json\">", end: "</script>", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: data},
		{name: "scan: XHTML", begin: "<html xmlns=\"http://www.w3.org/1999/xhtml\">", read: func(text []byte) { scan.XHTML(text, scan.Options{Text: true}, new(scan.Page)) }, shapes: markup.with(feeds)},
		{name: "scan: XHTML of one tag", begin: "<html xmlns=\"http://www.w3.org/1999/xhtml\"><a ", end: ">", read: func(text []byte) { scan.XHTML(text, scan.Options{Text: true}, new(scan.Page)) }, shapes: inATag},
		{name: "scan: XML", read: func(text []byte) { _ = scan.XML(text, new(scan.Page)) }, shapes: feeds.with(markup)},
		{name: "scan: RSS", begin: "<rss><channel>", read: func(text []byte) { _ = scan.XML(text, new(scan.Page)) }, shapes: feeds.with(markup)},
		{name: "scan: sitemap", begin: "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", read: func(text []byte) { _, _, _ = scan.Sitemap(text) }, shapes: feeds},
		{name: "scan: sitemap index", begin: "<sitemapindex>", read: func(text []byte) { _, _, _ = scan.Sitemap(text) }, shapes: feeds},
		{name: "scan: sitemap of text", read: func(text []byte) { _, _, _ = scan.Sitemap(text) }, shapes: feeds.with(lines)},
		{name: "scan: CSS", read: func(text []byte) { scan.CSS(text, new(scan.Page)) }, shapes: styles},
		{name: "scan: CSS of an element", begin: "<style>", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: styles},
		{name: "scan: CSS of an attribute", begin: "<a style='", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: styles},
		{name: "scan: JSON feed", begin: "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[", end: "]}", read: func(text []byte) { _ = scan.JSONFeed(text, new(scan.Page)) }, shapes: data},
		{name: "scan: manifest", begin: "{\"icons\":[", end: "]}", read: func(text []byte) { _ = scan.Manifest(text, new(scan.Page)) }, shapes: data},
		{name: "scan: srcset", begin: "<img srcset=\"", end: "\">", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: lines.with(shapes{
			openers: []string{"a (", "a 1x(", "(", "a 1"}, repetition: []string{"a 1x, ", "a%d 1w,", "a,", "a 1x 2w 3h ", ",,", "a (b) ", "a\t"}, alternation: [][2]string{{"a ", ","}, {"(", ","}},
		})},
		{name: "scan: refresh", begin: "<meta http-equiv=refresh content=\"", end: "\">", read: func(text []byte) { scan.HTML(text, scan.Options{}, new(scan.Page)) }, shapes: lines.with(shapes{
			openers: []string{"0;url='", "0;url=", "0;"}, repetition: []string{"0", "0.", "url=", "; "},
		})},
		{name: "scan: robots", read: func(text []byte) {
			for range scan.RobotsSitemaps(text) {
				continue
			}
		}, shapes: lines.with(shapes{
			openers: []string{"Sitemap:", "sitemap :"}, repetition: []string{"Sitemap: https://a.example/%d\n", "Disallow: /a\r\n", "#Sitemap: a\r"},
		})},
		{name: "scan: decode", read: func(text []byte) { charset.Decode(text, "") }, shapes: markup.with(inATag).with(shapes{
			openers: []string{"<meta charset=\"", "<meta http-equiv=\"content-type\" content=\"", "\xfe\xff", "<meta charset=a%d>"}, repetition: []string{"a\x00", "\x00a", "\x1b$B", "<meta charset=a>"},
		})},
		{name: "scan: decode in a tag", begin: "<meta ", read: func(text []byte) { charset.Decode(text, "") }, shapes: inATag.with(shapes{repetition: []string{"charset", "content=\"charset charset=\" "}})},
		{name: "scan: decode XML", begin: "<?xml ", read: func(text []byte) { charset.DecodeXML(text, "") }, shapes: inATag.with(markup).with(shapes{repetition: []string{"encoding", "encoding=\"a\" "}})},
		{name: "scan: decode CSS", begin: "@charset \"", read: func(text []byte) { charset.DecodeCSS(text, "") }, shapes: styles},
		{name: "scan: little text", read: func(text []byte) { content.LittleText(text, 1<<10) }, shapes: markup},
		{name: "scan: shell", read: func(text []byte) { content.IsShell(text) }, shapes: markup},
		{name: "scan: rendering", read: func(text []byte) { content.RenderingOf(text) }, shapes: markup.with(inATag)},
		{name: "scan: rendering of a script", begin: "<body><script>", end: "</script>", read: func(text []byte) { content.RenderingOf(text) }, shapes: markup.with(shapes{
			openers: []string{"location", "location.href=", "location.replace(", "window.", "document.", "location ", "top.location"}, repetition: []string{"location.", "location = ", "location=="},
		})},
		{name: "scan: login", read: func(text []byte) { content.LoginOf(text) }, shapes: markup.with(inATag).with(shapes{
			openers: []string{"password", "type=\"password", "type = ", "<input ", "<input type=\"password\" name=\""}, repetition: []string{"type=password ", "<input type=password name=a%d>", "type =  'password'"},
			alternation: [][2]string{{"type=", "password"}, {"<form>", "<input type=password>"}},
		})},
		{name: "scan: title", read: func(text []byte) { content.TitleOf(text) }, shapes: markup},
		{name: "scan: words", read: func(text []byte) { content.WordsOf(text) }, shapes: markup.with(lines)},
	}
	for _, encoding := range []string{"iso-2022-jp", "gb18030", "utf-16le", "shift_jis", "euc-kr", "windows-1252"} {
		all = append(all, reader{name: "scan: decode " + encoding, read: func(text []byte) { charset.Decode(text, encoding) }, shapes: lines.with(shapes{
			openers: []string{"\x1b", "\x1b$B", "\x1b(", "\x81", "\x810", "\xd8"}, repetition: []string{"\x81\x40", "\x1b$B\x1b(B", "\x810\x810", "\xd8\x00"},
		})})
	}
	return all
}
