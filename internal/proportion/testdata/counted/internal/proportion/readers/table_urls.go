package main

import (
	"bytes"
	"strings"

	"github.com/linkvet/linkvet/internal/check/series"
	"github.com/linkvet/linkvet/internal/check/target"
	"github.com/linkvet/linkvet/internal/forge"
	"github.com/linkvet/linkvet/internal/link"
	"github.com/linkvet/linkvet/internal/origin"
	"github.com/linkvet/linkvet/internal/pagekind"
	"github.com/linkvet/linkvet/internal/soft404"
	"github.com/linkvet/linkvet/internal/suggest"
	"github.com/linkvet/linkvet/internal/typo"
	"github.com/linkvet/linkvet/internal/weburl"
)

// urls are shapes of references.
var urls = shapes{
	openers:     []string{"//", "[", "%", "?", "https://", "{{"},
	closers:     []string{"]", "@", "/.."},
	nesting:     [][2]string{{"a/", "../"}, {"(", ")"}},
	repetition:  []string{"a%d/", "%C3%BC", "xn--a%d.", "a=%d&", "f[%d]=a&"},
	alternation: [][2]string{{":", "@"}, {"a/", "/"}, {"//a", " "}},
}

func urlReaders() (all []reader) {
	base, err := weburl.Parse("https://a.example/" + strings.Repeat("b/", 200))
	if err != nil {
		panic(err)
	}
	home, err := weburl.Parse("https://a.example/a/b/a?c=d")
	if err != nil {
		panic(err)
	}
	repository, _ := forge.ParseRemote("https://github.com/a/b")
	resolve := func(name, begin, encoding string) reader {
		return reader{name: name, begin: begin, shapes: urls, read: func(text []byte) {
			u, err := base.ResolveIn(string(text), encoding)
			if err != nil {
				_ = err.Error()
				return
			}
			u.Request()
			_ = u.Redacted()
			_ = u.Document().String()
		}}
	}
	return []reader{
		resolve("weburl: resolve", "", "utf-8"),
		resolve("weburl: resolve host", "//", "utf-8"),
		resolve("weburl: resolve other scheme", "a:", "utf-8"),
		resolve("weburl: resolve file", "file:", "utf-8"),
		resolve("weburl: resolve path", "/", "utf-8"),
		resolve("weburl: resolve query", "?", "windows-1252"),
		resolve("weburl: resolve query in iso-2022-jp", "?", "iso-2022-jp"),
		resolve("weburl: resolve fragment", "#", "utf-8"),
		{name: "weburl: redact", read: func(text []byte) { weburl.Redact(string(text)) }, shapes: urls},
		{name: "weburl: redact host", begin: "https://", read: func(text []byte) { weburl.Redact(string(text)) }, shapes: urls},
		{name: "weburl: redact text", end: "@", read: func(text []byte) { weburl.RedactText(string(text)) }, shapes: urls.with(lines)},
		{name: "weburl: unescape", read: func(text []byte) { weburl.Unescape(string(text)) }, shapes: urls},
		{name: "weburl: escape a fragment", read: func(text []byte) { weburl.EscapeFragment(string(text)) }, shapes: urls},
		{name: "weburl: indicated", read: func(text []byte) {
			weburl.Indicated(string(text), func(string) bool { return false })
			weburl.IsLines(string(text))
		}, shapes: urls.with(shapes{openers: []string{"L", "L1-"}, repetition: []string{"L1", "L1-L2"}})},
		{name: "suggest: variants", read: func(text []byte) { suggest.Variant(string(text), func(string) bool { return false }) }, shapes: urls.with(lines)},
		{name: "suggest: anchors", read: func(text []byte) {
			a := suggest.NewAnchors(strings.Split(string(text), "\n"))
			a.Nearest("a100005")
			a.Nearest(string(text[:min(len(text), 300)]))
		}, shapes: lines.with(urls).with(shapes{repetition: []string{"b%d\n", "a-b-%d\n", "section-a%d-b\n"}, alternation: [][2]string{{"a%d\n", "b%d\n"}}})},
		{name: "suggest: titles", read: func(text []byte) {
			suggest.Titled("A b c", strings.Split(string(text), "\n"))
			suggest.Titled(string(text), []string{"A b c", "d"})
		}, shapes: lines.with(urls)},
		{name: "suggest: paths", read: func(text []byte) {
			list := strings.Split(string(text), "\n")
			p := suggest.NewPaths(suggest.Site{Len: len(list), Path: func(i int32) string { return "/" + list[i] }, End: func(i int32) int32 { return i }})
			for _, target := range []string{"/a/b/c", "/a10000", "/d/e100001/index.html", "/" + list[0] + "x"} {
				p.Nearest(suggest.Query{Target: target, Uses: []suggest.Use{{Page: "/a/b/", Link: target[1:]}}})
				p.Neighbours(target)
				p.Same(target)
			}
		}, shapes: lines.with(urls).with(shapes{
			openers: []string{"a%d/", "a%d/\n"}, repetition: []string{"a/b%d.html\n", "d%d/e\n", "d/e%d/index.html\n", "a/b/c%d\n", "d%d/index.html\n", "a%d/b/c\n"}, alternation: [][2]string{{"a%d/b\n", "c/d%d\n"}, {"de/a%d\n", "en/a%d\n"}},
		})},
		{name: "suggest: path", read: func(text []byte) {
			list := []string{"/a/b/c", "/d/e.html", "/de/a", "/en/a"}
			p := suggest.NewPaths(suggest.Site{Len: len(list), Path: func(i int32) string { return list[i] }, End: func(i int32) int32 { return i }})
			p.Nearest(suggest.Query{Target: "/" + string(text), Uses: []suggest.Use{{Page: "/a/b/", Link: string(text)}, {Page: "/" + string(text), Link: "../a"}}})
			p.Neighbours("/" + string(text))
			pagekind.IsErrorPage(string(text))
		}, shapes: urls},
		{name: "typo: distance", read: func(text []byte) { typo.Distance(string(text), string(text[:len(text)-1])+"b", 3) }, shapes: lines},
		{name: "origin: infer", read: func(text []byte) {
			var e origin.Evidence
			for line := range strings.FieldsSeq(string(text)) {
				if u, err := weburl.Parse("https://a.example/" + line); err == nil {
					e.Signals = append(e.Signals, origin.Signal{Kind: origin.Sitemap, File: "index.html", URL: u})
				}
				e.Rooted = append(e.Rooted, "/"+line)
			}
			e.Exists = func(string) bool { return false }
			e.Linked = func() [][]string { return [][]string{e.Rooted} }
			origin.Infer(e)
		}, shapes: urls.with(shapes{repetition: []string{"a%d/b ", "a/b%d ", "../a "}, alternation: [][2]string{{"a%d ", "b%d "}}})},
		{name: "forge: remote", read: func(text []byte) { forge.ParseRemote(string(text)) }, shapes: urls.with(shapes{openers: []string{"git@", "ssh://", "a@b:"}})},
		{name: "forge: page", begin: "/a/b/blob/", read: func(text []byte) {
			forge.CountedPage(repository, weburl.URL{Scheme: "https", Host: "github.com", Path: string(text)})
		}, shapes: urls},
		{name: "check: ledger", read: func(text []byte) { target.CountedQueue(text) }, shapes: lines.with(urls)},
		{name: "check: shapes of paths", begin: "/", read: func(text []byte) { series.CountedShape(string(text), "") }, shapes: urls},
		{name: "check: shapes of queries", read: func(text []byte) { series.CountedShape("/a1", string(text)) }, shapes: urls},
		{name: "check: shapes of many URLs", read: func(text []byte) {
			for line := range bytes.Lines(text) {
				path, query, _ := strings.Cut(string(line), "?")
				series.CountedShape("/"+path, query)
			}
		}, shapes: lines.with(urls).with(shapes{repetition: []string{"a/%d?b=%d\n", "a/a/b%d\n"}})},
		{name: "check: page for what does not exist", read: func(text []byte) { soft404.CountedFingerprint(text, home, []byte("<p>Not found</p>")) }, shapes: markup.with(urls).with(shapes{
			repetition: []string{"/a/b/a?c=d", "/a/b/a?c=d ", "/a/b/a", "/a/b/", "a/b/a/"},
		})},
		{name: "check: URL that does not exist", size: 1 << 12, read: func(text []byte) {
			soft404.CountedFingerprint([]byte("<p>Not found: "+string(text)+"</p>"), weburl.URL{Scheme: "https", Host: "a.example", Path: "/" + string(text)}, []byte("<p>Not found</p>"))
		}, shapes: urls},
		{name: "check: words of a page", read: func(text []byte) { series.WordHashes(text, home) }, shapes: markup.with(lines)},
		{name: "link: identifiers", read: func(text []byte) { link.FindingID(string(text), link.NotFound) }, shapes: urls},
	}
}
