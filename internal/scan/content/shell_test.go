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
		"nothing":                   {"", false},
		"a root and a script":       {`<!doctype html><title>App</title><div id="root"></div>` + script, true},
		"a root of another kind":    {`<body><div id=__next>Loading…</div><script type=module>start()</script>`, true},
		"a custom element":          {`<app-root></app-root>` + script, true},
		"a note for no scripts":     {`<noscript>` + prose + `</noscript><div id="app"></div>` + script, true},
		"elements in that note":     {`<noscript><style></style>` + prose + `</noscript><div id="app"></div>` + script, true},
		"a root in that note":       {`<noscript><div id="app"></div></noscript>` + script, false},
		"styles and scripts inline": {`<style>` + prose + `</style><script>` + prose + `</script><div id="app"></div>`, true},
		"cut off in a tag":          {script + `<div id="root"></div><p class="`, true},
		"no script":                 {`<div id="root"></div>`, false},
		"data is no script":         {`<div id="root"></div><script type="application/ld+json">{}</script>`, false},
		"no root":                   {`<div id="main"></div>` + script, false},
		"rendered by its server":    {`<div id="__next">` + prose + `</div>` + script, false},
		"content as data":           {`<react-app>` + prose + `</react-app>` + script, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := IsShell([]byte(tt.src)); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func FuzzIsShell(f *testing.F) {
	f.Add([]byte(`<div id="root"></div><script>`))
	f.Add([]byte(`<noscript><template></noscript></div -><a-`))
	f.Fuzz(func(t *testing.T, src []byte) {
		if IsShell(src) && !strings.Contains(strings.ToLower(string(src)), "<script") {
			t.Error("a shell without a script")
		}
	})
}
