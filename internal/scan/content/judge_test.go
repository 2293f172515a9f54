package content

import (
	"strings"
	"testing"
)

func TestRendering(t *testing.T) {
	t.Parallel()
	const (
		script = `<script src="/main.js"></script>`
		module = `<script type=module crossorigin src=/assets/index-4f2a.js></script>`
	)
	prose := strings.Repeat("<p>words that a reader came for ", 30)
	for name, tt := range map[string]struct {
		src  string
		want Rendering
	}{
		// Shells of generators, as these write them.
		"docsify": {src: `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Document</title><link rel="stylesheet" href="//cdn.example/vue.css"></head>
			<body><div id="app">Please wait...</div><script>window.$docsify = {name: '', repo: ''}</script><script src="//cdn.example/docsify@4"></script></body></html>`, want: ByScripts},
		"docsify with its own menu": {src: `<nav><a href="#/">En</a><a href="#/zh-cn/">中文</a></nav><div id="app"></div><script>window.$docsify={}</script>` + script, want: ByScripts},
		"vite and react":            {src: `<!doctype html><link rel=icon href=/vite.svg><title>Vite</title><div id="root"></div>` + module, want: ByScripts},
		"create-react-app":          {src: `<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>` + script, want: ByScripts},
		"vue":                       {src: `<body><noscript><strong>We're sorry but app doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id=app></div>` + script, want: ByScripts},
		"angular":                   {src: `<body><app-root></app-root>` + module, want: ByScripts},
		"angular with a splash":     {src: `<body><app-root><div class=splash><img src=logo.svg>Loading the application, which takes a moment on the first visit of the day, and less after</div></app-root>` + module, want: ByScripts},
		"svelte-kit":                {src: `<body data-sveltekit-preload-data="hover"><div style="display: contents"><script>{ Promise.all([import("/_app/start.js")]) }</script></div></body>`, want: ByScripts},
		"flutter":                   {src: `<body><script src="flutter_bootstrap.js" async></script></body>`, want: ByScripts},
		"blazor":                    {src: `<body><div id="app">Loading...</div><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script src="_framework/blazor.webassembly.js"></script>`, want: ByScripts},
		"swagger":                   {src: `<body><div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script>`, want: ByScripts},
		"redoc":                     {src: `<body><redoc spec-url="openapi.yaml"></redoc>` + script, want: ByScripts},
		"angularjs":                 {src: `<body ng-app="shop"><div ng-view></div>` + script, want: ByScripts},
		"slides of Markdown":        {src: `<div class="reveal"><div class="slides"><section data-markdown="slides.md"></section></div></div>` + script, want: ByScripts},
		"a tag manager's frame":     {src: `<noscript><iframe src="https://tags.example/ns.html?id=1"></iframe></noscript><div id="root"></div>` + script, want: ByScripts},
		"all of it in the page":     {src: `<div id=root></div><script>` + strings.Repeat("f(x);", 2000) + `</script>`, want: ByScripts},
		"a splash screen":           {src: `<div id="app"><svg><path d="M0"/></svg></div>` + script, want: ByScripts},
		"one that knows where it is": {
			src: `<div id=root></div><script>if (l.search[1] === '/') { window.history.replaceState(null, null, window.location.pathname) }</script>` + module, want: ByScripts,
		},

		// Pages with content.
		"nothing":                       {src: "", want: Prerendered},
		"no script":                     {src: `<div id="root"></div>`, want: Prerendered},
		"a script alone":                {src: `<!doctype html><link rel=stylesheet href=/main.css>` + script, want: Prerendered},
		"data is no script":             {src: `<div id="root"></div><script type="application/ld+json">{}</script>`, want: Prerendered},
		"import map alone":              {src: `<div id="root"></div><script type="importmap">{}</script>`, want: Prerendered},
		"rendered before":               {src: `<div id="__next">` + prose + `</div>` + module, want: Prerendered},
		"a few words with a link":       {src: `<div id="root"><h1>Hi</h1><a href="/docs/">Docs</a></div>` + module, want: Prerendered},
		"one page, one sentence":        {src: `<h1>Ann's wedding</h1><p>On the fifth of May, at noon.</p>` + script, want: Prerendered},
		"one page in an app's element":  {src: `<div id="app"><h1>Ann's wedding</h1><p>On the fifth of May, at noon, in the old town hall beside the river, bring your boots.</p></div>` + script, want: Prerendered},
		"words beside a custom element": {src: `<h1>Hello</h1><my-counter></my-counter>` + module, want: Prerendered},
		"a shadow root with words":      {src: `<my-page><template shadowrootmode="open">` + prose + `</template></my-page>` + module, want: Prerendered},
		"a game on a canvas":            {src: `<canvas id="game" width=640></canvas>` + script, want: Prerendered},
		"a picture":                     {src: `<img src="/poster.png" alt="">` + script, want: Prerendered},
		"frames":                        {src: `<script>x()</script><frameset cols="20%,80%"><frame src="menu.html"><frame src="text.html"></frameset>`, want: Prerendered},
		"a frame around another page":   {src: `<iframe src="/real/"></iframe>` + script, want: Prerendered},
		"a form":                        {src: `<form action=/search><input name=q></form>` + script, want: Prerendered},

		// Stubs.
		"a redirect":               {src: `<!doctype html><title>Redirecting</title><script>window.location.replace("/docs/")</script>`, want: ScriptRedirect},
		"a redirect with words":    {src: `<p>Redirecting…</p><script>location.href = "/docs/" + location.hash</script>`, want: ScriptRedirect},
		"a redirect with a link":   {src: `<script>location = "/docs/"</script><a href="/docs/">docs</a>`, want: Prerendered},
		"a comparison is no way":   {src: `<div></div><script>if (location == x || location.href === y) z()</script>`, want: ByScripts},
		"a redirect of a real app": {src: `<div id=root></div><script>if (location.protocol == "http:") location.replace("https:")</script>` + module, want: ByScripts},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Read([]byte(tt.src), 0).Rendering(); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestIsShell(t *testing.T) {
	t.Parallel()
	const script = `<script src="/main.js"></script>`
	prose := strings.Repeat("<p>words that a reader came for ", 30)
	tests := map[string]struct {
		src  string
		want bool
	}{
		"nothing":                   {src: "", want: false},
		"a root and a script":       {src: `<!doctype html><title>App</title><div id="root"></div>` + script, want: true},
		"a root of another kind":    {src: `<body><div id=__next>Loading…</div><script type=module>start()</script>`, want: true},
		"a custom element":          {src: `<app-root></app-root>` + script, want: true},
		"a note for no scripts":     {src: `<noscript>` + prose + `</noscript><div id="app"></div>` + script, want: true},
		"elements in that note":     {src: `<noscript><style></style>` + prose + `</noscript><div id="app"></div>` + script, want: true},
		"a root in that note":       {src: `<noscript><div id="app"></div></noscript>` + script, want: false},
		"styles and scripts inline": {src: `<style>` + prose + `</style><script>` + prose + `</script><div id="app"></div>`, want: true},
		"cut off in a tag":          {src: script + `<div id="root"></div><p class="`, want: true},
		"no script":                 {src: `<div id="root"></div>`, want: false},
		"data is no script":         {src: `<div id="root"></div><script type="application/ld+json">{}</script>`, want: false},
		"no root":                   {src: `<div id="main"></div>` + script, want: false},
		"rendered by its server":    {src: `<div id="__next">` + prose + `</div>` + script, want: false},
		"content as data":           {src: `<react-app>` + prose + `</react-app>` + script, want: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := Read([]byte(tt.src), 0).IsShell(); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

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
