package soft404

import (
	"strings"
	"testing"
)

func TestSpeaksOfMissing(t *testing.T) {
	t.Parallel()
	for page, want := range map[string]bool{
		`<title>404</title><p>x`:                                 true,
		`<title>Error 404: no page</title>`:                      true,
		`<title>Oops</title><h1 class="big">Page not found</h1>`: true,
		`<H2>Diese Seite wurde nicht gefunden</H2>`:              true,
		`<h1>Menu</h1><h2>We couldn’t find that page</h2>`:       true,
		`<html><head></head><header>` + strings.Repeat(`<a href="x">A menu entry</a>`, 400) + `<hr><h1>Not found</h1>`: true,
		`<H1>Menu</H1><h2>Guide</h2>` + strings.Repeat("<p>plain ", 2000):                                              false,
		`<p>このページは見つかりません`:                                                                                             true,
		`<h1>Guide</h1><p>When a page is not found, do this.`:                                                          false,
		`<h1>Guide</h1><a href="/404">about errors</a>`:                                                                false,
		`<p><a href="404.html">errors</a> <img src="/404">`:                                                            false,
		`<title>Room 4041</title>`:                                                                                     false,
		`<h1>Down for maintenance</h1>`:                                                                                false,
		`<h1>Log in</h1>`:                                                                                              false,
		`<h`:                                                                                                           false,
		``:                                                                                                             false,
		strings.Repeat("<p>plain ", 2000) + "not found":                                                                false,
		strings.Repeat("<p>plain ", 20) + "not found":                                                                  true,
		`<h1>` + strings.Repeat("words ", 60) + `not found</h1>`:                                                       false,
		`<title>x</title><h1>a</h1><h1>b</h1><h1>not found at all</h1>`:                                                false,
	} {
		if got := speaksOfMissing([]byte(page)); got != want {
			t.Errorf("%.80q: got %v", page, got)
		}
	}
}

// What the start page says too, as the footer of all pages may, tells nothing.
func TestAdmitted(t *testing.T) {
	t.Parallel()
	at := func(text string) reading { return newReading([]byte(text), mustParse(t, "https://example.com/x")) }
	start := at("<h1>Welcome</h1><footer>Nothing here is legal advice")
	for name, test := range map[string]struct {
		answers []reading
		want    bool
	}{
		"both say so":      {answers: []reading{at("<h1>Not found"), at("<h1>Page not<br>found")}, want: true},
		"one says so":      {answers: []reading{at("<h1>Not found"), at("<h1>Hello")}, want: false},
		"so says the rest": {answers: []reading{at("Hello <footer>Nothing here is legal advice"), at("Bye <footer>Nothing here is legal advice")}, want: false},
		"in an attribute":  {answers: []reading{at(`<a href="/not found">x</a>`)}, want: false},
	} {
		if got := len(admitted(start, test.answers...)) > 0; got != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestIsDoor(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"we are down for maintenance": true,
		"are you over 18?":            true,
		"welcome to our shop":         false,
		strings.Repeat("a long page about maintenance of cars ", 100): false,
	} {
		if got := IsGate(text); got != want {
			t.Errorf("%.60q: got %v", text, got)
		}
	}
}
