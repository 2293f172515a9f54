package content

import (
	"strings"
	"testing"
)

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
