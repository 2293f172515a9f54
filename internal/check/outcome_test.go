package check

import (
	"testing"

	"github.com/linkvet/linkvet/internal/link"
)

func TestOutcomesInOrderAreShared(t *testing.T) {
	t.Parallel()
	good := Outcome{Verdict: link.OK, Status: 200}
	if good.Kept() != okOutcome {
		t.Error("an outcome without more to say is kept by itself")
	}
	for name, change := range map[string]func(*Outcome){
		"verdict":    func(o *Outcome) { o.Verdict = link.Broken },
		"status":     func(o *Outcome) { o.Status = 204 },
		"reason":     func(o *Outcome) { o.Reason = link.NotFound },
		"message":    func(o *Outcome) { o.Message = "it" },
		"suggestion": func(o *Outcome) { o.Suggestion = "/" },
		"redirects":  func(o *Outcome) { o.Redirects = []link.Redirect{{}} },
		"protection": func(o *Outcome) { o.Protection = "it" },
		"cut":        func(o *Outcome) { o.Cut = true },
		"soft":       func(o *Outcome) { o.Soft404 = true },
		"no way":     func(o *Outcome) { o.NoRoute = true },
		"unasked":    func(o *Outcome) { o.NotRequested = true },
	} {
		o := good
		if change(&o); o.Kept() == okOutcome {
			t.Errorf("%s: what is special is lost", name)
		}
	}
}
