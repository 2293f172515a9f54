package content

import (
	"strings"
	"testing"
)

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

func FuzzIsShell(f *testing.F) {
	f.Add([]byte(`<div id="root"></div><script>`))
	f.Add([]byte(`<noscript><template></noscript></div -><a-`))
	f.Fuzz(func(t *testing.T, src []byte) {
		if Read(src, 0).IsShell() && !strings.Contains(strings.ToLower(string(src)), "<script") {
			t.Error("a shell without a script")
		}
	})
}
