package content

import (
	"strings"
	"testing"
)

func TestLoginOf(t *testing.T) {
	t.Parallel()
	const form = `<form action="/login?next=/a"><input name=user><input type="password"></form>`
	tests := map[string]struct {
		src   string
		ok    bool
		named bool
	}{
		"nothing":                  {"", false, false},
		"a word":                   {"<h1>Log in</h1><p>Forgot your password? type it", false, false},
		"code":                     {"<h1>Log in</h1><pre>&lt;input type=\"password\"&gt;</pre>", false, false},
		"a comment":                {"<!-- <input type=password> -->", false, false},
		"a template":               {"<template><input type=password></template>", false, false},
		"a script":                 {"<script>'<input type=password>'</script>", false, false},
		"another element":          {"<button type=password>", false, false},
		"a form in a large page":   {form + strings.Repeat(" ", MaxLogin), false, false},
		"a form":                   {form, true, false},
		"in capitals":              {"<INPUT TYPE = 'PASSWORD'>", true, false},
		"in mixed case":            {"<input type=Password>", true, false},
		"named by its title":       {"<title>Sign  in · Docs</title>" + form, true, true},
		"named by its heading":     {"<h1>Please <em>log in</em></h1>" + form, true, true},
		"named in another tongue":  {"<title>Anmeldung</title>" + form, true, true},
		"the title of a drawing":   {"<svg><title>Log in</title></svg>" + form, true, false},
		"a later heading":          {"<h1>News</h1><h1>Log in</h1>" + form, true, false},
		"a text below the heading": {"<h1>News</h1><p>Log in</p>" + form, true, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, ok := LoginOf([]byte(tt.src))
			if ok != tt.ok || got.Named != tt.named {
				t.Errorf("got %+v and %v", got, ok)
			}
		})
	}
}

func TestLoginPrint(t *testing.T) {
	t.Parallel()
	shown := func(src string) uint64 {
		l, _ := LoginOf([]byte(src))
		return l.Print
	}
	page := func(next string) string {
		return `<h1>Log in</h1><form action="/in?next=` + next + `"><input type=hidden value="` + next +
			`"><input type=password></form><a href="/new?next=` + next + `">Join</a>`
	}
	if shown(page("/a")) != shown(page("/b")) {
		t.Error("the page to return to makes another page of a login")
	}
	if shown(page("/a")) == shown("<h1>Guide 1</h1>"+page("/a")) || shown("<h1>1</h1>"+page("")) == shown("<h1>2</h1>"+page("")) {
		t.Error("another heading makes no other page")
	}
	l, _ := LoginOf([]byte(page("") + "<script>var hidden</script><select><option>Deutsch</select>"))
	if l.Links != 1 || l.Text != len("LoginJoin") {
		t.Errorf("got %+v", l)
	}
}
