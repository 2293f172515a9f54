package content_test

import (
	"strings"
	"testing"

	"github.com/linkvet/linkvet/internal/scan/content"
)

func TestMainText(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"main only", `<nav>Menu</nav><p>Before<main><h1>Éclair, 2nd</h1> <p>It's <a href=x>here</a></main>after`, "before ÉCLAIR 2ND IT S HERE after"},
		{"role", `<div role="main"><div>in</div>still</div>out`, "IN STILL out"},
		{"header of the page and of main", `<header>Site</header><main><header>Title</header></main>`, "TITLE"},
		{"links outside of main", `<p>text <a href=x>link</a> more`, "text more"},
		{"an anchor without an end", `<a name=top>text <a href=x>link</a> more`, "text more"},
		{"hidden", `<head><title>T</title></head><script>var x</script><style>p{}</style><p>shown<footer>f<footer>g</footer>h</footer>end`, "shown end"},
		{"aside in main", `<main>a<aside>b<main>c</main></aside>d</main>e`, "A D e"},
		{"end tags that close nothing", `</main></nav>a</a></div>b`, "a b"},
		{"not closed", `<main>a<nav>b`, "A"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, w := range content.Read([]byte(test.page), 0).Words {
				if w.Kind != content.Text || w.IsAside {
					continue
				}
				for _, word := range content.SplitWords(w.Text) {
					if w.InMain {
						word = strings.ToUpper(word)
					}
					got = append(got, word)
				}
			}
			if is := strings.Join(got, " "); is != test.want {
				t.Errorf("got %q, want %q", is, test.want)
			}
		})
	}
}
