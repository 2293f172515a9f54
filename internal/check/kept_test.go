package check

import (
	"fmt"
	"testing"
	"unsafe"

	"github.com/linkvet/linkvet/internal/link"
)

// A crawl keeps a target for each URL that it has met.
func TestTargetsAreSmall(t *testing.T) {
	t.Parallel()
	if size := unsafe.Sizeof(target{}); size > 192 {
		t.Errorf("a target takes %d bytes, want 192 at most", size)
	}
}

func TestOutcomesInOrderAreShared(t *testing.T) {
	t.Parallel()
	good := outcome{verdict: link.OK, status: 200}
	if good.kept() != inOrder {
		t.Error("an outcome without more to say is kept by itself")
	}
	for name, change := range map[string]func(*outcome){
		"verdict":    func(o *outcome) { o.verdict = link.Broken },
		"status":     func(o *outcome) { o.status = 204 },
		"reason":     func(o *outcome) { o.reason = link.NotFound },
		"message":    func(o *outcome) { o.message = "it" },
		"suggestion": func(o *outcome) { o.suggestion = "/" },
		"redirects":  func(o *outcome) { o.redirects = []link.Redirect{{}} },
		"protection": func(o *outcome) { o.protection = "it" },
		"cut":        func(o *outcome) { o.cut = true },
		"soft":       func(o *outcome) { o.soft = true },
		"no way":     func(o *outcome) { o.noWay = true },
		"unasked":    func(o *outcome) { o.unasked = true },
	} {
		o := good
		if change(&o); o.kept() == inOrder {
			t.Errorf("%s: what is special is lost", name)
		}
	}
}

// Where each page has a name of its own, there is a shape for each of them, and
// targets keep also those that were forgotten.
func TestShapesAreSmall(t *testing.T) {
	t.Parallel()
	if size := unsafe.Sizeof(shape{}); size > 64 {
		t.Errorf("a shape takes %d bytes, want 64 at most", size)
	}
}

func TestForgottenShapesLetTheirFormGo(t *testing.T) {
	t.Parallel()
	k := newTraps(&Job{})
	var shapes []*shape
	for i := range maxShapes + 100 {
		shapes = append(shapes, k.shape(urlShape{path: fmt.Sprintf("/%d/*", i)}))
	}
	gone := 0
	for _, s := range shapes {
		if known := k.shapes[s.id()] == s; known == (s.urlShape == forgotten) {
			t.Fatalf("shape %q: known %t", s.path, known)
		}
		if s.urlShape == forgotten {
			gone++
		}
	}
	if gone != 100 {
		t.Errorf("%d shapes were forgotten, want 100", gone)
	}
}
