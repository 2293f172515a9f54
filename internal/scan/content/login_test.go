package content

import "testing"

func TestLogin(t *testing.T) {
	t.Parallel()
	const form = `<form action="/login?next=/a"><input name=user><input type="password"></form>`
	tests := map[string]struct {
		src   string
		ok    bool
		named bool
	}{
		"nothing":                  {src: ""},
		"a word":                   {src: "<h1>Log in</h1><p>Forgot your password? type it"},
		"code":                     {src: "<h1>Log in</h1><pre>&lt;input type=\"password\"&gt;</pre>"},
		"a comment":                {src: "<!-- <input type=password> -->"},
		"a template":               {src: "<template><input type=password></template>"},
		"a script":                 {src: "<script>'<input type=password>'</script>"},
		"another element":          {src: "<button type=password>"},
		"a form":                   {src: form, ok: true},
		"in capitals":              {src: "<INPUT TYPE = 'PASSWORD'>", ok: true},
		"in mixed case":            {src: "<input type=Password>", ok: true},
		"named by its title":       {src: "<title>Sign  in · Docs</title>" + form, ok: true, named: true},
		"named by its heading":     {src: "<h1>Please <em>log in</em></h1>" + form, ok: true, named: true},
		"named in another tongue":  {src: "<title>Anmeldung</title>" + form, ok: true, named: true},
		"the title of a drawing":   {src: "<svg><title>Log in</title></svg>" + form, ok: true},
		"a later heading":          {src: "<h1>News</h1><h1>Log in</h1>" + form, ok: true},
		"a text below the heading": {src: "<h1>News</h1><p>Log in</p>" + form, ok: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := Read([]byte(tt.src), MaxLogin)
			if got.Password != tt.ok || got.IsLogin() != tt.named {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestLoginPrint(t *testing.T) {
	t.Parallel()
	shown := func(src string) uint64 {
		return Read([]byte(src), 0).Print()
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
	l := Read([]byte(page("")+"<script>var hidden</script><select><option>Deutsch</select>"), 0)
	if l.Links != 1 || l.size-l.choices != len("LoginJoin") {
		t.Errorf("got %+v", l)
	}
}
