package scan

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

func TestIDsAreTheTextsOfAnchors(t *testing.T) {
	t.Parallel()
	src := []byte(`<p id=a><a name="b&amp;c" id='d e'>x</a><div id="">y</div><iframe srcdoc="<p id=no>"></iframe>` +
		`<template><p id=inert></template><svg id=ü>`)
	var page Page
	HTML(src, Options{IDs: true}, &page)
	if diff := cmp.Diff([]string{"a", "b&c", "d e", "ü"}, page.IDs); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i, id := range page.IDs {
		if page.Anchors[i] != HashAnchor(id) {
			t.Errorf("anchor %d is not that of %q", i, id)
		}
	}
	if HTML(src, Options{}, &page); page.IDs != nil {
		t.Errorf("IDs that nobody asked for: %q", page.IDs)
	}
}
