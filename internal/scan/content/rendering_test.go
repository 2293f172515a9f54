package content

import (
	"strings"
	"testing"
)

func TestRenderingOf(t *testing.T) {
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
		"docsify": {`<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Document</title><link rel="stylesheet" href="//cdn.example/vue.css"></head>
			<body><div id="app">Please wait...</div><script>window.$docsify = {name: '', repo: ''}</script><script src="//cdn.example/docsify@4"></script></body></html>`, ByScripts},
		"docsify with its own menu": {`<nav><a href="#/">En</a><a href="#/zh-cn/">中文</a></nav><div id="app"></div><script>window.$docsify={}</script>` + script, ByScripts},
		"vite and react":            {`<!doctype html><link rel=icon href=/vite.svg><title>Vite</title><div id="root"></div>` + module, ByScripts},
		"create-react-app":          {`<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>` + script, ByScripts},
		"vue":                       {`<body><noscript><strong>We're sorry but app doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id=app></div>` + script, ByScripts},
		"angular":                   {`<body><app-root></app-root>` + module, ByScripts},
		"angular with a splash":     {`<body><app-root><div class=splash><img src=logo.svg>Loading the application, which takes a moment on the first visit of the day, and less after</div></app-root>` + module, ByScripts},
		"svelte-kit":                {`<body data-sveltekit-preload-data="hover"><div style="display: contents"><script>{ Promise.all([import("/_app/start.js")]) }</script></div></body>`, ByScripts},
		"flutter":                   {`<body><script src="flutter_bootstrap.js" async></script></body>`, ByScripts},
		"blazor":                    {`<body><div id="app">Loading...</div><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script src="_framework/blazor.webassembly.js"></script>`, ByScripts},
		"swagger":                   {`<body><div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script>`, ByScripts},
		"redoc":                     {`<body><redoc spec-url="openapi.yaml"></redoc>` + script, ByScripts},
		"angularjs":                 {`<body ng-app="shop"><div ng-view></div>` + script, ByScripts},
		"slides of Markdown":        {`<div class="reveal"><div class="slides"><section data-markdown="slides.md"></section></div></div>` + script, ByScripts},
		"a tag manager's frame":     {`<noscript><iframe src="https://tags.example/ns.html?id=1"></iframe></noscript><div id="root"></div>` + script, ByScripts},
		"all of it in the page":     {`<div id=root></div><script>` + strings.Repeat("f(x);", 2000) + `</script>`, ByScripts},
		"a splash screen":           {`<div id="app"><svg><path d="M0"/></svg></div>` + script, ByScripts},
		"one that knows where it is": {
			`<div id=root></div><script>if (l.search[1] === '/') { window.history.replaceState(null, null, window.location.pathname) }</script>` + module, ByScripts,
		},

		// Pages with content.
		"nothing":                       {"", Prerendered},
		"no script":                     {`<div id="root"></div>`, Prerendered},
		"a script alone":                {`<!doctype html><link rel=stylesheet href=/main.css>` + script, Prerendered},
		"data is no script":             {`<div id="root"></div><script type="application/ld+json">{}</script>`, Prerendered},
		"import map alone":              {`<div id="root"></div><script type="importmap">{}</script>`, Prerendered},
		"rendered before":               {`<div id="__next">` + prose + `</div>` + module, Prerendered},
		"a few words with a link":       {`<div id="root"><h1>Hi</h1><a href="/docs/">Docs</a></div>` + module, Prerendered},
		"one page, one sentence":        {`<h1>Ann's wedding</h1><p>On the fifth of May, at noon.</p>` + script, Prerendered},
		"one page in an app's element":  {`<div id="app"><h1>Ann's wedding</h1><p>On the fifth of May, at noon, in the old town hall beside the river, bring your boots.</p></div>` + script, Prerendered},
		"words beside a custom element": {`<h1>Hello</h1><my-counter></my-counter>` + module, Prerendered},
		"a shadow root with words":      {`<my-page><template shadowrootmode="open">` + prose + `</template></my-page>` + module, Prerendered},
		"a game on a canvas":            {`<canvas id="game" width=640></canvas>` + script, Prerendered},
		"a picture":                     {`<img src="/poster.png" alt="">` + script, Prerendered},
		"frames":                        {`<script>x()</script><frameset cols="20%,80%"><frame src="menu.html"><frame src="text.html"></frameset>`, Prerendered},
		"a frame around another page":   {`<iframe src="/real/"></iframe>` + script, Prerendered},
		"a form":                        {`<form action=/search><input name=q></form>` + script, Prerendered},

		// Stubs.
		"a redirect":               {`<!doctype html><title>Redirecting</title><script>window.location.replace("/docs/")</script>`, ScriptRedirect},
		"a redirect with words":    {`<p>Redirecting…</p><script>location.href = "/docs/" + location.hash</script>`, ScriptRedirect},
		"a redirect with a link":   {`<script>location = "/docs/"</script><a href="/docs/">docs</a>`, Prerendered},
		"a comparison is no way":   {`<div></div><script>if (location == x || location.href === y) z()</script>`, ByScripts},
		"a redirect of a real app": {`<div id=root></div><script>if (location.protocol == "http:") location.replace("https:")</script>` + module, ByScripts},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := RenderingOf([]byte(tt.src)); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func FuzzRenderingOf(f *testing.F) {
	f.Add([]byte(`<div id="root"></div><script>`))
	f.Add([]byte(`<noscript><template></noscript></div -><a-><script>location =`))
	f.Add([]byte(`<a-a><a-a></a-a>x</a-a>y<script src=x>`))
	f.Fuzz(func(t *testing.T, src []byte) {
		if RenderingOf(src) != Prerendered && !strings.Contains(strings.ToLower(string(src)), "<script") {
			t.Error("rendered by scripts without a script")
		}
	})
}
