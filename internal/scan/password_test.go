package scan

import (
	"testing"

	"github.com/linkvet/linkvet/internal/scan/content"
)

func TestPageKnowsAPassword(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{
		`<form><input name=user><input type="password"></form>`: true,
		`<INPUT TYPE = 'PASSWORD'>`:                             true,
		`<noscript><input type=password></noscript>`:            true,
		`<svg/><input type=password>`:                           true,
		`<input type=text name=password>`:                       false,
		`<button type=password>`:                                false,
		`<template><input type=password></template>`:            false,
		`<!-- <input type=password> -->`:                        false,
		`<script>'<input type=password>'</script>`:              false,
	} {
		var page Page
		HTML([]byte(src), Options{}, &page)
		if page.Password != want {
			t.Errorf("%s: got %v", src, page.Password)
		}
		if _, ok := content.LoginOf([]byte(src)); ok && !page.Password {
			t.Errorf("%s: a login that its page does not know", src)
		}
	}
}
