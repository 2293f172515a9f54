package site

import (
	"fmt"
	"sync"

	"github.com/linkvet/linkvet/internal/hosting"
)

// toil are the requests of which nobody knows what the host answers, as that would
// be too much work. It is safe for concurrent use.
type toil struct {
	mu    sync.Mutex
	paths map[string]bool
	// more is how many there were past maxToil.
	more int
}

// maxToil is how many paths are told apart.
const maxToil = 10_000

func (t *toil) add(path string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.paths == nil {
		t.paths = map[string]bool{}
	}
	switch {
	case len(t.paths) < maxToil:
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
		d.toil.add(req.Path)
		return hosting.Answer{Kind: hosting.Unknown}
	}
	return answer
}

// Unanswered says of how many paths nobody knows what the host answers, in one line;
// empty where all is known.
func (d *Dir) Unanswered() string {
	d.toil.mu.Lock()
	defer d.toil.mu.Unlock()
	if len(d.toil.paths) == 0 {
		return ""
	}
	first := ""
	for path := range d.toil.paths {
		if first == "" || path < first {
			first = path
		}
	}
	count := fmt.Sprintf("%d paths", len(d.toil.paths))
	switch {
	case d.toil.more > 0:
		count = "more than " + count
	case len(d.toil.paths) == 1:
		count = "1 path"
	}
	return fmt.Sprintf("could not match %s against all rules of the host, such as %q: too many rules begin with the same text; "+
		"begin each rule with a different path, or remove some", count, shorten(first))
}
