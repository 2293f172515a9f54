package pagekind

import "testing"

func TestIsErrorPage(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]bool{
		"404.html": true, "/404.html": true, "de/404.html": true, "/404": true, "404/index.html": true, "/404/": true,
		"/de/404/": true, "pt-BR/404/index.html": true, "/de/404": true,
		"index.html": false, "status/404/index.html": false, "/status/404/": false, "a404.html": false, "404.htm": false, "": false,
		"de404/": false, "404index.html": false, "/a/de/404/": false, "/index.html": false,
	} {
		if got := IsErrorPage(path); got != want {
			t.Errorf("IsErrorPage(%q) = %v, want %v", path, got, want)
		}
	}
}
