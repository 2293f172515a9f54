package content

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTitleOf(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"<title>Install</title>":                "Install",
		"<title>a < b</title>":                  "a < b",
		"<title>never closed":                   "never closed",
		"<titles>no</titles><title>yes</title>": "yes",
		"<title":                                "",
		"<title lang":                           "",
		"no title":                              "",
		"":                                      "",

		"<!doctype html><head><TITLE\nlang=en> A &amp;\n B </TITLE>": "A & B",

		strings.Repeat(" ", MaxTitleAt) + "<title>far</title>": "",
	} {
		if diff := cmp.Diff(want, TitleOf([]byte(src))); diff != "" {
			t.Errorf("%.60q (-want +got):\n%s", src, diff)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for src, want := range map[string][]string{
		"": nil,
		"<!doctype html><title>Not  found</title><meta name=token content=1><link rel=x href=y>": {"<title", "Not", "found"},
		"a<script>var x = '<p>'</script>b<style>p{}</style>c<script src=x></script>":             {"a", "b", "c"},
		"<!-- 12:01 --><p class=x1 nonce=2>a &amp; b<a href=/c?d=1 data-t=9>e</a><img src=i alt='j k'><input type=hidden value=3>": {
			"<p", "a", "&", "b", "<a", "/c?d=1", "e", "<img", "i", "j k",
		},
		"<p>never <closed": {"<p", "never"},
	} {
		var got []string
		for _, w := range Read([]byte(src), 0).Words {
			got = append(got, w.Text)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", src, diff)
		}
	}
}

func TestText(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{
		"": "",
		"<title>Age  gate</title><h1>Are you\nover 18?</h1>": "Age gate Are you over 18?",
		"a &amp; b":                       "a & b",
		"<!-- a > b -->c":                 "c",
		"<!doctype html>a":                "a",
		"a<script>b<p>c</script>d":        "a d",
		"a<STYLE>b</STYLE>c":              "a c",
		"a<noscript>b</noscript>c":        "a c",
		"a<template><p>b</p></template>c": "a c",
		"a<span>b</span><nav>c</nav>":     "a b c",
		"a<script>b":                      "a",
		"a<!-- b":                         "a",
		"a<p b":                           "a",
		"a<":                              "a<",
		strings.Repeat(" ", 1000) + "a":   "a",
	} {
		if got := Read([]byte(src), 30); got.Text() != want || got.IsCut {
			t.Errorf("%.50q: got %q and %v", src, got.Text(), got.IsCut)
		}
	}
	for _, src := range []string{strings.Repeat("a", 31), "<p>" + strings.Repeat("a ", 16)} {
		if got := Read([]byte(src), 30); !got.IsCut {
			t.Errorf("%q: got %q", src, got.Text())
		}
	}
}

func TestMainText(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, page, want string }{
		{"main only", `<nav>Menu</nav><p>Before<main><h1>Éclair, 2nd</h1> <p>It's <a href=x>here</a></main>after`, "before ÉCLAIR 2ND IT S HERE after"},
		{"role", `<div role="main"><div>in</div>still</div>out`, "IN STILL out"},
		{"header of the page and of main", `<header>Site</header><main><header>Title</header></main>`, "TITLE"},
		{"links outside of main", `<p>text <a href=x>link</a> more`, "text more"},
		{"an anchor without an end", `<a name=top>text <a href=x>link</a> more`, "text more"},
		{"hidden", `<head><title>T</title></head><script>var x</script><style>p{}</style><p>shown<footer>f<footer>g</footer>h</footer>end`, "shown end"},
		{"aside in main", `<main>a<aside>b<main>c</main></aside>d</main>e`, "A D e"},
		{"end tags that close nothing", `</main></nav>a</a></div>b`, "a b"},
		{"not closed", `<main>a<nav>b`, "A"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, w := range Read([]byte(test.page), 0).Words {
				if w.Kind != Text || w.IsAside {
					continue
				}
				for _, word := range SplitWords(w.Text) {
					if w.InMain {
						word = strings.ToUpper(word)
					}
					got = append(got, word)
				}
			}
			if is := strings.Join(got, " "); is != test.want {
				t.Errorf("got %q, want %q", is, test.want)
			}
		})
	}
}

// FuzzRead holds what is found of a page to its size, titles to their form, and the judgments
// to what the page has.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"<title> a\n&amp;b</title><p>c <img alt=d src=e>f", "<TITLE/>a</TITLE ><title>b", "<title", "<title>a</titl", "<!--<title>a</title>-->",
		"<script><title>a</title></script><meta content=b><a href=\"c&quot;d\" placeholder>\xff\u00a0e", "<svg><title>a</title></svg>&#0;&nbsp;",
		`<title>Log in</title><form><input type=password></form><a href="/?next=1">x</a>`, "<h1>Sign\n in</h1><input TYPE = 'PASSWORD'>", `<input type="password`,
		"<input type=\tpassword\f><script><h1>login</h1></script><select><option>x</select>", `<svg/><title>a</title><h1>b<h1>login</h1><input type="Password "x>`,
		`<div id="root"></div><script>`, `<noscript><template></noscript></div -><a-><script>location =`, `<a-a><a-a></a-a>x</a-a>y<script src=x>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if title := TitleOf(src); strings.Join(strings.Fields(title), " ") != title {
			t.Errorf("the title of %q is %q", src, title)
		}
		got := Read(src, 0)
		if got.size < 0 || got.size > 4*len(src) || got.Links < 0 || got.Links > len(src)/2 || got.choices > got.size {
			t.Errorf("%+v of %q", got, src)
		}
		for _, word := range got.Words {
			if len(word.Text) > 4*len(src)+8 {
				t.Errorf("%q shows %q", src, word.Text)
			}
		}
		if (got.IsShell() || got.Rendering() != Prerendered) && !strings.Contains(strings.ToLower(string(src)), "<script") {
			t.Errorf("%q is filled by scripts without a script", src)
		}
	})
}
