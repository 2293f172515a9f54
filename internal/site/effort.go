package site

import (
	"fmt"
	"sync"

	"github.com/linkvet/linkvet/internal/hosting"
)

// tooCostly are the paths whose answer is not known, because matching them with the rules
// of the host would take too long. It is safe for concurrent use.
type tooCostly struct {
	mu    sync.Mutex
	paths map[string]bool
	// more is how many there were beyond maxTooCostly.
	more int
}

// maxTooCostly is how many paths are counted exactly.
const maxTooCostly = 10_000

func (t *tooCostly) add(path string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.paths == nil {
		t.paths = map[string]bool{}
	}
	switch {
	case len(t.paths) < maxTooCostly:
		t.paths[path] = true
	case !t.paths[path]:
		t.more++
	}
}

// answer is what the host answers, within bounds.
func (d *Dir) answer(req hosting.Request) hosting.Answer {
	req.Effort = hosting.NewEffort()
	answer := d.host.Profile.Answer(req)
	if req.Effort.Spent() {
		d.tooCostly.add(req.Path)
		return hosting.Answer{Kind: hosting.Unknown}
	}
	return answer
}

// Unanswered says in one line for how many paths the answer of the host is not known;
// empty for none.
func (d *Dir) Unanswered() string {
	d.tooCostly.mu.Lock()
	defer d.tooCostly.mu.Unlock()
	if len(d.tooCostly.paths) == 0 {
		return ""
	}
	first := ""
	for path := range d.tooCostly.paths {
		if first == "" || path < first {
			first = path
		}
	}
	count := fmt.Sprintf("%d paths", len(d.tooCostly.paths))
	switch {
	case d.tooCostly.more > 0:
		count = "more than " + count
	case len(d.tooCostly.paths) == 1:
		count = "1 path"
	}
	return fmt.Sprintf("could not match %s against all rules of the host, such as %q: too many rules begin with the same text; "+
		"begin each rule with a different path, or remove some", count, shorten(first))
}
