package check

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

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
