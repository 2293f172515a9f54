package scan

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
		t.Errorf("IDs without the option: %q", page.IDs)
	}
}
